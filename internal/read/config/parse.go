package config

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
)

// Options say how a configuration is read.
type Options struct {
	// IgnoreTofu says that files which only OpenTofu reads are not a part of the configuration.
	IgnoreTofu bool
}

// Parse reads a configuration. It never returns nil: what cannot be read is left out, and is a
// problem of the result.
func Parse(files Files, opts Options) *Config {
	modules := map[string]*ModuleFiles{}
	for i := range files.Modules {
		m := &files.Modules[i]
		if modules[m.Key] == nil {
			modules[m.Key] = m
		}
	}
	p := parser{opts: opts, parsed: map[string]*parsedFile{}, files: func(m *Module) *ModuleFiles { return modules[m.Key] }}
	p.config.Problems = slices.Clone(files.Problems)
	return p.root()
}

func (p *parser) root() *Config {
	p.config.Root = &Module{Dir: "."}
	p.module(p.config.Root)
	return &p.config
}

type parser struct {
	config Config
	opts   Options
	files  func(m *Module) *ModuleFiles // nil if there are none for a module
	parsed map[string]*parsedFile
	bytes  int
	count  int
}

// parsedFile is a file in a directory, which may be in several modules.
type parsedFile struct {
	text string
	body hcl.Body // nil if nothing can be read
}

// maxProblems limits how many problems of a file are kept. Most come from the first one.
const maxProblems = 5

func (p *parser) problem(at plans.Position, format string, args ...any) {
	p.config.Problems = append(p.config.Problems, &Problem{Position: at, Text: fmt.Sprintf(format, args...)})
}

// diagnostics keeps the errors that parsing has led to.
func (p *parser) diagnostics(f *fileContext, diags hcl.Diagnostics) {
	kept := 0
	for _, d := range diags {
		if d.Severity != hcl.DiagError {
			continue
		}
		if kept++; kept > maxProblems {
			return
		}
		at := f.module.position(f.name, 0)
		if d.Subject != nil {
			at.Line = d.Subject.Start.Line
		}
		text := d.Summary
		if d.Detail != "" {
			text += ": " + strings.TrimSuffix(d.Detail, ".")
		}
		p.problem(at, "%s", text)
	}
}

// module reads the files of a module, and those of the modules that it calls.
func (p *parser) module(m *Module) {
	files := p.files(m)
	if files == nil {
		return
	}
	m.Found = len(files.Files) > 0
	m.Version = files.Version
	if files.Source != "" {
		m.Source = files.Source
	}
	if files.Dir != "" {
		m.Dir = files.Dir
	}
	if p.count++; p.count > maxModules {
		return
	}
	b := builder{parser: p, module: m, declared: map[string]any{}}
	var overrides []File
	for _, f := range choose(files.Files, p.opts) {
		if m.Parent == nil {
			p.config.addSum(f)
		}
		if s, _ := syntaxOf(f.Name); s.override {
			overrides = append(overrides, f)
			continue
		}
		b.file(f)
	}
	b.overriding = true
	for _, f := range overrides {
		b.file(f)
	}
	b.finish()
	for _, c := range m.Calls {
		c.Module = &Module{Key: joinKey(m.Key, c.Name), Path: append(slices.Clip(m.Path), c.Name), Source: c.Source, Parent: m, Dir: m.Dir}
		if len(c.Module.Path) > maxDepth {
			p.problem(c.Position, "modules call each other too deep")
			continue
		}
		p.module(c.Module)
	}
}

func (c *Config) addSum(f File) {
	if c.files == nil {
		c.files = map[string][sha256.Size]byte{}
	}
	c.files[f.Name] = sha256.Sum256(f.Text)
}

func joinKey(key, name string) string {
	if key == "" {
		return name
	}
	return key + "." + name
}

// parse returns the body of a file. A file that belongs to several modules is parsed once, but
// what is wrong with it is said once, too.
func (p *parser) parse(f File, at *fileContext) hcl.Body {
	name := at.module.Dir + "/" + f.Name
	if known := p.parsed[name]; known != nil && known.text == string(f.Text) {
		return known.body
	}
	done := &parsedFile{text: string(f.Text)}
	p.parsed[name] = done
	if p.bytes += len(f.Text); len(f.Text) > maxFile || p.bytes > maxFiles {
		p.problem(at.module.position(f.Name, 0), "the file is too large")
		return nil
	}
	s, _ := syntaxOf(f.Name)
	check, parse := CheckNesting, func() (*hcl.File, hcl.Diagnostics) {
		return ParseBody(f.Text, f.Name)
	}
	if s.json {
		check, parse = CheckJSONNesting, func() (*hcl.File, hcl.Diagnostics) { return hcljson.Parse(f.Text, f.Name) }
	}
	if err := check(f.Text, f.Name); err != nil {
		p.problem(at.module.position(f.Name, 0), "%v", err)
		return nil
	}
	file, diags := parse()
	p.diagnostics(at, diags)
	if file == nil || file.Body == nil {
		return nil
	}
	done.body = file.Body
	return file.Body
}

// builder puts a module together.
type builder struct {
	*parser
	module     *Module
	overriding bool
	declared   map[string]any // by kind and name
}

// fileSchema lists the blocks of a file.
func fileSchema() *hcl.BodySchema {
	named := []string{"name"}
	typed := []string{"type", "name"}
	return &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
		{Type: "terraform"},
		{Type: "provider", LabelNames: named},
		{Type: "variable", LabelNames: named},
		{Type: "locals"},
		{Type: "output", LabelNames: named},
		{Type: "module", LabelNames: named},
		{Type: "resource", LabelNames: typed},
		{Type: "data", LabelNames: typed},
		{Type: "ephemeral", LabelNames: typed},
		{Type: "check", LabelNames: named},
		{Type: "action", LabelNames: typed},
		{Type: "moved"},
		{Type: "import"},
		{Type: "removed"},
	}}
}

