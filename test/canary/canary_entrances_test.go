package canary_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/marker"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/runlog"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/test/kit"
)

// entrance is a way into planfmt: what a command does with a document.
type entrance struct {
	name string
	// run writes all that comes out, errors and warnings included. It is given options for the document.
	run func(w io.Writer, in canaryDocument, opts planfmt.Options)
	// quiet says that it writes no values, whatever is marked.
	quiet bool
}

// canaryDocument is a document in which canaries have been planted.
type canaryDocument struct {
	text []byte
	plan map[string]any // the same, parsed; not to be changed
	// copies says that canaries stand where they are not marked, too, so that human has to be told to hide them.
	copies bool
}

var entrances = []entrance{
	{name: "formats", run: showEvery},
	{name: "formats in one pass", run: showAll},
	{name: "content", run: showContent},
	{name: "query", run: queryValues},
	{name: "graph", run: writeGraphs, quiet: true},
	{name: "functions", run: queryFunctions},
	{name: "where", run: showWhere},
	{name: "check", run: checkEverything},
	{name: "verdicts", run: showVerdicts},
	{name: "why", run: showWhy},
	{name: "diff", run: diffWithOthers},
	{name: "states", run: diffStates},
	{name: "stale", run: findStale, quiet: true},
	{name: "outcome", run: tellOutcome},
	{name: "redact", run: redactDocument},
	{name: "hash", run: hashDocument, quiet: true},
	{name: "comment", run: showComments},
	{name: "open", run: openDocument},
	{name: "many", run: showManyDocuments},
	{name: "log", run: logOutputs},
	{name: "errors", run: showBroken, quiet: true},
}

// remark returns the options with a Warn that writes.
func remark(w io.Writer, opts planfmt.Options) planfmt.Options {
	opts.Warn = func(r planfmt.Warning) { fmt.Fprintln(w, r.Text) }
	return opts
}

func showEvery(w io.Writer, in canaryDocument, opts planfmt.Options) {
	opts = kit.WithFormat(remark(w, opts), "every")
	opts.Formats[len(opts.Formats)-1].Needs.MaskCopies = in.copies
	res, err := planfmt.Show(context.Background(), w, bytes.NewReader(in.text), opts)
	if err != nil {
		fmt.Fprintln(w, err)
		return
	}
	fmt.Fprintln(w, res.Problems, res.Types, res.Masked, res.Copies)
}

// showAll writes the formats with their own needs: readable, with causes, hazards and the hash.
func showAll(w io.Writer, in canaryDocument, opts planfmt.Options) {
	var targets []planfmt.Target
	outs := make([]bytes.Buffer, len(planfmt.Formats()))
	for i, f := range planfmt.Formats() {
		targets = append(targets, planfmt.Target{W: &outs[i], Format: f.Name, Layout: planfmt.Layout{Limit: 10_000}})
	}
	_, err := planfmt.ShowAll(context.Background(), bytes.NewReader(in.text), remark(w, opts), targets...)
	fmt.Fprintln(w, err)
	for i := range outs {
		w.Write(outs[i].Bytes())
	}
}

// showContent writes what machines are told of every value.
func showContent(w io.Writer, in canaryDocument, opts planfmt.Options) {
	var mu sync.Mutex // values are wrapped by several workers
	opts.Wrap = func(_ planfmt.Owner, d computed.Diff) computed.Diff {
		mu.Lock()
		defer mu.Unlock()
		kit.SpellContent(w, d)
		return d
	}
	if in.copies {
		return // which are not known yet when the first values are compared; see openDocument
	}
	opts = kit.WithFormat(opts, "every")
	_, err := planfmt.Show(context.Background(), io.Discard, bytes.NewReader(in.text), opts)
	fmt.Fprintln(w, err)
}

// canaryQueries ask for all that there is, and for texts that are made of it.
var canaryQueries = []string{
	"[resources, drift, deferred, outputs, plan, variables]",
	"resources", "drift", "outputs", "plan",
	"[for r in resources : [try(jsonencode(r), 0), try(keys(r.after), 0), try([for k, v in r.before : \"${k}=${v}\"], 0), try(regex(\"^x$\", r.after.password), 0)]]",
	"[for r in concat(resources[*], drift[*]) : [for v in r.after : parseint(v, 10)]]",
	"{ for r in resources : r.address => { for k, v in r.after : try(tostring(v), k) => k... }... }",
	"{ for name, o in outputs : jsonencode(o) => name... }",
	"[for r in resources : { for k, v in r.after : jsonencode(v) => k... }]",
}

