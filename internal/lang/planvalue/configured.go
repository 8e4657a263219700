package planvalue

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Variables are the values of the variables of the root module.
type Variables struct {
	Values map[string]values.Value
	// Defaults says that a variable without a value has the default of the configuration.
	Defaults bool
}

// Configured is what a configuration says about values that are not known yet: what texts they begin and
// end with, that they are not null, and which of them are the same. It is safe for concurrent use. A nil
// *Configured says nothing.
type Configured struct {
	config *config.Config

	mu          sync.Mutex
	interpreter *interpreter
}

// NewConfigured returns what a configuration says. It is nil if there is none.
func NewConfigured(c *config.Config, v Variables) *Configured {
	if c == nil {
		return nil
	}
	return &Configured{config: c, interpreter: newInterpreter(v)}
}

// Of returns what the configuration says about the values of a resource that have a schema. It is nil if
// it says nothing.
func (c *Configured) Of(h *plans.Header, block *schema.Block, trust Trust) Facts {
	if c == nil {
		return nil
	}
	r := c.config.ResourceOf(h)
	if r == nil {
		return nil
	}
	return &configuredFacts{configured: c, resource: r, header: h, block: block, trust: trust, scope: moduleScope{module: c.config.ModuleOf(h.ModuleAddress), address: h.ModuleAddress, instance: h.Address, key: h.Index}}
}

// value returns what is known of an expression.
func (c *Configured) value(e *config.Expression, s moduleScope) value.Value {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.interpreter.eval(e, s)
}

// configuredFacts are the facts about a resource.
type configuredFacts struct {
	configured *Configured
	resource   *config.Resource
	header     *plans.Header
	block      *schema.Block
	trust      Trust
	scope      moduleScope
}

// Of returns what the configuration says about the value at a path.
func (f *configuredFacts) Of(path plans.Path) []Fact {
	steps := path.Steps()
	if len(steps) == 0 {
		return nil
	}
	e, rest, where := f.find(f.resource.Body, f.block, steps)
	own := f.self(path)
	if e == nil {
		return own
	}
	v := f.configured.value(e, f.scope)
	for _, step := range rest {
		v = partOf(v, step)
	}
	if v.IsWhollyKnown() {
		// The provider may have changed it, or else it would be known.
		return own
	}
	fact := Fact{From: where}
	if !v.MayBeNull() { // or else, the provider may choose it
		fact.NotNull = true
		fact.Prefix, fact.Suffix = v.Prefix(), v.Suffix()
		if d, ok := v.Document(); ok {
			fact.Document = &d
		}
		f.collection(&fact, v, steps)
	}
	reference := referenceOf(v)
	fact.Identity = f.identity(v, reference, steps)
	if fact.Identity != "" {
		if t, ok := f.scalarType(steps, reference); ok {
			fact.Among = among(reference, t)
			fact.NotNull = fact.NotNull || fact.Among != ""
		}
		own = nil // what it refers to is the better name
	}
	return append(own, fact)
}

// partOf returns what is known of a part of a value.
func partOf(v value.Value, s plans.Step) value.Value {
	if name, ok := s.Key(); ok {
		if part, ok := v.Attr(name); ok {
			return part
		}
		if part, ok := v.CertainMember(name); ok {
			return part
		}
	}
	if i, ok := s.Index(); ok {
		if part, ok := v.Elem(i); ok {
			return part
		}
	}
	return anyValue()
}

// collection adds what a value says of the elements of an attribute that is a list, a set or a map.
func (f *configuredFacts) collection(fact *Fact, v value.Value, steps []plans.Step) {
	name, _ := steps[0].Key()
	a := f.block.Attribute(name)
	if a == nil || a.Nested != nil || len(steps) > 1 || f.trust == Guessed || !a.Type.IsCollectionType() {
		return
	}
	least, _, _ := v.Length()
	switch {
	case a.Type.IsMapType():
		fact.Members = certainMembers(v, a.Type.ElementType())
		least = len(fact.Members)
	case !a.Type.IsListType():
		least = min(least, 1) // elements may be equal
	}
	if least > 0 {
		fact.Length.Min.Number = strconv.Itoa(least)
	}
}

