//go:build js && wasm

// Command wasm is planfmt for a worker of a page in a browser, see package run. web/internal/shell/worker.js loads it, and
// calls planfmtRun for each document that the user wants to see. It posts the output to the page.
package main

import (
	"context"
	"encoding/json"
	"io"
	"syscall/js"
	"time"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/web/internal/run"
)

func main() {
	global := js.Global()
	w := worker{post: global.Get("postMessage"), bytes: global.Get("Uint8Array")}
	// The table of facts is not part of the program, see web/build.
	if data := global.Get("planfmtFacts"); data.Truthy() {
		text := make([]byte, data.Length())
		js.CopyBytesToGo(text, data)
		w.facts = facts.Open(string(text))
		global.Delete("planfmtFacts")
	}
	global.Set("planfmtRun", js.FuncOf(func(_ js.Value, args []js.Value) any {
		go w.run(args[0])
		return nil
	}))
	select {}
}

// worker shows one document after the other.
type worker struct {
	post, bytes js.Value // functions of JavaScript
	facts       *facts.Table
	told        time.Time // when the page was told last how far the work has come
}

// run handles a message of the page: the request as JSON, and the files.
func (w *worker) run(message js.Value) {
	var req run.Request
	if err := json.Unmarshal([]byte(message.Get("request").String()), &req); err != nil {
		w.Say("planfmt: " + err.Error())
		w.send("done", run.Result{Status: 1})
		return
	}
	files := run.Files{Plan: file(message.Get("plan")), Facts: w.facts}
	files.Schemas, files.Reports = list(message.Get("schemas")), list(message.Get("reports"))
	if v := message.Get("old"); v.Truthy() {
		f := file(v)
		files.Old = &f
	}
	if v := message.Get("rules"); v.Truthy() {
		f := file(v)
		files.Rules = &f
	}
	w.send("done", run.Run(context.Background(), req, files, w))
}

// list returns the files of an array.
func list(v js.Value) []run.File {
	var all []run.File
	for i := range v.Length() {
		all = append(all, file(v.Index(i)))
	}
	return all
}

// message posts a message of a kind to the page, with a value.
func (w *worker) message(kind string, value any) {
	w.post.Invoke(map[string]any{"kind": kind, "value": value})
}

// send posts a value as JSON.
func (w *worker) send(kind string, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		w.Say("planfmt: " + err.Error())
		return
	}
	w.message(kind, string(text))
}

// Progress tells the page a few times a second how far the work has come.
func (w *worker) Progress(p planfmt.Progress) {
	if now := time.Now(); now.Sub(w.told) >= 100*time.Millisecond {
		w.told = now
		w.message("progress", map[string]any{"bytes": p.Bytes, "resources": p.Resources, "total": p.Total})
	}
}

func (w *worker) Overview(o run.Overview) { w.send("overview", o) }

func (w *worker) Say(text string) { w.message("say", text) }

func (w *worker) Write(part []byte) {
	bytes := w.bytes.New(len(part))
	js.CopyBytesToJS(bytes, part)
	w.message("part", bytes)
}

// file returns a File of the page.
func file(f js.Value) run.File {
	return run.File{Name: f.Get("name").String(), Open: func() io.Reader { return newReader(f) }}
}
