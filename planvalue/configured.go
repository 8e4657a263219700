package planvalue

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/ctystrings"

	"github.com/planfmt/planfmt/config"
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
	return &Configured{config: c, variables: v, known: map[instanceExpr]outcome{}}
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

// outcome is what is known of the value of an expression.
type outcome struct {
	// value is the value if it is known; if not, it is cty.NilVal.
	value cty.Value
	// notNull and the texts are about a value that is not known.
	notNull        bool
	prefix, suffix string
	// reference is the value that it is, if it is exactly one of an object of the
	// plan: aws_s3_bucket.b["x"].id.
	reference string
	// instances says that the reference is to all instances of a resource.
	instances bool
	// through are the types to which the value has been converted on its way.
	through []cty.Type
}

func (o outcome) isKnown() bool { return o.value != cty.NilVal }

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
	if expr = inside(expr, rest); expr == nil {
		return own
	}
	f.configured.mu.Lock()
	defer f.configured.mu.Unlock()
	o := f.configured.eval(expr, f.scope, 0)
	fact := Fact{From: where}
	if o.isKnown() {
		// The provider may have changed it, or else it would be known.
		return own
	}
	fact.NotNull = o.notNull
	fact.Prefix = o.prefix
	fact.Suffix = o.suffix
	fact.Identity = f.identity(o, steps)
	if fact.Identity != "" {
		own = nil // what it refers to is the better name
	}
	return append(own, fact)
}

// self returns the fact that a value of an object is the same as others that refer to it.
func (f *configuredFacts) self(path plans.Path) []Fact {
	t, ok := f.scalarType(path.Steps())
	if !ok {
		return nil
	}
	return []Fact{{Identity: identity(f.header.Address+"."+path.String(), t), From: "the plan"}}
}

// identity is a name that values share if they are equal. Values of different types are never equal.
func identity(reference string, t cty.Type) string { return reference + " as " + t.FriendlyName() }

// scalarType returns the type of the value at a path, if it is a scalar.
func (f *configuredFacts) scalarType(steps []plans.Step) (cty.Type, bool) {
	name, _ := steps[0].Key()
	a := f.block.Attribute(name)
	if a == nil || a.Nested != nil || len(steps) > 1 || f.trust == Guessed {
		return cty.NilType, false
	}
	return a.Type, a.Type.IsPrimitiveType()
}

// identity returns the name of the value that an expression refers to, or "".
func (f *configuredFacts) identity(o outcome, steps []plans.Step) string {
	t, ok := f.scalarType(steps)
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

// maxDepth is how deep expressions refer to others.
const maxDepth = 100

// eval finds out what is known of the value of an expression. What would take too long is not known.
func (c *Configured) eval(e hclsyntax.Expression, s scope, depth int) outcome {
	key := instanceExpr{e, s.address + " " + s.instance}
	if o, ok := c.known[key]; ok {
		return o
	}
	if c.work++; c.work > maxWork || depth > maxDepth {
		return outcome{}
	}
	c.known[key] = outcome{} // if it refers to itself
	o := c.find(e, s, depth)
	if o.isKnown() && o.value.Type() == cty.String && len(o.value.AsString()) > maxText {
		text := o.value.AsString()
		o = outcome{notNull: true, prefix: text[:maxText/2], suffix: text[len(text)-maxText/2:]}
	}
	o.prefix, o.suffix = cutStart(o.prefix), cutEnd(o.suffix)
	c.known[key] = o
	return o
}

func cutStart(s string) string { return s[:min(len(s), maxText)] }

func cutEnd(s string) string { return s[max(0, len(s)-maxText):] }

func (c *Configured) find(e hclsyntax.Expression, s scope, depth int) outcome {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return c.eval(e.Expression, s, depth+1)
	case *hclsyntax.TemplateWrapExpr:
		return c.eval(e.Wrapped, s, depth+1)
	case *hclsyntax.TemplateExpr:
		return c.template(e, s, depth)
	case *hclsyntax.ConditionalExpr:
		return c.conditional(e, s, depth)
	case *hclsyntax.ScopeTraversalExpr:
		return c.traversal(e.Traversal, s, depth)
	case *hclsyntax.RelativeTraversalExpr:
		return c.steps(c.eval(e.Source, s, depth+1), e.Traversal)
	case *hclsyntax.IndexExpr:
		key := c.eval(e.Key, s, depth+1)
		if !key.isKnown() || key.value.IsNull() {
			return outcome{}
		}
		return c.steps(c.eval(e.Collection, s, depth+1), hcl.Traversal{hcl.TraverseIndex{Key: key.value}})
	case *hclsyntax.LiteralValueExpr:
		if !e.Val.IsWhollyKnown() || e.Val.Type() == cty.Number && !e.Val.IsNull() && !fits(e.Val.AsBigFloat()) {
			return outcome{}
		}
		return outcome{value: e.Val}
	}
	return c.compute(e, s, depth)
}

