package config

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
)

// Pieces are the parts of a configuration as they are written. docs/hash.md says what pieces there are, and how they are labelled. Nothing in
// them has been evaluated.
type Pieces struct {
	modules map[string]*piecesOf
}

// piecesOf are the pieces of a module.
type piecesOf struct {
	source, version string
	written         map[string][][]Token // by label: the tokens of each place where it is written
	arguments       map[string][]string  // of calls and resources, by the label of the block
	hidden          map[string]bool      // variables and outputs that are sensitive or ephemeral, by label
}

// LockLabel is the label of the file that locks providers.
const LockLabel = "lock"

// NewPieces reads the files of a configuration, and the file that locks providers, which may be empty. Unlike [Parse], it leaves
// nothing out: what cannot be read is an error.
func NewPieces(files Files, lock []byte) (*Pieces, error) {
	p := &Pieces{modules: map[string]*piecesOf{}}
	for _, problem := range files.Problems {
		return nil, problem
	}
	if err := sameDirs(files.Modules); err != nil {
		return nil, err
	}
	size := 0
	for i := range files.Modules {
		m := &files.Modules[i]
		if p.modules[m.Key] != nil {
			continue
		}
		in := &piecesOf{source: m.Source, version: m.Version, written: map[string][][]Token{}, arguments: map[string][]string{}, hidden: map[string]bool{}}
		p.modules[m.Key] = in
		for _, f := range inOrder(m.Files) {
			if size += len(f.Text); len(f.Text) > maxFile || size > maxFiles {
				return nil, fmt.Errorf("%s is too large", plans.SpellName(f.Name))
			}
			if err := in.file(f); err != nil {
				return nil, fmt.Errorf("%s: %w", plans.SpellName(path.Join(m.Dir, f.Name)), err)
			}
		}
	}
	if tokens := lexFile(lock).tokens; len(tokens) > 0 {
		root := p.modules[""]
		if root == nil {
			root = &piecesOf{written: map[string][][]Token{}}
			p.modules[""] = root
		}
		root.written[LockLabel] = [][]Token{tokens}
	}
	return p, nil
}

// sameDirs returns an error if modules in the same directory have different files: the products read those of any of them.
func sameDirs(modules []ModuleFiles) error {
	sums := map[string][sha256.Size]byte{}
	for i := range modules {
		m := &modules[i]
		h, sum := sha256.New(), [sha256.Size]byte{}
		for _, f := range inOrder(m.Files) {
			fmt.Fprintf(h, "%d:%s%d:%s", len(f.Name), f.Name, len(f.Text), f.Text)
		}
		h.Sum(sum[:0])
		if was, ok := sums[m.Dir]; ok && was != sum {
			return fmt.Errorf("%s: modules in the same directory %s have different files", manifestName, plans.SpellName(m.Dir))
		}
		sums[m.Dir] = sum
	}
	return nil
}

