package policyfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/internal/base/sorted"
)

// bodySpec says what a body may have.
type bodySpec struct {
	args   []argSpec
	blocks []blockSpec
	// open means that arguments may have any names, as in locals.
	open bool
	// around are arguments of the block around it that people look for here.
	around []string
}

type argSpec struct {
	name     string
	required bool
	// code means that in JSON, a string is an expression, and no template.
	code bool
}

type blockSpec struct {
	name   string
	labels []string
	// once and required limit how many of these blocks there may be.
	once, required bool
	body           bodySpec
}

func args(names ...string) []argSpec {
	specs := make([]argSpec, len(names))
	for i, name := range names {
		specs[i].name = name
	}
	return specs
}

func (s *bodySpec) arg(name string) *argSpec {
	for i := range s.args {
		if s.args[i].name == name {
			return &s.args[i]
		}
	}
	return nil
}

func (s *bodySpec) block(name string) *blockSpec {
	for i := range s.blocks {
		if s.blocks[i].name == name {
			return &s.blocks[i]
		}
	}
	return nil
}

// names returns the names of all arguments and blocks.
func (s *bodySpec) names() []string {
	var names []string
	for _, a := range s.args {
		names = append(names, a.name)
	}
	for _, b := range s.blocks {
		names = append(names, b.name)
	}
	return names
}

// fileReader collects what is wrong with a file.
type fileReader struct{ diags diag.List }

func (r *fileReader) errorAt(at diag.Range, summary, format string, values ...any) {
	r.diags = append(r.diags, &diag.Diagnostic{Summary: summary, Detail: fmt.Sprintf(format, values...), Subject: at})
}

func (r *fileReader) warnAt(at diag.Range, summary, format string, values ...any) {
	r.diags = append(r.diags, &diag.Diagnostic{Severity: diag.Warning, Summary: summary, Detail: fmt.Sprintf(format, values...), Subject: at})
}

// body is a body that has been checked against its spec: what the spec does
// not have is not in it.
type body struct {
	args   map[string]*hclsyntax.Attribute
	order  []*hclsyntax.Attribute // as in the file
	blocks []*configBlock
}

type configBlock struct {
	*hclsyntax.Block
	at   diag.Range // the head
	body *body
}

// arg returns the expression of an argument, or nil.
func (b *body) arg(name string) hclsyntax.Expression {
	if a := b.args[name]; a != nil {
		return a.Expr
	}
	return nil
}

// all returns the blocks with a name.
func (b *body) all(name string) []*configBlock {
	var all []*configBlock
	for _, one := range b.blocks {
		if one.Type == name {
			all = append(all, one)
		}
	}
	return all
}

// first returns the first block with a name, or nil.
func (b *body) first(name string) *configBlock {
	if all := b.all(name); len(all) > 0 {
		return all[0]
	}
	return nil
}

// check checks a body. The text in says whose body it is: "A policy file", "An enforce block".
// What is missing is missing at a range.
func (r *fileReader) check(b *hclsyntax.Body, spec *bodySpec, in string, at diag.Range) *body {
	result := &body{args: map[string]*hclsyntax.Attribute{}}
	for _, a := range b.Attributes {
		result.order = append(result.order, a)
	}
	sorted.Stable(result.order, func(x, y *hclsyntax.Attribute) int {
		return cmp.Compare(x.NameRange.Start.Byte, y.NameRange.Start.Byte)
	})
	result.order = slices.DeleteFunc(result.order, func(a *hclsyntax.Attribute) bool {
		if spec.open || spec.arg(a.Name) != nil {
			result.args[a.Name] = a
			return false
		}
		if slices.Contains(spec.around, a.Name) {
			r.errorAt(Range(a.NameRange), "Unsupported argument", "%s has no argument %q. It stands in the block around it.", in, a.Name)
		} else if spec.block(a.Name) != nil {
			r.errorAt(Range(a.NameRange), "Unsupported argument", "%s has no argument %q, but blocks of this name: %s { .. }.", in, a.Name, a.Name)
		} else {
			r.errorAt(Range(a.NameRange), "Unsupported argument", "%s has no argument %q.%s", in, a.Name, meant(a.Name, spec.names()))
		}
		return true
	})
	for _, one := range b.Blocks {
		if checked := r.block(one, spec, in, result); checked != nil {
			result.blocks = append(result.blocks, checked)
		}
	}
	for _, a := range spec.args {
		if a.required && result.args[a.name] == nil {
			r.errorAt(at, "Missing argument", "%s must have the argument %q.", in, a.name)
		}
	}
	for _, s := range spec.blocks {
		if s.required && result.first(s.name) == nil {
			r.errorAt(at, "Missing block", "%s must have at least one block %q.", in, s.name)
		}
	}
	return result
}

