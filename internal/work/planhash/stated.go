package planhash

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/values"
)

// statedPieces are the pieces that the JSON of a plan says about the configuration.
type statedPieces struct {
	*source.Stated
	variables map[string]*source.Variable
	load      source.Loader
}

func newStatedPieces(f *source.Facts, l source.Loader) *statedPieces {
	return &statedPieces{f.Stated, variablesOf(f), l}
}

// labels returns the labels of parts of a module that begin with a text, sorted.
func (s *statedPieces) labels(module, prefix string) (all []string) {
	for label := range s.Modules[module] {
		if strings.HasPrefix(label, prefix) {
			all = append(all, label)
		}
	}
	slices.Sort(all)
	return all
}

func (s *statedPieces) always() (all []pieceName) {
	for _, label := range s.labels("", "provider.") {
		all = append(all, pieceName{"", label})
	}
	return all
}

func (s *statedPieces) outputs(module string) []string { return s.labels(module, "output.") }

func (s *statedPieces) declares(blockName) bool { return true }

func (s *statedPieces) arguments(b blockName) (all []string, err error) {
	v, err := s.Part(b.module, b.address)
	if err != nil {
		return nil, err
	}
	if expressions := v.Get("expressions"); expressions.Kind() == values.Object {
		for _, m := range expressions.Members() {
			all = append(all, strings.Clone(m.Name))
		}
	}
	for _, arg := range append(repetition(), "provider", "provisioner") {
		if resourcePart(v, arg).Kind() != values.Absent && !slices.Contains(all, arg) {
			all = append(all, arg)
		}
	}
	return all, nil
}

func (s *statedPieces) hidden(n pieceName) (bool, error) {
	v, err := s.Part(n.module, n.label)
	for _, name := range []string{"sensitive", "ephemeral"} {
		if flag := v.Get(name); flag.Kind() != values.Null && values.Flagged(flag) {
			return true, err
		}
	}
	return false, err
}

// ofKind returns a value if it is of a kind, and nothing otherwise.
func ofKind(v values.Value, k values.Kind) values.Value {
	if v.Kind() != k {
		return values.Value{}
	}
	return v
}

// repeated returns what says how often a resource or a call counts.
func repeated(v values.Value, argument string) (values.Value, bool) {
	switch argument {
	case "count", "for_each":
		return ofKind(v.Get(argument+"_expression"), values.Object), true
	case "depends_on":
		return ofKind(v.Get(argument), values.Array), true
	}
	return values.Value{}, false
}

// resourcePart returns what a resource in the configuration says about an argument.
func resourcePart(v values.Value, argument string) values.Value {
	if part, ok := repeated(v, argument); ok {
		return part
	}
	switch argument {
	case "provisioner":
		return ofKind(v.Get("provisioners"), values.Array)
	case "provider":
		key := ofKind(v.Get("provider_config_key"), values.String)
		if text := key.Text(); !strings.Contains(text[strings.LastIndexByte(text, ':')+1:], ".") {
			return values.Value{}
		}
		return key
	}
	return present(ofKind(v.Get("expressions"), values.Object).Get(argument))
}

// present returns a value unless it is null.
func present(v values.Value) values.Value {
	if v.Kind() == values.Null {
		return values.Value{}
	}
	return v
}

// callPart returns what a call says about an argument.
func (s *statedPieces) callPart(module, call, argument string) (values.Value, error) {
	member, kind := "expressions", values.Object
	switch argument {
	case "source":
		member, kind = argument, values.String
	case "version":
		member, kind = "version_constraint", values.String
	case "count", "for_each":
		member = argument + "_expression"
	case "depends_on":
		member, kind = argument, values.Array
	}
	v, err := s.Part(module, source.CallLabel(call, member))
	v = ofKind(v, kind)
	if member == "expressions" {
		v = present(v.Get(argument))
	}
	return v, err
}

// rootVariable returns the name of the variable of the root module that a piece is.
func rootVariable(n pieceName) (string, bool) {
	name, ok := strings.CutPrefix(n.label, "var.")
	return name, ok && n.module == ""
}

