package redact

import (
	"bytes"
	"context"
	"io"
	"strconv"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/jsonplan"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Decider decides what is sensitive. What it returns is used before it is asked again.
type Decider interface {
	// Change is about an entry of resource_changes, resource_drift or deferred_changes.
	Change(r *source.Resource, in source.RawValues) Verdict
	// Instance is about a resource in a state. Of the header, only the address and what names
	// the type is set.
	Instance(h *plans.Header, instance values.Value) Verdict
	// Output is about a change of an output, or its value. Only the name is set, and what is wrong.
	Output(o *source.Output, in source.RawValues) Verdict
	// Action is about the configuration of an action.
	Action(a *source.Action, in source.RawValues) Verdict
	// Config is about constants in the configuration: of a resource, or of something that has no
	// schema if the ID is zero. address is that of the resource, without keys.
	Config(address string, id schema.ID, in source.RawValues) Verdict
	// HidesUnmarked reports whether anything may be hidden in values of a type that the document marks, but not as sensitive.
	HidesUnmarked(id schema.ID) bool
}

// Options control how a document is rewritten.
type Options struct {
	jsondoc.Options
	Decider Decider
	// Copies says which strings are the same as a sensitive one. It may be nil.
	Copies Copies
	// Secrets is told the strings in variables that are sensitive by their configuration. It may be nil.
	Secrets source.SecretSink
}

// Facts are what the configuration in a document says is sensitive, wherever it stands.
type Facts struct {
	// variables are the sensitive variables, by the path of their module and their name.
	variables map[string]bool
	providers jsonplan.Providers
}

// Learn reads a document, and asks the Decider about everything in it. It writes nothing. The result is
// for [Document].
func Learn(ctx context.Context, r io.Reader, opts Options) (*Facts, error) {
	f := &Facts{variables: map[string]bool{}, providers: jsonplan.Providers{}}
	return f, walk(ctx, r, opts, f, nil)
}

// Document copies a document from r to w, and replaces everything sensitive in it. again is the same
// document, to be read a second time.
func Document(ctx context.Context, w io.Writer, r, again io.Reader, opts Options, f *Facts) error {
	text, err := jsondoc.Open(ctx, again)
	if err != nil {
		return err
	}
	p := &patcher{r: text, w: w}
	if err := walk(ctx, r, opts, f, p); err != nil {
		return err
	}
	return p.finish()
}

// walk walks a document. If there is no patcher, it only learns.
func walk(ctx context.Context, r io.Reader, opts Options, f *Facts, p *patcher) error {
	in, err := jsondoc.Open(ctx, r)
	if err != nil {
		return err
	}
	s, err := jsondoc.NewScanner(in, opts.Options)
	if err != nil {
		return err
	}
	defer s.Store().Close()
	w := &documentWalker{Scanner: s, opts: opts, facts: f, patcher: p, unmarked: jsonplan.NewUnmarked()}
	if p != nil {
		w.copies = opts.Copies
	}
	_, err = s.Document(w.member)
	return err
}

// documentWalker walks a document and edits it.
type documentWalker struct {
	*jsondoc.Scanner
	substitute
	opts    Options
	facts   *Facts
	patcher *patcher // nil if there is nothing to write
	// unmarked recognises entries in which nothing is sensitive. They need not be parsed.
	unmarked *jsonplan.Unmarked
}

// member rewrites a top-level member.
func (w *documentWalker) member(name string) error {
	switch name {
	case "resource_changes", "resource_drift":
		return w.elements(func(i int) error {
			return w.outlined(w.unmarked.Change, func(e *entryText) { w.change(e, e.value, name, i) })
		})
	case "deferred_changes":
		return w.elements(func(i int) error {
			return w.entry(func(e *entryText) { w.change(e, e.value.Get("resource_change"), name, i) })
		})
	case "output_changes":
		return w.members(func(name string) error { return w.entry(func(e *entryText) { w.outputChange(e, name) }) })
	case "action_invocations":
		return w.elements(func(i int) error { return w.entry(func(e *entryText) { w.invocation(e, e.value, i) }) })
	case "deferred_action_invocations":
		return w.elements(func(i int) error {
			return w.entry(func(e *entryText) { w.invocation(e, e.value.Get("action_invocation"), i) })
		})
	case "planned_values", "values":
		return w.values()
	case "prior_state":
		return w.members(func(name string) error {
			if name == "values" {
				return w.values()
			}
			return w.rest(0)
		})
	case "variables":
		return w.members(func(name string) error { return w.entry(func(e *entryText) { w.variable(e, "", name, "value") }) })
	case "configuration":
		return w.configuration()
	}
	return w.rest(0)
}

// elements walks a list. Anything else is walked as what nothing is known of.
func (w *documentWalker) elements(each func(i int) error) error {
	if w.Next() != values.Array {
		return w.rest(0)
	}
	return w.Array(each)
}

// members does the same for an object.
func (w *documentWalker) members(each func(name string) error) error {
	if w.Next() != values.Object {
		return w.rest(0)
	}
	end := w.Offset() // of what is before
	return w.Members(func(name string) error {
		if err := w.name(name, end); err != nil {
			return err
		}
		err := each(name)
		end = w.Offset()
		return err
	})
}

// rest walks a value about which nothing is known: it may have copies.
func (w *documentWalker) rest(depth int) error {
	const most = 2 // below are entries of some kind
	switch k := w.Next(); {
	case depth < most && k == values.Array:
		return w.Array(func(int) error { return w.rest(depth + 1) })
	case depth < most && k == values.Object:
		return w.members(func(string) error { return w.rest(depth + 1) })
	}
	return w.entry(func(*entryText) {})
}

// name replaces the name of a member, which has just been read. What has been read since an offset is
// the name, and what separates it from what is before.
func (w *documentWalker) name(name string, since int64) error {
	if w.patcher == nil || w.isIdle() {
		return nil
	}
	other, ok := w.text(name, true, 0)
	if !ok {
		return nil
	}
	return w.patcher.replaceString(since, w.Offset(), values.AppendString(nil, other))
}

// entryText is an entry that is rewritten, and its text.
type entryText struct {
	value values.Value
	edits edits
	// fixed are the names of members that identify the entry.
	fixed map[string]bool
}

// entry reads an entry, lets do add its edits, and writes it.
func (w *documentWalker) entry(do func(*entryText)) error {
	if _, err := w.Raw(); err != nil {
		return err
	}
	return w.parsed(do)
}

// outlined does the same for an entry about a resource. It is not parsed if nothing in it is sensitive: read reads the entry, says
// so, and returns its type.
func (w *documentWalker) outlined(read func(*jsondoc.Scanner) (schema.ID, bool, error), do func(*entryText)) error {
	id, ok, err := read(w.Scanner)
	if err != nil {
		return err
	}
	if !ok || w.opts.Decider.HidesUnmarked(id) {
		return w.parsed(do)
	}
	return w.write(&entryText{fixed: identity})
}

// parsed parses the entry that has just been read, lets do add its edits, and writes it.
func (w *documentWalker) parsed(do func(*entryText)) error {
	v, err := w.Parse()
	if err != nil {
		return err
	}
	e := &entryText{value: v}
	do(e)
	return w.write(e)
}

// write writes an entry with its edits, and replaces the copies in it.
func (w *documentWalker) write(e *entryText) error {
	if w.patcher == nil {
		return nil
	}
	at := w.Excerpt()
	e.edits.finish()
	e.edits = append(e.edits, w.scan(at.Raw, e.edits, e.fixed, 0)...)
	e.edits.finish()
	for _, one := range e.edits {
		if err := w.patcher.replace(at.Offset()+int64(one.start), at.Offset()+int64(one.end), one.text); err != nil {
			return err
		}
	}
	return nil
}

// add adds the edits that a verdict asks for.
func (e *entryText) add(object values.Value, f fields, v Verdict) {
	in := redactedEntry{object: object, fields: f, verdict: v}
	in.redact()
	e.edits = append(e.edits, in.edits...)
}

// identity are the names of members that say what an entry is about.
var identity = map[string]bool{
	"address": true, "previous_address": true, "module_address": true, "mode": true, "type": true, "name": true, "provider_name": true,
	"action_reason": true, "deposed": true, "deposed_key": true, "reason": true,
}

// change rewrites an entry of a list of changes.
func (w *documentWalker) change(e *entryText, v values.Value, list string, i int) {
	e.fixed = identity
	r := jsonplan.ReadHeader(v, list+"["+strconv.Itoa(i)+"]")
	c := v.Get("change")
	e.add(c, changeFields, w.opts.Decider.Change(r, jsonplan.ReadSides(c)))
}

func (w *documentWalker) outputChange(e *entryText, name string) {
	e.add(e.value, outputFields, w.opts.Decider.Output(jsonplan.ReadOutput(e.value, name), jsonplan.ReadSides(e.value)))
}

// invocation rewrites an invocation of an action, which is the entry or a part of it.
func (w *documentWalker) invocation(e *entryText, v values.Value, i int) {
	e.fixed = identity
	e.add(v, actionFields, w.opts.Decider.Action(jsonplan.ReadAction(v, i), jsonplan.ReadConfig(v)))
}

// values rewrites the values of a state.
func (w *documentWalker) values() error {
	return w.members(func(name string) error {
		switch name {
		case "outputs":
			return w.members(func(name string) error { return w.entry(func(e *entryText) { w.output(e, name) }) })
		case "root_module":
			return w.module()
		}
		return w.rest(1)
	})
}

// output rewrites an output in a state.
func (w *documentWalker) output(e *entryText, name string) {
	in := source.StillValues("value", e.value.Get("value"), values.Flags{})
	if values.Flagged(e.value.Get("sensitive")) {
		in.BeforeSensitive = values.AllFlags()
		in.AfterSensitive = in.BeforeSensitive
	}
	e.add(e.value, fields{before: "value"}, w.opts.Decider.Output(&source.Output{Name: name}, in))
}

// module rewrites a module of a state.
func (w *documentWalker) module() error {
	return w.members(func(name string) error {
		switch name {
		case "resources":
			return w.elements(func(int) error { return w.outlined(w.unmarked.Instance, w.instance) })
		case "child_modules":
			return w.elements(func(int) error { return w.module() })
		}
		return w.rest(1)
	})
}

func (w *documentWalker) instance(e *entryText) {
	e.fixed = identity
	v := e.value
	h := &plans.Header{Address: word(v, "address"), Mode: word(v, "mode"), Type: word(v, "type"), Name: word(v, "name"), ProviderName: word(v, "provider_name")}
	if h.Mode == "" {
		h.Mode = plans.ResourceMode(h.Address)
	}
	e.add(v, instanceFields, w.opts.Decider.Instance(h, v))
}

// word is a string member, empty if it is none.
func word(v values.Value, name string) string {
	if m := v.Get(name); m.Kind() == values.String {
		return m.Text()
	}
	return ""
}

// replaceString replaces the string that ends at an offset, and begins somewhere behind another one.
func (p *patcher) replaceString(since, end int64, text []byte) error {
	if err := p.copy(p.w, since-p.at); err != nil {
		return err
	}
	var between bytes.Buffer
	if err := p.copy(&between, end-since); err != nil {
		return err
	}
	begin := max(bytes.IndexByte(between.Bytes(), '"'), 0)
	if _, err := p.w.Write(between.Bytes()[:begin]); err != nil {
		return err
	}
	_, err := p.w.Write(text)
	return err
}
