// Parses flowcharts with mermaid, and prints the labels of their nodes as JSON. It runs in a directory with `npm install mermaid jsdom`.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
const require = createRequire(process.cwd() + '/');
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { JSDOM } = await load('jsdom');
const dom = new JSDOM('<!DOCTYPE html><body></body>');
Object.assign(globalThis, { window: dom.window, document: dom.window.document, Element: dom.window.Element, HTMLElement: dom.window.HTMLElement, SVGElement: dom.window.SVGElement });
const { default: mermaid } = await import(pathToFileURL(process.cwd() + '/node_modules/mermaid/dist/mermaid.core.mjs').href);
mermaid.initialize({ startOnLoad: false, maxEdges: 1e6, maxTextSize: 1e9 });
const labels = {};
for (const file of process.argv.slice(2)) {
  const text = fs.readFileSync(file, 'utf8');
  await mermaid.parse(text);
  const diagram = await mermaid.mermaidAPI.getDiagramFromText(text);
  for (const [id, v] of diagram.db.getVertices()) labels[id] = v.text;
}
console.log(JSON.stringify(labels));
