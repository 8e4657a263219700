package redact

import (
	"github.com/planfmt/planfmt/internal/base/copies"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Place is a place in a change where a value is hidden. One side may be absent.
type Place struct {
	Before, After values.Value
	// On says on which sides the value is sensitive.
	On plans.Sides
	// Path is the path to the value on one side. Names are the names on it, without indexes: disk.key.
	Path  plans.Path
	Names string
	// Action is what happens to the value.
	Action plans.Action
	// Unmarked says that the document gets no marks for it: the value contradicts the schema, and
	// people are to see that.
	Unmarked bool
}

// Verdict says what is hidden in the values of an entry.
type Verdict struct {
	// RawValues are the values. Their flags say what is sensitive as far as it is known without a
	// schema.
	source.RawValues
	Places []Place
	// Paths are more paths to what is sensitive in the value before.
	Paths []plans.Path
	// Everything says that all values are hidden, because nobody can tell what is sensitive.
	Everything bool
}

// fields are the names of the members that have the two sides of a change, their marks, and other facts about
// them. If both sides are the same, only the names for the side before are set.
type fields struct {
	before, after           string
	beforeMarks, afterMarks string
	unknown, replacePaths   string
	hasAttributes           bool // the values are those of a resource, so that its members have names that everybody knows
}

// These are the fields of all entries that have values.
var (
	changeFields   = fields{"before", "after", "before_sensitive", "after_sensitive", "after_unknown", "replace_paths", true}
	outputFields   = fields{"before", "after", "before_sensitive", "after_sensitive", "after_unknown", "replace_paths", false}
	instanceFields = fields{before: "values", beforeMarks: "sensitive_values"}
	actionFields   = fields{before: "config_values", beforeMarks: "config_sensitive", unknown: "config_unknown"}
)

// redactedEntry is an entry whose values are replaced.
type redactedEntry struct {
	object  values.Value // that has the fields
	fields  fields
	verdict Verdict
	edits   edits

	hidden   map[int]stand // what replaces a value, by the offset of the value
	onBefore map[int]bool  // of these, those that need a mark before
	onAfter  map[int]bool
	kinds    map[string]*kinds // by names
	// emptyBefore and emptyAfter are paths that need a mark although there is no value to replace.
	emptyBefore, emptyAfter []plans.Path
}

// stand is what replaces a value: the kind of a value, at the places of some names.
type stand struct {
	kinds *kinds
	class int
	// same says that the value does not change. So nothing that is unknown in it counts, such as a null that is unknown.
	same bool
}

// kinds are the different values at the places of the same names. Values of a class are the same, as
// far as it counts.
type kinds struct {
	byHash map[uint64][]known
	// list and object are the first ones that have parts.
	list, object values.Value
	classes      int
	numbers      map[int]int // by class, in the order of the text
}

type known struct {
	value values.Value
	class int
}

// class returns the class of a value: values that are equal have the same.
func (k *kinds) class(v values.Value) int {
	h := v.Hash()
	for _, one := range k.byHash[h] {
		if one.value.Equal(v) {
			return one.class
		}
	}
	return k.add(v, k.next())
}

// like returns a value of the kind of another one that has parts, if there is one.
func (k *kinds) like(v values.Value) values.Value {
	switch v.Kind() {
	case values.Array:
		return k.list
	case values.Object:
		return k.object
	}
	return values.Value{}
}

func (k *kinds) next() int {
	k.classes++
	return k.classes
}

func (k *kinds) add(v values.Value, class int) int {
	h := v.Hash()
	if k.byHash == nil {
		k.byHash = map[uint64][]known{}
	}
	if first := k.like(v); first.Kind() == values.Absent && firstPart(v).Kind() != values.Absent {
		if v.Kind() == values.Array {
			k.list = v
		} else {
			k.object = v
		}
	}
	k.byHash[h] = append(k.byHash[h], known{v, class})
	return class
}

// text returns the stand-in. The classes get their numbers as this is called for them.
func (s stand) text() string {
	n := s.kinds.numbers[s.class]
	if n == 0 {
		if s.kinds.numbers == nil {
			s.kinds.numbers = map[int]int{}
		}
		n = len(s.kinds.numbers) + 1
		s.kinds.numbers[s.class] = n
	}
	return copies.StandIn(n)
}

// kindsAt returns the values at the places of some names.
func (e *redactedEntry) kindsAt(names string) *kinds {
	k := e.kinds[names]
	if k == nil {
		k = &kinds{}
		e.kinds[names] = k
	}
	return k
}

// redact adds the edits that hide what the verdict says. The object has been parsed from the text
// that is edited.
func (e *redactedEntry) redact() {
	e.hidden, e.kinds = map[int]stand{}, map[string]*kinds{}
	e.onBefore, e.onAfter = map[int]bool{}, map[int]bool{}
	v := &e.verdict
	if v.Everything {
		v.Places = []Place{{Before: v.Before, After: v.After, On: plans.Sides{Before: true, After: true}, Action: plans.Update}}
	}
	for _, p := range v.Places {
		e.hide(p)
	}
	e.hideRest(v.Before, v.BeforeSensitive, "")
	e.hidePaths(v.Before, v.Paths, e.onBefore)
	if !v.Still() {
		e.hideRest(v.After, v.AfterSensitive, "")
	}
	e.replace(v.Before)
	before := v.BeforeSensitive.Mark(v.Before, e.wants(e.onBefore)).MarkPaths(e.emptyBefore)
	after := before
	if !v.Still() {
		e.replace(v.After)
		after = v.AfterSensitive.Mark(v.After, e.wants(e.onAfter)).MarkPaths(e.emptyAfter)
	}
	if !v.Everything {
		e.marks(e.fields.before, e.fields.beforeMarks, before)
		if !v.Still() {
			e.marks(e.fields.after, e.fields.afterMarks, after)
		}
	}
	e.unknown(e.object.Get(e.fields.unknown), v.After, after)
	e.paths(before, after)
}

// isHidden reports whether a value is replaced if it is sensitive. Nulls and empty strings are not:
// that a value is one of these shows anyway.
func isHidden(v values.Value) bool { return v.Kind() > values.Null && !v.IsEmptyString() }

// hide notes what replaces the values of a place.
func (e *redactedEntry) hide(p Place) {
	k := e.kindsAt(p.Names)
	class := 0
	onBefore, onAfter := p.On.Before && !p.Unmarked, p.On.After && !p.Unmarked
	if e.replaces(p.Before, p.On.Before, p.Action) {
		class = k.class(p.Before)
		e.put(p.Before, stand{k, class, p.Action == plans.NoOp}, onBefore, e.onBefore)
	} else if onBefore && !isHidden(p.Before) {
		markEmpty(p.Before, p.Path, e.onBefore, &e.emptyBefore)
	}
	switch {
	case e.verdict.Still():
		return
	case !e.replaces(p.After, p.On.After, p.Action):
		if onAfter && !isHidden(p.After) {
			markEmpty(p.After, p.Path, e.onAfter, &e.emptyAfter)
		}
		return
	case class == 0:
		class = k.class(p.After)
	case p.Action == plans.NoOp:
		if !p.Before.Equal(p.After) { // they only differ in what does not count
			k.add(p.After, class)
		}
	default:
		if other := k.class(p.After); other != class {
			class = other
		} else { // a part of it is unknown
			class = k.next()
		}
	}
	e.put(p.After, stand{k, class, p.Action == plans.NoOp}, onAfter, e.onAfter)
}

// markEmpty notes that a value needs a mark which is not replaced. If it is in the text, its place says which one it is: the path is
// that of one side only, and elements of a set may have other indexes on the other one.
func markEmpty(v values.Value, at plans.Path, marks map[int]bool, empty *[]plans.Path) {
	if start, _, ok := v.Span(); ok {
		marks[start] = true
		return
	}
	*empty = append(*empty, at)
}

// replaces reports whether a value is replaced that is hidden because it is sensitive on one side.
// A string or what stays the same is replaced on both sides, since it is no less secret
// where it is not marked yet, or no longer. Other values stay where they are not marked: those
// that read the document would take a string for a sign that the type is another one.
func (e *redactedEntry) replaces(v values.Value, isMarked bool, a plans.Action) bool {
	return isHidden(v) && (isMarked || v.Kind() == values.String || a == plans.NoOp)
}

// put notes what replaces a value. A value that was built from parts, which themselves are in the
// text, is replaced part by part.
func (e *redactedEntry) put(v values.Value, with stand, marked bool, marks map[int]bool) {
	start, _, ok := v.Span()
	if !ok {
		for _, part := range v.Elems() {
			e.put(part, with, marked, marks)
		}
		for _, m := range v.Members() {
			e.put(m.Value, with, marked, marks)
		}
		return
	}
	if _, known := e.hidden[start]; !known {
		e.hidden[start] = with
	}
	if marked {
		marks[start] = true
	}
}

// replacement returns what replaces a value, as JSON. Lists stay lists, objects objects, and what is in them is of the kind of their first
// part, so that the type that a schema has for the value still fits. If there is no part, those of like, another value in the same
// place, decide.
func replacement(v, like values.Value, standIn string) string {
	text := string(values.AppendString(nil, standIn))
	first := firstPart(v)
	if first.Kind() == values.Absent && like.Kind() == v.Kind() {
		first = firstPart(like)
	}
	switch v.Kind() {
	case values.Array:
		return "[" + replacement(first, values.Value{}, standIn) + "]"
	case values.Object:
		return "{" + text + ":" + replacement(first, values.Value{}, standIn) + "}"
	}
	return text
}

// firstPart returns the first element or member that is not null, or nothing.
func firstPart(v values.Value) values.Value {
	for _, part := range v.Elems() {
		if !part.IsNull() {
			return part
		}
	}
	for _, m := range v.Members() {
		if !m.Value.IsNull() {
			return m.Value
		}
	}
	return values.Value{}
}

func (e *redactedEntry) isReplaced(v values.Value) bool {
	start, _, ok := v.Span()
	if !ok {
		return false
	}
	_, hidden := e.hidden[start]
	return hidden
}

// hideRest hides what is sensitive according to flags, and not hidden yet. A list or an object of
// which all parts are hidden stays: the blocks of a type are hidden one by one.
func (e *redactedEntry) hideRest(v values.Value, f values.Flags, names string) {
	if !isHidden(v) || e.isReplaced(v) {
		return
	}
	if f.Covers(v) && !e.areReplaced(v) {
		k := e.kindsAt(names)
		e.put(v, stand{kinds: k, class: k.class(v)}, false, nil)
		return
	}
	if f.Blank() {
		return
	}
	for i, part := range v.Elems() {
		e.hideRest(part, f.At(plans.Index(i)), names)
	}
	for _, m := range v.Members() {
		e.hideRest(m.Value, f.At(plans.Key(m.Name)), join(names, m.Name))
	}
}

func join(names, name string) string {
	if names == "" {
		return name
	}
	return names + "." + name
}

// areReplaced reports whether all parts of a list or an object are.
func (e *redactedEntry) areReplaced(v values.Value) bool {
	if v.Kind() < values.Array {
		return false
	}
	for _, part := range v.Elems() {
		if isHidden(part) && !e.isReplaced(part) {
			return false
		}
	}
	for _, m := range v.Members() {
		if isHidden(m.Value) && !e.isReplaced(m.Value) {
			return false
		}
	}
	return true
}

// hidePaths hides and marks what paths lead to, unless it is hidden.
func (e *redactedEntry) hidePaths(v values.Value, paths []plans.Path, marks map[int]bool) {
	for _, p := range paths {
		at, names := v, ""
		for _, step := range p.Steps() {
			if e.isReplaced(at) {
				break
			}
			if name, ok := step.Key(); ok {
				at, names = at.Get(name), join(names, name)
			} else {
				i, _ := step.Index()
				at = at.Elem(i)
			}
		}
		if isHidden(at) && !e.isReplaced(at) && !e.areReplaced(at) {
			e.hide(Place{Before: at, On: plans.Sides{Before: true}, Names: names})
			if start, _, ok := at.Span(); ok {
				marks[start] = true
			}
		}
	}
}

func (e *redactedEntry) wants(marks map[int]bool) func(values.Value) bool {
	return func(v values.Value) bool {
		start, _, ok := v.Span()
		return ok && marks[start]
	}
}

// replace adds the edits of the values that are replaced.
func (e *redactedEntry) replace(v values.Value) {
	if start, end, ok := v.Span(); ok {
		if with, hidden := e.hidden[start]; hidden {
			e.edits.replace(start, end, []byte(replacement(v, with.kinds.like(v), with.text())))
			return
		}
	}
	for _, part := range v.Elems() {
		e.replace(part)
	}
	for _, m := range v.Members() {
		e.replace(m.Value)
	}
}

// marks adds the edit of the marks of a side, if they have changed. If the entry has none, they come
// behind the values.
func (e *redactedEntry) marks(side, name string, f values.Flags) {
	was := e.object.Get(name)
	if name == "" || f.IsAbsent() || values.SensitiveFlags(was).Equal(f) || was.Kind() == values.Absent && !f.Any() {
		return
	}
	if start, end, ok := was.Span(); ok {
		e.edits.replace(start, end, []byte(f.String()))
		return
	}
	for _, near := range []string{side, e.fields.unknown} {
		if _, end, ok := e.object.Get(near).Span(); ok {
			e.edits.replace(end, end, []byte(`,"`+name+`":`+f.String()))
			return
		}
	}
}