// certainMembers returns the elements that a map has for certain. Providers leave out those that are null.
func certainMembers(v value.Value, elem cty.Type) map[string]value.Value {
	names := v.CertainNames()
	if t := v.Type(); v.IsKnown() && (t.IsMapType() || t.IsObjectType()) {
		names, _ = v.Named()
	}
	certain := map[string]value.Value{}
	for _, name := range names {
		m, may, err := value.Convert(partOf(v, plans.Key(name)), elem)
		if err == nil && may == nil && !m.MayBeNull() {
			certain[name] = m
		}
	}
	return certain
}

// self returns the fact that a value of an object is the same as others that refer to it.
func (f *configuredFacts) self(path plans.Path) []Fact {
	reference := f.header.Address + "." + path.String()
	t, ok := f.scalarType(path.Steps(), reference)
	if !ok {
		return nil
	}
	fact := Fact{Identity: identity(reference, t), From: "the plan"}
	if f.header.Deposed == "" && f.header.Mode == "managed" {
		fact.Among = among(reference, t)
		fact.NotNull = fact.Among != ""
	}
	return []Fact{fact}
}

// identity is a name that values share if they are equal. Values of different types are never equal.
func identity(reference string, t cty.Type) string { return reference + " as " + t.FriendlyName() }

// scalarType returns the type of the value at a path, if it is a scalar. reference is what it is equal to. Without a schema, the type is
// known only if that is a unique ID: such an ID is not text of a number or a bool, so that what is set to it is a string.
func (f *configuredFacts) scalarType(steps []plans.Step, reference string) (cty.Type, bool) {
	name, _ := steps[0].Key()
	a := f.block.Attribute(name)
	switch {
	case a == nil || a.Nested != nil || len(steps) > 1:
		return cty.NilType, false
	case f.trust == Guessed:
		return cty.String, strings.HasSuffix(reference, ".id") && among(reference, cty.String) != ""
	}
	return a.Type, a.Type.IsPrimitiveType()
}

// referenceOf returns the address of the value of an object that a value is equal to, but for its type, or "".
func referenceOf(v value.Value) string {
	if v.Type() == cty.DynamicPseudoType {
		return v.Identity()
	}
	return strings.TrimSuffix(v.Identity(), identity("", v.Type()))
}

// identity returns the name of a value that is equal to another one, or "".
func (f *configuredFacts) identity(v value.Value, reference string, steps []plans.Step) string {
	t, ok := f.scalarType(steps, reference)
	if !ok || reference == "" || v.Type() != cty.DynamicPseudoType && v.Type() != t {
		return ""
	}
	name, _ := steps[0].Key()
	if a := f.block.Attribute(name); a.Computed && !strings.HasSuffix(reference, ".id") {
		return "" // if it is null, the provider chooses a value
	}
	return identity(reference, t)
}

// find returns the expression of the attribute that a path leads to or into, the rest of the path behind
// it, and where the attribute is.
func (f *configuredFacts) find(body *config.Body, block *schema.Block, steps []plans.Step) (e *config.Expression, rest []plans.Step, where string) {
	for {
		name, ok := steps[0].Key()
		if !ok || block == nil {
			return nil, nil, ""
		}
		n := block.NestedBlock(name)
		if n == nil {
			a := body.Attribute(name)
			if a == nil {
				return nil, nil, ""
			}
			return a.Value, steps[1:], fmt.Sprintf("%s:%d", plans.SpellName(a.Position.File), a.Position.Line)
		}
		blocks := body.Blocks(name, 0)
		i := 0
		steps = steps[1:]
		switch n.Nesting {
		case schema.NestingList:
			if len(steps) == 0 {
				return nil, nil, ""
			}
			i, ok = steps[0].Index()
			steps = steps[1:]
		case schema.NestingSingle, schema.NestingGroup:
		default: // blocks of a set or a map are not in the order of the text
			return nil, nil, ""
		}
		for _, b := range blocks {
			ok = ok && !b.Dynamic
		}
		if !ok || i >= len(blocks) || len(steps) == 0 {
			return nil, nil, ""
		}
		body, block = blocks[i].Body, n.Block
	}
}