// runQuery writes the result of an expression in every format.
func runQuery(w io.Writer, in canaryDocument, opts planfmt.Options, text string, formats ...string) {
	q, diags := planfmt.NewQuery("q", text)
	fmt.Fprintln(w, diags)
	if diags.HasErrors() {
		return
	}
	for _, f := range formats {
		res, err := q.Run(context.Background(), w, bytes.NewReader(in.text), remark(w, opts), f)
		fmt.Fprintln(w, res, err)
	}
}

func writeGraphs(w io.Writer, in canaryDocument, opts planfmt.Options) {
	for _, f := range planfmt.GraphFormats() {
		drawn, err := planfmt.Graph(context.Background(), w, bytes.NewReader(in.text), remark(w, opts), planfmt.GraphSelection{All: true}, f.Name)
		if err != nil {
			fmt.Fprintln(w, err)
			continue
		}
		fmt.Fprintln(w, drawn.Problems)
	}
}

func queryValues(w io.Writer, in canaryDocument, opts planfmt.Options) {
	for i, text := range canaryQueries {
		if runQuery(w, in, opts, text, "json"); i == 0 {
			runQuery(w, in, opts, text, "hcl", "jsonl")
		}
	}
	runQuery(w, in, opts, "[for r in resources : jsonencode(r.after)]", "raw")
	runQuery(w, in, opts, "jsonencode([for r in resources : r.after])", "raw")
}

// functionCalls are calls of each function of the language with v in every place of an argument, as far as that is no static
// error.
var functionCalls = sync.OnceValue(func() []string {
	var all []string
	for _, f := range policy.Functions() {
		for n := max(len(f.Params), 1); n <= len(f.Params)+2; n++ {
			for at := range n {
				for _, other := range []string{`"x"`, "1", `["x"]`, `{ a = "x" }`, `"%s"`} {
					args := make([]string, n)
					for i := range args {
						args[i] = other
					}
					args[at] = "v"
					call := f.Name + "(" + strings.Join(args, ", ") + ")"
					if _, diags := planfmt.NewQuery("q", "[for r in resources : [for v in r.after : "+call+"]]"); !diags.HasErrors() && !slices.Contains(all, call) {
						all = append(all, call)
					}
				}
			}
		}
	}
	return all
})

// queryFunctions calls each function with every value, and with the text of every resource. What goes wrong in a call is shown
// for some of them, in turn.
func queryFunctions(w io.Writer, in canaryDocument, opts planfmt.Options) {
	calls := functionCalls()
	tried := make([]string, len(calls))
	for i, call := range calls {
		tried[i] = "try(" + call + ", 0)"
	}
	together := "[" + strings.Join(tried, ", ") + "]"
	runQuery(w, in, opts, "[for r in resources : [for v in concat(try(values(r.after), []), [jsonencode(r.before)]) : "+together+"]]", "json")
	runQuery(w, in, opts, "[for o in outputs : [for v in [o.after, jsonencode(o)] : "+together+"]]", "json")
	for i := range 8 {
		call := calls[(len(in.text)*8+i)%len(calls)]
		runQuery(w, in, opts, "[for r in resources : [for v in [jsonencode(r.after)] : "+call+"]]", "hcl")
	}
}

func showWhere(w io.Writer, in canaryDocument, opts planfmt.Options) {
	for _, text := range []string{
		"alltrue([for k, v in after : parseint(v, 10) > 1])", `alltrue([for v in values(before) : jsondecode(v).no == regex("^x$", v)])`, "jsonencode(after)",
	} {
		where, diags := planfmt.NewWhere("--where", text)
		if diags.HasErrors() {
			fmt.Fprintln(w, diags)
			continue
		}
		opts.Where = where
		showEvery(w, in, opts)
	}
}

// checkEverything writes what policies say about a document that ask for everything in it.
func checkEverything(w io.Writer, in canaryDocument, opts planfmt.Options) {
	opts = remark(w, opts)
	opts.Policies = kit.LeakyPolicies()
	r, err := planfmt.Check(context.Background(), bytes.NewReader(in.text), opts)
	if err != nil {
		fmt.Fprintln(w, err)
		return
	}
	kit.WriteVerdicts(w, r)
}

