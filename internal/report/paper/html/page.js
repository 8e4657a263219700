(function () {
  'use strict';
  var root = document.documentElement;
  root.classList.add('js');
  function byId(id) { return document.getElementById(id); }
  function all(selector, within) { return Array.prototype.slice.call((within || document).querySelectorAll(selector)); }

  var rows = all('.r').map(function (el) {
    return {
      el: el,
      action: el.getAttribute('data-a') || '',
      module: el.getAttribute('data-m') || '',
      type: el.getAttribute('data-t') || '',
      plan: el.getAttribute('data-p') || '', // plans
      group: el.parentElement.closest('.g'),
      section: el.closest('.sec'),
      text: null,
      shown: true
    };
  });
  var text = byId('text'), moduleSelect = byId('module'), typeSelect = byId('type'), shown = byId('shown'), none = byId('none');
  var actions = byId('actions');
  var planSelect = byId('plan'); // plans

  // The choices of the filters are those that occur, in the order of the page.
  function counts(key) {
    var found = new Map();
    rows.forEach(function (r) { found.set(r[key], (found.get(r[key]) || 0) + 1); });
    return found;
  }
  // Nothing happens to what is in a state.
  var thing = byId('changes').hasAttribute('data-state') ? ['entry', 'entries'] : ['change', 'changes'];
  counts('action').forEach(function (n, action) {
    if (action === 'stored') { return; }
    var b = document.createElement('button');
    b.type = 'button';
    b.className = 'chip ' + action;
    b.value = action;
    b.setAttribute('aria-pressed', 'false');
    var sign = document.querySelector('.r[data-a="' + action + '"] > summary > .s');
    if (sign) {
      sign = sign.cloneNode(true);
      sign.removeAttribute('role');
      sign.setAttribute('aria-hidden', 'true');
      b.append(sign, ' ');
    }
    b.append(action + ' ');
    var count = document.createElement('span');
    count.className = 'n';
    count.textContent = String(n);
    b.append(count);
    actions.append(b);
  });
  function choices(select, key, nothing) {
    var found = counts(key);
    Array.from(found.keys()).sort().forEach(function (value) {
      if (value === '' && !nothing) { return; }
      var o = document.createElement('option');
      o.value = '=' + value;
      o.textContent = (value || nothing) + ' (' + found.get(value) + ')';
      select.append(o);
    });
    if (found.size < 2) { select.parentElement.hidden = true; }
  }
  choices(moduleSelect, 'module', '(root module)');
  choices(typeSelect, 'type', '');
  choices(planSelect, 'plan', ''); // plans

  // On a large page, most of a row is the text of noscript elements until it is needed. This is
  // faster than to make all elements at once. The text is the markup that there would be otherwise.
  function make(n) {
    var body = new DOMParser().parseFromString(n.textContent, 'text/html').body;
    n.replaceWith.apply(n, Array.prototype.slice.call(body.childNodes));
  }
  function fill(el) {
    all(':scope > summary noscript', el).forEach(make);
    if (el.open) { all(':scope > noscript, :scope > .code > noscript', el).forEach(make); }
  }
  // Of what is opened all at once, only what is on the screen, or not far from it, is needed.
  var near = new Set(), isLate = document.querySelector('main noscript') !== null;
  if (isLate) {
    var observer = new IntersectionObserver(function (entries) {
      entries.forEach(function (e) {
        if (!e.isIntersecting) {
          near.delete(e.target);
          return;
        }
        near.add(e.target);
        fill(e.target);
      });
    }, { rootMargin: '100% 0px' });
    all('.r, .g').forEach(function (el) { observer.observe(el); });
    document.addEventListener('toggle', function (e) {
      if (e.target.open && (near.has(e.target) || !e.target.matches('.r, .g'))) { fill(e.target); }
    }, true);
  }

  var references = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&#34;': '"', '&#39;': "'" };
  function unmarked(markup) {
    var words = markup.replace(/<[^>]*>/g, '');
    return words.includes('&') ? words.replace(/&(amp|lt|gt|#34|#39);/g, function (r) { return references[r]; }) : words;
  }
  // What a row says. The words on its buttons are not part of it, nor is what is said there of other rows.
  function textIn(el) {
    if (!el.querySelector('noscript, .tools, .impact')) { return el.textContent; }
    return Array.prototype.map.call(el.childNodes, function (n) {
      if (n.nodeType !== 1) { return n.textContent; }
      if (n.matches('.tools, [data-tools], .impact')) { return ''; }
      return n.nodeName === 'NOSCRIPT' ? unmarked(n.textContent) : textIn(n);
    }).join('');
  }

  function pressed() {
    return all('.chip[aria-pressed="true"]', actions).map(function (b) { return b.value; });
  }
  function textOf(row) {
    if (row.text === null) { row.text = textIn(row.el).toLowerCase(); }
    return row.text;
  }
  // In a module is whatever is in a module in it, too.
  function isIn(module, wanted) {
    return module === wanted || wanted !== '' && (module.startsWith(wanted + '.') || module.startsWith(wanted + '['));
  }

  var filtered = false;
  function filter() {
    var chosen = pressed(), module = moduleSelect.value, type = typeSelect.value;
    var words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    var count = 0;
    filtered = chosen.length > 0 || module !== '' || type !== '' || words.length > 0;
    var plan = planSelect.value; // plans
    filtered = filtered || plan !== ''; // plans
    var groups = new Map(), sections = new Map();
    rows.forEach(function (r) {
      var ok = (chosen.length === 0 || chosen.includes(r.action)) &&
        (module === '' || isIn(r.module, module.slice(1))) &&
        (type === '' || r.type === type.slice(1)) &&
        (plan === '' || r.plan === plan.slice(1)) && // plans
        words.every(function (w) { return textOf(r).includes(w); });
      if (ok !== r.shown) {
        r.shown = ok;
        r.el.hidden = !ok;
      }
      if (ok) { count++; }
      if (r.group) { groups.set(r.group, groups.get(r.group) || ok); }
      sections.set(r.section, sections.get(r.section) || ok);
    });
    groups.forEach(function (ok, el) { el.hidden = !ok; });
    all('.sec').forEach(function (el) {
      // A section of something else than resources is shown as long as nothing is filtered.
      el.hidden = filtered && !sections.get(el);
    });
    all('.plan').forEach(function (el) { // plans
      el.hidden = filtered && !el.querySelector('.sec:not([hidden])'); // plans
    }); // plans
    none.hidden = count > 0 || !filtered;
    shown.textContent = filtered ? 'Showing ' + count + ' of ' + rows.length : rows.length + ' ' + thing[rows.length === 1 ? 0 : 1];
    byId('reset').disabled = !filtered;
    return { action: chosen, module: module, type: type, text: text.value };
  }
  // The filters are kept in the fragment, so that a link to the page has them. No address begins
  // with a question mark.
  function remember(state) {
    var params = new URLSearchParams();
    state.action.forEach(function (a) { params.append('action', a); });
    if (state.module) { params.set('module', state.module.slice(1)); }
    if (state.type) { params.set('type', state.type.slice(1)); }
    if (state.text) { params.set('text', state.text); }
    if (planSelect.value) { params.set('plan', planSelect.value.slice(1)); } // plans
    var hash = params.toString();
    try {
      history.replaceState(null, '', hash ? '#?' + hash : '#');
    } catch (e) { /* some browsers do not allow this for files */ }
  }
  function recall(query) {
    var params = new URLSearchParams(query);
    all('.chip', actions).forEach(function (b) {
      b.setAttribute('aria-pressed', String(params.getAll('action').includes(b.value)));
    });
    moduleSelect.value = params.has('module') ? '=' + params.get('module') : '';
    typeSelect.value = params.has('type') ? '=' + params.get('type') : '';
    text.value = params.get('text') || '';
    planSelect.value = params.has('plan') ? '=' + params.get('plan') : ''; // plans
    filter();
  }
  function changed() { remember(filter()); }
  function clear() {
    recall('');
    remember(filter());
    if (document.activeElement.closest('main')) { document.activeElement.scrollIntoView({ block: 'nearest' }); }
  }
  var timer = 0;
  text.addEventListener('input', function () {
    clearTimeout(timer);
    timer = setTimeout(changed, 120);
  });
  [moduleSelect, typeSelect].forEach(function (s) { s.addEventListener('change', changed); });
  planSelect.addEventListener('change', changed); // plans
  actions.addEventListener('click', function (e) {
    var b = e.target.closest('.chip');
    if (!b) { return; }
    b.setAttribute('aria-pressed', String(b.getAttribute('aria-pressed') !== 'true'));
    changed();
  });
  var form = text.form;
  form.addEventListener('submit', function (e) { e.preventDefault(); });
  form.addEventListener('reset', function (e) {
    e.preventDefault();
    clear();
  });

  function openAll(open) {
    var focus = document.activeElement, row = focus.closest('main details');
    all('main details').forEach(function (d) {
      if (!open || !d.closest('[hidden], .impact') && !d.classList.contains('f')) { d.open = open; }
    });
    if (!row) { return; }
    // The focus must not be left in what has just been closed, nor be off the screen.
    if (!open) {
      while (row.parentElement.closest('details')) { row = row.parentElement.closest('details'); }
      focus = row.querySelector('summary');
      focus.focus({ preventScroll: true });
    }
    focus.scrollIntoView({ block: 'nearest' });
  }
  byId('expand').addEventListener('click', function () { openAll(true); });
  byId('collapse').addEventListener('click', function () { openAll(false); });

  // A link to a resource opens it, and everything around it.
  function target() {
    var hash = location.hash.slice(1), id = hash;
    // People write addresses as they are, with percent signs that encode nothing.
    try { id = decodeURIComponent(hash.replace(/%(?![0-9a-f]{2})/gi, '%25')); } catch (e) { /* not UTF-8 */ }
    return hash === '' ? null : byId(id) || byId(hash);
  }
  function reveal() {
    if (location.hash.startsWith('#?')) {
      recall(location.hash.slice(2));
      return;
    }
    var el = target();
    if (!el) { return; }
    var row = el.closest('.r');
    if (row && row.hidden) { recall(''); }
    for (var d = el.closest('details'); d; d = d.parentElement.closest('details')) {
      d.open = true;
      fill(d);
    }
    all('.target').forEach(function (t) { t.classList.remove('target'); });
    if (!row) { return; }
    row.classList.add('target');
    el.scrollIntoView({ block: 'start' });
    var summary = el.querySelector('summary');
    if (summary) { summary.focus({ preventScroll: true }); }
  }
  addEventListener('hashchange', reveal);
  document.addEventListener('click', function (e) {
    var a = e.target.closest('a[href^="#"]');
    if (!a || e.ctrlKey || e.metaKey || e.shiftKey) { return; }
    if (a.hash === location.hash && target()) {
      // The link to where one is already changes no fragment.
      e.preventDefault();
      reveal();
    } else if (location.protocol === 'about:') {
      // In a frame that has no address, links are relative to that of the page around it.
      e.preventDefault();
      location.hash = a.hash;
    }
  });

  // Copying works without a secure context, too, as on a page from disk.
  function copy(value, button) {
    function done(ok) {
      announce(ok ? 'Copied' : 'Could not copy');
      if (!button) { return; }
      var label = button.textContent;
      if (button.dataset.busy) { return; }
      button.dataset.busy = '1';
      button.textContent = ok ? 'Copied' : 'Could not copy';
      setTimeout(function () {
        button.textContent = label;
        delete button.dataset.busy;
      }, 1500);
    }
    function fallback() {
      var area = document.createElement('textarea'), focus = document.activeElement;
      area.value = value;
      area.className = 'vh';
      document.body.append(area);
      area.select();
      var ok = false;
      try { ok = document.execCommand('copy'); } catch (e) { /* said below */ }
      area.remove();
      if (focus) { focus.focus({ preventScroll: true }); }
      done(ok);
    }
    if (navigator.clipboard && window.isSecureContext) {
      navigator.clipboard.writeText(value).then(function () { done(true); }, fallback);
    } else {
      fallback();
    }
  }
  var live = byId('live');
  function announce(words) { live.textContent = words; }
  document.addEventListener('click', function (e) {
    var b = e.target.closest('.copy');
    if (!b) { return; }
    var value = b.getAttribute('data-copy');
    copy(value === null ? b.parentElement.querySelector('pre').textContent : value, b);
  });

  // The keyboard. Keys do nothing where text is typed.
  function stops() {
    return all('main summary').filter(function (s) {
      var d = s.parentElement, around = d.parentElement.closest('details');
      return !d.classList.contains('f') && !d.classList.contains('more') && !d.closest('[hidden], .impact') && (!around || isOpen(around));
    });
  }
  function isOpen(d) {
    for (; d; d = d.parentElement.closest('details')) {
      if (!d.open) { return false; }
    }
    return true;
  }
  function move(by) {
    var list = stops(), now = document.activeElement && document.activeElement.closest ? document.activeElement.closest('main details') : null;
    // What is no stop is in one.
    while (now && !list.includes(now.querySelector('summary'))) { now = now.parentElement.closest('main details'); }
    var at = now ? list.indexOf(now.querySelector('summary')) : -1;
    if (at < 0 && by < 0) { at = list.length; }
    var next = list[at + by];
    if (!next) { return; }
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
  }
  document.addEventListener('keydown', function (e) {
    if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing) { return; }
    var typing = e.target.closest('input, select, textarea');
    if (e.key === 'Escape' && (typing || filtered)) {
      var first = stops()[0];
      if (filtered || text.value) { clear(); } else if (first) { first.focus(); }
      e.preventDefault();
      return;
    }
    if (typing) { return; }
    var onRow = e.target.closest('main summary');
    switch (e.key) {
      case '/':
        text.focus();
        text.select();
        break;
      case 'j': move(1); break;
      case 'k': move(-1); break;
      case 'ArrowDown': if (!onRow) { return; } move(1); break;
      case 'ArrowUp': if (!onRow) { return; } move(-1); break;
      case 'e': openAll(true); break;
      case 'c': openAll(false); break;
      case 'y':
        var row = e.target.closest('.r');
        if (!row) { return; }
        copy(row.querySelector('.addr').textContent, row.querySelector('.copy'));
        break;
      default: return;
    }
    e.preventDefault();
  });

  // On paper, everything is open.
  var closed = [];
  addEventListener('beforeprint', function () {
    closed = all('main details:not([open])');
    closed.forEach(function (d) { d.open = true; });
    if (isLate) { all('main details').forEach(fill); }
  });
  addEventListener('afterprint', function () {
    closed.forEach(function (d) { d.open = false; });
    closed = [];
  });

  if (rows.length > 0) { byId('filter').hidden = false; }
  filter();
  reveal();
  // When the page has loaded, the browser goes to the fragment itself, and takes the focus away.
  addEventListener('load', function () {
    setTimeout(function () {
      if (document.activeElement === document.body && target()) { reveal(); }
    });
  });
  // The first key in the filter by text does not have to wait for all texts.
  function readAhead(at) {
    requestIdleCallback(function (idle) {
      while (at < rows.length && idle.timeRemaining() > 1) { textOf(rows[at++]); }
      if (at < rows.length) { readAhead(at); }
    });
  }
  if (isLate && window.requestIdleCallback) { readAhead(0); }
})();
