package fact

import (
	"iter"

	"github.com/planfmt/planfmt/values"
)

// Members yields the members of a fact in the order in which documents have them. Those that do not apply are left out, and so are
// those that could be made of a hidden value.
func (f Fact) Members() iter.Seq2[string, values.Value] {
	return func(yield func(string, values.Value) bool) {
		for _, m := range f.members() {
			if m.Value.Kind() != values.Absent && !yield(m.Name, m.Value) {
				return
			}
		}
	}
}

func (f Fact) members() []values.Member {
	all := []values.Member{
		{Name: "kind", Value: text(f.Kind.String())},
		{Name: "certainty", Value: text(f.Certainty.String())},
		{Name: "severity", Value: text(f.Severity.String())},
		{Name: "change", Value: text(f.Change.String())},
		{Name: "at", Value: list(f.At)},
		{Name: "because", Value: list(f.Because)},
		{Name: "row", Value: text(f.Row())},
		{Name: "text", Value: text(f.Text())},
	}
	switch {
	case f.Traffic != nil:
		all = append(all, f.Traffic.members()...)
	case f.Rights != nil:
		all = append(all, f.Rights.members()...)
	}
	return append(all,
		values.Member{Name: "what", Value: text(f.What)}, values.Member{Name: "how", Value: text(f.How)}, values.Member{Name: "name", Value: text(f.Name)},
		values.Member{Name: "from", Value: f.From}, values.Member{Name: "to", Value: f.To}, values.Member{Name: "direction", Value: text(f.Direction)})
}

func (t *Traffic) members() []values.Member {
	return []values.Member{
		{Name: "direction", Value: text(t.Direction)},
		{Name: "protocol", Value: text(t.Protocol)},
		{Name: "ports", Value: text(t.Ports)},
		{Name: "peer", Value: text(string(t.Peer))},
		{Name: "peers", Value: list(t.Peers)},
		{Name: "except", Value: list(t.Except)},
		{Name: "was", Value: list(t.Was)},
		{Name: "service", Value: text(t.Service)},
	}
}

func (r *Rights) members() []values.Member {
	flags := make([]string, len(r.Flags))
	for i, f := range r.Flags {
		flags[i] = string(f)
	}
	return []values.Member{
		{Name: "principal", Value: text(r.Principal)},
		{Name: "who", Value: text(string(r.Who))},
		{Name: "actions", Value: list(r.Actions)},
		{Name: "resources", Value: list(r.Resources)},
		{Name: "condition", Value: text(string(r.Condition))},
		{Name: "condition_keys", Value: list(r.ConditionKeys)},
		{Name: "flags", Value: list(flags)},
		{Name: "as", Value: text(r.As)},
		{Name: "holder", Value: text(r.Holder)},
		{Name: "scope", Value: text(r.Scope)},
	}
}

// Value returns the members of a fact as an object, for whoever evaluates expressions over facts.
func (f Fact) Value() values.Value {
	var all []values.Member
	for name, v := range f.Members() {
		all = append(all, values.Member{Name: name, Value: v})
	}
	return values.NewObject(all...)
}

// text returns a string, or nothing for an empty one.
func text(s string) values.Value {
	if s == "" {
		return values.Value{}
	}
	return values.NewString(s)
}

// list returns a list of strings, or nothing for an empty one.
func list(all []string) values.Value {
	if len(all) == 0 {
		return values.Value{}
	}
	parts := make([]values.Value, len(all))
	for i, s := range all {
		parts[i] = values.NewString(s)
	}
	return values.NewArray(parts...)
}
