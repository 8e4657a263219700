'use strict';
// The script of the frame in which a report is shown. It gets the report in portions, and asks for the next one when it has
// written one, so that neither the page nor the frame has more than a portion to do at a time.
addEventListener('message', function (e) {
  var port = e.ports[0], decoder = new TextDecoder();
  port.onmessage = function (m) {
    if (!m.data) {
      document.write(decoder.decode());
      document.close();
      port.close();
      return;
    }
    m.data.forEach(function (part) { document.write(decoder.decode(part, { stream: true })); });
    port.postMessage('next');
  };
  document.open();
  port.postMessage('next');
}, { once: true });
