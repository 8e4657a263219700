'use strict';
// The worker of the page. Before it come the wasm_exec.js of Go, which runs programs of Go, and fzstd, which unpacks this one.
// The program sets planfmtRun, and posts what comes of a document itself.
(function () {
  function decode(text) {
    if (Uint8Array.fromBase64) { return Uint8Array.fromBase64(text); }
    var binary = atob(text), bytes = new Uint8Array(binary.length);
    for (var i = 0; i < binary.length; i++) { bytes[i] = binary.charCodeAt(i); }
    return bytes;
  }

  // What the program prints when it ends unexpectedly, for example for lack of memory. Only the start is
  // kept: the rest is about goroutines.
  var printed = '', decoder = new TextDecoder();
  globalThis.fs.writeSync = function (fd, bytes) {
    if (printed.length < 2000) { printed += decoder.decode(bytes); }
    return bytes.length;
  };

  function ended(error) {
    var why = printed.split('\n')[0] || (error && error.message) || 'it ended without a reason';
    postMessage({ kind: 'crash', value: 'planfmt: the program has ended: ' + why });
  }

  async function load(data) {
    var module = data.module;
    if (!module) {
      module = await WebAssembly.compile(fzstd.decompress(decode(data.text)));
      postMessage({ kind: 'module', value: module });
    }
    globalThis.planfmtFacts = decode(data.facts);
    var go = new Go();
    go.exit = function () {}; // ended says more
    var instance = await WebAssembly.instantiate(module, go.importObject);
    go.run(instance).then(ended, ended);
  }

  var ready;
  addEventListener('message', function (e) {
    if (e.data.kind === 'load') {
      ready = load(e.data);
      ready.catch(ended);
      return;
    }
    // If the program could not be loaded, this has been said.
    ready.then(function () {
      try { globalThis.planfmtRun(e.data); } catch (error) { ended(error); }
    }, function () {});
  });
})();
