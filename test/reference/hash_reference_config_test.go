package reference_test

import (
	"maps"
	"slices"
	"strings"
)

// This is the section "The configuration" of docs/hash.md, for plans as JSON: a part of the second implementation of the hash, written after
// that page and nothing else.

// refEntered is what enters of the changes of a plan.
type refEntered struct {
	resources, actions []any
	outputs            map[string]any
}

// refResource identifies the block of a resource, in a module.
type refResource struct{ module, mode, kind, name string }

func (b refResource) label(argument string) string {
	if b.mode == "data" {
		return "data." + b.kind + "." + b.name + "." + argument
	}
	return b.kind + "." + b.name + "." + argument
}

// refPiece is a piece of the configuration.
type refPiece struct{ module, label string }

// refState is what is known of a piece that enters.
type refState struct {
	value any
	// own says that the piece has a mask whatever refers to it; open, that something enters it that is not masked.
	own, open bool
	scope     string // the module of its references
}

func (s *refState) masked() bool { return s.own || !s.open }

type refConfiguration struct {
	reference
	entered refEntered
	pieces  map[refPiece]*refState
}

// configuration returns the entries for the pieces that enter.
func (r reference) configuration(entered refEntered) (entries []string) {
	if len(entered.resources)+len(entered.actions)+len(entered.outputs) == 0 {
		return nil
	}
	c := refConfiguration{r, entered, map[refPiece]*refState{}}
	providers := get(get(c.top, "configuration"), "provider_config")
	for _, key := range memberNames(providers) { // rule 1
		c.enter(refPiece{"", "provider." + key}, true)
	}
	for _, rc := range entered.resources { // rule 2
		c.resourceRule(rc)
	}
	entered.open(c.enter, c.repetition)
	for p, s := range c.pieces {
		entries = append(entries, refText("piece")+refText(p.module)+refText(p.label)+c.content(p, s))
	}
	slices.Sort(entries)
	return entries
}

// open lets enter what actions and outputs leave open, whatever the source is: the rules 3 and 4. enter reports whether the source has a piece.
func (e refEntered) open(enter func(refPiece, bool) bool, repetition func(refResource)) {
	for _, a := range e.actions { // rule 3
		if module, rest := splitModules(str(get(a, "address"))); len(rest) > 2 && rest[0] == "action" {
			enter(refPiece{module, "action." + rest[1] + "." + rest[2]}, true)
		}
		by := str(get(get(a, "lifecycle_action_trigger"), "triggering_resource_address"))
		if module, rest := splitModules(by); len(rest) > 1 {
			block := refResource{module, "managed", rest[0], rest[1]}
			if len(rest) > 2 && rest[0] == "data" {
				block = refResource{module, "data", rest[1], rest[2]}
			}
			if enter(refPiece{module, block.label("lifecycle")}, true) {
				repetition(block)
			}
		}
	}
	for name, change := range e.outputs { // rule 4
		if joined(get(change, "actions")) != "delete" && hasTrue(get(change, "after_unknown")) {
			enter(refPiece{"", "output." + name}, true)
		}
	}
}

func memberNames(v any) []string {
	m, _ := v.(map[string]any)
	return slices.Sorted(maps.Keys(m))
}

// blockOf returns the block of an entry.
func blockOf(rc any) refResource {
	mode := str(get(rc, "mode"))
	if mode == "" {
		mode = refMode(rc.(map[string]any), str(get(rc, "address")))
	}
	module, rest := splitModules(str(get(rc, "address")))
	if len(rest) == 0 {
		module, _ = splitModules(str(get(rc, "module_address")))
	}
	return refResource{module, mode, str(get(rc, "type")), str(get(rc, "name"))}
}

func (c *refConfiguration) resourceRule(rc any) {
	block := blockOf(rc)
	found := false
	arguments := []string{"provider", "lifecycle", "connection", "provisioner"}
	change := get(rc, "change")
	if actions := joined(get(change, "actions")); actions != "delete" && actions != "forget" {
		for _, name := range memberNames(get(c.element(block), "expressions")) {
			if isUndecided(change, name) && !slices.Contains([]string{"count", "for_each", "depends_on"}, name) {
				arguments = append(arguments, name)
			}
		}
	}
	for _, name := range arguments {
		found = c.enter(refPiece{block.module, block.label(name)}, true) || found
	}
	if found {
		c.repetition(block)
	}
	for module := block.module; module != ""; {
		outer, name := callOf(module)
		c.enter(refPiece{outer, "module." + name + ".providers"}, true)
		module = outer
	}
}

func (c *refConfiguration) repetition(block refResource) {
	for _, name := range []string{"count", "for_each", "depends_on"} {
		c.enter(refPiece{block.module, block.label(name)}, true)
	}
}

// isUndecided says whether the plan leaves open what an argument will be.
func isUndecided(change any, name string) bool {
	unknown := get(change, "after_unknown")
	after := get(change, "after")
	if _, ok := after.(map[string]any); !ok || unknown == any(true) {
		return true
	}
	return hasTrue(get(unknown, name)) || hasNull(get(after, name))
}

