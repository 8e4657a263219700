package policy

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/verdict"
)

// input binds an input block: its type and its default.
func (b *binder) input(syntax *policyfile.Input) *policyInput {
	in := &policyInput{Input: syntax, typ: types.Any}
	if syntax.Type != nil {
		t, diags := types.Parse(syntax.Type)
		b.diags = append(b.diags, diags...)
		in.typ = t
	}
	bound := b.bind(syntax.Default, map[string]types.Type{})
	if bound == nil {
		return in
	}
	at := policyfile.Range(syntax.Default.Range())
	r := eval.Eval(bound, nil, budget.Fixed())
	if b.diags.HasErrors() && r.Err != nil {
		return in
	}
	v, problem := in.accept(r, at)
	if problem != nil {
		b.diags = append(b.diags, problem)
		return in
	}
	in.byDefault = &v
	return in
}

// accept converts a value that somebody gives for an input.
func (in *policyInput) accept(r eval.Result, at diag.Range) (value.Value, *diag.Diagnostic) {
	if r.Err != nil {
		return value.Value{}, r.Err
	}
	problem := func(format string, args ...any) *diag.Diagnostic {
		return &diag.Diagnostic{Summary: "Invalid value for input", Detail: fmt.Sprintf(format, args...), Subject: at}
	}
	c := r.Value.Cty()
	if r.Value.IsNull() {
		if !in.Nullable {
			return value.Value{}, problem("The input %q must not be null: it does not have nullable = true.", in.Name)
		}
		c = cty.NullVal(types.ToCty(in.typ))
	} else {
		converted, err := types.Convert(c, in.typ)
		if err != nil {
			if in.Sensitive {
				return value.Value{}, problem("The input %q must be %s, and the value is not. It is sensitive, so nothing else can be said about it.", in.Name, in.typ)
			}
			return value.Value{}, problem("The input %q must be %s: %v.", in.Name, in.typ, err)
		}
		c = converted
	}
	v := value.Derive(c, r.Value)
	if in.Sensitive {
		v = v.WithSensitive()
	}
	return v, nil
}

// InputValues are the values for inputs that the user gives, by where they come from. A value
// in an earlier field goes before one in a later field.
type InputValues struct {
	// Flags has texts by the names of inputs. For inputs of type string, the text is the
	// value; for others, it is an expression.
	Flags map[string]string
	// Environment returns such a text for an input, or "" if there is none. It may be
	// nil.
	Environment func(name string) string
	// File is a file in the syntax of tfvars, or nil. It is in JSON if its name ends with .json.
	File *Source
	test given // what a test file gives goes before all others, or nil
	// MaxSteps is how many steps the evaluation of a value can take, or of all values in the file, see package
	// [github.com/planfmt/planfmt/internal/lang/budget]. 0 stands for its default.
	MaxSteps int
}

// These begin the names that diagnostics have in place of a file for a value that is none of a file. The name of the
// input follows.
const (
	flagOrigin        = "--input "
	environmentOrigin = "TFPOLICY_INPUT_"
)

// Text returns the text of what diagnostics name as their file, if it is one of the values. Otherwise, it returns nil.
func (v InputValues) Text(file string) []byte {
	if v.File != nil && v.File.Name == file {
		return v.File.Text
	}
	if name, ok := strings.CutPrefix(file, flagOrigin); ok {
		return []byte(v.Flags[name])
	}
	if name, ok := strings.CutPrefix(file, environmentOrigin); ok && v.Environment != nil {
		return []byte(v.Environment(name))
	}
	return nil
}

// Inputs are the values of the inputs of a set.
type Inputs struct {
	units []unitInputs // in the order of the set's units
}

type unitInputs struct {
	values map[string]eval.Result
	// level is that of policies which have none of their own, and levels are those of the
	// policies.
	levels []levelResult
}

type levelResult struct {
	level verdict.Level
	err   *diag.Diagnostic
}

// given finds the values that somebody gives for inputs. It returns nil if there is none.
type given func(in *policyInput) *givenValue

type givenValue struct {
	result eval.Result
	at     diag.Range
}

// take returns the value of an input that somebody gives. Diagnostics do not show the text of the value.
func (in *policyInput) take(g *givenValue) (value.Value, *diag.Diagnostic) {
	v, problem := in.accept(g.result, g.at)
	if problem != nil {
		hidden := *problem
		hidden.Private = true
		problem = &hidden
	}
	return v, problem
}