// inOrder returns the files that are read, those that override others at the end.
func inOrder(files []File) (all []File) {
	var overrides []File
	for _, f := range files {
		switch s, ok := syntaxOf(f.Name); {
		case ok && s.override:
			overrides = append(overrides, f)
		case ok:
			all = append(all, f)
		}
	}
	for _, list := range [][]File{all, overrides} {
		sorted.Stable(list, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	}
	return append(all, overrides...)
}

// Modules returns the keys of all modules, sorted.
func (p *Pieces) Modules() []string { return slices.Sorted(maps.Keys(p.modules)) }

// Listed returns what the list of modules says about a module.
func (p *Pieces) Listed(module string) (source, version string) {
	if m := p.modules[module]; m != nil {
		return m.source, m.version
	}
	return "", ""
}

// Written returns the tokens of a piece, those of each place where it is written.
func (p *Pieces) Written(module, label string) [][]Token {
	if m := p.modules[module]; m != nil {
		return m.written[label]
	}
	return nil
}

// Labels returns the labels in a module that begin with a text, sorted.
func (p *Pieces) Labels(module, prefix string) (all []string) {
	if m := p.modules[module]; m != nil {
		for label := range m.written {
			if strings.HasPrefix(label, prefix) {
				all = append(all, label)
			}
		}
	}
	slices.Sort(all)
	return all
}

// Arguments returns the names of the arguments of a call or a resource, each once.
func (p *Pieces) Arguments(module, block string) []string {
	if m := p.modules[module]; m != nil {
		return m.arguments[block]
	}
	return nil
}

// Declares reports whether a resource has a block.
func (p *Pieces) Declares(module, block string) bool { return p.Arguments(module, block) != nil }

// Hidden reports whether a variable or an output is sensitive or ephemeral.
func (p *Pieces) Hidden(module, label string) bool {
	m := p.modules[module]
	return m != nil && m.hidden[label]
}

// written is a block, in either syntax.
type written struct {
	typ       string
	labels    []string
	whole     []Token
	arguments []argument
}

// argument is an attribute, or a block in a block.
type argument struct {
	name   string
	tokens []Token
	value  []Token // without the name
}

// labelsOf is how many labels the blocks of each type have that have pieces.
func labelsOf(typ string) (n int, ok bool) {
	switch typ {
	case "locals", "terraform", "removed":
		return 0, true
	case "provider", "variable", "output", "module", "check":
		return 1, true
	case "resource", "data", "ephemeral", "action":
		return 2, true
	}
	return 0, false
}

// block adds a block.
func (m *piecesOf) block(b written) {
	if n, ok := labelsOf(b.typ); !ok || n != len(b.labels) {
		return
	}
	name := strings.Join(b.labels, ".")
	switch b.typ {
	case "locals":
		m.each(b, "local")
	case "terraform":
		b.arguments = slices.DeleteFunc(b.arguments, func(a argument) bool { return a.name != "required_providers" && a.name != "provider_meta" })
		m.each(b, "terraform")
	case "module":
		m.each(b, "module."+name)
	case "resource":
		m.each(b, name)
	case "data":
		m.each(b, "data."+name)
	case "removed":
		if slices.ContainsFunc(b.arguments, func(a argument) bool { return a.name == "provisioner" }) {
			m.add("removed", b.whole)
		}
	case "check":
		m.add("check", b.whole)
	case "variable", "output":
		label := map[string]string{"variable": "var.", "output": "output."}[b.typ] + name
		m.add(label, b.whole)
		m.hidden[label] = m.hidden[label] || slices.ContainsFunc(b.arguments, hides)
	default:
		m.add(b.typ+"."+name, b.whole)
	}
}

// hides reports whether an argument makes a variable or an output sensitive or ephemeral.
func hides(a argument) bool {
	return (a.name == "sensitive" || a.name == "ephemeral") && !(len(a.value) == 1 && a.value[0].Text == "false")
}

func (m *piecesOf) add(label string, tokens []Token) {
	m.written[label] = append(m.written[label], tokens)
}

// each adds the arguments of a block.
func (m *piecesOf) each(b written, label string) {
	m.arguments[label] = append([]string{}, m.arguments[label]...)
	for _, a := range b.arguments {
		if !slices.Contains(m.arguments[label], a.name) {
			m.arguments[label] = append(m.arguments[label], a.name)
		}
		m.add(label+"."+a.name, a.tokens)
	}
}

// file adds the blocks of a file.
func (m *piecesOf) file(f File) error {
	if s, _ := syntaxOf(f.Name); s.json {
		return m.jsonFile(f)
	}
	if err := CheckNesting(f.Text, f.Name); err != nil {
		return err
	}
	file, diags := ParseBody(f.Text, f.Name)
	if diags.HasErrors() {
		return diags
	}
	tokens := lexFile(f.Text)
	for _, block := range file.Body.(*hclsyntax.Body).Blocks {
		end := block.CloseBraceRange
		m.block(written{
			typ: block.Type, labels: block.Labels, whole: tokens.tokensBetween(block.TypeRange.Start.Byte, end.End.Byte),
			arguments: nativeArguments(block.Body, tokens, end.Start.Byte),
		})
	}
	return nil
}

// nativeArguments returns the arguments of a body, in the order of the text. Each reaches up to the next one.
func nativeArguments(body *hclsyntax.Body, tokens lexed, end int) []argument {
	type item struct {
		name  string
		start int
	}
	var items []item
	for _, a := range body.Attributes {
		items = append(items, item{a.Name, a.NameRange.Start.Byte})
	}
	for _, b := range body.Blocks {
		name := b.Type
		if name == "dynamic" && len(b.Labels) == 1 {
			name = b.Labels[0]
		}
		items = append(items, item{name, b.TypeRange.Start.Byte})
	}
	sorted.Stable(items, func(a, b item) int { return a.start - b.start })
	var all []argument
	for i, in := range items {
		stop := end
		if i+1 < len(items) {
			stop = items[i+1].start
		}
		a := argument{name: in.name, tokens: tokens.tokensBetween(in.start, stop)}
		if len(a.tokens) > 1 && a.tokens[1].is("=") {
			a.value = a.tokens[2:]
		}
		all = append(all, a)
	}
	return all
}

// jsonFile adds the blocks of a file in JSON's syntax.
func (m *piecesOf) jsonFile(f File) error {
	if err := CheckJSONNesting(f.Text, f.Name); err != nil {
		return err
	}
	v, err := parseJSON(f.Text)
	if err != nil {
		return err
	}
	types, ok := v.(jsonObject)
	if !ok {
		return errNotObject
	}
	for _, t := range types {
		if n, ok := labelsOf(t.name); ok {
			if err := m.jsonBlocks(t.name, t.value, nil, n); err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
		}
	}
	return nil
}

// jsonBlocks adds the blocks in a value, in which there are as many labels as are missing.
func (m *piecesOf) jsonBlocks(typ string, v any, labels []string, missing int) error {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if err := m.jsonBlocks(typ, e, labels, missing); err != nil {
				return err
			}
		}
		return nil
	case jsonObject:
		if missing == 0 {
			body := slices.DeleteFunc(slices.Clone(v), func(m jsonMember) bool { return m.name == "//" })
			m.block(written{typ: typ, labels: labels, whole: appendJSON(nil, body), arguments: jsonArguments(body)})
			return nil
		}
		for _, l := range v {
			if err := m.jsonBlocks(typ, l.value, append(slices.Clip(labels), l.name), missing-1); err != nil {
				return err
			}
		}
		return nil
	}
	return errNotObject
}

// jsonArguments returns the arguments of a body in JSON's syntax.
func jsonArguments(body jsonObject) (all []argument) {
	add := func(m jsonMember) {
		tokens := appendJSON(nil, m.value)
		all = append(all, argument{m.name, tokens, tokens})
	}
	for _, member := range body {
		if member.name != "dynamic" {
			add(member)
			continue
		}
		for _, d := range dynamicMembers(member.value) {
			add(d)
		}
	}
	return all
}

// dynamicMembers returns the members of an object, or of the objects in an array.
func dynamicMembers(v any) (all []jsonMember) {
	switch v := v.(type) {
	case jsonObject:
		return v
	case []any:
		for _, e := range v {
			all = append(all, dynamicMembers(e)...)
		}
	}
	return all
}
