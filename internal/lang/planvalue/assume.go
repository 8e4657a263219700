package planvalue

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"golang.org/x/text/unicode/norm"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/wildcard"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Assumptions are what somebody knows about values that a plan does not know yet:
//
//	assume "aws_instance.web" {
//	  arn = { prefix = "arn:aws:", not_null = true }
//
//	  value "root_block_device[0].volume_id" {
//	    prefix = "vol-"
//	  }
//	}
//
// The label of assume is the address of a resource. Without the key of an instance, it stands for all of
// them, and * for any characters. A nil *Assumptions has none.
type Assumptions struct {
	list []*assumption

	mu       sync.Mutex
	findings map[string]*diag.Diagnostic // by what they are about, so that each is there once
}

type assumption struct {
	Fact
	pattern string
	path    string
	steps   []plans.Step // of the path
	at      diag.Range
	matched bool
	// begins says that there is a prefix, of which nothing may be left.
	begins bool
	// begin is that prefix as it is written.
	begin string
}

// MaxAssumptions is how many bytes a file of assumptions may have.
const MaxAssumptions = 4 << 20

// AssumptionFile is a file of assumptions.
type AssumptionFile struct {
	Name string
	Text []byte
}

// ParseAssumptions reads files of assumptions. Diagnostics do not show lines of a file that is not as it should be: it may
// be another one than the user thinks, such as a file of variables.
func ParseAssumptions(files ...AssumptionFile) (*Assumptions, diag.List) {
	a := &Assumptions{findings: map[string]*diag.Diagnostic{}}
	var diags diag.List
	for _, f := range files {
		for _, found := range a.parse(f) {
			hidden := *found
			hidden.Private = true
			diags = append(diags, &hidden)
		}
	}
	return a, diags
}

func (a *Assumptions) parse(f AssumptionFile) diag.List {
	start := diag.Pos{Line: 1, Column: 1}
	problem := func(detail string) diag.List {
		return diag.List{{Summary: "Invalid assumptions", Detail: detail, Subject: diag.Range{File: f.Name, Start: start, End: start}}}
	}
	if len(f.Text) > MaxAssumptions {
		return problem(fmt.Sprintf("The file has more than %d bytes.", MaxAssumptions))
	}
	if err := config.CheckNesting(f.Text, f.Name); err != nil {
		return problem("In this file, " + err.Error() + ".")
	}
	if bytes.HasPrefix(bytes.TrimSpace(f.Text), []byte("{")) {
		return problem(`This looks like JSON. Assumptions are written in HCL, in blocks of the form assume "ADDRESS" { ... }.`)
	}
	file, found := config.ParseBody(f.Text, f.Name)
	diags := policyfile.Diagnostics(found)
	if diags.HasErrors() {
		return diags
	}
	wrong := func(r hcl.Range, summary, format string, args ...any) {
		diags = append(diags, &diag.Diagnostic{Summary: summary, Detail: fmt.Sprintf(format, args...), Subject: policyfile.Range(r)})
	}
	body := file.Body.(*hclsyntax.Body)
	for _, attr := range body.Attributes {
		wrong(attr.NameRange, "Unsupported argument", "A file of assumptions has blocks assume only.")
	}
	for _, b := range body.Blocks {
		if b.Type != "assume" || len(b.Labels) != 1 {
			wrong(b.DefRange(), "Unsupported block", `A file of assumptions has blocks of the form assume "ADDRESS" only.`)
			continue
		}
		var names []string
		for name := range b.Body.Attributes {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			attr := b.Body.Attributes[name]
			cons, ok := attr.Expr.(*hclsyntax.ObjectConsExpr)
			if !ok {
				wrong(attr.Expr.Range(), "Invalid assumption", "What is known about an attribute is an object: { not_null = true, prefix = \"arn:\" }.")
				continue
			}
			at := policyfile.Range(attr.NameRange)
			one := &assumption{pattern: b.Labels[0], path: plans.NewPath(plans.Key(name)).String(), at: at}
			for _, item := range cons.Items {
				key := hcl.ExprAsKeyword(item.KeyExpr)
				one.set(key, item.KeyExpr.Range(), item.ValueExpr, wrong)
			}
			diags = append(diags, a.add(one)...)
		}
		for _, inner := range b.Body.Blocks {
			if inner.Type != "value" || len(inner.Labels) != 1 || len(inner.Body.Blocks) > 0 {
				wrong(inner.DefRange(), "Unsupported block", `A block assume has attributes, and blocks of the form value "PATH" only.`)
				continue
			}
			one := &assumption{pattern: b.Labels[0], path: inner.Labels[0], at: policyfile.Range(inner.DefRange())}
			for name, attr := range inner.Body.Attributes {
				one.set(name, attr.NameRange, attr.Expr, wrong)
			}
			diags = append(diags, a.add(one)...)
		}
	}
	diags.Sort()
	return diags
}

