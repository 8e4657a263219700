package human

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/goldenflag"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

var update = goldenflag.Update

// drawn is a value that is drawn by a function, with no kind of its own.
type drawn func(*doc.Writer, computed.RenderHumanOpts)

func (drawn) Content() computed.Content { return computed.Content{} }

func (drawn) WarningsHuman(computed.Diff, computed.RenderHumanOpts) [][]doc.Span { return nil }

func (f drawn) RenderHuman(w *doc.Writer, _ computed.Diff, o computed.RenderHumanOpts) { f(w, o) }

// block is `{`, `id = "x"`, an empty line, `more {}`, `}`, and says which
// options it was drawn with.
func block(a plans.Action) computed.Diff {
	return computed.Diff{Renderer: drawn(func(w *doc.Writer, o computed.RenderHumanOpts) {
		gutter, end := doc.Gutter{Kind: doc.Signed, Sign: doc.ActionSign(a)}, doc.Blank
		if a == plans.NoOp {
			gutter.Kind = doc.Blank
		}
		if o.HideSigns {
			gutter, end = doc.Gutter{Kind: doc.NoGutter}, doc.NoGutter
		}
		w.Text(doc.Plain, "{")
		w.Block(end, func() {
			w.Begin(doc.Entry{Gutter: gutter})
			w.Spans(doc.Span{Text: "id"}, doc.Span{Text: " = "}, doc.Span{Text: `"x"`})
			if o.ShowUnchanged {
				w.Text(doc.Plain, " # all shown")
			}
			if o.NoNullSuffix {
				w.Text(doc.Plain, " # no suffix")
			}
			w.End()
			w.Empty()
			w.Line(doc.Entry{Gutter: gutter}, doc.Span{Text: "more {}"})
		})
		w.Text(doc.Plain, "}")
	}), Action: a}
}

func resource(name string, a plans.Action, change ...func(*computed.Resource)) computed.Resource {
	r := computed.Resource{
		Header:  plans.Header{Address: "thing." + name, Mode: "managed", Type: "thing", Name: name, Action: a},
		Section: computed.ChangesSection, Body: block(a),
	}
	for _, c := range change {
		c(&r)
	}
	return r
}

func in(s computed.Section) func(*computed.Resource) {
	return func(r *computed.Resource) { r.Section = s }
}

func because(reason plans.ActionReason) func(*computed.Resource) {
	return func(r *computed.Resource) { r.ActionReason = reason }
}

func movedFrom(a string) func(*computed.Resource) {
	return func(r *computed.Resource) { r.PreviousAddress = a }
}

func importing(id string, identity ...string) func(*computed.Resource) {
	return func(r *computed.Resource) {
		r.Importing = &plans.Importing{ID: id, Identity: strings.Join(identity, "")}
	}
}

func deposed(r *computed.Resource) { r.Deposed = "0123abcd" }

func failed(r *computed.Resource) {
	r.Body, r.Err = computed.Diff{}, &plans.Error{Address: r.Address, Field: "after", Err: errors.New("want\nobject")}
}

func output(name string, a plans.Action, value string) computed.Output {
	return computed.Output{Name: name, Diff: computed.Diff{Renderer: drawn(func(w *doc.Writer, _ computed.RenderHumanOpts) { w.Text(doc.String, value) }), Action: a}}
}

// plan is a summary and resources, the counts made from the resources.
type plan struct {
	sum  computed.Summary
	all  []computed.Resource
	opts layout.Options
}

func (p plan) summary() computed.Summary {
	s := p.sum
	s.Counts = map[plans.Action]int{}
	for _, r := range p.all {
		switch r.Section {
		case computed.DriftSection:
			s.DriftCount++
		case computed.DeferredSection:
			s.DeferredCount++
		default:
			if r.Shown() {
				s.Counts[r.Action]++
				if r.Importing != nil {
					s.Imports++
				}
			}
			s.Invocations += len(r.BeforeActions) + len(r.AfterActions)
		}
	}
	s.Invocations += len(s.Invoked)
	return s
}

func (p plan) write(h writer) error {
	if err := h.Begin(p.summary()); err != nil {
		return err
	}
	for _, r := range p.all {
		if err := h.Resource(r); err != nil {
			return err
		}
	}
	return h.End(computed.Outcome{})
}

// writer is a report, or what stands in front of one.
type writer interface {
	Begin(computed.Summary) error
	Resource(computed.Resource) error
	End(computed.Outcome) error
}

