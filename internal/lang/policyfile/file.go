package policyfile

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/verdict"
)

// File is a policy file.
type File struct {
	// Name is the path of the file, as the user gave it.
	Name string
	Text []byte
	// Level is the enforcement level of policies that have none of their own, or nil.
	Level    hclsyntax.Expression
	Required []RequiredProvider
	// Planfmt is where the file says that it is for planfmt, and for no other program. It is nil if it does not.
	Planfmt   *diag.Range
	Inputs    []*Input
	Locals    []NamedExpr // names are unique
	Functions []*Function // names are unique
	Policies  []*Policy
}

// Function is a function that a file for planfmt defines.
type Function struct {
	Name   string
	At     diag.Range // the head of the block
	Params []Param
	// Result may be nil if there are errors.
	Result hclsyntax.Expression
}

// Param is a parameter of a function. Without a Type, an argument can be anything.
type Param struct {
	Name string
	At   diag.Range
	Type hclsyntax.Expression
}

// RequiredProvider is what a file says about a provider.
type RequiredProvider struct {
	Name            string
	At              diag.Range
	Source, Version string // empty if they are not there
}

// Input is an input block.
type Input struct {
	Name                string
	At                  diag.Range // the head of the block
	Type, Default       hclsyntax.Expression
	Description         string
	Sensitive, Nullable bool
}

// Policy is a resource_policy, module_policy, provider_policy or plan_policy.
type Policy struct {
	Kind Kind
	// Target is the first label, and Name the second one. A plan_policy has a name only.
	Target, Name string
	At, TargetAt diag.Range // At is the head of the block
	// Level and Filter may be nil.
	Level, Filter hclsyntax.Expression
	// Operations are the operations that a resource policy judges, those that it judges by
	// default included.
	Operations []Operation
	// Whole says that a resource policy judges each change as a whole, a replacement, too. It is one that reads meta.actions.
	Whole   bool
	Locals  []NamedExpr // names are unique
	Enforce []Enforce
}

// Address returns the name of a policy for reports: resource_policy.aws_s3_bucket.private.
func (p *Policy) Address() string {
	if p.Kind == Plan {
		return "plan_policy." + p.Name
	}
	return p.Kind.String() + "_policy." + p.Target + "." + p.Name
}

// Judges reports whether a policy judges an operation. Only resources have operations.
func (p *Policy) Judges(o Operation) bool {
	return p.Kind != Resource || slices.Contains(p.Operations, o)
}

// Expressions returns all expressions of a policy but that of its level, which are evaluated in
// the policy's scope.
func (p *Policy) Expressions() []hclsyntax.Expression {
	var all []hclsyntax.Expression
	add := func(e hclsyntax.Expression) {
		if e != nil {
			all = append(all, e)
		}
	}
	add(p.Filter)
	for _, l := range p.Locals {
		add(l.Expr)
	}
	for _, e := range p.Enforce {
		add(e.Condition)
		add(e.ErrorMessage)
		add(e.InfoMessage)
	}
	return all
}

// Enforce is an enforce block.
type Enforce struct {
	At        diag.Range // the head of the block
	Condition hclsyntax.Expression
	// ErrorMessage and InfoMessage may be nil.
	ErrorMessage, InfoMessage hclsyntax.Expression
}

// Expression is an expression as syntax. Other rooms hand it on, and need not know its package.
type Expression = hclsyntax.Expression

// NamedExpr is name = expression.
type NamedExpr struct {
	Name   string
	NameAt diag.Range
	Expr   hclsyntax.Expression
}

func policyFileSpec() *bodySpec {
	open := bodySpec{open: true}
	policyBody := func(more ...string) bodySpec {
		return bodySpec{
			args: args(append([]string{"enforcement_level", "filter"}, more...)...),
			blocks: []blockSpec{
				{name: "locals", body: open},
				{name: "enforce", required: true, body: bodySpec{
					args:   append([]argSpec{{name: "condition", required: true}}, args("error_message", "info_message")...),
					around: append([]string{"enforcement_level", "filter"}, more...),
				}},
			},
		}
	}
	return &bodySpec{blocks: []blockSpec{
		{name: "policy", once: true, body: bodySpec{
			args: args("enforcement_level"),
			blocks: []blockSpec{
				{name: "required_providers", once: true, body: open},
				{name: "terraform_config", once: true, body: bodySpec{args: args("required_version")}},
				{name: "plugins", once: true, body: open},
				ownSpec(),
			},
		}},
		{name: "input", labels: []string{"name"}, body: bodySpec{
			args: append([]argSpec{{name: "type", required: true, code: true}}, args("default", "description", "sensitive", "nullable")...),
		}},
		{name: "locals", body: open},
		{name: "function", labels: []string{"name"}, body: bodySpec{args: []argSpec{{name: "params", required: true, code: true}, {name: "result", required: true}}}},
		{name: "resource_policy", labels: []string{"type of the resources", "name"}, body: policyBody("operations")},
		{name: "module_policy", labels: []string{"source of the modules", "name"}, body: policyBody()},
		{name: "provider_policy", labels: []string{"type of the providers", "name"}, body: policyBody()},
		{name: "plan_policy", labels: []string{"name"}, body: policyBody()},
	}}
}

