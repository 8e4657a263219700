package planvalue

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/funcs"
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
	config    *config.Config
	variables Variables
	functions map[string]*funcs.Function

	mu    sync.Mutex
	known map[instanceExpr]outcome
	work  int
}

// maxWork is how many expressions are looked at for a document.
const maxWork = 1_000_000

// maxText is how long the texts are that are kept of expressions.
const maxText = 1 << 16

// instanceExpr is an expression in an instance of a module, and for an instance of a resource.
type instanceExpr struct {
	expr    hclsyntax.Expression
	address string
}

// NewConfigured returns what a configuration says. It is nil if there is none.
func NewConfigured(c *config.Config, v Variables) *Configured {
	if c == nil {
		return nil
	}
	return &Configured{config: c, variables: v, functions: functions(), known: map[instanceExpr]outcome{}}
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
	return &configuredFacts{configured: c, resource: r, header: h, block: block, trust: trust, scope: scope{module: c.config.ModuleOf(h.ModuleAddress), address: h.ModuleAddress, instance: h.Address, key: h.Index}}
}

// scope is where an expression is evaluated.
type scope struct {
	module   *config.Module
	address  string            // of the instance of the module
	instance string            // of the resource or the module call that the expression belongs to
	key      plans.InstanceKey // of that instance
}

// configuredFacts are the facts about a resource.
type configuredFacts struct {
	configured *Configured
	resource   *config.Resource
	header     *plans.Header
	block      *schema.Block
	trust      Trust
	scope      scope
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
	expr, ok := e.HCL().(hclsyntax.Expression)
	if !ok {
		return own
	}
	f.configured.mu.Lock()
	defer f.configured.mu.Unlock()
	var o outcome
	if part := inside(expr, rest); part != nil {
		o = f.configured.eval(part, f.scope, 0)
	} else {
		o = f.configured.eval(expr, f.scope, 0)
		for _, s := range rest {
			o = o.at(s)
		}
	}
	fact := Fact{From: where}
	if o.isKnown() {
		// The provider may have changed it, or else it would be known.
		return own
	}
	fact.NotNull = o.notNull
	fact.Prefix = o.prefix
	fact.Suffix = value.Unknown(cty.String).WithSuffix(o.suffix).Suffix() // without what may combine with what is in front of it
	fact.Document = o.document
	f.collection(&fact, o, steps)
	fact.Identity = f.identity(o, steps)
	if fact.Identity != "" {
		if t, ok := f.scalarType(steps, o.reference); ok {
			fact.Among = among(o.reference, t)
			fact.NotNull = fact.NotNull || fact.Among != ""
		}
		own = nil // what it refers to is the better name
	}
	return append(own, fact)
}

// collection adds what an expression says of the elements of an attribute that is a list, a set or a map.
func (f *configuredFacts) collection(fact *Fact, o outcome, steps []plans.Step) {
	name, _ := steps[0].Key()
	a := f.block.Attribute(name)
	if a == nil || a.Nested != nil || len(steps) > 1 || f.trust == Guessed || !a.Type.IsCollectionType() || !o.notNull {
		return
	}
	least, certain := 0, map[string]value.Value{}
	member := func(name string, m value.Value) {
		v, may, err := value.Convert(m, a.Type.ElementType())
		if err == nil && may == nil && !v.MayBeNull() { // providers leave out elements that are null
			certain[name] = v
		}
	}
	switch {
	case o.collection != nil && a.Type.IsMapType():
		for _, name := range o.collection.CertainNames() {
			m, _ := o.collection.CertainMember(name)
			member(name, m)
		}
		least = len(certain)
	case o.collection != nil:
		least, _, _ = o.collection.Length()
	case o.members != nil && a.Type.IsMapType():
		for name, m := range o.members {
			member(name, m.asValue(a.Type.ElementType()))
		}
		least = len(certain)
	case o.elems != nil:
		least = len(o.elems)
	}
	if !a.Type.IsListType() && !a.Type.IsMapType() {
		least = min(least, 1) // elements may be equal
	}
	if least > 0 {
		fact.Length.Min.Number = strconv.Itoa(least)
	}
	if a.Type.IsMapType() {
		fact.Members = certain
	}
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
// known only if that is a unique ID: such an ID is no text of a number or a bool, so that what is set to it is a string.
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

// identity returns the name of the value that an expression refers to, or "".
func (f *configuredFacts) identity(o outcome, steps []plans.Step) string {
	t, ok := f.scalarType(steps, o.reference)
	if !ok || o.reference == "" {
		return ""
	}
	for _, through := range o.through {
		if through != t {
			return ""
		}
	}
	name, _ := steps[0].Key()
	if a := f.block.Attribute(name); a.Computed && !strings.HasSuffix(o.reference, ".id") {
		return "" // if it is null, the provider chooses a value
	}
	return identity(o.reference, t)
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

// inside returns the expression of a part of an object or a tuple, or nil if it is not clear.
func inside(e hclsyntax.Expression, steps []plans.Step) hclsyntax.Expression {
	for _, s := range steps {
		for {
			p, ok := e.(*hclsyntax.ParenthesesExpr)
			if !ok {
				break
			}
			e = p.Expression
		}
		var found hclsyntax.Expression
		switch e := e.(type) {
		case *hclsyntax.ObjectConsExpr:
			name, ok := s.Key()
			if !ok {
				return nil
			}
			for _, item := range e.Items {
				k, ok := item.KeyExpr.(*hclsyntax.ObjectConsKeyExpr)
				if !ok || len(k.Variables()) > 0 {
					return nil // it may be the key
				}
				v, diags := k.Value(nil)
				if diags.HasErrors() || v.IsNull() || v.Type() != cty.String {
					return nil
				}
				if v.AsString() == name {
					found = item.ValueExpr
				}
			}
		case *hclsyntax.TupleConsExpr:
			if i, ok := s.Index(); ok && i < len(e.Exprs) {
				found = e.Exprs[i]
			}
		}
		if found == nil {
			return nil
		}
		e = found
	}
	return e
}