// add adds an assumption. It returns what is wrong with it, whatever the value is that it is about.
func (a *Assumptions) add(one *assumption) diag.List {
	one.From = fmt.Sprintf("%s:%d", plans.SpellName(one.at.File), one.at.Start.Line)
	steps, ok := parsePath(one.path)
	if !ok {
		return diag.List{{Summary: "Invalid assumption", Detail: plans.SpellName(one.path) + " is not a path to a value.", Subject: one.at}}
	}
	one.steps, one.path = steps, plans.NewPath(steps...).String() // as it is looked up, however somebody has spelled it
	a.list = append(a.list, one)
	if reason := conflict(nil, []*assumption{one}); reason != "" {
		return diag.List{{Summary: "Contradictory assumption", Detail: "No value can meet it: " + reason + ".", Subject: one.at}}
	}
	return nil
}

// facts are what an assumption can say.
const facts = "not_null, prefix, prefix_exact, suffix, min, min_exclusive, max, max_exclusive, min_length and max_length"

// set sets a fact.
func (a *assumption) set(name string, at hcl.Range, e hclsyntax.Expression, wrong func(hcl.Range, string, string, ...any)) {
	v, diags := e.Value(nil)
	if diags.HasErrors() || !v.IsWhollyKnown() || v.IsNull() {
		wrong(e.Range(), "Invalid assumption", "The value must be a constant that is not null.")
		return
	}
	want := cty.Number
	switch name {
	case "not_null":
		want = cty.Bool
	case "prefix", "prefix_exact", "suffix":
		want = cty.String
	case "min", "min_exclusive", "max", "max_exclusive", "min_length", "max_length":
	default:
		wrong(at, "Unsupported argument", "An assumption can say: %s.", facts)
		return
	}
	if v.Type() != want {
		wrong(e.Range(), "Invalid assumption", "The value must be a %s.", want.FriendlyName())
		return
	}
	bound := func(b *values.Bound) {
		if f := v.AsBigFloat(); b.Number != "" {
			wrong(at, "Contradictory assumption", "Two arguments limit the numbers on the same side.")
		} else if !f.IsInf() {
			*b = values.Bound{Number: f.Text('g', 200), IsBeyond: strings.HasSuffix(name, "_exclusive")}
		}
	}
	switch name {
	case "not_null":
		a.NotNull = v.True()
	case "prefix", "prefix_exact":
		if a.begins {
			wrong(at, "Contradictory assumption", "Two arguments say how the string begins.")
		}
		a.begins, a.begin = true, v.AsString()
		if a.Prefix = norm.NFC.String(a.begin); name == "prefix" { // its end may combine with what follows
			a.Prefix = cty.UnknownVal(cty.String).Refine().StringPrefix(a.Prefix).NewValue().Range().StringPrefix()
		}
	case "suffix":
		a.Suffix = v.AsString()
	case "min", "min_exclusive":
		bound(&a.Number.Min)
	case "max", "max_exclusive":
		bound(&a.Number.Max)
	default:
		n, accuracy := v.AsBigFloat().Int64()
		if accuracy != 0 || n < 0 || n > 1<<30 {
			wrong(e.Range(), "Invalid assumption", "The number of elements must be a whole number that is not negative.")
			return
		}
		bound := values.Bound{Number: fmt.Sprint(n)}
		if name == "min_length" {
			a.Length.Min = bound
		} else {
			a.Length.Max = bound
		}
	}
}

// matches reports whether an assumption is about a resource.
func (a *assumption) matches(address string) bool {
	if wildcard.Match(a.pattern, address) {
		return true
	}
	all, key := plans.SplitKey(address)
	return key != "" && wildcard.Match(a.pattern, all)
}

// Mention reports whether there are assumptions about a resource, and notes that the plan has
// it.
func (a *Assumptions) Mention(address string) bool {
	found := false
	for _, one := range a.list {
		if one.matches(address) {
			one.matched, found = true, true
		}
	}
	return found
}

