// Package made makes plan files of the JSON of plans, for tests and measurements. [FromJSON] is its
// main call.
//
// The values have no types, so that they are written as those of a type without unknown
// parts would be: numbers in the shortest form that is exact. What JSON does not have
// (refinements, private data) is not in the files.
package made

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/planfmt/planfmt/internal/read/planfile"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Options are what the JSON of a plan does not say.
type Options struct {
	Mode  plans.Mode
	Scope plans.Scope
	// Lenient accepts changes in another order than that of plan files, and marks in another shape
	// than that of the values, so that planfmt may not show the same for both.
	Lenient bool
	// Members are further members of the file, by name.
	Members map[string][]byte
}

// ErrNotSame says that a plan file cannot say what the JSON says.
var ErrNotSame = errors.New("a plan file cannot say this")

// FromJSON returns a plan file that says what a plan's JSON says. If a plan file cannot say it,
// because no program writes such JSON, the error wraps [ErrNotSame].
func FromJSON(document []byte, opts Options) ([]byte, error) {
	doc, err := new(values.Parser).Parse(document)
	if err != nil {
		return nil, err
	}
	message, err := Message(doc, opts)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = Write(&out, opts.Members, func(w io.Writer) error {
		_, err := w.Write(message)
		return err
	})
	return out.Bytes(), err
}

// Write writes a plan file. plan writes the message of the plan.
func Write(w io.Writer, members map[string][]byte, plan func(io.Writer) error) error {
	z := zip.NewWriter(w)
	m, err := z.Create(planfile.PlanMember)
	if err == nil {
		err = plan(m)
	}
	for name, text := range members {
		if err == nil {
			m, err = z.Create(name)
		}
		if err == nil {
			_, err = m.Write(text)
		}
	}
	return errors.Join(err, z.Close())
}

// The functions that follow append a field to a message. Those with a zero value are left out.

func appendUint(b []byte, field protowire.Number, v uint64) []byte {
	if v == 0 {
		return b
	}
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), v)
}

func appendBool(b []byte, field protowire.Number, v bool) []byte {
	return appendUint(b, field, protowire.EncodeBool(v))
}

func appendText(b []byte, field protowire.Number, s string) []byte {
	if s == "" {
		return b
	}
	return protowire.AppendString(protowire.AppendTag(b, field, protowire.BytesType), s)
}

func appendTexts(b []byte, field protowire.Number, all []string) []byte {
	for _, s := range all {
		b = appendMessage(b, field, []byte(s))
	}
	return b
}

func appendMessage(b []byte, field protowire.Number, message []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), message)
}

func appendDynamic(b []byte, field protowire.Number, msgpack []byte) []byte {
	return appendMessage(b, field, appendMessage(nil, 1, msgpack))
}

// encoder makes messages. It keeps the first error.
type encoder struct {
	err     error
	lenient bool
}

func (e *encoder) fail(format string, args ...any) {
	if e.err == nil {
		e.err = fmt.Errorf("%w: %s", ErrNotSame, fmt.Sprintf(format, args...))
	}
}