func (r *fileReader) block(b *hclsyntax.Block, spec *bodySpec, in string, parent *body) *configBlock {
	s := spec.block(b.Type)
	if s == nil {
		switch {
		case spec.arg(b.Type) != nil:
			r.errorAt(Range(b.TypeRange), "Unsupported block", "%s has no block %q, but an argument of this name: %s = ..", in, b.Type, b.Type)
		case b.Type == "data_policy":
			r.errorAt(Range(b.TypeRange), "Unsupported block", "There are no policies for data sources: only for resources, modules and providers.")
		default:
			r.errorAt(Range(b.TypeRange), "Unsupported block", "%s has no block %q.%s", in, b.Type, meant(b.Type, spec.names()))
		}
		return nil
	}
	head := Range(b.DefRange())
	if len(b.Labels) != len(s.labels) {
		at := head
		if len(b.LabelRanges) > len(s.labels) {
			at = Range(b.LabelRanges[len(s.labels)])
		}
		r.errorAt(at, "Wrong number of labels", "%s %s.", sentence(article(b.Type))+" block", labelText(s))
		return nil
	}
	for i, l := range b.Labels {
		if l == "" {
			r.errorAt(Range(b.LabelRanges[i]), "Empty label", "The label for the %s must not be empty.", s.labels[i])
			return nil
		}
	}
	if s.once {
		if first := parent.first(b.Type); first != nil {
			r.errorAt(head, "Duplicate block", "%s may have one block %q only. The first one is in line %d.", in, b.Type, first.at.Start.Line)
			return nil
		}
	}
	return &configBlock{Block: b, at: head, body: r.check(b.Body, &s.body, sentence(article(b.Type))+" block", head)}
}

func labelText(s *blockSpec) string {
	if len(s.labels) == 0 {
		return "has no labels"
	}
	n := "one label"
	if len(s.labels) > 1 {
		n = fmt.Sprintf("%d labels", len(s.labels))
	}
	return "must have " + n + ": the " + strings.Join(s.labels, " and the ")
}

func article(name string) string {
	if strings.ContainsRune("aeiou", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// meant returns a sentence with the name that was likely meant, or "".
func meant(name string, names []string) string {
	if likely := near.Names(name, names, 1); len(likely) > 0 {
		return fmt.Sprintf(" Did you mean %q?", likely[0])
	}
	return ""
}

// literalString returns the text of an expression that is a string without any
// references in it.
func literalString(e hclsyntax.Expression) (string, bool) {
	t, ok := e.(*hclsyntax.TemplateExpr)
	if !ok || !t.IsStringLiteral() {
		if ok && len(t.Parts) == 0 {
			return "", true
		}
		return "", false
	}
	v, _ := t.Value(nil)
	return v.AsString(), true
}

// literalBool returns the value of an expression that is true or false.
func literalBool(e hclsyntax.Expression) (value, ok bool) {
	l, ok := e.(*hclsyntax.LiteralValueExpr)
	if !ok || l.Val.IsNull() || l.Val.Type().FriendlyName() != "bool" {
		return false, false
	}
	return l.Val.True(), true
}

// flag returns the value of an argument that must be true or false.
func (r *fileReader) flag(b *body, name string) bool {
	e := b.arg(name)
	if e == nil {
		return false
	}
	v, ok := literalBool(e)
	if !ok {
		r.errorAt(Range(e.Range()), "Invalid argument", "The argument %q must be true or false.", name)
	}
	return v
}

// text returns the value of an argument that must be a literal string.
func (r *fileReader) text(b *body, name string) string {
	e := b.arg(name)
	if e == nil {
		return ""
	}
	s, ok := literalString(e)
	if !ok {
		r.errorAt(Range(e.Range()), "Invalid argument", "The argument %q must be a string without references.", name)
	}
	return s
}