// compute evaluates an expression that has only operators, if all its operands are known.
func (c *Configured) compute(e hclsyntax.Expression, s scope, depth int) outcome {
	operand := func(e hclsyntax.Expression) (hclsyntax.Expression, bool) {
		o := c.eval(e, s, depth+1)
		if !o.isKnown() {
			return nil, false
		}
		return &hclsyntax.LiteralValueExpr{Val: o.value, SrcRange: e.Range()}, true
	}
	switch e := e.(type) {
	case *hclsyntax.BinaryOpExpr:
		left, ok1 := operand(e.LHS)
		right, ok2 := operand(e.RHS)
		if ok1 && ok2 {
			return evaluated(&hclsyntax.BinaryOpExpr{LHS: left, Op: e.Op, RHS: right, SrcRange: e.SrcRange})
		}
	case *hclsyntax.UnaryOpExpr:
		if x, ok := operand(e.Val); ok {
			return evaluated(&hclsyntax.UnaryOpExpr{Op: e.Op, Val: x, SrcRange: e.SrcRange, SymbolRange: e.SymbolRange})
		}
	}
	return outcome{}
}

func evaluated(e hclsyntax.Expression) outcome {
	v, diags := e.Value(nil)
	if diags.HasErrors() || !v.IsWhollyKnown() || v.Type() == cty.Number && !v.IsNull() && !fits(v.AsBigFloat()) {
		return outcome{}
	}
	return outcome{value: v}
}

// asText returns a known value as a template has it.
func asText(v cty.Value) (string, bool) {
	s, err := convert.Convert(v, cty.String)
	if err != nil || s.IsNull() || !s.IsKnown() {
		return "", false
	}
	return s.AsString(), true
}

// template finds out what a template begins and ends with. It is never null.
func (c *Configured) template(e *hclsyntax.TemplateExpr, s scope, depth int) outcome {
	var b strings.Builder
	first, last := outcome{}, outcome{}
	known := true
	for _, p := range e.Parts {
		o := c.eval(p, s, depth+1)
		if o.isKnown() {
			text, ok := asText(o.value)
			if !ok {
				return outcome{}
			}
			if b.Len() < 2*maxText {
				b.WriteString(text)
			}
			continue
		}
		if known {
			known = false
			first = outcome{notNull: true, prefix: b.String() + o.prefix}
		}
		last = o
		b.Reset()
	}
	if known {
		if b.Len() >= 2*maxText {
			return outcome{notNull: true, prefix: safePrefix(b.String()[:maxText])}
		}
		return outcome{value: cty.StringVal(b.String())}
	}
	first.prefix = safePrefix(first.prefix)
	if b.Len() < 2*maxText {
		first.suffix = last.suffix + b.String()
	}
	return first
}

// safePrefix returns the part of the beginning of a text that stays the same whatever follows.
func safePrefix(s string) string { return ctystrings.SafeKnownPrefix(ctystrings.Normalize(s)) }

// conditional finds out what the results of a condition have in common.
func (c *Configured) conditional(e *hclsyntax.ConditionalExpr, s scope, depth int) outcome {
	condition := c.eval(e.Condition, s, depth+1)
	if condition.isKnown() {
		b, err := convert.Convert(condition.value, cty.Bool)
		if err != nil || b.IsNull() {
			return outcome{}
		}
		chosen := e.TrueResult
		if b.False() {
			chosen = e.FalseResult
		}
		o := c.eval(chosen, s, depth+1)
		o.reference = "" // it may have been converted to the type of the other one
		return o
	}
	a, b := c.eval(e.TrueResult, s, depth+1), c.eval(e.FalseResult, s, depth+1)
	a, ok1 := a.asUnknown()
	b, ok2 := b.asUnknown()
	if !ok1 || !ok2 {
		return outcome{}
	}
	return outcome{
		notNull: a.notNull && b.notNull,
		prefix:  safePrefix(commonStart(a.prefix, b.prefix)), suffix: commonEnd(a.suffix, b.suffix),
	}
}