// Parse parses a policy file. It is in JSON if its name ends with .json. If there are
// errors, the file has what could be read.
func Parse(name string, text []byte) (*File, diag.List) {
	f := &File{Name: name, Text: text}
	b, diags := parseBody(name, text, policyFileSpec())
	if b == nil {
		return f, diags
	}
	r := &fileReader{diags: diags}
	r.file(f, r.check(b, policyFileSpec(), "A policy file", whole(name)))
	r.diags.Sort()
	return f, r.diags
}

// whole is the start of a file, for what is wrong with all of it.
func whole(name string) diag.Range {
	start := diag.Pos{Line: 1, Column: 1}
	return diag.Range{File: name, Start: start, End: start}
}

func (r *fileReader) file(f *File, b *body) {
	if p := b.first("policy"); p != nil {
		f.Level = r.level(p.body)
		r.settings(f, p.body)
	}
	names := map[string]diag.Range{}
	for _, one := range b.all("input") {
		if r.unique(names, "input", one.Labels[0], one.at) {
			f.Inputs = append(f.Inputs, r.input(one))
		}
	}
	f.Locals = r.locals(b.all("locals"))
	r.cycles(f.Locals)
	functions := map[string]diag.Range{}
	for _, one := range b.all("function") {
		r.onlyPlanfmt(f, one)
		if len(f.Functions) == maxFunctions {
			r.errorAt(one.at, "Too many functions", "A file can have %d functions at most.", maxFunctions)
			break
		}
		if r.unique(functions, "function", one.Labels[0], one.at) {
			f.Functions = append(f.Functions, r.function(one))
		}
	}
	addresses := map[string]diag.Range{}
	for _, one := range b.blocks {
		var kind Kind
		switch one.Type {
		case "resource_policy":
			kind = Resource
		case "module_policy":
			kind = Module
		case "provider_policy":
			kind = Provider
		case "plan_policy":
			kind = Plan
			r.onlyPlanfmt(f, one)
		default:
			continue
		}
		p := r.policy(f, kind, one)
		if r.unique(addresses, "policy", p.Address(), one.at) {
			f.Policies = append(f.Policies, p)
		}
	}
}

// unique reports whether a name has not been seen before.
func (r *fileReader) unique(seen map[string]diag.Range, what, name string, at diag.Range) bool {
	if first, ok := seen[name]; ok {
		r.errorAt(at, "Duplicate "+what, "There is %s %s already, in line %d.", article(what), quoted(name), first.Start.Line)
		return false
	}
	seen[name] = at
	return true
}

func (r *fileReader) input(b *configBlock) *Input {
	in := &Input{
		Name: b.Labels[0], At: b.at,
		Type: b.body.arg("type"), Default: b.body.arg("default"),
		Description: r.text(b.body, "description"),
		Sensitive:   r.flag(b.body, "sensitive"), Nullable: r.flag(b.body, "nullable"),
	}
	if !hclsyntax.ValidIdentifier(in.Name) {
		r.errorAt(Range(b.LabelRanges[0]), "Invalid name", "An input must have a name that expressions can use: letters, digits, _ and -, with a letter first.")
	}
	return in
}

// maxLocals is how many locals can be in a file, a policy, or a file with values. What finds their order calls
// itself for each local that another one refers to.
const maxLocals = 5000

// locals reads blocks of locals, in which each name may be there once.
func (r *fileReader) locals(blocks []*configBlock) []NamedExpr {
	var all []NamedExpr
	seen := map[string]diag.Range{}
	for _, b := range blocks {
		for _, a := range b.body.order {
			if len(all) == maxLocals {
				r.errorAt(Range(a.NameRange), "Too many definitions", "There can be %d of them at most.", maxLocals)
				return all
			}
			if r.unique(seen, "local", a.Name, Range(a.NameRange)) {
				all = append(all, NamedExpr{Name: a.Name, NameAt: Range(a.NameRange), Expr: a.Expr})
			}
		}
	}
	return all
}

