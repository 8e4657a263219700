package values

// Complete returns a value after a change together with the parts that the document leaves out of it because
// they are known only after apply. unknown are its flags.
//
//   - Where flags of members are set and the value is null or absent, it is an object in which these members are absent:
//     [MapChange.Keys] has their names.
//   - Where a list of flags is longer than the list of values, there is an absent element for each one that is
//     missing. Terraform leaves unknown elements out of sets and tuples: if as many elements are unknown as a whole as
//     are missing, then those are the missing ones, and the others keep their order. Otherwise, the missing ones are
//     behind the end.
//
// It only looks at the value itself, not at its parts. Most values are returned as they are.
func (v Value) Complete(unknown Flags) Value {
	switch {
	case unknown.kind < Array, v.kind > Null && v.kind != unknown.kind:
		return v
	case unknown.kind == Object:
		if v.kind == Object || !unknown.Any() {
			return v
		}
		var members []Member
		for _, m := range unknown.tree().Members() {
			if unknown.child(m.Value).Any() {
				members = append(members, Member{m.Name, Value{}})
			}
		}
		return Value{tree: &valueTree{members: members}, kind: Object}
	}
	n, whole := v.elemCount(), 0
	if unknown.tree().elemCount() <= n {
		return v
	}
	length := n
	for i, tree := range unknown.tree().Elems() {
		flags := unknown.child(tree)
		if flags.All() {
			whole++
		}
		if i >= length && flags.Any() {
			length = i + 1
		}
	}
	leftOut := n+whole == unknown.tree().elemCount()
	switch {
	case leftOut:
		length = n + whole
	case length == n:
		return v
	}
	elems, next := make([]Value, length), 0
	for i := range elems {
		if !leftOut || !unknown.child(unknown.tree().Elem(i)).All() {
			elems[i] = v.Elem(next)
			next++
		}
	}
	return Value{tree: &valueTree{elems: elems}, kind: Array}
}
