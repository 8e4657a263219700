package dynamic

import "github.com/planfmt/planfmt/values"

// AfterUnknown returns the tree of what is unknown as plan JSON has it: with an empty
// object or a list for every part of the value, even if nothing in it is unknown, but
// without the members of objects that are known and not lists or objects.
func (v Value) AfterUnknown() values.Value { return afterUnknown(v.Known, v.Unknown) }

func afterUnknown(known, unknown values.Value) values.Value {
	switch {
	case unknown.IsTrue():
		return unknown
	case known.Kind() == values.Array:
		elems := make([]values.Value, known.Len())
		for i, e := range known.Elems() {
			elems[i] = afterUnknown(e, unknown.Elem(i))
		}
		return values.NewArray(elems...)
	case known.Kind() == values.Object:
		var members []values.Member
		for _, m := range known.Members() {
			if m.Value.Kind() >= values.Array {
				members = append(members, values.Member{Name: m.Name, Value: afterUnknown(m.Value, unknown.Get(m.Name))})
			}
		}
		for _, m := range unknown.Members() {
			if m.Value.IsTrue() {
				members = append(members, m)
			}
		}
		return values.NewObject(members...)
	}
	return values.NewBool(false)
}
