package differ

import (
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/values"
)

// dynamic compares values that have no type but their JSON one: outputs and
// dynamic attributes, or elements. As a whole they are like others.
func (d *differ) dynamic(c values.Change) computed.Diff {
	return d.untyped(c, kind{})
}

// part compares what lies inside such values, or inside JSON in strings.
func (d *differ) part(c values.Change) computed.Diff {
	return d.untyped(c, kind{document: true})
}

func (d *differ) untyped(c values.Change, k kind) computed.Diff {
	k.compute = func(c values.Change, _ scope) computed.Diff { return d.byJSON(c) }
	return d.guarded(c, scope{legacy: true}, k)
}

func (d *differ) byJSON(c values.Change) computed.Diff {
	before, after := c.Before.Kind(), c.After.Kind()
	if c.Before.IsNull() && !c.BeforeExplicit {
		before = after
	}
	if c.After.IsNull() && !c.AfterExplicit {
		after = before
	}
	if before != after && !(c.Before.IsNull() && c.After.IsNull()) {
		return d.typeChange(c)
	}
	c.ReplacePaths = plans.PathSet{}
	switch before {
	case values.Object:
		return d.jsonObject(c)
	case values.Array:
		m := mates{rules: d.rules, object: true, dynamic: true}
		return d.sequence(c, m.align(c.Before.Elems(), c.After.Elems()), renderers.List, func(c values.Change, _ int) computed.Diff {
			return d.part(c)
		})
	case values.String:
		return d.str(c)
	}
	return newDiff(c, renderers.Primitive(literal(c.Before), literal(c.After)), leafAction(c))
}

// typeChange is the value before deleted and the one after created.
func (d *differ) typeChange(c values.Change) computed.Diff {
	before, after := c, c
	before.After, before.AfterExplicit = values.Value{}, false
	before.AfterSensitive, before.Unknown = values.Flags{}, values.Flags{}
	before.ReplacePaths = plans.PathSet{}
	after.Before, after.BeforeExplicit = values.Value{}, false
	after.BeforeSensitive = values.Flags{}
	after.ReplacePaths = plans.PathSet{}
	return newDiff(c, renderers.TypeChange(d.byJSON(before), d.byJSON(after)), plans.Update)
}

func (d *differ) jsonObject(c values.Change) computed.Diff {
	action := containerAction(c)
	m := values.MapChange{Change: c}
	keys := m.Keys(true)
	attributes := make([]computed.Member, 0, len(keys))
	for _, key := range keys {
		key = strings.Clone(key)
		child, _ := relevant(m.GetChild(key), scope{})
		a := d.part(child)
		attributes = append(attributes, computed.Member{Key: key, Diff: a})
		action = with(action, a.Action)
	}
	return newDiff(c, renderers.Object(attributes), action)
}