// hasNull says whether a value is absent, null, or has a null anywhere inside.
func hasNull(v any) bool {
	switch v := v.(type) {
	case nil, absence:
		return true
	case []any:
		return slices.ContainsFunc(v, hasNull)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(v)), hasNull)
	}
	return false
}

// callOf returns the module with the call that leads to a module, and the name of the call.
func callOf(module string) (outer, name string) {
	if i := strings.LastIndex(module, "."); i >= 0 {
		return module[:i], module[i+1:]
	}
	return "", module
}

// module returns a module of the configuration.
func (c *refConfiguration) module(key string) any {
	m := get(get(c.top, "configuration"), "root_module")
	for key != "" {
		name, rest, _ := strings.Cut(key, ".")
		m, key = get(get(get(m, "module_calls"), name), "module"), rest
	}
	return m
}

// element returns the block of a resource.
func (c *refConfiguration) element(block refResource) any {
	for _, e := range elems(get(c.module(block.module), "resources")) {
		if str(get(e, "mode")) == block.mode && str(get(e, "type")) == block.kind && str(get(e, "name")) == block.name {
			return e
		}
	}
	return absence{}
}

// find returns what the source has for a piece. It is absent if it has nothing.
func (c *refConfiguration) find(p refPiece) any {
	m := c.module(p.module)
	kind, rest, _ := strings.Cut(p.label, ".")
	name, argument, _ := strings.Cut(rest, ".")
	switch kind {
	case "var":
		if p.module == "" {
			if v := get(get(get(c.top, "variables"), rest), "value"); v != any(absence{}) {
				return v
			}
		}
		return get(get(get(m, "variables"), rest), "default")
	case "output":
		return get(get(get(m, "outputs"), rest), "expression")
	case "module":
		return argumentOf(get(get(m, "module_calls"), name), argument, map[string]string{
			"source": "source", "version": "version_constraint", "count": "count_expression", "for_each": "for_each_expression", "depends_on": "depends_on",
		})
	case "provider":
		return notEmpty(get(get(get(get(c.top, "configuration"), "provider_config"), rest), "expressions"))
	case "action":
		for _, e := range elems(get(m, "actions")) {
			if str(get(e, "type")) == name && str(get(e, "name")) == argument {
				return notEmpty(get(e, "expressions"))
			}
		}
		return absence{}
	case "local", "ephemeral", "check", "removed", "lock", "terraform":
		return absence{}
	}
	block := refResource{p.module, "managed", kind, name}
	if kind == "data" {
		block.mode, block.kind = "data", name
		block.name, argument, _ = strings.Cut(argument, ".")
	}
	e := c.element(block)
	if argument != "provider" {
		return argumentOf(e, argument, map[string]string{
			"count": "count_expression", "for_each": "for_each_expression", "depends_on": "depends_on", "provisioner": "provisioners",
		})
	}
	key, ok := get(e, "provider_config_key").(string)
	if !ok || !strings.Contains(key[strings.LastIndex(key, ":")+1:], ".") {
		return absence{}
	}
	return key
}

// argumentOf returns an argument of a call or a resource. Some are members of their own.
func argumentOf(of any, argument string, own map[string]string) any {
	if member, ok := own[argument]; ok {
		return get(of, member)
	}
	return get(get(of, "expressions"), argument)
}

func notEmpty(v any) any {
	if m, ok := v.(map[string]any); ok && len(m) > 0 {
		return v
	}
	return absence{}
}

// enter lets a piece enter, with all that it refers to. It reports whether the source has it.
func (c *refConfiguration) enter(p refPiece, open bool) bool {
	s := c.pieces[p]
	if s == nil {
		value := c.find(p)
		isVariable := strings.HasPrefix(p.label, "var.")
		if value == any(absence{}) || value == nil && !isVariable {
			return false
		}
		s = &refState{value: value, own: !c.keyed && c.mask(p), scope: p.module}
		if key, ok := strings.CutPrefix(p.label, "provider."); ok {
			s.scope, _ = splitModules(str(get(get(get(get(c.top, "configuration"), "provider_config"), key), "module_address")))
		}
		c.pieces[p] = s
		if p.module != "" { // rule 5
			outer, name := callOf(p.module)
			for _, argument := range []string{"source", "version", "count", "for_each", "providers", "depends_on"} {
				c.enter(refPiece{outer, "module." + name + "." + argument}, true)
			}
		}
	} else if s.open || !open {
		return true
	}
	s.open = s.open || open || c.keyed
	if !strings.HasPrefix(p.label, "var.") { // the value of a variable refers to nothing
		c.follow(p, s)
	}
	return true
}

// follow is rule 6.
func (c *refConfiguration) follow(p refPiece, s *refState) {
	var texts []string
	if strings.HasSuffix(p.label, ".depends_on") {
		for _, e := range elems(s.value) {
			texts = append(texts, str(e))
		}
	}
	for _, text := range append(texts, referredIn(s.value)...) {
		for _, names := range refNames(text) {
			c.refer(s.scope, names, !s.masked())
		}
	}
}

