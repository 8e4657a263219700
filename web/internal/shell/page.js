(function () {
  'use strict';
  function byId(id) { return document.getElementById(id); }

  // What is in the page for the worker. It is taken out of the document, so that it is in memory once.
  var held = {};
  function take(id) {
    if (held[id] === undefined) {
      held[id] = byId(id).textContent;
      byId(id).remove();
    }
    return held[id];
  }

  // There is one worker. It is ended if it is not needed any more, or if it does something else than what
  // is wanted now; the next one gets the compiled module.
  var worker = null, busy = false, compiled = null, workerURL = null, starts = 0;
  function start() {
    if (worker) { return; }
    if (!workerURL) { workerURL = URL.createObjectURL(new Blob([take('worker')], { type: 'text/javascript' })); }
    worker = new Worker(workerURL, { name: 'planfmt' });
    var number = ++starts;
    worker.onmessage = function (e) { if (number === starts) { receive(e.data); } };
    worker.onerror = function (e) { if (number === starts) { crash('planfmt: the worker has failed: ' + (e.message || 'the browser does not say why')); } };
    var message = { kind: 'load', facts: take('facts') };
    if (compiled) { message.module = compiled; } else { message.text = take('module'); }
    worker.postMessage(message);
  }
  function stop() {
    if (worker) { worker.terminate(); }
    worker = null;
    busy = false;
    starts++;
  }

  // What has been shown is kept until something else is chosen, so that one can go back and forth
  // between the formats.
  var chosen = { plan: null, old: null, schemas: [], rules: null, reports: [] }, results = new Map(), current = null;
  function lines(id) { return byId(id).value.split('\n').map(function (s) { return s.trim(); }).filter(Boolean); }
  function request() {
    var format = document.querySelector('input[name=format]:checked').value;
    return JSON.stringify({
      format: format, address: format === 'why' ? byId('address').value.trim() : '',
      only: lines('only'), hide: lines('hide'), where: byId('where').value.trim(), readable: byId('readable').value
    });
  }
  function forget() { results.clear(); }

  // show shows what is chosen now.
  function show() {
    var text = request(), format = JSON.parse(text).format;
    byId('asked').hidden = format !== 'why';
    if (!chosen.plan) { return; }
    if (busy) { stop(); }
    if (format === 'why' && !byId('address').value.trim()) {
      // Nothing has been asked yet. What is there is that of another format.
      working('');
      current = null;
      clear();
      unfold(true);
      byId('address').focus();
      return;
    }
    if (results.has(text)) {
      working('');
      current = results.get(text);
      display();
      return;
    }
    current = { format: format, parts: [], size: 0, said: [], overview: null, result: null, request: text, url: null };
    clear();
    byId('summary').hidden = false;
    byId('name').textContent = name();
    setState('', 'Reading');
    working(compiled ? 'Reading' : 'Starting');
    start();
    busy = true;
    worker.postMessage({ kind: 'run', request: text, plan: chosen.plan, old: chosen.old, schemas: chosen.schemas, rules: chosen.rules, reports: chosen.reports });
  }

  function receive(m) {
    switch (m.kind) {
      case 'module': compiled = m.value; held.module = ''; return;
      case 'crash': crash(m.value); return;
    }
    if (!busy) { return; }
    switch (m.kind) {
      case 'progress': progress(m.value); break;
      case 'overview':
        current.overview = JSON.parse(m.value);
        overview();
        setState('', 'Read: the details follow');
        working('Looking for causes, secrets and hazards');
        break;
      case 'part':
        current.parts.push(m.value);
        current.size += m.value.length;
        more();
        break;
      case 'say':
        current.said.push(m.value);
        messages();
        break;
      case 'done':
        busy = false;
        current.result = JSON.parse(m.value);
        working('');
        if (current.result.complete) { keep(); } else { discard(); }
        reading(current.size > 0);
        ending();
        if (current.size > 0) { tools(); }
        frame();
        more();
        break;
    }
  }
  // discard takes away what has arrived of something that did not arrive as a whole.
  function discard() {
    current.parts = [];
    current.size = 0;
    if (text) { leave(text.pre); }
    text = null;
    byId('result').hidden = true;
    byId('rest').hidden = true;
  }
  // keep remembers a result. The oldest one is forgotten when there are many.
  function keep() {
    results.set(current.request, current);
    if (results.size > 8) { results.delete(results.keys().next().value); }
  }
  function crash(text) {
    var idle = !busy && current && current.result;
    stop();
    if (idle) { return; } // what is shown is complete, and the next document gets a new worker
    working('');
    if (!current) { current = { format: 'human', parts: [], size: 0, said: [], overview: null, result: null, request: '' }; }
    current.said.push(text);
    current.result = { status: 70, complete: false, problems: 0, changes: false, replaced: [] };
    discard();
    reading(false);
    byId('summary').hidden = false;
    messages();
    ending();
  }

  // The state of the work.
  function working(text) {
    byId('work').hidden = !text;
    if (!text) { return; }
    byId('doing').textContent = text;
    byId('bar').removeAttribute('value');
  }
  function progress(p) {
    var bar = byId('bar'), all = chosen.plan.size;
    if (p.total > 0) {
      byId('doing').textContent = 'Comparing ' + p.resources + ' of ' + p.total + ' resources';
      bar.value = 0.5 + 0.5 * p.resources / p.total;
    } else {
      if (current.overview) { return; } // it is finding out what the format has to know first
      byId('doing').textContent = 'Reading ' + megabytes(Math.min(p.bytes, all)) + ' of ' + megabytes(all);
      bar.value = all ? 0.5 * Math.min(p.bytes / all, 1) : 0;
    }
  }
  function megabytes(n) { return (n / 1e6).toFixed(1) + ' MB'; }
  function say(text) { byId('live').textContent = text; }
  // brief is a name as one short line, in which every character shows.
  function brief(name) {
    name = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, function (c) { return '\\u{' + c.codePointAt(0).toString(16) + '}'; });
    return name.length <= 200 ? name : Array.from(name).slice(0, 200).join('') + '…';
  }
  // name says what is shown: a document, or two that are compared.
  function name() { return (chosen.old ? brief(chosen.old.name) + ' → ' : '') + brief(chosen.plan.name); }
  function setState(state, text) {
    byId('state').dataset.state = state;
    byId('state').textContent = text;
    say(text);
  }

  // When a plan is shown, it has the window, and everything else folds to a bar above it.
  function reading(on) {
    if (document.body.classList.contains('reading') === on) { return; }
    document.body.classList.toggle('reading', on);
    byId('fold').hidden = !on;
    unfold(!on);
  }
  function unfold(on) {
    var focused = !on && byId('form').contains(document.activeElement);
    document.body.classList.toggle('folded', !on);
    byId('fold').setAttribute('aria-expanded', String(on));
    if (focused) { byId('fold').focus({ preventScroll: true }); }
  }
  byId('fold').addEventListener('click', function () {
    var on = document.body.classList.contains('folded');
    unfold(on);
    if (on) { byId('plan').focus({ preventScroll: true }); }
  });
  // Esc folds what has been unfolded.
  byId('form').addEventListener('keydown', function (e) {
    if (e.key === 'Escape' && document.body.classList.contains('reading')) { unfold(false); }
  });

  // What is known of the document.
  function overview() {
    if (!current.overview) { return; }
    var o = current.overview, words = [], counts = byId('counts');
    if (o.product) { words.push({ terraform: 'Terraform', opentofu: 'OpenTofu' }[o.product] || o.product); }
    if (o.version) { words.push(o.version); }
    words.push(o.state ? 'state' : (o.mode && o.mode !== 'normal' ? o.mode + ' plan' : 'plan'));
    var text = words.join(' ');
    if (o.errored) { text += '. The plan was not completed, because of an error.'; }
    if (o.incomplete) { text += '. Applying it does not lead to all that the configuration asks for.'; }
    byId('about').textContent = text;
    counts.textContent = '';
    (o.counts || []).forEach(function (c) {
      var li = document.createElement('li');
      li.dataset.action = c.action;
      li.textContent = c.count + ' ' + c.action;
      counts.append(li);
    });
    counts.hidden = false;
  }
  function messages() {
    byId('said').hidden = current.said.length === 0;
    byId('messages').textContent = current.said.join('\n');
  }
  function ending() {
    var r = current.result;
    byId('counts').hidden = r.complete && current.size > 0; // what is shown has them
    byId('said').open = r.status !== 0 && r.status !== 2;
    if (r.compared && r.problems === 0) {
      setState('ok', r.changes ? 'Compared: they are different' : 'Compared: they are the same');
    } else if (r.status === 0) {
      setState('ok', current.overview && current.overview.state ? 'Shown completely' : r.changes ? 'Shown completely: there are changes' : 'Shown completely: no changes');
    } else if (r.problems > 0) {
      setState('problems', 'Shown with ' + r.problems + (r.problems === 1 ? ' problem' : ' problems') + ': see the messages');
    } else {
      setState('error', 'Cannot be shown: see the messages');
    }
    if (r.muted) { byId('about').textContent += '. Muted by rules: ' + r.muted; }
    if (r.replaced && r.replaced.length) {
      byId('addresses').textContent = '';
      r.replaced.forEach(function (address) {
        var o = document.createElement('option');
        o.value = address;
        byId('addresses').append(o);
      });
    }
  }

  // The view: a frame for HTML, or text that is added in parts, so that the page does not freeze. The frame
  // may only run the script of the report, which cannot reach this page.
  var first = 1 << 20, step = 4 << 20, text = null;
  var names = { html: 'HTML', human: 'Text', compact: 'Compact', markdown: 'Markdown', json: 'JSON', why: 'Why' };
  function clear() {
    if (text) { leave(text.pre); } else { byId('view').textContent = ''; }
    byId('result').hidden = true;
    byId('rest').hidden = true;
    byId('summary').hidden = true;
    byId('tools').hidden = true;
    byId('about').textContent = '';
    byId('counts').textContent = '';
    byId('said').hidden = true;
    text = null;
  }
  // leave removes a text in portions, out of sight, so that the page does not freeze. What is shown next is in a new element.
  function leave(pre) {
    var old = byId('view'), view = old.cloneNode(false);
    old.removeAttribute('id');
    old.classList.add('left');
    old.setAttribute('aria-hidden', 'true');
    pre.removeAttribute('tabindex');
    old.before(view);
    (function next() {
      for (var begun = performance.now(); pre.lastChild && performance.now() - begun < 10;) { pre.lastChild.remove(); }
      if (pre.lastChild) { setTimeout(next, 0); } else { old.remove(); }
    })();
  }
  function display() {
    clear();
    byId('summary').hidden = false;
    byId('name').textContent = name();
    overview();
    messages();
    ending();
    reading(true);
    frame();
    more();
  }
  // A large report takes long to be laid out, so it is shown only if somebody wants that.
  var largeReport = 20e6;
  function frame() {
    if (current.format !== 'html' || current.size === 0) { return; }
    tools();
    if (current.size <= largeReport) {
      load(current);
      return;
    }
    var of = current, p = document.createElement('p'), b = document.createElement('button');
    p.textContent = 'The report has ' + megabytes(of.size) + '. It takes the browser some seconds to show it. ';
    b.type = 'button';
    b.id = 'load';
    b.textContent = 'Show it';
    b.addEventListener('click', function () {
      p.remove();
      load(of);
    });
    p.append(b);
    byId('view').append(p);
  }
  // load shows a report in a frame, which gets it in portions: see frame.js. The frame has no other address, such as that of
  // a blob, because links within the report would not work there.
  var portion = 32;
  function load(of) {
    var f = document.createElement('iframe'), channel = new MessageChannel(), port = channel.port1, at = 0;
    f.title = 'The plan as HTML';
    f.setAttribute('sandbox', 'allow-scripts');
    f.srcdoc = '<!DOCTYPE html><script>' + take('frame') + '<\/script>';
    f.addEventListener('load', function () { f.contentWindow.postMessage('report', '*', [channel.port2]); }, { once: true });
    port.onmessage = function () {
      if (at >= of.parts.length) {
        port.postMessage(null);
        port.close();
        return;
      }
      port.postMessage(of.parts.slice(at, at + portion));
      at += portion;
    };
    byId('view').append(f);
  }
  // tools offers what can be done with the result. Only all of it can be copied and downloaded.
  function tools() {
    byId('result').hidden = false;
    byId('tools').hidden = !(current.result && current.result.complete);
    byId('copy').hidden = current.format === 'html';
    byId('copy').textContent = 'Copy';
  }
  function whole(type) { return new Blob(current.parts, { type: type }); }

  function more() {
    if (current.format === 'html' || current.size === 0) { return; }
    if (!text) {
      var pre = document.createElement('pre');
      pre.tabIndex = 0;
      pre.setAttribute('role', 'region');
      pre.setAttribute('aria-label', names[current.format]);
      if (current.format === 'json' || current.format === 'markdown') { pre.className = 'wrap'; }
      byId('view').append(pre);
      tools();
      text = { of: current, pre: pre, next: 0, bytes: 0, limit: first, waiting: false, paint: painter() };
    }
    if (!text.waiting) {
      text.waiting = true;
      setTimeout(add, 0, text);
    }
  }
  // add adds the next part of the text.
  function add(t) {
    t.waiting = false;
    if (t !== text) { return; }
    var part = t.of.parts[t.next];
    if (!part) { return; }
    if (t.bytes < t.limit) {
      t.pre.append(t.paint(part));
      t.next++;
      t.bytes += part.length;
      t.waiting = true;
      setTimeout(add, 0, t);
      return;
    }
    byId('rest').hidden = false;
    byId('next').textContent = 'Show more (' + megabytes(t.of.size - t.bytes) + ' left)';
  }
  byId('next').addEventListener('click', function () {
    byId('rest').hidden = true;
    text.limit = text.bytes + step;
    more();
    text.pre.focus({ preventScroll: true });
  });

  // painter returns a function that makes an element of a part of the text. Only codes of colours that
  // planfmt writes mean anything; nothing in the text becomes markup.
  function painter() {
    var style = new Set(), decoder = new TextDecoder();
    return function (part) {
      var div = document.createElement('div'), pieces = decoder.decode(part).split('\x1b[');
      pieces.forEach(function (piece, i) {
        if (i > 0) {
          var end = piece.indexOf('m');
          piece.slice(0, end).split(';').forEach(function (code) { if (code === '0' || code === '') { style.clear(); } else { style.add(code); } });
          piece = piece.slice(end + 1);
        }
        if (!piece) { return; }
        if (style.size === 0) { div.append(piece); return; }
        var span = document.createElement('span');
        style.forEach(function (code) { span.classList.add('c' + code); });
        span.textContent = piece;
        div.append(span);
      });
      return div;
    };
  }

  // plain returns parts of the text, without colours, as strings. It lets the page do other things
  // in between.
  async function plain(of) {
    var decoder = new TextDecoder(), all = [], begun = performance.now();
    for (var i = 0; i < of.parts.length; i++) {
      all.push(decoder.decode(of.parts[i]).replace(/\x1b\[[0-9;]*m/g, ''));
      if (performance.now() - begun > 15) {
        await new Promise(function (done) { setTimeout(done, 0); });
        begun = performance.now();
      }
    }
    return all;
  }
  byId('copy').addEventListener('click', async function () {
    var button = byId('copy'), text = (await plain(current)).join('');
    button.textContent = await copy(text) ? 'Copied' : 'The browser does not allow this: use Download';
    say(button.textContent);
  });
  // copy works without a secure context, too, as on a page that is served without TLS.
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (e) { /* there is none, or it is forbidden */ }
    var area = document.createElement('textarea'), focus = document.activeElement;
    area.value = text;
    area.className = 'away';
    area.readOnly = true;
    byId('tools').append(area);
    area.select();
    var done = document.execCommand('copy');
    area.remove();
    focus.focus({ preventScroll: true });
    return done;
  }
  byId('download').addEventListener('click', async function () {
    var kind = { html: ['.html', 'text/html'], markdown: ['.md', 'text/markdown'], json: ['.json', 'application/json'] }[current.format] || ['.txt', 'text/plain'];
    var a = document.createElement('a'), of = current;
    var blob = of.format === 'html' ? whole(kind[1]) : new Blob(await plain(of), { type: kind[1] });
    a.href = URL.createObjectURL(blob);
    a.download = 'planfmt-' + of.format + kind[0];
    a.click();
    setTimeout(function () { URL.revokeObjectURL(a.href); }, 10000);
  });

  // What is chosen.
  // A file that is chosen again may have changed. So the inputs forget what was chosen when their dialogs open.
  ['plan', 'old', 'schemas', 'rules', 'reports'].forEach(function (id) { byId(id).addEventListener('click', function () { this.value = ''; }); });
  byId('plan').addEventListener('change', function () {
    if (this.files.length) { open(this.files[0]); }
  });
  function open(file) {
    chosen.plan = file;
    forget();
    reading(true);
    unfold(false);
    show();
  }
  // Whoever closes one of these dialogs without choosing anything wants none.
  function besides() {
    chosen.old = byId('old').files[0] || null;
    chosen.schemas = Array.from(byId('schemas').files);
    chosen.rules = byId('rules').files[0] || null;
    chosen.reports = Array.from(byId('reports').files);
    forget();
    show();
  }
  ['old', 'schemas', 'rules', 'reports'].forEach(function (id) {
    byId(id).addEventListener('change', besides);
    byId(id).addEventListener('cancel', besides);
  });
  byId('readable').addEventListener('change', show);
  byId('formats').addEventListener('change', show);
  byId('form').addEventListener('submit', function (e) { e.preventDefault(); show(); });
  byId('cancel').addEventListener('click', function () {
    stop();
    working('');
    current = null;
    clear();
    reading(false);
    byId('summary').hidden = false;
    byId('name').textContent = name();
    setState('', 'Cancelled');
    start();
    byId('plan').focus();
  });

  // Files can be dropped anywhere, but on the inputs for other files they are for these. While files are dragged, the frame
  // with the report lets the page have what happens over it: else, the browser would open the file in place of the page.
  function isForInput(e) { return e.target.closest && e.target.closest('#old, #schemas, #rules, #reports'); }
  function hasFiles(e) { return e.dataTransfer.types.includes('Files'); }
  function dragging(on) { document.body.classList.toggle('dragging', on); }
  ['dragenter', 'dragover'].forEach(function (kind) {
    document.addEventListener(kind, function (e) {
      if (!hasFiles(e)) { return; }
      dragging(true);
      if (!isForInput(e)) { e.preventDefault(); }
    });
  });
  document.addEventListener('dragleave', function (e) { if (!e.relatedTarget) { dragging(false); } });
  document.addEventListener('drop', function (e) {
    dragging(false);
    if (!hasFiles(e) || isForInput(e)) { return; }
    e.preventDefault();
    var files = e.dataTransfer.files;
    if (files.length === 1) {
      byId('plan').files = files;
      open(files[0]);
    } else {
      refuse(files.length + ' files', 'the page shows one plan at a time: drop a single file');
    }
  });
  // refuse says why what somebody has dropped is not shown. What was there before is not what has been dropped.
  function refuse(name, why) {
    stop();
    forget();
    working('');
    chosen.plan = null;
    byId('plan').value = '';
    current = null;
    clear();
    byId('name').textContent = brief(name);
    crash('planfmt: ' + why);
    start();
  }

  // The worker starts as soon as the whole page is there.
  document.addEventListener('DOMContentLoaded', function () {
    start();
    if (byId('plan').files.length) { open(byId('plan').files[0]); }
  });
})();