// level reads the enforcement level of a policy or a file.
func (r *fileReader) level(b *body) hclsyntax.Expression {
	e := b.arg("enforcement_level")
	if e == nil {
		return nil
	}
	all := []string{verdict.Advisory.String(), verdict.Mandatory.String(), verdict.MandatoryOverridable.String()}
	at := Range(e.Range())
	if s, ok := literalString(e); ok {
		if !slices.Contains(all, s) {
			r.errorAt(at, "Invalid enforcement level", "%s is not an enforcement level. These are %s.%s", quoted(s), list(all), meant(s, all))
		}
		return e
	}
	if refs := References(e); len(refs) == 1 && slices.Contains(all, refs[0].Root) && refs[0].Attr == "" {
		r.errorAt(at, "Invalid enforcement level", "An enforcement level is a string: write \"%s\".", refs[0].Root)
	} else if _, ok := e.(*hclsyntax.LiteralValueExpr); ok {
		r.errorAt(at, "Invalid enforcement level", "An enforcement level is one of the strings %s.", list(all))
	}
	return e
}

func (r *fileReader) policy(f *File, kind Kind, b *configBlock) *Policy {
	p := &Policy{
		Kind: kind, Name: b.Labels[len(b.Labels)-1],
		At: b.at, TargetAt: Range(b.LabelRanges[0]),
		Level: r.level(b.body), Filter: b.body.arg("filter"),
		Locals: r.locals(b.body.all("locals")),
	}
	if kind != Plan {
		p.Target = b.Labels[0]
	}
	if all := b.body.all("locals"); len(all) > 1 {
		r.warnAt(all[1].at, "Several blocks of locals", "The documentation of policies allows one block \"locals\" in a policy.")
	}
	for _, e := range b.body.all("enforce") {
		p.Enforce = append(p.Enforce, Enforce{
			At: e.at, Condition: e.body.arg("condition"),
			ErrorMessage: e.body.arg("error_message"), InfoMessage: e.body.arg("info_message"),
		})
	}
	r.cycles(p.Locals)
	for _, l := range p.Locals {
		for _, outer := range f.Locals {
			if l.Name == outer.Name {
				r.warnAt(l.NameAt, "Local hides another one", "The file has a local %q as well, in line %d. In this policy, it cannot be used.", l.Name, outer.NameAt.Start.Line)
			}
		}
	}
	switch kind {
	case Resource:
		p.Whole = f.Planfmt != nil && reads(p, "meta", "actions") != nil
		r.operations(p, b, f.Planfmt != nil)
	case Module:
		if strings.Contains(p.Target, "*") && p.Target != "*" {
			r.warnAt(p.TargetAt, "Unlikely source", "The label of a module policy is a whole source, or * for all of them. In %s, the * stands for itself.", quoted(p.Target))
		}
	}
	return p
}

// reads returns the first reference to a name in a policy, or nil. If attr is not empty, it must be to that attribute.
func reads(p *Policy, root, attr string) *Reference {
	var first *Reference
	for _, e := range p.Expressions() {
		for _, ref := range References(e) {
			if ref.Root == root && (attr == "" || ref.Attr == attr) && (first == nil || ref.At.Start.Byte < first.At.Start.Byte) {
				first = &ref
			}
		}
	}
	return first
}

// cycles reports locals that refer to themselves, each cycle once.
func (r *fileReader) cycles(locals []NamedExpr) {
	index := map[string]int{}
	for i, l := range locals {
		index[l.Name] = i
	}
	const (
		fresh = iota
		open
		done
	)
	state := make([]int, len(locals))
	var path []int
	var visit func(i int)
	visit = func(i int) {
		state[i] = open
		path = append(path, i)
		for _, ref := range References(locals[i].Expr) {
			j, ok := index[ref.Attr]
			if ref.Root != "local" || !ok {
				continue
			}
			switch state[j] {
			case fresh:
				visit(j)
			case open:
				var names []string
				for _, k := range path[slices.Index(path, j):] {
					names = append(names, "local."+locals[k].Name)
				}
				if len(names) == 1 {
					r.errorAt(ref.At, "Cycle", "The value of %s depends on itself.", names[0])
				} else {
					r.errorAt(locals[j].NameAt, "Cycle", "The value of %s depends on itself: %s, %s.", names[0], strings.Join(names, ", "), names[0])
				}
			}
		}
		path = path[:len(path)-1]
		state[i] = done
	}
	for i := range locals {
		if state[i] == fresh {
			visit(i)
		}
	}
}

// quoted returns a text in quotes for a message.
func quoted(s string) string { return "\"" + strings.Join(strings.Fields(s), " ") + "\"" }

// list returns words as an enumeration, in quotes.
func list(words []string) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = quoted(w)
	}
	if n := len(all); n > 1 {
		return strings.Join(all[:n-1], ", ") + " and " + all[n-1]
	}
	return strings.Join(all, "")
}