// referredIn returns the strings in all members references.
func referredIn(v any) (all []string) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			all = append(all, referredIn(e)...)
		}
	case map[string]any:
		for name, e := range v {
			if name == "references" {
				for _, text := range elems(e) {
					if s, ok := text.(string); ok {
						all = append(all, s)
					}
				}
			}
			all = append(all, referredIn(e)...)
		}
	}
	return all
}

// refer lets what a reference names enter.
func (c *refConfiguration) refer(module string, names []refName, open bool) {
	if len(names) > 2 && names[0].text == "resource" {
		names = names[1:]
	}
	if len(names) < 2 {
		return
	}
	b := names[1].text
	switch names[0].text {
	case "local":
		c.enter(refPiece{module, "local." + b}, open)
	case "var":
		c.enter(refPiece{module, "var." + b}, open)
		if module != "" {
			outer, name := callOf(module)
			c.enter(refPiece{outer, "module." + name + "." + b}, open)
		}
	case "module":
		called := b
		if module != "" {
			called = module + "." + b
		}
		outputs := memberNames(get(c.module(called), "outputs"))
		if len(names) > 2 && !names[2].behind {
			outputs = []string{names[2].text}
		}
		for _, name := range outputs {
			c.enter(refPiece{called, "output." + name}, open)
		}
	}
}

// mask says whether a piece has a mask, whatever refers to it.
func (c *refConfiguration) mask(p refPiece) bool {
	m := c.module(p.module)
	kind, rest, _ := strings.Cut(p.label, ".")
	name, argument, _ := strings.Cut(rest, ".")
	switch kind {
	case "var":
		return isSecret(get(get(m, "variables"), rest))
	case "output":
		return isSecret(get(get(m, "outputs"), rest))
	case "module":
		return isSecret(get(get(get(get(get(m, "module_calls"), name), "module"), "variables"), argument))
	case "provider", "action":
		return false
	}
	for _, rc := range c.entered.resources {
		argument, ok := strings.CutPrefix(p.label, blockOf(rc).label(""))
		if !ok || blockOf(rc).module != p.module || strings.Contains(argument, ".") {
			continue
		}
		for _, side := range []string{"before_sensitive", "after_sensitive"} {
			marks := get(get(rc, "change"), side)
			if marks == nil || marks == any(true) || marksAt(marks, argument) {
				return true
			}
		}
	}
	return false
}

// isSecret says whether a variable or an output is sensitive or ephemeral.
func isSecret(v any) bool {
	for _, name := range []string{"sensitive", "ephemeral"} {
		if flag := get(v, name); !isNull(flag) && flag != any(false) {
			return true
		}
	}
	return false
}

// content is the section "Contents", for JSON.
func (c *refConfiguration) content(p refPiece, s *refState) string {
	if strings.HasPrefix(p.label, "var.") {
		return c.constant(s.value, s.masked())
	}
	return c.expression(s.value, s.masked())
}

// constant is a value, which is left out if it is masked.
func (c *refConfiguration) constant(v any, masked bool) string {
	if masked && !isNull(v) && v != any("") && !isEmptyContainer(v) {
		return "*"
	}
	return c.side(refSide{v, absence{}}, refSide{absence{}, absence{}})
}

func isEmptyContainer(v any) bool {
	switch v := v.(type) {
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

func (c *refConfiguration) expression(v any, masked bool) string {
	switch v := v.(type) {
	case []any:
		if len(v) == 1 {
			return c.expression(v[0], masked)
		}
		s := "["
		for _, e := range v {
			s += c.expression(e, masked)
		}
		return s + "]"
	case map[string]any:
		names := memberNames(v)
		if !slices.ContainsFunc(names, func(name string) bool { return name != "constant_value" && name != "references" }) {
			s := "e" + c.constant(get(v, "constant_value"), masked)
			for _, e := range elems(get(v, "references")) {
				if text, ok := e.(string); ok {
					s += refText(text)
				}
			}
			return s + ";"
		}
		s := "{"
		for _, name := range names {
			s += refText(name) + c.expression(v[name], masked)
		}
		return s + "}"
	}
	return refLeaf(v)
}

// splitModules splits an address: the key of its module, without keys of instances, and the names of the rest.
func splitModules(address string) (module string, rest []string) {
	var names []string
	if all := refNames(address); len(all) > 0 {
		for _, n := range all[0] {
			names = append(names, n.text)
		}
	}
	var calls []string
	for len(names) > 1 && names[0] == "module" {
		calls, names = append(calls, names[1]), names[2:]
	}
	return strings.Join(calls, "."), names
}

// marksAt says whether a tree of marks has anything but false at or below a name.
func marksAt(marks any, name string) bool {
	mark := get(marks, name)
	return mark != any(absence{}) && marksSomething(mark)
}
