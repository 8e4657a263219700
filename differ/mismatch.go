package differ

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// require checks that both sides are of a kind, or null. A string may stand for a redacted value as a whole, but
// not beside a value that is there.
func (s inherited) require(c *values.Change, kind values.Kind) error {
	if s.redacted && s.standIns && standsIn(c.Before) && standsIn(c.After) {
		return nil
	}
	return c.Require(kind)
}

func standsIn(v values.Value) bool { return v.IsNull() || v.Kind() == values.String }

// dropStandIns returns the change without strings that stand for redacted lists or maps. It
// changes the scope to that of the parts.
func (s *inherited) dropStandIns(c *values.Change) values.Change {
	present := *c
	if s.standIns && c.Before.Kind() == values.String {
		present.Before = values.Value{}
	}
	if s.standIns && c.After.Kind() == values.String {
		present.After = values.Value{}
	}
	s.standIns = false
	return present
}

// mismatch reports that a value contradicts its schema, and compares it by its JSON
// type. If the schema has secrets, nobody can tell where in the value they are, so it
// hides the whole value. A redacted value is dropped anyway, so there it reports nothing.
func (s inherited) mismatch(c *values.Change, k comparer, err error) computed.Diff {
	if s.redacted {
		return s.newScalar(c)
	}
	s.note(err)
	if k.hasSecrets() {
		return newMismatch(s.redactWhole(c, k))
	}
	return newMismatch(s.compare(c, untyped{}))
}

// newMismatch returns a diff with the note that it contradicts its schema.
func newMismatch(d computed.Diff) computed.Diff {
	d.Renderer = renderers.Mismatch(d)
	return d
}

// redactWhole compares a value as a whole and keeps nothing of it.
func (s inherited) redactWhole(c *values.Change, k comparer) computed.Diff {
	action := leafAction(c)
	if c.IsUnknown() && action == plans.Delete {
		action = plans.Update
	}
	on := plans.Sides{Before: true, After: true}
	s.tellSecrets(c, on)
	if s.onHidden != nil && !s.redacted {
		h := newHidden(c, k, action, on)
		h.Mismatch = true
		s.onHidden(h)
	}
	return newSecret(c, redaction(k, action, on), action, on)
}

var errWriteOnly = errors.New("the schema says that this attribute is write-only, yet it has a value")

// storedWriteOnly reports that a write-only attribute has a value, although no document
// holds the values of such attributes. It hides the value: that it changes is not a secret,
// but what it is may be.
func (s inherited) storedWriteOnly(c *values.Change, a *schema.Attribute) computed.Diff {
	if !s.redacted {
		field := "before"
		if c.Before.IsNull() {
			field = "after"
		}
		s.note(&plans.Error{Field: field, Path: c.Path, Err: errWriteOnly})
	}
	k := comparerOf(a)
	diff := newMismatch(s.redactWhole(c, k))
	diff.Type = k.staticType()
	return diff
}

// named is a comparer whose values have members that the schema names.
type named interface {
	comparer
	hasMember(name string) bool
}

// noteExtra remembers the members that have a value but are not in the schema.
// attributes are attributes of the schema, sorted: it is cheaper to go along them than to
// look each member up.
func (s inherited) noteExtra(c *values.Change, k named, attributes []schema.Attribute) {
	if s.redacted {
		return
	}
	for _, side := range []values.Value{c.Before, c.After} {
		next := attributes
		for _, m := range side.Members() {
			next = skipTo(next, m.Name)
			if len(next) > 0 && next[0].Name == m.Name || m.Value.IsNull() || k.hasMember(m.Name) {
				continue
			}
			if s.extra == nil {
				s.extra = map[string]bool{}
			}
			s.extra[joinNames(c.Path, m.Name)] = true
		}
	}
}

// skipTo drops the sorted attributes before a name. The cost is logarithmic in their
// number: a schema that is corrected by many different objects can have many times the
// attributes of each of them.
func skipTo(attributes []schema.Attribute, name string) []schema.Attribute {
	first, step := 0, 1
	for first+step <= len(attributes) && attributes[first+step-1].Name < name {
		first += step
		step *= 2
	}
	rest := attributes[first:min(first+step-1, len(attributes))]
	n, _ := slices.BinarySearchFunc(rest, name, compareName)
	return attributes[first+n:]
}

func compareName(a schema.Attribute, name string) int { return strings.Compare(a.Name, name) }

// joinNames joins the names on a path and one more. It leaves out the indexes. The
// result shares no memory with last, which is valid only as long as the document.
func joinNames(p plans.Path, last string) string {
	var b strings.Builder
	for _, s := range p.Steps() {
		if k, ok := s.Key(); ok {
			fmt.Fprintf(&b, "%s.", k)
		}
	}
	b.WriteString(last)
	return b.String()
}