// Message returns the message Plan.
func Message(doc values.Value, opts Options) ([]byte, error) {
	e := &encoder{lenient: opts.Lenient}
	if doc.Get("resource_changes").IsNull() && doc.Get("output_changes").IsNull() {
		e.fail("it is not a plan")
	}
	if doc.Get("applyable").IsNull() != doc.Get("complete").IsNull() {
		e.fail("it says only one of applyable and complete")
	}
	b := appendUint(nil, 1, 3)
	each := func(name string, add func(v values.Value)) {
		list := doc.Get(name)
		if k := list.Kind(); !list.IsNull() && k != values.Array {
			e.fail("%s is a %s", name, k)
		}
		for _, v := range list.Elems() {
			add(v)
		}
	}
	var last *plans.Header
	changes := func(name string, field protowire.Number) {
		last = nil
		each(name, func(v values.Value) { b = appendMessage(b, field, e.resource(v, &last)) })
	}
	changes("resource_changes", 3)
	for _, m := range doc.Get("output_changes").Members() {
		b = appendMessage(b, 4, e.output(m))
	}
	b = appendTexts(b, 5, opts.Scope.Targets)
	b = appendTexts(b, 6, opts.Scope.Excludes)
	b = appendText(b, 14, doc.Get("terraform_version").Text())
	each("relevant_attributes", func(v values.Value) {
		b = appendMessage(b, 15, appendMessage(appendText(nil, 1, v.Get("resource").Text()), 2, e.path(v.Get("attribute"))))
	})
	b = appendTexts(b, 16, opts.Scope.Replaces)
	b = appendUint(b, 17, map[plans.Mode]uint64{plans.DestroyMode: 1, plans.RefreshOnlyMode: 2}[opts.Mode])
	changes("resource_drift", 18)
	each("checks", func(v values.Value) { b = appendMessage(b, 19, e.check(v)) })
	b = appendBool(b, 20, doc.Get("errored").IsTrue())
	b = appendText(b, 21, doc.Get("timestamp").Text())
	b = appendBool(b, 25, doc.Get("applyable").IsTrue())
	b = appendBool(b, 26, doc.Get("complete").IsTrue())
	last = nil
	each("deferred_changes", func(v values.Value) {
		reason, ok := number(v.Get("reason").Text(), planfile.DeferredReason)
		if !ok {
			e.fail("the reason %s", v.Get("reason").JSON())
		}
		b = appendMessage(b, 27, appendMessage(appendMessage(nil, 1, appendUint(nil, 1, reason)), 2, e.resource(v.Get("resource_change"), &last)))
	})
	each("action_invocations", func(v values.Value) { b = appendMessage(b, 30, e.action(v)) })
	return b, e.err
}

// number returns the number that a name has in plan files.
func number[T ~string](name string, names func(uint64) (T, bool)) (uint64, bool) {
	for n := range uint64(100) {
		if s, ok := names(n); ok && string(s) == name {
			return n, true
		}
	}
	return 0, false
}

// Resource returns the message of an element of resource_changes.
func Resource(v values.Value) ([]byte, error) {
	e := &encoder{}
	var last *plans.Header
	return e.resource(v, &last), e.err
}

// resource returns the message of a change. last is the change before it in the list.
func (e *encoder) resource(v values.Value, last **plans.Header) []byte {
	address := v.Get("address").Text()
	in, ok := planfile.ParseInstance(address)
	index := plans.InstanceKey(v.Get("index").JSON())
	if !ok || in.Module != v.Get("module_address").Text() || in.Mode != v.Get("mode").Text() || in.Type != v.Get("type").Text() ||
		in.Name != v.Get("name").Text() || in.Key.IsNone() != index.IsNone() || !in.Key.IsNone() && in.Key.Text() != index.Text() {
		e.fail("the address %q is not that of the resource", address)
	}
	h := &plans.Header{Address: address, ModuleAddress: in.Module, Mode: in.Mode, Type: in.Type, Name: in.Name, Index: in.Key, Deposed: v.Get("deposed").Text()}
	if !e.lenient && *last != nil && planfile.CompareHeaders(*last, h) >= 0 {
		e.fail("%s is not in its place", address)
	}
	*last = h
	b := appendText(nil, 7, h.Deposed)
	b = appendText(b, 8, `provider["`+v.Get("provider_name").Text()+`"]`)
	c := v.Get("change")
	b = appendMessage(b, 9, e.change(c, true))
	for _, p := range c.Get("replace_paths").Elems() {
		b = appendMessage(b, 11, e.path(p))
	}
	reason, ok := number(v.Get("action_reason").Text(), planfile.ActionReason)
	if !ok {
		e.fail("the reason %s", v.Get("action_reason").JSON())
	}
	b = appendUint(b, 12, reason)
	b = appendText(b, 13, address)
	return appendText(b, 14, v.Get("previous_address").Text())
}