// Of returns the assumptions about a resource, or nil if there are none.
func (a *Assumptions) Of(address string) Facts {
	var found assumed
	for _, one := range a.list {
		if one.matches(address) {
			found = append(found, one)
		}
	}
	return found
}

type assumed []*assumption

// Of returns what is assumed about the value at a path.
func (a assumed) Of(path plans.Path) []Fact {
	if len(a) == 0 {
		return nil
	}
	var all []Fact
	text := path.String()
	for _, one := range a {
		if one.path == text {
			all = append(all, one.Fact)
		}
	}
	return all
}

// Check compares the assumptions about a resource with the values that are known. Several goroutines may call
// it.
func (a *Assumptions) Check(address string, side Side) {
	for _, one := range a.list {
		if one.matches(address) {
			a.check(one, address, side)
		}
	}
}

func (a *Assumptions) check(one *assumption, address string, side Side) {
	v, unknown, sensitive := side.Value, side.Unknown, side.Sensitive
	hidden := sensitive.Covers(v)
	name, _ := one.steps[0].Key()
	if m := side.Block.Attribute(name); m != nil {
		hidden = hidden || m.HasSecrets()
	} else if n := side.Block.NestedBlock(name); n != nil {
		hidden = hidden || n.Block.HasSecrets()
	}
	for _, s := range one.steps {
		if unknown.Covers(v) {
			return
		}
		if name, ok := s.Key(); ok {
			v = v.Get(name)
		} else {
			i, _ := s.Index()
			v = v.Elem(i)
		}
		unknown, sensitive = unknown.At(s), sensitive.At(s)
		hidden = hidden || sensitive.Covers(v)
	}
	if unknown.Covers(v) {
		return
	}
	if one.isMetBy(v) {
		return
	}
	have := "(sensitive value)"
	if !hidden && !sensitive.Any() {
		have = v.JSON()
		if v.IsNull() {
			have = "null"
		}
	}
	a.find(one, address, "Assumption contradicted by the plan",
		fmt.Sprintf("In the plan, %s of %s is %s, which is not what is assumed here.", plans.SpellName(one.path), plans.SpellName(address), plans.SpellName(have)))
}

func (a *Assumptions) find(one *assumption, address, summary, detail string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.findings[one.From+" "+one.path+" "+address] = &diag.Diagnostic{Summary: summary, Detail: detail, Subject: one.at}
}

// findFirst is find for what is wrong with an assumption whatever the values are. It is said of one resource.
func (a *Assumptions) findFirst(one *assumption, summary, detail string) {
	a.mu.Lock()
	_, found := a.findings[one.From+" "+one.path+" "]
	a.mu.Unlock()
	if !found {
		a.find(one, "", summary, detail)
	}
}

// Findings returns what is wrong with the assumptions: those that the plan contradicts, and those about
// resources that it does not have.
func (a *Assumptions) Findings() diag.List {
	a.mu.Lock()
	defer a.mu.Unlock()
	var keys []string
	for key := range a.findings {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	var all diag.List
	for _, key := range keys {
		all = append(all, a.findings[key])
	}
	for _, one := range a.list {
		if !one.matched {
			all = append(all, &diag.Diagnostic{
				Severity: diag.Warning, Summary: "Assumption about nothing",
				Detail: fmt.Sprintf("The plan has no resource %s.", plans.SpellName(one.pattern)), Subject: one.at,
			})
		}
	}
	all.Sort()
	return all
}

// parsePath returns the steps of a path: rule[0].tags["a.b"]. It reports false if it is not a path.
func parsePath(text string) ([]plans.Step, bool) {
	t, diags := hclsyntax.ParseTraversalAbs([]byte(text), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, false
	}
	var steps []plans.Step
	for _, s := range t {
		switch s := s.(type) {
		case hcl.TraverseRoot:
			steps = append(steps, plans.Key(s.Name))
		case hcl.TraverseAttr:
			steps = append(steps, plans.Key(s.Name))
		case hcl.TraverseIndex:
			switch s.Key.Type() {
			case cty.String:
				steps = append(steps, plans.Key(s.Key.AsString()))
			case cty.Number:
				i, accuracy := s.Key.AsBigFloat().Int64()
				if accuracy != 0 || i < 0 || i > 1<<30 {
					return nil, false
				}
				steps = append(steps, plans.Index(int(i)))
			}
		default:
			return nil, false
		}
	}
	return steps, len(steps) > 0
}