// Inputs finds the values of all inputs. Errors are about inputs without a value, values of other types,
// values for inputs that no file declares, and the syntax of the file of values. With errors, the result is not valid.
func (s *Set) Inputs(values InputValues) (*Inputs, diag.List) {
	lookup, diags := s.given(values)
	if diags.HasErrors() {
		return nil, diags
	}
	inputs, found := s.inputs(lookup)
	return inputs, append(diags, found...)
}

// given looks up what the user gives.
func (s *Set) given(values InputValues) (given, diag.List) {
	declared := s.declared()
	var diags diag.List
	for _, name := range slices.Sorted(maps.Keys(values.Flags)) {
		if _, ok := declared[name]; !ok {
			diags = append(diags, &diag.Diagnostic{Summary: "Unknown input", Detail: fmt.Sprintf("No policy file has an input %q.%s", name, declared.meant(name))})
		}
	}
	file, found := declared.file(values.File, budget.New(values.MaxSteps))
	return func(in *policyInput) *givenValue {
		if values.test != nil {
			if g := values.test(in); g != nil {
				return g
			}
		}
		if text, ok := values.Flags[in.Name]; ok {
			return in.text(flagOrigin+in.Name, text, budget.New(values.MaxSteps))
		}
		if values.Environment != nil {
			if text := values.Environment(in.Name); text != "" {
				return in.text(environmentOrigin+in.Name, text, budget.New(values.MaxSteps))
			}
		}
		return file[in.Name]
	}, append(diags, found...)
}

// check finds out whether what somebody gives has the right types.
func (s *Set) check(lookup given) diag.List {
	var diags diag.List
	for _, u := range s.units {
		for _, in := range u.inputs {
			if g := lookup(in); g != nil {
				if _, problem := in.take(g); problem != nil {
					diags = append(diags, problem)
				}
			}
		}
	}
	return diags
}

// declaredInputs says of the inputs that are declared whether they are sensitive, by their names.
type declaredInputs map[string]bool

func (s *Set) declared() declaredInputs {
	all := declaredInputs{}
	for _, u := range s.units {
		for _, in := range u.inputs {
			all[in.Name] = all[in.Name] || in.Sensitive
		}
	}
	return all
}

// meant asks whether the user means an input with a similar name.
func (d declaredInputs) meant(name string) string {
	if likely := near.Names(name, slices.Collect(maps.Keys(d)), 1); len(likely) > 0 {
		return fmt.Sprintf(" Did you mean %q?", likely[0])
	}
	return ""
}

// file reads a file of values; src may be nil. Diagnostics do not show lines of the file: even the line of a misspelt name
// may have its value.
func (d declaredInputs) file(src *Source, b *budget.Budget) (map[string]*givenValue, diag.List) {
	if src == nil {
		return nil, nil
	}
	parsed, diags := policyfile.ParseValues(src.Name, src.Text)
	for i, found := range diags {
		diags[i] = withoutValue(found, false)
	}
	all := map[string]*givenValue{}
	for _, v := range parsed.Values {
		sensitive, ok := d[v.Name]
		if !ok {
			diags = append(diags, &diag.Diagnostic{Severity: diag.Warning, Summary: "Unknown input", Subject: v.NameAt, Detail: fmt.Sprintf("No policy file has an input %q.%s", v.Name, d.meant(v.Name))})
			continue
		}
		all[v.Name] = &givenValue{result: evalGiven(v.Expr, sensitive, b), at: policyfile.Range(v.Expr.Range())}
	}
	for i, found := range diags {
		hidden := *found
		hidden.Private = true
		diags[i] = &hidden
	}
	return all, diags
}

// text reads a value that is given as text.
func (in *policyInput) text(origin, text string, b *budget.Budget) *givenValue {
	if in.typ == types.String {
		return &givenValue{result: eval.Of(value.Of(cty.StringVal(text)))}
	}
	g := &givenValue{}
	expr, diags := policyfile.ParseExpression(origin, []byte(text))
	if diags.HasErrors() {
		g.result.Err = withoutValue(diags[0], in.Sensitive)
		return g
	}
	g.result, g.at = evalGiven(expr, in.Sensitive, b), policyfile.Range(expr.Range())
	return g
}

// evalGiven evaluates an expression that somebody gives for an input. It refers to nothing.
func evalGiven(e policyfile.Expression, sensitive bool, b *budget.Budget) eval.Result {
	bound, diags := model.Bind(e, model.Scope{})
	if diags.HasErrors() {
		return eval.Result{Err: withoutValue(diags[0], sensitive)}
	}
	r := eval.Eval(bound, nil, b)
	if r.Err != nil {
		r.Err = withoutValue(r.Err, sensitive)
	}
	return r
}