// change returns a message Change. Those of outputs have no marks, but types.
func (e *encoder) change(c values.Value, isResource bool) []byte {
	var names []string
	for _, n := range c.Get("actions").Elems() {
		names = append(names, n.Text())
	}
	action, ok := plans.ParseAction(names)
	var b []byte
	for n := range uint64(20) {
		if a, known := planfile.ParseAction(n); known && a == action {
			b = appendUint(b, 1, n)
		}
	}
	if !ok {
		e.fail("the action %q", names)
	}
	before, after := c.Get("before"), c.Get("after")
	if after.Kind() == values.Null && c.Get("after_unknown").IsTrue() {
		e.fail("a null that is unknown")
	}
	encode := e.value
	if !isResource {
		encode = e.own
	}
	is := encode(after, c.Get("after_unknown"))
	was := encode(before, values.Value{})
	appendAfter := func(b []byte) []byte {
		if isResource && after.Kind() == values.Absent && !values.UnknownFlags(c.Get("after_unknown")).Any() {
			return b // it is missing
		}
		return appendDynamic(b, 2, is)
	}
	switch action {
	case plans.NoOp:
		if !bytes.Equal(is, was) {
			e.fail("a no-op that changes something")
		}
		b = appendDynamic(b, 2, is)
	case plans.Create:
		if !before.IsNull() {
			e.fail("something is created that is there")
		}
		b = appendAfter(b)
	case plans.Delete, plans.Forget:
		if before.Kind() == values.Absent || !after.IsNull() || c.Get("after_unknown").IsTrue() {
			e.fail("something is removed that stays")
		}
		b = appendDynamic(b, 2, was)
	default:
		if before.Kind() == values.Absent {
			e.fail("the values before are missing, and not null")
		}
		b = appendAfter(appendDynamic(b, 2, was))
	}
	if isResource {
		b = e.marks(b, 3, before, c.Get("before_sensitive"))
		b = e.marks(b, 4, after, c.Get("after_sensitive"))
	}
	if in := c.Get("importing"); !in.IsNull() {
		var m []byte
		m = appendText(m, 1, in.Get("id").Text())
		m = appendBool(m, 2, in.Get("unknown").IsTrue())
		if id := in.Get("identity"); !id.IsNull() {
			m = appendDynamic(m, 3, e.value(id, values.Value{}))
		}
		b = appendMessage(b, 5, m)
	}
	return appendText(b, 6, c.Get("generated_config").Text())
}

// marks appends the paths of what is sensitive.
func (e *encoder) marks(b []byte, field protowire.Number, v, tree values.Value) []byte {
	if tree.Kind() == values.Absent && !e.lenient {
		e.fail("marks are absent")
	}
	if !e.lenient && !values.SensitiveFlags(tree).Shape(v).Equal(values.SensitiveFlags(tree)) && tree.Kind() != values.Bool && !v.IsNull() {
		e.fail("marks are not of the shape of the value")
	}
	var steps []plans.Step
	var walk func(t values.Value)
	walk = func(t values.Value) {
		if t.IsTrue() {
			b = appendMessage(b, field, appendSteps(steps))
		}
		for i, p := range t.Elems() {
			steps = append(steps, plans.Index(i))
			walk(p)
			steps = steps[:len(steps)-1]
		}
		for _, m := range t.Members() {
			steps = append(steps, plans.Key(m.Name))
			walk(m.Value)
			steps = steps[:len(steps)-1]
		}
	}
	walk(tree)
	return b
}

// appendSteps returns a message Path.
func appendSteps(steps []plans.Step) []byte {
	var b []byte
	for _, s := range steps {
		if key, ok := s.Key(); ok {
			b = appendMessage(b, 1, appendMessage(nil, 1, []byte(key)))
		} else {
			i, _ := s.Index()
			b = appendMessage(b, 1, appendDynamic(nil, 2, new(encoder).value(values.NewNumber(strconv.Itoa(i)), values.Value{})))
		}
	}
	return b
}

