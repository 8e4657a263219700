package kit

import (
	"strings"

	"github.com/planfmt/planfmt/values"
)

// FirstDifference returns the lines around the first one that differs.
func FirstDifference(have, want string) string {
	a, b := strings.Split(have, "\n"), strings.Split(want, "\n")
	for i := range a {
		if i == len(b) || a[i] != b[i] {
			around := func(lines []string) string {
				return strings.Join(lines[max(0, min(i, len(lines))-20):min(len(lines), i+5)], "\n")
			}
			return "have\n" + around(a) + "\nwant\n" + around(b)
		}
	}
	return "have less"
}

// Modern returns a plan as a version has written it that marks all that is sensitive, without
// the parts that are other members of a plan file.
func Modern(document []byte) []byte {
	v, err := new(values.Parser).Parse(document)
	if err != nil {
		return document
	}
	var members []values.Member
	for _, m := range v.Members() {
		switch m.Name {
		case "configuration", "planned_values", "prior_state", "variables", "provider_schemas":
		case "format_version":
			members = append(members, values.Member{Name: m.Name, Value: values.NewString("1.2")})
		case "terraform_version":
		case "resource_changes", "resource_drift":
			m.Value = m.Value.MapElems(func(_ int, e values.Value) values.Value { return withMember(e, "change", marked) })
			members = append(members, m)
		case "deferred_changes":
			m.Value = m.Value.MapElems(func(_ int, e values.Value) values.Value {
				return withMember(e, "resource_change", func(v values.Value) values.Value { return withMember(v, "change", marked) })
			})
			members = append(members, m)
		case "output_changes":
			m.Value = m.Value.MapMembers(func(o values.Member) values.Value { return marked(o.Value) })
			members = append(members, m)
		default:
			members = append(members, m)
		}
	}
	members = append(members, values.Member{Name: "terraform_version", Value: values.NewString("1.14.0")})
	return []byte(values.NewObject(members...).JSON())
}

// withMember replaces a member of an object.
func withMember(object values.Value, name string, f func(values.Value) values.Value) values.Value {
	return object.MapMembers(func(m values.Member) values.Value {
		if m.Name == name {
			return f(m.Value)
		}
		return m.Value
	})
}

// marked gives a change the marks that Terraform writes where nothing is sensitive.
func marked(c values.Value) values.Value {
	if c.Kind() != values.Object {
		return c
	}
	var members []values.Member
	for _, m := range c.Members() {
		members = append(members, m)
	}
	for _, side := range []string{"before", "after"} {
		tree := c.Get(side + "_sensitive")
		if tree.Kind() == values.Absent {
			tree = values.NewBool(false)
		}
		if tree.Kind() != values.Bool || !tree.IsTrue() && !c.Get("actions").IsNull() && c.Get(side).Kind() >= values.Array {
			if tree.Kind() == values.Bool {
				tree = values.NewObject()
				if c.Get(side).Kind() == values.Array {
					tree = values.NewArray()
				}
			}
			tree = values.Of(values.SensitiveFlags(tree).Shape(c.Get(side)).String())
		}
		members = append(members, values.Member{Name: side + "_sensitive", Value: tree})
	}
	return values.NewObject(members...)
}