// asUnknown returns what is known of a known value as of one that is not.
func (o outcome) asUnknown() (outcome, bool) {
	if !o.isKnown() {
		return o, true
	}
	if o.value.IsNull() {
		return outcome{}, true
	}
	if o.value.Type().IsPrimitiveType() {
		text, ok := asText(o.value)
		return outcome{notNull: true, prefix: text, suffix: text}, ok
	}
	return outcome{notNull: true}, true
}

func commonStart(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return strings.ToValidUTF8(a[:n], "")
}

func commonEnd(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return strings.ToValidUTF8(a[len(a)-n:], "")
}

// traversal finds out what a reference stands for.
func (c *Configured) traversal(t hcl.Traversal, s scope, depth int) outcome {
	name := func(i int) string {
		if i < len(t) {
			if a, ok := t[i].(hcl.TraverseAttr); ok {
				return a.Name
			}
		}
		return ""
	}
	switch t.RootName() {
	case "var":
		return c.steps(c.variable(name(1), s, depth), t[min(2, len(t)):])
	case "local":
		for _, l := range s.module.Locals {
			if l.Name == name(1) {
				// Locals belong to the module, not to one of its resources.
				inner := s
				inner.instance, inner.key = s.address, ""
				return c.steps(c.expression(l.Value, inner, depth), t[2:])
			}
		}
	case "each":
		if name(1) == "key" && s.key.IsString() && len(t) == 2 {
			return outcome{value: cty.StringVal(s.key.Text())}
		}
	case "count":
		if n, ok := parseNumber(s.key.Text()); ok && name(1) == "index" && len(t) == 2 && !s.key.IsString() {
			return outcome{value: n}
		}
	case "module":
		return c.output(t, s, depth)
	case "self", "path", "terraform", "ephemeral", "action":
	case "data":
		if typ, n := name(1), name(2); typ != "" && n != "" && s.module.Resource("data."+typ+"."+n) != nil {
			return c.object(s.module.Resource("data."+typ+"."+n), s, t[3:])
		}
	default:
		if r := s.module.Resource(t.RootName() + "." + name(1)); r != nil {
			return c.object(r, s, t[2:])
		}
	}
	return outcome{}
}

// expression evaluates an expression of the configuration.
func (c *Configured) expression(e *config.Expression, s scope, depth int) outcome {
	expr, ok := e.HCL().(hclsyntax.Expression)
	if !ok {
		return outcome{}
	}
	return c.eval(expr, s, depth+1)
}

// steps goes on from a value.
func (c *Configured) steps(o outcome, t hcl.Traversal) outcome {
	if len(t) == 0 {
		return o
	}
	if o.isKnown() {
		v, diags := t.TraverseRel(o.value)
		if diags.HasErrors() || !v.IsWhollyKnown() {
			return outcome{}
		}
		return outcome{value: v}
	}
	if o.reference == "" || len(o.through) > 0 {
		return outcome{}
	}
	reference := o.reference
	if o.instances {
		index, ok := t[0].(hcl.TraverseIndex)
		if !ok {
			return outcome{}
		}
		if reference = appendKey(reference, index.Key); reference == "" || len(t) == 1 {
			return outcome{reference: reference}
		}
		t = t[1:]
	}
	return outcome{reference: appendSteps(reference, t)}
}

// appendKey returns the address of an instance, or "" if the key is not known.
func appendKey(address string, key cty.Value) string {
	switch {
	case key.IsNull() || !key.IsKnown():
	case key.Type() == cty.String:
		return address + "[" + strconv.Quote(key.AsString()) + "]"
	case key.Type() == cty.Number:
		if i, accuracy := key.AsBigFloat().Int64(); accuracy == 0 {
			return address + "[" + strconv.FormatInt(i, 10) + "]"
		}
	}
	return ""
}

// appendSteps returns a reference with more steps, or "" if one of them is not known.
func appendSteps(reference string, t hcl.Traversal) string {
	var steps []plans.Step
	for _, step := range t {
		switch step := step.(type) {
		case hcl.TraverseAttr:
			steps = append(steps, plans.Key(step.Name))
		case hcl.TraverseIndex:
			switch k := step.Key; {
			case k.IsNull() || !k.IsKnown():
				return ""
			case k.Type() == cty.String:
				steps = append(steps, plans.Key(k.AsString()))
			case k.Type() == cty.Number:
				i, accuracy := k.AsBigFloat().Int64()
				if accuracy != 0 || i < 0 || i > 1<<31 {
					return ""
				}
				steps = append(steps, plans.Index(int(i)))
			default:
				return ""
			}
		default:
			return ""
		}
	}
	rest := plans.NewPath(steps...).String()
	if strings.HasPrefix(rest, "[") {
		return reference + rest
	}
	return reference + "." + rest
}