// part returns what is said about a piece, and in which module references in it count.
func (s *statedPieces) part(n pieceName) (v values.Value, module string, err error) {
	module = n.module
	if call, arg, ok := callArgument(n.label); ok {
		v, err = s.callPart(module, call, arg)
		return v, module, err
	}
	if address, arg, ok := resourceArgument(n.label); ok {
		v, err = s.Part(module, address)
		return resourcePart(v, arg), module, err
	}
	if name, ok := rootVariable(n); ok && s.variables[name] != nil {
		if v, err = s.load.Variable(s.variables[name]); err != nil || v.Kind() != values.Absent {
			return v, module, err // null is a value, too: it is not the default
		}
	}
	kind, _, _ := strings.Cut(n.label, ".")
	switch kind {
	case "var", "output", "provider", "action":
		v, err = s.Part(module, n.label)
	}
	switch kind {
	case "var":
		return v.Get("default"), module, err
	case "output":
		return present(v.Get("expression")), module, err
	case "provider":
		module = moduleKey(ofKind(v.Get("module_address"), values.String).Text())
	}
	if v = ofKind(v.Get("expressions"), values.Object); v.Len() == 0 {
		v = values.Value{}
	}
	return v, module, err
}

func (s *statedPieces) write(h *Hasher, n pieceName, masked bool, visit func(string, config.Reference)) (bool, error) {
	v, module, err := s.part(n)
	if err != nil || v.Kind() == values.Absent {
		return false, err
	}
	if strings.HasPrefix(n.label, "var.") {
		h.constant(v, masked)
		return true, nil
	}
	refer := func(text values.Value) {
		config.References(config.ReferenceTokens(text.Text()), func(r config.Reference) { visit(module, r) })
	}
	if strings.HasSuffix(n.label, ".depends_on") {
		for _, e := range v.Elems() {
			if e.Kind() == values.String {
				refer(e)
			}
		}
	}
	h.expression(v, masked, refer)
	return true, nil
}

func (s *statedPieces) literals(n pieceName, visit func(name, text string)) error {
	v, _, err := s.part(n)
	constantsIn(n.label[strings.LastIndexByte(n.label, '.')+1:], v, visit)
	return err
}

// constantsIn calls visit with the constant strings in what is said about expressions.
func constantsIn(name string, v values.Value, visit func(name, text string)) {
	if isExpression(v) {
		stringsIn(name, v.Get("constant_value"), visit)
		return
	}
	if v.Kind() == values.String {
		visit(name, v.Text())
	}
	for _, e := range v.Elems() {
		constantsIn(name, e, visit)
	}
	for _, m := range v.Members() {
		constantsIn(m.Name, m.Value, visit)
	}
}

// isExpression reports whether a value describes an expression: it has no members but these.
func isExpression(v values.Value) bool {
	for _, m := range v.Members() {
		if m.Name != "constant_value" && m.Name != "references" {
			return false
		}
	}
	return v.Kind() == values.Object
}

// expression writes what is said about an expression or a body, and calls refer with each reference in it.
func (h *Hasher) expression(v values.Value, masked bool, refer func(values.Value)) {
	switch {
	case v.Kind() == values.Array && v.Len() == 1:
		h.expression(v.Elem(0), masked, refer)
	case v.Kind() == values.Array:
		h.write('[')
		for _, e := range v.Elems() {
			h.expression(e, masked, refer)
		}
		h.write(']')
	case isExpression(v):
		h.write('e')
		h.constant(v.Get("constant_value"), masked)
		for _, e := range v.Get("references").Elems() {
			if e.Kind() == values.String {
				h.text(e.Text())
				refer(e)
			}
		}
		h.write(';')
	case v.Kind() == values.Object:
		h.write('{')
		for _, m := range v.Members() {
			h.text(m.Name)
			h.expression(m.Value, masked, refer)
		}
		h.write('}')
	default:
		h.leaf(v)
	}
}

func (s *statedPieces) kinds(n pieceName) (all []string, err error) {
	v, _, err := s.part(n)
	for _, e := range v.Elems() {
		all = append(all, ofKind(e.Get("type"), values.String).Text())
	}
	return all, err
}

// isBlocks reports whether an argument is a list of blocks.
func (s *statedPieces) isBlocks(n pieceName) bool {
	v, _, err := s.part(n)
	return err == nil && v.Kind() == values.Array && !strings.HasSuffix(n.label, ".depends_on")
}

// isConstant reports whether everything in an argument is constant.
func (s *statedPieces) isConstant(n pieceName) bool {
	v, _, err := s.part(n)
	return err == nil && (v.Kind() == values.Absent || allConstant(v))
}

func allConstant(v values.Value) bool {
	if isExpression(v) {
		return v.Get("constant_value").Kind() != values.Absent && v.Get("references").Len() == 0
	}
	for _, e := range v.Elems() {
		if !allConstant(e) {
			return false
		}
	}
	for _, m := range v.Members() {
		if !allConstant(m.Value) {
			return false
		}
	}
	return true
}