// withoutValue removes what an error says about a value that somebody gives. Without its quotes, a text is taken for a name,
// and errors would name it. See [plans.DescribeText].
func withoutValue(d *diag.Diagnostic, sensitive bool) *diag.Diagnostic {
	detail := "The value of an input has no references, and a text in it needs quotes. It may be secret, so it is not shown."
	if sensitive {
		detail = "The value is sensitive, so nothing else can be said about it."
	}
	return &diag.Diagnostic{Severity: d.Severity, Summary: d.Summary, Detail: detail, Subject: d.Subject, Private: true}
}

// inputs finds the values of all inputs, and the levels that depend on them.
func (s *Set) inputs(lookups ...given) (*Inputs, diag.List) {
	all := &Inputs{units: make([]unitInputs, len(s.units))}
	var diags diag.List
	for i, u := range s.units {
		values := make(map[string]eval.Result, len(u.inputs))
		for _, in := range u.inputs {
			v, problem := in.value(lookups)
			values[in.Name] = eval.Result{Value: v, Err: problem}
			if problem != nil {
				diags = append(diags, problem)
			}
		}
		all.units[i].values = values
	}
	states := s.newStates(all.units, nil, nil)
	for i, u := range s.units {
		ui := &all.units[i]
		ui.levels = u.levels(ui.values, states)
		for _, l := range ui.levels {
			if l.err != nil && !slices.Contains(diags, l.err) {
				diags = append(diags, l.err)
			}
		}
	}
	return all, diags
}

// value returns the value of an input: the first that somebody gives, or the default.
func (in *policyInput) value(lookups []given) (value.Value, *diag.Diagnostic) {
	for _, lookup := range lookups {
		if g := lookup(in); g != nil {
			return in.take(g)
		}
	}
	switch {
	case in.byDefault != nil:
		return *in.byDefault, nil
	case in.Nullable:
		return value.Of(cty.NullVal(types.ToCty(in.typ))), nil
	}
	return value.Value{}, &diag.Diagnostic{
		Summary: "Input without a value", Subject: in.At,
		Detail: fmt.Sprintf("The input %[1]q has no default, and nobody gives it a value. Use --input %[1]s=VALUE.", in.Name),
	}
}

// levels evaluates the enforcement levels of the policies of a file.
func (u *unit) levels(values map[string]eval.Result, states map[*unit]*unitState) []levelResult {
	host := &scopeHost{roots: map[string]eval.Object{"input": inputsObject(values)}, budget: budget.Fixed(), states: states}
	own := &localsObject{locals: u.locals, byName: u.byName, host: host, done: make([]*eval.Result, len(u.locals))}
	if len(u.helpers.locals) > 0 {
		own.outer = states[u].outer
	}
	host.roots["local"] = own
	var shared levelResult
	if u.level != nil {
		shared = evalLevel(u.level, host)
	}
	all := make([]levelResult, len(u.policies))
	for i, p := range u.policies {
		all[i] = shared
		if p.level != nil {
			all[i] = evalLevel(p.level, host)
		}
	}
	return all
}

func evalLevel(e model.Expr, host *scopeHost) levelResult {
	r := host.eval(e)
	if r.Err != nil {
		return levelResult{err: r.Err}
	}
	var l levelResult
	v, err := types.Convert(r.Value.Cty(), types.String)
	if err != nil || v.IsNull() || !v.IsKnown() || l.level.UnmarshalText([]byte(v.AsString())) != nil {
		l.err = &diag.Diagnostic{
			Summary: "Invalid enforcement level", Subject: e.Range(),
			Detail: fmt.Sprintf("An enforcement level is %q, %q or %q, and this is another value.", verdict.Advisory, verdict.Mandatory, verdict.MandatoryOverridable),
		}
	}
	return l
}

// inputsObject is the value of input.
type inputsObject map[string]eval.Result

func (o inputsObject) Attr(name string) (eval.Result, bool) {
	r, ok := o[name]
	return r, ok
}

func (o inputsObject) Value() eval.Result { return wholeObject(slices.Sorted(maps.Keys(o)), o.Attr) }

// wholeObject returns an object with all attributes.
func wholeObject(names []string, attr func(string) (eval.Result, bool)) eval.Result {
	var whole eval.Result
	attrs := make(map[string]value.Value, len(names))
	for _, name := range names {
		r, _ := attr(name)
		if r.Err != nil {
			return r
		}
		if r.MayFail != nil {
			whole.MayFail = r.MayFail
			whole.Causes = append(whole.Causes, r.Causes...)
		}
		attrs[name] = r.Value
		whole.Steps += r.Steps
	}
	whole.Value = value.Object(attrs)
	return whole
}