// object is what a reference to a resource stands for. A resource with several instances is a collection of
// them.
func (c *Configured) object(r *config.Resource, s scope, t hcl.Traversal) outcome {
	reference := r.Address()
	if s.address != "" {
		reference = s.address + "." + reference
	}
	return c.steps(outcome{reference: reference, instances: r.Count != nil || r.ForEach != nil}, t)
}

// variable is what a variable of a module stands for.
func (c *Configured) variable(name string, s scope, depth int) outcome {
	var declared *config.Variable
	for _, v := range s.module.Variables {
		if v.Name == name {
			declared = v
		}
	}
	if declared == nil {
		return outcome{}
	}
	typ, hasType := cty.DynamicPseudoType, false
	if declared.Type != nil {
		t, _, diags := typeexpr.TypeConstraintWithDefaults(declared.Type.HCL())
		if diags.HasErrors() {
			return outcome{}
		}
		typ, hasType = t, t != cty.DynamicPseudoType
	}
	if hasType && !typ.IsPrimitiveType() {
		return outcome{} // its parts may be converted, or get defaults
	}
	var o outcome
	switch {
	case s.module.Parent == nil:
		v, ok := c.variables.Values[name]
		if !ok && c.variables.Defaults {
			v, ok = declared.DefaultValue()
		}
		if !ok {
			return outcome{}
		}
		if o.value, ok = known1(v); !ok {
			return outcome{}
		}
	default:
		parent, call := parentOf(s)
		if call == nil {
			return outcome{}
		}
		a := call.Inputs.Attribute(name)
		if a == nil {
			v, ok := declared.DefaultValue()
			if !ok {
				return outcome{}
			}
			if o.value, ok = known1(v); !ok {
				return outcome{}
			}
			break
		}
		o = c.expression(a.Value, parent, depth)
	}
	if declared.Default != nil && (!o.isKnown() && !o.notNull || o.isKnown() && o.value.IsNull()) {
		// If the variable is not nullable, its default takes the place of null.
		return outcome{}
	}
	if !hasType {
		return o
	}
	if o.isKnown() {
		v, err := convert.Convert(o.value, typ)
		if err != nil {
			return outcome{}
		}
		return outcome{value: v}
	}
	if typ != cty.String {
		o.prefix, o.suffix = "", ""
	}
	o.through = append(o.through[:len(o.through):len(o.through)], typ)
	return o
}

// known1 returns a value of a plan.
func known1(v values.Value) (cty.Value, bool) {
	b := builder{}
	built := b.build(&shape{typ: cty.DynamicPseudoType}, part{value: v})
	return built.Cty(), built.Cty().IsWhollyKnown()
}

// parentOf returns the scope in which the arguments of the call of a module are evaluated.
func parentOf(s scope) (scope, *config.Call) {
	m := s.module
	call := m.Parent.Call(m.Path[len(m.Path)-1])
	all, key := plans.SplitKey(s.address)
	parent := strings.TrimSuffix(strings.TrimSuffix(all, "module."+m.Path[len(m.Path)-1]), ".")
	out := scope{module: m.Parent, address: parent, instance: s.address}
	if len(key) > 2 {
		out.key = plans.InstanceKey(key[1 : len(key)-1])
		if k, ok := plans.ParseKey(string(out.key)); ok {
			out.key = k
		}
	}
	return out, call
}

// output is what a reference to an output of a module stands for.
func (c *Configured) output(t hcl.Traversal, s scope, depth int) outcome {
	if len(t) < 3 {
		return outcome{}
	}
	step, ok := t[1].(hcl.TraverseAttr)
	if !ok {
		return outcome{}
	}
	call := s.module.Call(step.Name)
	if call == nil {
		return outcome{}
	}
	address := "module." + call.Name
	if s.address != "" {
		address = s.address + "." + address
	}
	rest := t[2:]
	if index, ok := rest[0].(hcl.TraverseIndex); ok {
		if address = appendKey(address, index.Key); address == "" {
			return outcome{}
		}
		rest = rest[1:]
	} else if call.Count != nil || call.ForEach != nil {
		return outcome{}
	}
	if len(rest) == 0 {
		return outcome{}
	}
	name, ok := rest[0].(hcl.TraverseAttr)
	if !ok {
		return outcome{}
	}
	for _, o := range call.Module.Outputs {
		if o.Name == name.Name {
			inner := scope{module: call.Module, address: address, instance: cmp.Or(address, ".")}
			return c.steps(c.expression(o.Value, inner, depth), rest[1:])
		}
	}
	return outcome{}
}
