package planhash

import (
	"maps"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// closure finds all pieces that enter.
type closure struct {
	*Deciding
	plan    *Plan
	hasher  *Hasher
	reached map[pieceName]reach
	// queue are the pieces to visit, hiddenQueue those to which only what is masked refers: they are visited at the end.
	queue, hiddenQueue []pieceName
	modules            map[string]bool
	objects            map[attributeOfAll]bool
	found              []Part
}

// Part is a piece of the configuration, or something else of a plan file, that has entered.
type Part struct {
	// Kind is piece, state, module, backend or scope.
	Kind string
	// Module is the key of its module, or the address of the module of an object in the state. Label is what docs/hash.md calls it. Attribute is of the state. A scope has its kind as
	// Label, and its text as Attribute.
	Module, Label, Attribute string
	// Kinds are those of provisioners, if the piece has any.
	Kinds []string
	// Blocks says that the JSON of a plan has it as a list of blocks.
	Blocks bool

	entry Entry
}

// Same reports whether two parts are the same, apart from what they are called.
func (p *Part) Same(q *Part) bool { return p.entry.sum == q.entry.sum }

// Parts returns all parts that have entered.
func (d *Deciding) Parts() []Part {
	if d.done == nil {
		return nil
	}
	return d.done.found
}

// note adds what has been written as a part.
func (c *closure) note(p Part) {
	p.entry = c.hasher.end()
	c.found = append(c.found, p)
}

// reach says how a piece has been reached.
type reach uint8

const (
	notReached reach = iota
	reachedMasked
	reachedOpen
)

// attributeOfAll is an attribute of all instances of a resource in the state; an empty attribute is all of them.
type attributeOfAll struct{ module, address, attribute string }

func newClosure(d *Deciding, p *Plan) *closure {
	return &closure{
		Deciding: d, plan: p, hasher: &Hasher{Sensitive: d.sensitive},
		reached: map[pieceName]reach{}, modules: map[string]bool{}, objects: map[attributeOfAll]bool{},
	}
}

func (c *closure) run() error {
	c.queue = append(c.from.always(), c.open...)
	for len(c.queue)+len(c.hiddenQueue) > 0 {
		how, list := reachedOpen, &c.queue
		if len(c.queue) == 0 {
			how, list = reachedMasked, &c.hiddenQueue
		}
		n := (*list)[len(*list)-1]
		*list = (*list)[:len(*list)-1]
		if c.reached[n] >= how {
			continue
		}
		c.reached[n] = how
		if err := c.visit(n, how); err != nil {
			return err
		}
	}
	for n, how := range c.reached {
		if err := c.add(n, how); err != nil {
			return err
		}
	}
	if c.facts.Written != nil && c.facts.Stated == nil {
		if err := c.addWritten(); err != nil {
			return err
		}
	}
	for i := range c.found {
		if err := c.plan.Add(c.found[i].entry); err != nil {
			return err
		}
	}
	c.plan.ofFile = len(c.found) > 0 && c.facts.Stated == nil
	return nil
}

// masks reports whether the literals in a piece are left out.
func (c *closure) masks(n pieceName, how reach) (bool, error) {
	if c.sensitive {
		return false, nil
	}
	if how == reachedMasked {
		return true, nil
	}
	if strings.HasPrefix(n.label, "var.") || strings.HasPrefix(n.label, "output.") {
		return c.from.hidden(n)
	}
	if call, arg, ok := callArgument(n.label); ok {
		return c.from.hidden(pieceName{source.CallKey(n.module, call), "var." + arg})
	}
	if address, arg, ok := resourceArgument(n.label); ok {
		b := c.blocks[blockName{n.module, address}]
		return b != nil && (b.all || b.masked[arg]), nil
	}
	return false, nil
}

// callArgument takes the label of an argument of a call apart.
func callArgument(label string) (call, argument string, ok bool) {
	rest, ok := strings.CutPrefix(label, "module.")
	if !ok {
		return "", "", false
	}
	return strings.Cut(rest, ".")
}

// resourceArgument takes the label of an argument of a resource apart.
func resourceArgument(label string) (address, argument string, ok bool) {
	steps := 2
	switch first, _, _ := strings.Cut(label, "."); first {
	case "data":
		steps = 3
	case "module", "ephemeral", "action", "provider":
		return "", "", false
	}
	at := 0
	for range steps {
		i := strings.IndexByte(label[at:], '.')
		if i < 0 {
			return "", "", false
		}
		at += i + 1
	}
	return label[:at-1], label[at:], true
}

// visit follows the references of a piece.
func (c *closure) visit(n pieceName, how reach) error {
	masked, err := c.masks(n, how)
	if err != nil {
		return err
	}
	c.hasher.begin()
	have, err := c.from.write(c.hasher, n, masked, func(module string, r config.Reference) {
		r.Masked = (r.Masked || masked) && !c.sensitive
		c.refer(n, module, r)
	})
	if !have || err != nil || c.modules[n.module] {
		return err
	}
	c.modules[n.module] = true
	c.queue = append(c.queue, pieceName{n.module, "terraform.required_providers"}, pieceName{n.module, "terraform.provider_meta"})
	if n.module != "" {
		outer, call := cutModule(n.module)
		for _, arg := range []string{"source", "version", "count", "for_each", "providers", "depends_on"} {
			c.queue = append(c.queue, pieceName{outer, "module." + call + "." + arg})
		}
	}
	return nil
}

// refer follows a reference from a piece. Its names count in a module.
func (c *closure) refer(from pieceName, module string, r config.Reference) {
	names, at := r.Names, 0
	if names[0] == "resource" && len(names) > 2 {
		names, at = names[1:], 1
	}
	name := func(i int) string {
		if i < len(names) {
			return names[i]
		}
		return ""
	}
	attribute := func(i int) string {
		if r.Bracketed(at + i - 1) {
			return ""
		}
		return name(i)
	}
	to := func(module, label string) {
		if r.Masked {
			c.hiddenQueue = append(c.hiddenQueue, pieceName{module, label})
		} else {
			c.queue = append(c.queue, pieceName{module, label})
		}
	}
	if len(names) < 2 && names[0] != "self" {
		return
	}
	switch names[0] {
	case "local":
		to(module, "local."+name(1))
	case "var":
		to(module, "var."+name(1))
		if module != "" {
			outer, call := cutModule(module)
			to(outer, "module."+call+"."+name(1))
		}
	case "module":
		inner := source.CallKey(module, name(1))
		if output := attribute(2); output != "" {
			to(inner, "output."+output)
			return
		}
		for _, label := range c.from.outputs(inner) {
			to(inner, label)
		}
	case "data":
		c.object(r, attributeOfAll{module, "data." + name(1) + "." + name(2), attribute(3)})
	case "self":
		if address, _, ok := resourceArgument(from.label); ok {
			c.object(r, attributeOfAll{module, address, attribute(1)})
		}
	default:
		c.object(r, attributeOfAll{module, names[0] + "." + name(1), attribute(2)})
	}
}

// object notes a reference to objects in the state.
func (c *closure) object(r config.Reference, o attributeOfAll) {
	if !r.Masked {
		c.objects[o] = true
	} else {
		c.plan.hides = true
	}
}

// literals calls visit with all constant strings that have entered.
func (c *closure) literals(visit func(name, text string)) error {
	for n, how := range c.reached {
		masked, err := c.masks(n, how)
		if err == nil && !masked {
			err = c.from.literals(n, visit)
		}
		if err != nil {
			return err
		}
	}
	if w := c.facts.Written; w != nil && c.facts.Stated == nil {
		if b := w.Backend; b != nil {
			stringsIn("", b.Config, visit)
		}
		return c.attributes(w, func(_ *source.Resource, v values.Value, m values.Member) {
			if !isSensitiveAttribute(v.Get("sensitive_attributes"), m.Name) {
				stringsIn(m.Name, m.Value, visit)
			}
		})
	}
	return nil
}

// stringsIn calls visit with the strings in a value, each with the name of the innermost member around it.
func stringsIn(name string, v values.Value, visit func(name, text string)) {
	if v.Kind() == values.String {
		visit(name, v.Text())
	}
	for _, e := range v.Elems() {
		stringsIn(name, e, visit)
	}
	for _, m := range v.Members() {
		stringsIn(m.Name, m.Value, visit)
	}
}

// add adds a piece as an entry.
func (c *closure) add(n pieceName, how reach) error {
	masked, err := c.masks(n, how)
	if err != nil {
		return err
	}
	c.hasher.begin("piece", n.module, n.label)
	have, err := c.from.write(c.hasher, n, masked, func(string, config.Reference) {})
	if err == nil && have {
		p := Part{Kind: "piece", Module: n.module, Label: n.label}
		if strings.HasSuffix(n.label, ".provisioner") {
			p.Kinds, err = c.from.kinds(n)
		} else if _, _, ok := resourceArgument(n.label); ok {
			p.Blocks = c.from.isBlocks(n)
		}
		c.note(p)
	}
	return err
}

// addScope adds what limits what the products do of a plan.
func (c *closure) addScope(kind string, texts ...string) {
	for _, text := range slices.Compact(slices.Sorted(slices.Values(texts))) {
		c.hasher.begin("scope", kind, text)
		c.note(Part{Kind: "scope", Label: kind, Attribute: text})
	}
}

// addWritten adds what only a plan file has: its scope, objects of the state, modules and the backend.
func (c *closure) addWritten() error {
	w := c.facts.Written
	if c.facts.Mode == plans.DestroyMode {
		c.addScope("mode", "destroy")
	}
	c.addScope("target", c.facts.Scope.Targets...)
	c.addScope("exclude", c.facts.Scope.Excludes...)
	c.addScope("invoke", c.facts.Scope.Invokes...)
	for _, m := range slices.Sorted(maps.Keys(c.modules)) {
		if m == "" {
			continue
		}
		source, version := w.Pieces.Listed(m)
		c.hasher.begin("module", m, source, version)
		c.note(Part{Kind: "module", Module: m})
	}
	if err := c.attributes(w, c.addAttribute); err != nil {
		return err
	}
	if b := w.Backend; b != nil && !b.IsDefault() {
		c.hasher.begin("backend", b.Type, b.Workspace)
		c.hasher.side(marked{value: b.Config}, marked{})
		c.note(Part{Kind: "backend"})
	}
	return nil
}

// attributes calls visit with the attributes of objects in the state to which pieces refer.
func (c *closure) attributes(w *source.Written, visit func(*source.Resource, values.Value, values.Member)) error {
	wanted := map[[2]string]map[string]bool{} // the attributes, by module and address
	for o := range c.objects {
		key := [2]string{o.module, o.address}
		if wanted[key] == nil {
			wanted[key] = map[string]bool{}
		}
		wanted[key][o.attribute] = true
	}
	for _, r := range w.State {
		attributes := wanted[[2]string{moduleKey(r.ModuleAddress), source.ConfigAddress(r.Mode, r.Type, r.Name)}]
		if r.Deposed != "" || attributes == nil {
			continue
		}
		v, err := w.Object(r)
		if err != nil {
			return err
		}
		for _, m := range v.Get("attributes").Members() {
			if attributes[""] || attributes[m.Name] {
				visit(r, v, m)
			}
		}
	}
	return nil
}

// addAttribute adds an attribute of an object in the state.
func (c *closure) addAttribute(r *source.Resource, v values.Value, m values.Member) {
	h := c.hasher
	h.begin("state", r.ModuleAddress, source.ConfigAddress(r.Mode, r.Type, r.Name))
	h.side(marked{value: v.Get("index_key")}, marked{})
	h.text(m.Name)
	if !c.sensitive && holdsSomething(m.Value) && isSensitiveAttribute(v.Get("sensitive_attributes"), m.Name) {
		h.write('*')
		h.hides = true
	} else {
		h.side(marked{value: m.Value}, marked{})
	}
	c.note(Part{Kind: "state", Module: r.ModuleAddress, Label: r.Address, Attribute: strings.Clone(m.Name)})
}

// isSensitiveAttribute reports whether paths lead to an attribute, into it, or to the whole object.
func isSensitiveAttribute(paths values.Value, name string) bool {
	for _, p := range paths.Elems() {
		if first := p.Elem(0).Get("value"); p.Len() == 0 || first.Kind() == values.String && first.Text() == name {
			return true
		}
	}
	return false
}
