package planvalue

import (
	"sync"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// rest is what is known of the attributes that a part lacks which has been read without a schema. If such an
// attribute exists, it is null or a list of blocks that is empty: plans have all attributes of an object, but a
// program that has shortened the plan may have left out these.
//
// It outlives what the source has loaded, so it has memory of its own.
type rest struct {
	address string
	at      plans.Path
	unknown values.Flags
	// veiled says that no path leads to what is in the part.
	veiled bool
	// full says that the part, or the object that it is in, has attributes that are null, or empty lists. Then nobody
	// has left out empty lists.
	full bool

	mu     sync.Mutex
	causes map[string]*value.Cause // by the names of attributes
}

var _ value.Rest = (*rest)(nil)

// rest returns what is known of the attributes that a part lacks.
func (b *builder) rest(p sidePart) *rest {
	at := p.at
	if p.inside {
		at = p.outer
	}
	r := &rest{address: b.side.Address, at: at.path().Clone(), unknown: p.unknown.Clone(), veiled: p.opaque || p.inside, full: b.isFull() || hasEmpty(p.value)}
	return r
}

func (b *builder) isFull() bool {
	if !b.looked {
		b.full, b.looked = hasEmpty(b.side.Value), true
	}
	return b.full
}

// hasEmpty reports whether there is an attribute that is null or an empty list, or no object at all.
func hasEmpty(v values.Value) bool {
	for _, m := range v.Members() {
		if m.Value.IsNull() || m.Value.Kind() == values.Array && m.Value.Len() == 0 {
			return true
		}
	}
	return v.IsNull()
}

// mayLack reports whether there may be attributes that neither the plan nor a schema has.
func (b *builder) mayLack() bool { return b.side.Trust == Guessed && (!b.side.Whole || b.isUnlisted()) }

// isUnlisted reports whether nobody knows which attributes the side has: it is unknown as a whole, or withheld, and there is no schema.
func (b *builder) isUnlisted() bool {
	root := b.root()
	return b.side.Trust == Guessed && (root.unknown.Covers(root.value) || b.side.Withheld && !root.value.IsNull() && root.sensitive.Covers(root.value))
}

// open returns an object as one that may have more attributes than the plan says, if it has been read without a
// schema. What has a name that no attribute can have is a map, which has no more.
func (b *builder) open(object value.Value, p sidePart) value.Value {
	if !b.mayLack() {
		return object
	}
	for _, m := range p.value.Members() {
		if !schema.IsAttributeName(m.Name) {
			return object
		}
	}
	return object.WithRest(b.rest(p))
}

// Attr returns what an attribute is if it exists.
func (r *rest) Attr(name string) (value.Value, *value.Cause, bool) {
	if !schema.IsAttributeName(name) {
		return value.Value{}, nil, false
	}
	cause := r.cause(name)
	null := value.Of(cty.NullVal(cty.DynamicPseudoType))
	switch {
	case r.unknown.At(plans.Key(name)).Any():
		return value.Unknown(cty.DynamicPseudoType, cause), cause, true
	case r.full:
		return null, cause, true
	}
	return value.Join(null, value.Tuple(nil).WithLoose(&value.Loose{Cause: cause})).WithCauses(cause), cause, true
}

// Cause says why it is not known which attributes there are.
func (r *rest) Cause() *value.Cause { return r.cause("") }

// cause returns the cause for an attribute, or for the object if the name is empty.
func (r *rest) cause(name string) *value.Cause {
	if r.veiled {
		name = ""
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.causes[name]
	if c != nil {
		return c
	}
	c = &value.Cause{Address: r.address, Path: r.at, Label: notInPlan, NoSchema: true, Reason: "the plan does not have it, and there is no schema that says whether it exists"}
	if name != "" {
		c.Path = c.Path.Child(plans.Key(name))
	} else {
		c.Reason = "there is no schema that says which attributes it has"
	}
	if r.causes == nil {
		r.causes = map[string]*value.Cause{}
	}
	r.causes[name] = c
	return c
}
