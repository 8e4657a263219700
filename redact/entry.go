package redact

import (
	"strconv"

	"github.com/planfmt/planfmt/copies"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/source"
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
	// Values are the values. Their flags say what is sensitive as far as it is known without a
	// schema.
	source.Values
	Places []Place
	// Paths are more paths to what is sensitive in the value before.
	Paths []plans.Path
	// Everything says that all values are hidden, because nobody can tell what is sensitive.
	Everything bool
}

// fields are the names of the members that have the two sides of a change, and what is said about
// them. If both sides are the same, only those of before are set.
type fields struct {
	before, after           string
	beforeMarks, afterMarks string
	unknown, replacePaths   string
}

// These are the fields of all entries that have values.
var (
	changeFields   = fields{"before", "after", "before_sensitive", "after_sensitive", "after_unknown", "replace_paths"}
	instanceFields = fields{before: "values", beforeMarks: "sensitive_values"}
	actionFields   = fields{before: "config_values", beforeMarks: "config_sensitive", unknown: "config_unknown"}
)

// entry is an entry whose values are replaced.
type entry struct {
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
}

// kinds are the different values at the places of the same names. Values of a class are the same, as
// far as it counts.
type kinds struct {
	byHash  map[uint64][]known
	classes int
	numbers map[int]int // by class, in the order of the text
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

func (k *kinds) next() int {
	k.classes++
	return k.classes
}

func (k *kinds) add(v values.Value, class int) int {
	h := v.Hash()
	if k.byHash == nil {
		k.byHash = map[uint64][]known{}
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
func (e *entry) kindsAt(names string) *kinds {
	k := e.kinds[names]
	if k == nil {
		k = &kinds{}
		e.kinds[names] = k
	}
	return k
}

// redact adds the edits that hide what the verdict says. The object has been parsed from the text
// that is edited.
func (e *entry) redact() {
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
func (e *entry) hide(p Place) {
	k := e.kindsAt(p.Names)
	class := 0
	onBefore, onAfter := p.On.Before && !p.Unmarked, p.On.After && !p.Unmarked
	if e.replaces(p.Before, p.On.Before, p.Action) {
		class = k.class(p.Before)
		e.put(p.Before, stand{k, class}, onBefore, e.onBefore)
	} else if onBefore && !isHidden(p.Before) {
		e.emptyBefore = append(e.emptyBefore, p.Path)
	}
	switch {
	case e.verdict.Still():
		return
	case !e.replaces(p.After, p.On.After, p.Action):
		if onAfter && !isHidden(p.After) {
			e.emptyAfter = append(e.emptyAfter, p.Path)
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
	e.put(p.After, stand{k, class}, onAfter, e.onAfter)
}

// replaces reports whether a value is replaced that is hidden because it is sensitive on one side.
// A string or what stays the same is replaced on both sides, since it is no less secret
// where it is not marked yet, or no longer. Other values stay where they are not marked: those
// that read the document would take a string for a sign that the type is another one.
func (e *entry) replaces(v values.Value, isMarked bool, a plans.Action) bool {
	return isHidden(v) && (isMarked || v.Kind() == values.String || a == plans.NoOp)
}

// put notes what replaces a value. A value that was built from parts, which themselves are in the
// text, is replaced part by part.
func (e *entry) put(v values.Value, with stand, marked bool, marks map[int]bool) {
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

// replacement returns what replaces a value, as JSON. The elements of a list stay objects, since
// that is how blocks look.
func replacement(v values.Value, standIn string) string {
	text := string(values.AppendString(nil, standIn))
	object := "{" + text + ":" + text + "}"
	switch {
	case v.Kind() == values.Array && v.Elem(0).Kind() == values.Object:
		return "[" + object + "]"
	case v.Kind() == values.Array:
		return "[" + text + "]"
	case v.Kind() == values.Object:
		return object
	}
	return text
}

func (e *entry) isReplaced(v values.Value) bool {
	start, _, ok := v.Span()
	if !ok {
		return false
	}
	_, hidden := e.hidden[start]
	return hidden
}

// hideRest hides what is sensitive according to flags, and not hidden yet. A list or an object of
// which all parts are hidden stays: the blocks of a type are hidden one by one.
func (e *entry) hideRest(v values.Value, f values.Flags, names string) {
	if !isHidden(v) || e.isReplaced(v) {
		return
	}
	if f.Covers(v) && !e.areReplaced(v) {
		k := e.kindsAt(names)
		e.put(v, stand{k, k.class(v)}, false, nil)
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
func (e *entry) areReplaced(v values.Value) bool {
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
func (e *entry) hidePaths(v values.Value, paths []plans.Path, marks map[int]bool) {
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

func (e *entry) wants(marks map[int]bool) func(values.Value) bool {
	return func(v values.Value) bool {
		start, _, ok := v.Span()
		return ok && marks[start]
	}
}

// replace adds the edits of the values that are replaced.
func (e *entry) replace(v values.Value) {
	if start, end, ok := v.Span(); ok {
		if with, hidden := e.hidden[start]; hidden {
			e.edits.replace(start, end, []byte(replacement(v, with.text())))
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
func (e *entry) marks(side, name string, f values.Flags) {
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

// unknown replaces what flags of unknown values say about the parts of hidden values: names and
// lengths.
func (e *entry) unknown(tree, v values.Value, f values.Flags) {
	if tree.Kind() < values.Array {
		return
	}
	if e.isReplaced(v) || f.Covers(v) && !hasParts(v) {
		start, end, ok := tree.Span()
		if !ok {
			return
		}
		isAny := values.UnknownFlags(tree).Any()
		text := string(values.AppendString(nil, copies.StandIn(1)))
		switch {
		case tree.Kind() == values.Array && isAny:
			text = "[true]"
		case tree.Kind() == values.Array:
			text = "[]"
		case isAny:
			text = "{" + text + ":true}"
		default:
			text = "{}"
		}
		e.edits.replace(start, end, []byte(text))
		return
	}
	for i, part := range tree.Elems() {
		e.unknown(part, v.Elem(i), f.At(plans.Index(i)))
	}
	for _, m := range tree.Members() {
		e.unknown(m.Value, v.Get(m.Name), f.At(plans.Key(m.Name)))
	}
}

// hasParts reports whether a list or an object is hidden part by part.
func hasParts(v values.Value) bool { return v.Kind() >= values.Array && v.Len() > 0 }

// paths replaces the steps of replace paths that lead into hidden values.
func (e *entry) paths(before, after values.Flags) {
	for _, path := range e.object.Get(e.fields.replacePaths).Elems() {
		was, is, wasFlags, isFlags := e.verdict.Before, e.verdict.After, before, after
		for _, step := range path.Elems() {
			if e.isReplaced(was) || e.isReplaced(is) || wasFlags.Covers(was) && !hasParts(was) || isFlags.Covers(is) && !hasParts(is) ||
				step.Kind() >= values.Array && (wasFlags.Any() || isFlags.Any()) {
				e.step(step)
			}
			next := plans.Index(-1)
			switch step.Kind() {
			case values.String:
				next = plans.Key(step.Text())
				was, is = was.Get(step.Text()), is.Get(step.Text())
			case values.Number:
				i := indexOf(step)
				next = plans.Index(i)
				was, is = was.Elem(i), is.Elem(i)
			default:
				was, is = values.Value{}, values.Value{}
			}
			wasFlags, isFlags = wasFlags.At(next), isFlags.At(next)
		}
	}
}

// step replaces a step of a path.
func (e *entry) step(v values.Value) {
	start, end, ok := v.Span()
	if !ok {
		return
	}
	switch v.Kind() {
	case values.Number:
		e.edits.replace(start, end, []byte("0"))
	case values.Array:
		e.edits.replace(start, end, []byte("[]"))
	case values.Object:
		e.edits.replace(start, end, []byte("{}"))
	case values.String:
		e.edits.replace(start, end, values.AppendString(nil, copies.StandIn(1)))
	}
}

// indexOf returns the index that a number spells, or -1.
func indexOf(v values.Value) int {
	f, err := strconv.ParseFloat(v.Text(), 64)
	if err != nil || f < 0 || f >= 1<<31 || f != float64(int(f)) {
		return -1
	}
	return int(f)
}