// path returns a message Path for a list of strings and indexes.
func (e *encoder) path(v values.Value) []byte {
	if v.Kind() != values.Array {
		e.fail("the path %s", v.JSON())
	}
	var b []byte
	for _, s := range v.Elems() {
		if s.Kind() == values.String {
			b = appendMessage(b, 1, appendMessage(nil, 1, []byte(s.Text())))
		} else {
			b = appendMessage(b, 1, appendDynamic(nil, 2, e.value(s, values.Value{})))
		}
	}
	return b
}

func (e *encoder) output(m values.Member) []byte {
	b := appendText(nil, 1, m.Name)
	c := m.Value
	before, after := c.Get("before_sensitive"), c.Get("after_sensitive")
	if !slices.Contains([]string{"true", "false", "{}"}, before.JSON()) || before.IsTrue() != after.IsTrue() {
		e.fail("an output of which parts are sensitive")
	}
	b = appendMessage(b, 2, e.change(c, false))
	return appendBool(b, 3, before.IsTrue() || after.IsTrue())
}

func (e *encoder) check(v values.Value) []byte {
	status := func(v values.Value) uint64 {
		n := slices.Index([]string{"unknown", "pass", "fail", "error"}, v.Text())
		if n < 0 {
			e.fail("the status %s", v.JSON())
		}
		return uint64(max(n, 0))
	}
	kind := slices.Index([]string{"", "resource", "output_value", "check", "var"}, v.Get("address").Get("kind").Text())
	if kind < 1 {
		e.fail("the kind %s", v.Get("address").Get("kind").JSON())
		return nil
	}
	b := appendUint(nil, 1, uint64(kind))
	b = appendText(b, 2, v.Get("address").Get("to_display").Text())
	b = appendUint(b, 3, status(v.Get("status")))
	for _, in := range v.Get("instances").Elems() {
		o := appendText(nil, 1, in.Get("address").Get("to_display").Text())
		o = appendUint(o, 2, status(in.Get("status")))
		for _, p := range in.Get("problems").Elems() {
			o = appendMessage(o, 3, []byte(p.Get("message").Text()))
		}
		b = appendMessage(b, 4, o)
	}
	return b
}

// onFailure returns the number of what apply does if an action fails. Only versions with a choice say it, see [planfile.OnFailure].
func (e *encoder) onFailure(v values.Value) uint64 {
	f, ok := plans.ParseOnFailure(v.Text())
	if ok && f == "" {
		return 0
	}
	n, known := number(string(f), planfile.OnFailure)
	if !ok || !known {
		e.fail("what happens on failure: %s", v.JSON())
	}
	return n
}

func (e *encoder) action(v values.Value) []byte {
	b := appendText(nil, 1, v.Get("address").Text())
	if !strings.Contains(v.Get("address").Text(), "action."+v.Get("type").Text()+"."+v.Get("name").Text()) {
		e.fail("the address of the action %s", v.Get("address").JSON())
	}
	b = appendText(b, 2, `provider["`+v.Get("provider_name").Text()+`"]`)
	config := v.Get("config_values")
	if !config.IsNull() {
		b = appendDynamic(b, 4, e.value(config, v.Get("config_unknown")))
		b = e.marks(b, 5, config, v.Get("config_sensitive"))
	}
	if t := v.Get("lifecycle_action_trigger"); !t.IsNull() {
		event, ok := number(t.Get("action_trigger_event").Text(), planfile.TriggerEvent)
		if !ok {
			e.fail("the event %s", t.Get("action_trigger_event").JSON())
		}
		m := appendText(nil, 1, t.Get("triggering_resource_address").Text())
		m = appendUint(m, 2, event)
		m = appendUint(m, 3, e.int(t.Get("action_trigger_block_index")))
		m = appendUint(m, 4, e.int(t.Get("actions_list_index")))
		b = appendMessage(b, 6, appendUint(m, 5, e.onFailure(t.Get("on_failure"))))
	}
	if by := v.Get("invoke_action_trigger"); !by.IsNull() {
		b = appendMessage(b, 7, appendText(nil, 1, by.Get("calling_resource_address").Text()))
	}
	return b
}