// showVerdicts writes the formats that have verdicts.
func showVerdicts(w io.Writer, in canaryDocument, opts planfmt.Options) {
	opts.Policies = kit.LeakyPolicies()
	showAll(w, in, opts)
}

// showWhy asks about the first resources of the document.
func showWhy(w io.Writer, in canaryDocument, opts planfmt.Options) {
	seen := map[string]bool{}
	for _, section := range []string{"resource_changes", "resource_drift"} {
		for _, rc := range kit.List(in.plan[section]) {
			if address := kit.Text(kit.Object(rc)["address"]); address != "" && len(seen) < 3 && !seen[address] {
				seen[address] = true
				opts.Formats, opts.Format, opts.ShowUnchanged = []planfmt.Format{planfmt.WhyFormat(address)}, "why", true
				_, err := planfmt.Show(context.Background(), w, bytes.NewReader(in.text), remark(w, opts))
				fmt.Fprintln(w, err)
			}
		}
	}
}

// diffWithOthers compares the plan with one whose values are different, and with one that does not mark them.
func diffWithOthers(w io.Writer, in canaryDocument, opts planfmt.Options) {
	var unmarked map[string]any
	if kit.Decode(in.text, &unmarked) != nil {
		return
	}
	eachChange(unmarked, func(c map[string]any) {
		c["before_sensitive"], c["after_sensitive"] = map[string]any{}, map[string]any{}
	})
	for _, other := range [][]byte{bytes.ReplaceAll(in.text, []byte(kit.Canary), []byte("BARLEY")), kit.Encode(unmarked), []byte(`{"format_version":"1.2","resource_changes":[]}`)} {
		for _, pair := range [][2][]byte{{in.text, other}, {other, in.text}} {
			var targets []planfmt.Target
			outs := make([]bytes.Buffer, len(planfmt.PlanDiffFormats()))
			for i, f := range planfmt.PlanDiffFormats() {
				targets = append(targets, planfmt.Target{W: &outs[i], Format: f.Name, Layout: planfmt.Layout{Limit: 10_000}})
			}
			_, err := planfmt.DiffPlans(context.Background(), bytes.NewReader(pair[0]), bytes.NewReader(pair[1]), remark(w, opts), targets...)
			fmt.Fprintln(w, err)
			for i := range outs {
				w.Write(outs[i].Bytes())
			}
		}
	}
}

// logOfFailures is the log of a run in which everything fails, and in which the messages quote what was planned.
func logOfFailures(plan map[string]any) []byte {
	var log bytes.Buffer
	line := func(fields map[string]any) {
		all := map[string]any{"@level": "error", "@message": "m", "@module": "terraform.ui", "@timestamp": "2026-01-01T00:00:00Z"}
		maps.Copy(all, fields)
		log.Write(append(kit.Encode(all), '\n'))
	}
	line(map[string]any{"type": "version", "terraform": "1.9.0", "ui": "1.2"})
	for _, rc := range kit.List(plan["resource_changes"]) {
		c := kit.Object(kit.Object(rc)["change"])
		for k, v := range kit.Object(c["after"]) {
			// What is no longer marked after the change is no longer a secret elsewhere.
			if v, ok := v.(string); ok && (kit.Object(c["before_sensitive"])[k] != true || kit.Object(c["after_sensitive"])[k] == true) {
				line(map[string]any{"type": "diagnostic", "diagnostic": map[string]any{
					"severity": "error", "summary": "no " + v, "detail": "not \x1b[1m" + v, "address": kit.Object(rc)["address"], "snippet": map[string]any{"code": v},
				}})
			}
		}
	}
	return log.Bytes()
}

// findStale compares the plan with states that have its values, on either side.
func findStale(w io.Writer, in canaryDocument, opts planfmt.Options) {
	for _, swap := range []bool{false, true} {
		found, err := planfmt.Stale(context.Background(), bytes.NewReader(in.text), bytes.NewReader(kit.StateAfter(in.plan, swap)), remark(w, opts), planfmt.StaleTerms{})
		fmt.Fprintln(w, found, err)
	}
}