func (p plan) render(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.write(New(&b, p.opts)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func everyChange() []computed.Resource {
	repetition := func(index string) func(*computed.Resource) {
		return func(r *computed.Resource) {
			r.Address += "[" + index + "]"
			r.Index, r.ModuleAddress = plans.InstanceKey(index), "module.m"
		}
	}
	return []computed.Resource{
		resource("a", plans.Create),
		resource("b", plans.Update, movedFrom("thing.old"), importing("id [red]")),
		resource("c", plans.DeleteThenCreate, importing("")),
		resource("c", plans.DeleteThenCreate, because("replace_because_tainted")),
		resource("c", plans.CreateThenDelete, because("replace_by_request")),
		resource("c", plans.CreateThenDelete, because("replace_by_triggers"), importing("", "{", `  "a": 1`, "}")),
		resource("d", plans.CreateThenForget, because("replace_because_tainted")),
		resource("d", plans.ForgetThenCreate, because("replace_by_triggers"), deposed),
		resource("e", plans.Delete, deposed, because("delete_because_no_module"), repetition("1")),
		resource("e", plans.Delete, because("delete_because_no_resource_config")),
		resource("e", plans.Delete, because("delete_because_no_move_target"), movedFrom("thing.old")),
		resource("e", plans.Delete, because("delete_because_wrong_repetition")),
		resource("e", plans.Delete, because("delete_because_wrong_repetition"), repetition("0")),
		resource("e", plans.Delete, because("delete_because_wrong_repetition"), repetition(`"k"`)),
		resource("e", plans.Delete, because("delete_because_count_index"), repetition("2")),
		resource("e", plans.Delete, because("delete_because_each_key"), repetition(`"k"`)),
		resource("e", plans.Delete, because("delete_because_enabled_false")),
		resource("f", plans.Forget, movedFrom("thing.old")),
		resource("f", plans.Forget, deposed, movedFrom("thing.old"), importing("x")),
		resource("f", plans.Forget, deposed, because("forgot_because_lifecycle_destroy_in_state")),
		resource("f", plans.Forget, because("forgot_because_lifecycle_destroy_in_config")),
		resource("g", plans.Read, because("read_because_config_unknown"), func(r *computed.Resource) { r.Mode = "data" }),
		resource("g", plans.Read, because("read_because_dependency_pending")),
		resource("g", plans.Read, because("read_because_check_nested")),
		resource("h", plans.NoOp, movedFrom("thing.old"), importing("i")),
		resource("i", plans.NoOp, importing("i"), func(r *computed.Resource) { r.GeneratedConfig = true }),
		resource("j", plans.NoOp, importing("", "{", `  "a": 1`, "}")),
		resource("k", plans.Unknown, func(r *computed.Resource) { r.ActionNames = []string{`["explode"]`} }),
		resource("l", plans.Update, failed),
		resource("m", plans.Update, func(r *computed.Resource) { r.Body = computed.Diff{} }),
		resource("unlisted", plans.NoOp),
		resource("unlisted", plans.Delete, func(r *computed.Resource) { r.Mode = "data" }),
	}
}

func invoked() []computed.ActionInvocation {
	config := block(plans.NoOp)
	return []computed.ActionInvocation{
		{Address: "action.run.a", Type: "run", Name: "a", HasConfig: true, Config: config, Caller: "terraform apply"},
		{Address: "action.run.b[0]", Type: "run", Name: "b"},
		{Address: "action.run.c", Type: "run", Name: "c", HasConfig: true, Err: errors.New("no schema")},
	}
}

func cases() map[string]plan {
	drift := []computed.Resource{
		resource("a", plans.Update, in(computed.DriftSection)),
		resource("b", plans.Delete, in(computed.DriftSection), because("delete_because_no_resource_config")),
		resource("c", plans.NoOp, in(computed.DriftSection), movedFrom("thing.old")),
		resource("d", plans.NoOp, in(computed.DriftSection)),
	}
	later := []computed.Resource{
		resource("a", plans.Create, in(computed.DeferredSection), func(r *computed.Resource) { r.DeferredReason = "instance_count_unknown" }),
		resource("b", plans.Forget, in(computed.DeferredSection), func(r *computed.Resource) { r.DeferredReason = "deferred_prereq" }),
		resource("c", plans.NoOp, in(computed.DeferredSection), importing("i")),
		resource("d", plans.NoOp, in(computed.DeferredSection)),
		resource("e", plans.Update, in(computed.DeferredSection), failed),
	}
	outs := []computed.Output{
		output("a", plans.Create, `"x"`),
		output("long-name", plans.NoOp, `"x"`),
		output("ñ", plans.Update, "1 -> 2"),
		output("with space", plans.Delete, `"x" -> null`),
		{Name: "z", Err: errors.New("bad")},
	}
	normal := computed.Summary{FormatVersion: "1.2"}
	mode := func(m plans.Mode) computed.Summary { return computed.Summary{Mode: m} }
	triggered := resource("a", plans.Create, func(r *computed.Resource) { r.BeforeActions, r.AfterActions = invoked(), invoked()[1:2] })
	all := map[string]plan{
		"changes":                 {sum: normal, all: everyChange()},
		"drift":                   {all: append(slices.Clone(drift), resource("z", plans.Update))},
		"drift-refresh-only":      {sum: mode(plans.RefreshOnlyMode), all: drift},
		"drift-refresh-outputs":   {sum: computed.Summary{Mode: plans.RefreshOnlyMode, Outputs: outs}, all: drift[:1]},
		"drift-destroy":           {sum: mode(plans.DestroyMode), all: drift[:1]},
		"drift-only":              {all: drift[:1]},
		"drift-only-applyable":    {sum: computed.Summary{Applyable: true}, all: drift[:1]},
		"drift-only-automation":   {all: drift[:1], opts: layout.Options{InAutomation: true}},
		"drift-errored":           {sum: computed.Summary{Errored: true}, all: drift[:1]},
		"drift-deferred":          {all: append(slices.Clone(drift[:1]), later...)},
		"deferred":                {all: append(slices.Clone(later), resource("z", plans.Read))},
		"nothing":                 {},
		"nothing-refresh-only":    {sum: mode(plans.RefreshOnlyMode)},
		"nothing-destroy":         {sum: mode(plans.DestroyMode)},
		"nothing-errored":         {sum: computed.Summary{Errored: true}},
		"errored":                 {sum: computed.Summary{Errored: true}, all: []computed.Resource{resource("a", plans.Create)}},
		"outputs-only":            {sum: computed.Summary{Outputs: outs}},
		"outputs-unchanged":       {sum: computed.Summary{Outputs: outs[1:2]}},
		"outputs-and-move":        {sum: computed.Summary{Outputs: outs}, all: []computed.Resource{resource("a", plans.NoOp, movedFrom("x"))}},
		"outputs-and-change":      {sum: computed.Summary{Outputs: outs[:1]}, all: []computed.Resource{resource("a", plans.Create)}},
		"actions":                 {sum: computed.Summary{Invoked: invoked()}, all: []computed.Resource{triggered, resource("b", plans.Create)}},
		"actions-only":            {sum: computed.Summary{Invoked: invoked()[1:2]}},
		"newer-format":            {sum: computed.Summary{FormatVersion: "1.3"}},
		"unparsable-format":       {sum: computed.Summary{FormatVersion: "new"}},
		"narrow":                  {all: append(slices.Clone(drift[:1]), resource("z", plans.Update)), opts: layout.Options{Sink: sinks.Text{Width: 30}}},
		"too-narrow":              {all: append(slices.Clone(drift[:1]), resource("z", plans.Update)), opts: layout.Options{Sink: sinks.Text{Width: 1}}},
		"line-feeds-in-addresses": {all: []computed.Resource{resource("a\n::error::b", plans.Create)}},
	}
	for _, name := range []string{"changes", "drift", "drift-only", "drift-refresh-only", "nothing", "actions"} {
		p := all[name]
		p.opts.Dialect = dialect.OpenTofu()
		all[name+"-opentofu"] = p
	}
	for _, name := range []string{"changes", "changes-opentofu", "drift-refresh-only", "nothing-errored", "deferred", "actions", "newer-format"} {
		p := all[name]
		p.opts.Sink = sinks.ANSI{EscapeRunnerCommands: true}
		all[name+"-colour"] = p
	}
	return all
}

func TestGoldens(t *testing.T) {
	for name, p := range cases() {
		t.Run(name, func(t *testing.T) {
			got := strings.ReplaceAll(p.render(t), "\x1b", "␛")
			file := filepath.Join("testdata", name+".golden")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// A third product is a value: nothing but its words differ.
func TestThirdDialect(t *testing.T) {
	d := dialect.Terraform()
	d.Name = "other"
	d.Words.Actions = "Other plans:"
	d.Words.Totals = func(n plans.Totals) dialect.Phrase {
		return dialect.Phrase{{Tone: dialect.Strong, Text: strings.Repeat("+", n.Add)}}
	}
	d.Words.Heading = func(s dialect.Subject) dialect.Heading {
		return dialect.Heading{Lines: []dialect.Remark{{Text: dialect.Phrase{{Text: "# " + s.Action.String() + " " + s.Address}}}}}
	}
	got := plan{all: []computed.Resource{resource("a", plans.Create)}, opts: layout.Options{Dialect: d}}.render(t)
	want := "\nOther plans:\n\n  # create thing.a\n  + resource \"thing\" \"a\" {\n      + id = \"x\"\n\n      + more {}\n    }\n\n+\n"
	if _, rest, _ := strings.Cut(got, "  + create\n"); rest != want {
		t.Errorf("got:\n%s\nwant:\n%s", rest, want)
	}
}

func TestStreaming(t *testing.T) {
	var b bytes.Buffer
	p := plan{all: []computed.Resource{resource("a", plans.Create), resource("b", plans.Create)}}
	h := New(&b, layout.Options{})
	if err := h.Begin(p.summary()); err != nil {
		t.Fatal(err)
	}
	for _, r := range p.all {
		if err := h.Resource(r); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(b.String(), "    }\n") || !strings.Contains(b.String(), "# "+r.Address+" ") {
			t.Errorf("%s is not written when it arrives:\n%s", r.Address, b.String())
		}
	}
	if err := h.Resource(resource("late", plans.Update, in(computed.DriftSection))); err == nil {
		t.Error("a late change of drift is no error")
	}
}

type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errors.New("full")
	}
	return len(p), nil
}

func TestWriteErrors(t *testing.T) {
	p := cases()["drift-deferred"]
	for left := 0; ; left++ {
		w := &full{left}
		err := p.write(New(w, layout.Options{}))
		if w.left >= 0 {
			if err != nil {
				t.Errorf("with room for everything: %v", err)
			}
			return
		}
		if err == nil {
			t.Fatalf("no error from write %d", left)
		}
	}
}

// TestStateOrder: a report is of a plan or of a state, and takes nothing of the
// other.
func TestStateOrder(t *testing.T) {
	var out strings.Builder
	h := New(&out, layout.Options{})
	if err := h.Begin(computed.Summary{}); err != nil {
		t.Fatal(err)
	}
	if err := h.Resource(computed.Resource{Header: plans.Header{Address: "a.b"}, Section: computed.StateSection}); err == nil {
		t.Error("a plan takes a resource of a state")
	}
	if err := h.Begin(computed.Summary{State: computed.FilledState}); err != nil {
		t.Fatal(err)
	}
	if err := h.Resource(computed.Resource{Header: plans.Header{Address: "a.b", Action: plans.Create}, Section: computed.ChangesSection}); err == nil {
		t.Error("a state takes a change")
	}
}

// TestPrepare checks that resources that are prepared at the same time are written as
// Resource writes them, whether the sink can prepare lines or not.
func TestPrepare(t *testing.T) {
	for name, p := range cases() {
		if p.opts.Sink == nil {
			p.opts.Sink = sinks.Text{}
		}
		want := p.render(t)
		for kind, sink := range map[string]sinks.Sink{"prepared": p.opts.Sink, "in order": ordered{p.opts.Sink}} {
			p.opts.Sink = sink
			var out strings.Builder
			if err := p.write(&preparing{Report: New(&out, p.opts)}); err != nil {
				t.Fatal(err)
			}
			if out.String() != want {
				t.Errorf("%s, %s: got:\n%s\nwant:\n%s", name, kind, out.String(), want)
			}
		}
	}
	if err := New(io.Discard, layout.Options{}).Prepare(computed.Resource{})(); err == nil {
		t.Error("prepared before the beginning")
	}
}

// ordered is a sink whose documents cannot prepare lines.
type ordered struct{ sinks.Sink }

func (o ordered) Open(w io.Writer) (sinks.Document, error) {
	d, err := o.Sink.Open(w)
	return struct{ sinks.Document }{d}, err
}

// preparing is a report that prepares all resources before it writes the first.
type preparing struct {
	*Report
	all []computed.Resource
}

func (p *preparing) Resource(r computed.Resource) error {
	p.all = append(p.all, r)
	return nil
}

func (p *preparing) End(o computed.Outcome) error {
	writes := make([]func() error, len(p.all))
	var wg sync.WaitGroup
	for i, r := range p.all {
		wg.Go(func() { writes[i] = p.Prepare(r) })
	}
	wg.Wait()
	for _, write := range writes {
		if err := write(); err != nil {
			return err
		}
	}
	return p.Report.End(o)
}
