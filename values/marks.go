package values

// A tree of marks says which parts of a value are sensitive. It comes from a
// document that may be damaged, or written by hand, so what it does not say
// clearly is hidden:
//
//   - true and false speak for the value and everything below it;
//   - an object marks the members of the value, and a key that it lacks is
//     not marked;
//   - a list marks the elements of the value. Elements beyond the end of a
//     list that has any marks are hidden, since nobody says that they may be
//     seen; an empty list marks nothing;
//   - anything else is no mark and hides the value: a null, a string, a number.
//
// [Hides] asks a tree about a value; [MarkOf] and [MarkAt] are the only ways
// down. A tree that is absent marks nothing.

// Hides reports whether a tree of marks hides a value as a whole. A value that
// does not have the shape of its marks is hidden if any of them is set: no one
// can tell which part they are for.
func Hides(marks, value Value) bool {
	switch marks.Kind() {
	case Absent:
		return false
	case Bool:
		return marks.IsTrue()
	case Null:
		return !value.IsNull() // behind a null there is nothing to hide
	case Object, Array:
		return value.Kind() != marks.Kind() && !value.IsNull() && AnyMark(marks)
	}
	return true
}

// MarkOf is the tree of marks of a member.
func MarkOf(marks Value, key string) Value {
	if k := marks.Kind(); k != Object && k != Array {
		return marks
	}
	return marks.Get(key)
}

// MarkAt is the tree of marks of an element. An index below zero stands for no
// element.
func MarkAt(marks Value, i int) Value {
	switch k := marks.Kind(); {
	case k != Object && k != Array:
		return marks
	case k == Array && marks.Len() > 0 && i >= marks.Len():
		return True()
	}
	return marks.Elem(i)
}

// True is the tree of flags that is set for a value and everything below it.
func True() Value { return Value{&node{kind: Bool, raw: []byte("true")}} }

// Flagged reports whether a flag such as an output's "sensitive" hides what it
// is for: only one that is absent or false does not.
func Flagged(flag Value) bool {
	return flag.Kind() != Absent && (flag.Kind() != Bool || flag.IsTrue())
}

// AnyMark reports whether anything in a tree of marks is set.
func AnyMark(marks Value) bool {
	switch marks.Kind() {
	case Absent:
		return false
	case Bool:
		return marks.IsTrue()
	case Null, Number, String:
		return true
	}
	for _, e := range marks.Elems() {
		if AnyMark(e) {
			return true
		}
	}
	for _, m := range marks.Members() {
		if AnyMark(m.Value) {
			return true
		}
	}
	return false
}