// tellOutcome writes what became of the plan if it was done, if others have written other values, and if nothing was done.
func tellOutcome(w io.Writer, in canaryDocument, opts planfmt.Options) {
	done := kit.StateAfter(in.plan, false)
	for _, state := range [][]byte{done, bytes.ReplaceAll(done, []byte(kit.Canary), []byte("BARLEY")), kit.StateAfter(in.plan, true), nil} {
		for _, log := range [][]byte{nil, logOfFailures(in.plan)} {
			var targets []planfmt.Target
			outs := make([]bytes.Buffer, len(planfmt.OutcomeFormats()))
			for i, f := range planfmt.OutcomeFormats() {
				targets = append(targets, planfmt.Target{W: &outs[i], Format: f.Name, Layout: planfmt.Layout{Limit: 10_000}})
			}
			docs := planfmt.OutcomeInput{Plan: bytes.NewReader(in.text)}
			if state != nil {
				docs.State = bytes.NewReader(state)
			}
			if log != nil {
				docs.Log = bytes.NewReader(log)
			}
			_, err := planfmt.Outcome(context.Background(), docs, remark(w, opts), targets...)
			fmt.Fprintln(w, err)
			for i := range outs {
				w.Write(outs[i].Bytes())
			}
		}
	}
	followLog(w, in, opts)
}

// followLog writes the log of a run beside the plan that is applied.
func followLog(w io.Writer, in canaryDocument, opts planfmt.Options) {
	for _, f := range runlog.Formats() {
		plan, err := runlog.OpenPlan(context.Background(), bytes.NewReader(in.text), remark(w, opts))
		if err != nil {
			fmt.Fprintln(w, err)
			return
		}
		_, err = runlog.Show(context.Background(), w, bytes.NewReader(logOfFailures(in.plan)), runlog.Options{
			Format: f.Name, Plan: plan, Warn: func(r planfmt.Warning) { fmt.Fprintln(w, r.Text) },
		})
		fmt.Fprintln(w, err)
		plan.Close()
	}
}

func redactDocument(w io.Writer, in canaryDocument, opts planfmt.Options) {
	opts.Wrap = nil
	fmt.Fprintln(w, planfmt.Redact(context.Background(), w, bytes.NewReader(in.text), remark(w, opts)))
}

// hashDocument writes the hash, and what json says while it writes the document with all secrets.
func hashDocument(w io.Writer, in canaryDocument, opts planfmt.Options) {
	hash, err := planfmt.Hash(context.Background(), bytes.NewReader(in.text), remark(w, opts))
	fmt.Fprintln(w, hash, err)
	id, err := planfmt.Identify(context.Background(), bytes.NewReader(in.text), remark(w, opts))
	fmt.Fprintln(w, id, err)
	res, err := planfmt.WriteJSON(context.Background(), io.Discard, bytes.NewReader(in.text), remark(w, opts))
	fmt.Fprintln(w, res, err)
}

// showComments writes a comment, and the next one, which compares itself with the first.
func showComments(w io.Writer, in canaryDocument, opts planfmt.Options) {
	for _, flavour := range sinks.Flavours()[:2] {
		o := opts
		o.Format, o.Markdown = "markdown", kit.CommentOptions(flavour, 0, "").Markdown
		var first bytes.Buffer
		_, err := planfmt.Show(context.Background(), &first, bytes.NewReader(bytes.ReplaceAll(in.text, []byte(kit.Canary), []byte("BARLEY"))), remark(w, o))
		fmt.Fprintln(w, err)
		if previous, ok := marker.ParseMarker(first.String(), o.Markdown.CommentID); ok {
			o.Markdown.Previous = &previous
		}
		_, err = planfmt.Show(context.Background(), w, bytes.NewReader(in.text), remark(w, o))
		fmt.Fprintln(w, err)
	}
}

// openDocument looks at every resource as the full-screen view does.
func openDocument(w io.Writer, in canaryDocument, opts planfmt.Options) {
	opts.Needs = planfmt.Needs{Drift: true, NoOps: true, Causes: true, References: true, Readable: true, MaskCopies: true}
	opts.ShowUnchanged = true
	o, err := planfmt.Open(context.Background(), bytes.NewReader(in.text), remark(w, opts))
	if err != nil {
		fmt.Fprintln(w, err)
		return
	}
	defer o.Close()
	fmt.Fprintf(w, "%+v %+v\n", o.Summary(), o.Entries())
	for _, out := range o.Summary().Outputs {
		kit.SpellContent(w, out.Diff)
	}
	for i := range o.Entries() {
		r, err := o.Resource(context.Background(), i)
		fmt.Fprintln(w, r.Header, r.Problems, r.ReplacePaths, r.Masked, r.Copies, err)
		kit.SpellContent(w, r.Body)
	}
}

