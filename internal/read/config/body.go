package config

import (
	"cmp"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
)

// Body is the content of a block: attributes and blocks. It may come from several files, since
// override files replace parts of a body. In HCL's native syntax, a body says which of its members
// are attributes and which are blocks. JSON does not, so members that come from it are found by name,
// by someone who knows which of the two they are.
type Body struct {
	attributes map[string]*Attribute
	blocks     []*Block
	byType     map[string][]*Block
	json       []hcl.Body // the later ones replace members of the earlier ones
	file       *fileContext
}

// fileContext is what the parts of a file have in common.
type fileContext struct {
	module *Module
	name   string
}

func (f *fileContext) position(r hcl.Range) plans.Position {
	return f.module.position(f.name, r.Start.Line)
}

// Attribute is an attribute of a body.
type Attribute struct {
	Name     string
	Value    *Expression
	Position plans.Position
}

// Block is a block in a body. Dynamic says that it is the content of a dynamic block, of which
// there may be none or many.
type Block struct {
	Type     string
	Labels   []string
	Body     *Body
	Dynamic  bool
	ForEach  *Expression // of a dynamic block
	Position plans.Position
}

// When says when a provisioner runs: create or destroy.
func (b *Block) When() string {
	if a := b.Body.Attribute("when"); a != nil && reference(a.Value.HCL()) == "destroy" {
		return "destroy"
	}
	return "create"
}

// newBody returns a body in either syntax, without the members that skip names.
func newBody(body hcl.Body, f *fileContext, skip ...string) *Body {
	b := &Body{attributes: map[string]*Attribute{}, file: f}
	native, ok := body.(*hclsyntax.Body)
	if !ok {
		b.json = []hcl.Body{body}
		return b
	}
	for name, a := range native.Attributes {
		if !slices.Contains(skip, name) {
			b.attributes[name] = &Attribute{Name: name, Value: newExpression(a.Expr), Position: f.position(a.NameRange)}
		}
	}
	for _, nested := range native.Blocks {
		switch {
		case slices.Contains(skip, nested.Type):
		case nested.Type == "dynamic" && len(nested.Labels) == 1:
			if block := dynamicBlock(nested, f); block != nil {
				b.blocks = append(b.blocks, block)
			}
		default:
			b.blocks = append(b.blocks, &Block{
				Type: nested.Type, Labels: nested.Labels, Body: newBody(nested.Body, f), Position: f.position(nested.TypeRange),
			})
		}
	}
	b.index()
	return b
}

func (b *Body) index() {
	b.byType = nil
	for _, block := range b.blocks {
		if b.byType == nil {
			b.byType = map[string][]*Block{}
		}
		b.byType[block.Type] = append(b.byType[block.Type], block)
	}
}

// dynamicBlock returns what a dynamic block stands for, nil if it has no content.
func dynamicBlock(b *hclsyntax.Block, f *fileContext) *Block {
	i := slices.IndexFunc(b.Body.Blocks, func(c *hclsyntax.Block) bool { return c.Type == "content" })
	if i < 0 {
		return nil
	}
	out := &Block{Type: b.Labels[0], Dynamic: true, Body: newBody(b.Body.Blocks[i].Body, f), Position: f.position(b.TypeRange)}
	if a := b.Body.Attributes["for_each"]; a != nil {
		out.ForEach = newExpression(a.Expr)
	}
	return out
}

// override replaces the members of the body by those of another one: attributes one by one, and
// the blocks of a type all together.
func (b *Body) override(by *Body) {
	for name, a := range by.attributes {
		b.attributes[name] = a
	}
	b.blocks = slices.DeleteFunc(b.blocks, func(old *Block) bool { return len(by.byType[old.Type]) > 0 })
	b.blocks = append(b.blocks, by.blocks...)
	b.index()
	b.json = append(b.json, by.json...)
}

// Attribute returns the attribute with a name, or nil. In JSON, any member can be one.
func (b *Body) Attribute(name string) *Attribute {
	if b == nil {
		return nil
	}
	for _, body := range slices.Backward(b.json) {
		content, _, _ := body.PartialContent(&hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: name}}})
		if a := content.Attributes[name]; a != nil {
			return b.attribute(a)
		}
	}
	return b.attributes[name]
}

func (b *Body) attribute(a *hcl.Attribute) *Attribute {
	return &Attribute{Name: a.Name, Value: newExpression(a.Expr), Position: b.file.position(a.NameRange)}
}

// Blocks returns the blocks of a type that have a number of labels, in the order of the text.
// Dynamic blocks are among them.
func (b *Body) Blocks(typ string, labels int) []*Block {
	if b == nil {
		return nil
	}
	names := make([]string, labels)
	for i := range names {
		names[i] = "name"
	}
	for _, body := range slices.Backward(b.json) {
		content, _, _ := body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: typ, LabelNames: names}}})
		if len(content.Blocks) == 0 {
			continue
		}
		var all []*Block
		for _, found := range content.Blocks {
			all = append(all, &Block{Type: typ, Labels: found.Labels, Body: newBody(found.Body, b.file), Position: b.file.position(found.DefRange)})
		}
		return all
	}
	var all []*Block
	for _, block := range b.byType[typ] {
		if len(block.Labels) == labels || block.Dynamic {
			all = append(all, block)
		}
	}
	return all
}

// Written returns the attributes and blocks that are written in HCL's native syntax, in the
// order of the text.
func (b *Body) Written() ([]*Attribute, []*Block) {
	if b == nil {
		return nil, nil
	}
	var all []*Attribute
	for _, a := range b.attributes {
		all = append(all, a)
	}
	sorted.Stable(all, func(x, y *Attribute) int {
		return cmp.Or(cmp.Compare(x.Position.File, y.Position.File), cmp.Compare(x.Position.Line, y.Position.Line), cmp.Compare(x.Name, y.Name))
	})
	return all, b.blocks
}

// Unclear returns the members that are written in JSON, sorted by name. Each may be an attribute
// or a block.
func (b *Body) Unclear() []*Attribute {
	if b == nil {
		return nil
	}
	found := map[string]*Attribute{}
	for _, body := range b.json {
		attrs, _ := body.JustAttributes()
		for name, a := range attrs {
			if name != "dynamic" {
				found[name] = b.attribute(a)
			}
		}
	}
	return sortedByName(found)
}

func sortedByName(m map[string]*Attribute) []*Attribute {
	var all []*Attribute
	for _, a := range m {
		all = append(all, a)
	}
	sorted.Stable(all, func(x, y *Attribute) int { return cmp.Compare(x.Name, y.Name) })
	return all
}