func (b *builder) file(f File) {
	at := &fileContext{module: b.module, name: f.Name}
	body := b.parse(f, at)
	if body == nil {
		return
	}
	content, _, diags := body.PartialContent(fileSchema())
	b.diagnostics(at, diags)
	for _, block := range content.Blocks {
		b.block(block, at)
	}
}

func (b *builder) block(block *hcl.Block, at *fileContext) {
	pos := at.position(block.DefRange)
	switch block.Type {
	case "terraform":
		b.settings(block, at)
	case "provider":
		b.provider(block, at, pos)
	case "variable":
		b.variable(block, at, pos)
	case "locals":
		attrs, diags := block.Body.JustAttributes()
		b.diagnostics(at, diags)
		for name, a := range attrs {
			add(b, &b.module.Locals, &Local{Name: name, Value: newExpression(a.Expr), Position: at.position(a.NameRange)},
				func(old, l *Local) { old.Value = l.Value })
		}
	case "output":
		b.output(block, at, pos)
	case "module":
		b.call(block, at, pos)
	case "resource":
		b.resource(block, at, pos, ModeManaged)
	case "data":
		b.resource(block, at, pos, ModeData)
	case "ephemeral":
		b.resource(block, at, pos, ModeEphemeral)
	case "check":
		b.check(block, at, pos)
	case "action":
		b.action(block, at, pos)
	case "moved":
		b.module.Moved = append(b.module.Moved, &Statement{Body: newBody(block.Body, at), Position: pos})
	case "import":
		b.module.Imports = append(b.module.Imports, &Statement{Body: newBody(block.Body, at), Position: pos})
	case "removed":
		b.module.Removed = append(b.module.Removed, &Statement{Body: newBody(block.Body, at), Position: pos})
	}
}

// add adds an element to a list, or changes the one that has the same name.
func add[T named](b *builder, list *[]T, e T, change func(old, by T)) {
	key := fmt.Sprintf("%T %s", e, e.declaredName())
	if old, ok := b.declared[key].(T); ok {
		change(old, e)
		return
	}
	b.declared[key] = e
	*list = append(*list, e)
}

// finish sorts what the files have in any order.
func (b *builder) finish() {
	m := b.module
	sortNamed(m.Calls)
	sortNamed(m.Outputs)
	sortNamed(m.Variables)
	sortNamed(m.Locals)
	sortNamed(m.Providers)
	sortNamed(m.Required)
	sortNamed(m.Checks)
	sortNamed(m.Actions)
	sorted.Stable(m.Resources, func(x, y *Resource) int {
		return cmp.Or(cmp.Compare(modeOrder(x.Mode), modeOrder(y.Mode)), strings.Compare(x.Address(), y.Address()))
	})
}

func modeOrder(mode string) int {
	return slices.Index([]string{ModeManaged, ModeData, ModeEphemeral}, mode)
}

func sortNamed[T named](list []T) {
	sorted.Stable(list, func(a, b T) int { return strings.Compare(a.declaredName(), b.declaredName()) })
}

// content reads the members of a block that a schema names, and returns the others, too. What is wrong with
// them is a problem only if it is not that an argument is absent: override files give parts of a block.
func (b *builder) content(block *hcl.Block, at *fileContext, attributes, blocks []string) (*hcl.BodyContent, *Body) {
	schema := &hcl.BodySchema{}
	for _, name := range attributes {
		schema.Attributes = append(schema.Attributes, hcl.AttributeSchema{Name: name})
	}
	for _, name := range blocks {
		h := hcl.BlockHeaderSchema{Type: name}
		if name == "provisioner" {
			h.LabelNames = []string{"type"}
		}
		schema.Blocks = append(schema.Blocks, h)
	}
	content, remain, diags := block.Body.PartialContent(schema)
	b.diagnostics(at, diags)
	return content, newBody(remain, at, append(slices.Clip(attributes), blocks...)...)
}

// expression returns the expression of an attribute, nil if there is none.
func expression(c *hcl.BodyContent, name string) *Expression {
	if a := c.Attributes[name]; a != nil {
		return newExpression(a.Expr)
	}
	return nil
}

// text returns a constant string, empty if the attribute is none.
func text(c *hcl.BodyContent, name string) string {
	s, _ := expression(c, name).ConstantString()
	return s
}

// addresses returns what a list like depends_on names.
func addresses(c *hcl.BodyContent, name string) []string {
	a := c.Attributes[name]
	if a == nil {
		return nil
	}
	exprs, diags := hcl.ExprList(a.Expr)
	if diags.HasErrors() {
		return nil
	}
	var all []string
	for _, e := range exprs {
		if s := reference(e); s != "" {
			all = append(all, s)
		}
	}
	return all
}

// reference returns what an expression without operators refers to. Old configurations and JSON write it
// as a string.
func reference(e hcl.Expression) string {
	if s := keyword(e); s != "" {
		return s
	}
	s, ok := newExpression(e).ConstantString()
	if !ok {
		return ""
	}
	t, diags := hclsyntax.ParseTraversalAbs([]byte(s), "", hcl.InitialPos)
	if diags.HasErrors() {
		return ""
	}
	return traversalText(t)
}