func showManyDocuments(w io.Writer, in canaryDocument, opts planfmt.Options) {
	var docs []planfmt.Document
	for i, text := range [][]byte{in.text, bytes.ReplaceAll(in.text, []byte(kit.Canary), []byte("BARLEY"))} {
		docs = append(docs, planfmt.Document{Name: fmt.Sprint("plan", i), Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }})
	}
	var targets []planfmt.Target
	outs := make([]bytes.Buffer, len(planfmt.Formats()))
	for i, f := range planfmt.Formats() {
		if f.NewMany != nil {
			targets = append(targets, planfmt.Target{W: &outs[i], Format: f.Name})
		}
	}
	_, err := planfmt.ShowMany(context.Background(), docs, remark(w, opts), targets...)
	fmt.Fprintln(w, err)
	for i := range outs {
		w.Write(outs[i].Bytes())
	}
}

// logOutputs writes the log of a run that shows the sensitive outputs of the plan, and says them once more.
func logOutputs(w io.Writer, in canaryDocument, _ planfmt.Options) {
	outputs := map[string]any{}
	var said []string
	for name, o := range kit.Object(in.plan["output_changes"]) {
		if v := kit.Object(o)["after"]; v != nil && bytes.Contains(kit.Encode(v), []byte(kit.Canary)) {
			outputs[name] = map[string]any{"sensitive": true, "type": "dynamic", "value": v}
			if s, ok := v.(string); ok {
				said = append(said, s)
			}
		}
	}
	var log bytes.Buffer
	line := func(fields map[string]any) {
		all := map[string]any{"@level": "info", "@message": "m", "@module": "terraform.ui", "@timestamp": "2026-01-01T00:00:00Z"}
		maps.Copy(all, fields)
		log.Write(append(kit.Encode(all), '\n'))
	}
	line(map[string]any{"type": "version", "terraform": "1.9.0", "ui": "1.2"})
	line(map[string]any{"type": "outputs", "outputs": outputs})
	for _, s := range said {
		line(map[string]any{"type": "diagnostic", "@level": "error", "diagnostic": map[string]any{"severity": "error", "summary": "it is " + s, "detail": s}})
	}
	for _, f := range runlog.Formats() {
		res, err := runlog.Show(context.Background(), w, bytes.NewReader(log.Bytes()), runlog.Options{
			Format: f.Name, Warn: func(r planfmt.Warning) { fmt.Fprintln(w, r.Text) },
		})
		fmt.Fprintln(w, res.Errors, err)
	}
}

// showBroken damages the document at some of the canaries: it is cut off, a quote is missing, another type is where it should not be.
func showBroken(w io.Writer, in canaryDocument, opts planfmt.Options) {
	at := canaryWord.FindAllIndex(in.text, -1)
	step := max(1, len(at)/4)
	for i := 0; i < len(at); i += step {
		from, to := at[i][0], at[i][1]
		for _, broken := range [][]byte{
			in.text[:to], slices.Concat(in.text[:to], []byte("\n"), in.text[to:]), slices.Concat(in.text[:from-1], in.text[from:]),
			slices.Concat(in.text[:to], []byte("\\x"), in.text[to:]), slices.Concat(in.text[:to], in.text[to+1:]),
		} {
			showEvery(w, canaryDocument{text: broken, copies: in.copies}, opts)
			redactDocument(w, canaryDocument{text: broken, copies: in.copies}, opts)
		}
	}
	word := []byte(`"` + kit.Canary + `abcdef0123456789"`)
	for _, name := range []string{"after_unknown", "replace_paths", "importing", "before_sensitive", "action_reason", "change", "mode"} {
		broken := bytes.Replace(in.text, []byte(`"`+name+`":`), slices.Concat([]byte(`"`+name+`":[`), word, []byte(`],"was":`)), 1)
		opts.Strict = !opts.Strict
		hashDocument(w, canaryDocument{text: broken, copies: in.copies}, opts)
	}
}
