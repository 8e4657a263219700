package policy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/verdict"
)

// TestOptions say how tests are run.
type TestOptions struct {
	// Inputs are values for inputs, which those in the tests go before.
	Inputs InputValues
	// Strict makes warnings errors.
	Strict bool
	// AsPlan are schemas by which each mock is judged a second time, as it would be in a plan: with the types of
	// the schema, and nulls where the mock has nothing. Without them, nothing is judged twice.
	AsPlan Schemas
	// MaxSteps is how many steps each evaluation can take, see package [github.com/planfmt/planfmt/internal/lang/budget]. 0 stands for
	// its default.
	MaxSteps int
	// Explain asks for the Explanations of mocks.
	Explain bool
	// Plans are plans that all policies are to judge, beside those that test files name.
	Plans []string
	// JudgePlan judges a plan. It is needed if there is any. If its diagnostics have errors, no test counts.
	JudgePlan func(context.Context, PlanTest) ([]verdict.PlanVerdict, diag.List)
}

// PlanTest says by which policies a plan is to be judged.
type PlanTest struct {
	// File is the test file that names the plan, or empty.
	File string
	// Plan is the path of the plan.
	Plan string
	// At is where the test file names the plan, or zero.
	At diag.Range
	// Policies are the files with the policies, and with what these need. Only the policies for which Tested is true are tested.
	Policies []Source
	Tested   func(*verdict.Policy) bool
	// Inputs are the values for inputs.
	Inputs InputValues
}

// Test runs tests of policies. If the diagnostics have errors, no test counts. It is an error if there is
// nothing to test. Paths of targets
// are relative to the directory of the test file; what they lead to is read if it is not among
// the files.
func Test(ctx context.Context, files Files, opts TestOptions) (*verdict.Tests, diag.List) {
	r := &runner{units: map[string]*unit{}, diags: files.Warnings()}
	tests := r.load(files)
	// Each file is bound once, whoever tests it.
	everything := newSet(r.order)
	r.diags = append(r.diags, everything.bind(&binder{})...)
	opts.Inputs.MaxSteps = opts.MaxSteps
	lookup, diags := everything.given(opts.Inputs)
	r.diags = append(append(r.diags, diags...), everything.check(lookup)...)
	for _, t := range tests {
		t.set.addHelpers()
		r.diags = append(r.diags, t.bind()...)
	}
	plans := planTests(files, tests, opts)
	if len(plans) > 0 && opts.JudgePlan == nil {
		r.diags = append(r.diags, &diag.Diagnostic{Summary: "Plans are not judged", Detail: "The tests need a plan to be judged, and nothing is there to judge it.", Subject: plans[0].At})
	}
	if !r.diags.HasErrors() {
		r.diags = append(r.diags, nothingToTest(files, tests, len(opts.Plans) > 0)...)
	}
	if opts.Strict {
		r.diags = r.diags.WarningsAsErrors()
	}
	r.diags.Sort()
	result := &verdict.Tests{Diagnostics: r.diags}
	if r.diags.HasErrors() {
		return result, r.diags
	}
	mocks := 0
	for _, t := range tests {
		mocks += len(t.mocks)
	}
	run := budget.NewRun(opts.MaxSteps, mocks)
	for _, t := range tests {
		result.Files = append(result.Files, t.run(ctx, lookup, opts, run))
	}
	more := judgePlans(ctx, result, tests, plans, lookup, opts, run)
	if opts.Strict {
		more = more.WarningsAsErrors()
	}
	result.Diagnostics = append(result.Diagnostics, more...)
	if result.Diagnostics.HasErrors() {
		return result, result.Diagnostics
	}
	if d := run.Err(); d != nil {
		result.Diagnostics = append(result.Diagnostics, d)
		return result, result.Diagnostics
	}
	more = skippedFiles(result)
	if opts.Strict {
		more = more.WarningsAsErrors()
	}
	result.Diagnostics = append(result.Diagnostics, more...)
	return result, result.Diagnostics
}

// skippedFiles warns of files that succeed only because all of their mocks have been skipped, and of plans about which there is no verdict.
func skippedFiles(t *verdict.Tests) diag.List {
	var diags diag.List
	for i := range t.Files {
		f := &t.Files[i]
		if f.Plan != "" && len(f.Verdicts) == 0 {
			diags = append(diags, &diag.Diagnostic{
				Severity: diag.Warning, Summary: "Nothing tested",
				Detail: "No policy says anything about " + plans.SpellName(f.Plan) + ", and nothing is expected, so the plan tests nothing. A policy says nothing of what it is not about, of operations that it does not judge, and where its filter is false.",
			})
		}
		if f.TestsNothing() {
			diags = append(diags, &diag.Diagnostic{
				Severity: diag.Warning, Summary: "Nothing tested", Subject: f.Mocks[0].Range,
				Detail: "All mocks in " + plans.SpellName(f.Name) + " have been skipped, so they test nothing. A mock is skipped if no policy judges its operation, if the filters are false, or if it says so.",
			})
		}
	}
	return diags
}

// nothingToTest says why tests would succeed only because there is nothing that could fail. hasPlans says that all policies judge a plan, too.
func nothingToTest(files Files, tests []*testUnit, hasPlans bool) diag.List {
	if len(tests) == 0 && !hasPlans {
		return diag.List{{Summary: "No tests", Detail: "There is no file *.policytest.hcl in " + searched(files) + ". To check policies that have no tests, use 'planfmt validate'."}}
	}
	var diags diag.List
	mocks := 0
	for _, t := range tests {
		judged := 0
		for _, m := range t.mocks {
			if m.Kind != policyfile.MockData {
				judged++
			}
		}
		if t.file.Plan != nil {
			judged++
		}
		if mocks += judged; judged > 0 && len(t.set.policies) == 0 {
			diags = append(diags, &diag.Diagnostic{Summary: "No policies", Detail: "There is no policy that the mocks in " + plans.SpellName(t.file.Name) + " could be judged by."})
		}
	}
	if mocks == 0 && !hasPlans {
		diags = append(diags, &diag.Diagnostic{Summary: "No tests", Detail: "The tests in " + searched(files) + " have no mock of a resource, a module or a provider."})
	}
	return diags
}

// searched lists the paths that the files have been found in.
func searched(files Files) string {
	var all []string
	for _, src := range slices.Concat(files.Policies, files.Tests) {
		if name := plans.SpellName(src.Set); src.Set != "" && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	if len(all) == 0 {
		return "the files"
	}
	return strings.Join(all, ", ")
}

// runner finds the policies that are tested.
type runner struct {
	units map[string]*unit // by clean path
	order []*unit
	diags diag.List
}

func newSet(units []*unit) *Set {
	s := &Set{}
	for _, u := range units {
		s.add(u)
	}
	return s
}

// load parses policies and their tests.
func (r *runner) load(files Files) []*testUnit {
	var policies []*unit
	for _, src := range files.Policies {
		policies = append(policies, r.unit(src))
	}
	var tests []*testUnit
	for _, src := range files.Tests {
		file, diags := policyfile.ParseTest(src.Name, src.Text)
		r.diags = append(r.diags, diags...)
		tests = append(tests, &testUnit{file: file, set: r.targets(file, policies)})
	}
	return tests
}

// unit parses a policy file, once.
func (r *runner) unit(src Source) *unit {
	path := filepath.Clean(src.Name)
	if u := r.units[path]; u != nil {
		return u
	}
	u, diags := loadUnit(src)
	r.diags = append(r.diags, diags...)
	r.units[path] = u
	r.order = append(r.order, u)
	return u
}

// targets returns the policies that a test file is about: those that it names, or all.
func (r *runner) targets(file *policyfile.TestFile, all []*unit) *Set {
	if !file.HasTargets {
		return newSet(all)
	}
	var found []*unit
	for _, t := range file.Targets {
		units, problem := r.target(file, t)
		if problem != "" {
			r.diags = append(r.diags, &diag.Diagnostic{Summary: "Invalid target", Detail: problem, Subject: t.At})
		}
		for _, u := range units {
			if !slices.Contains(found, u) {
				found = append(found, u)
			}
		}
	}
	return newSet(found)
}

// target returns the policies in a file or a directory, or what is wrong with it.
func (r *runner) target(file *policyfile.TestFile, t policyfile.TestTarget) (units []*unit, problem string) {
	dir := filepath.Dir(file.Name)
	path := relative(file, t)
	if u := r.units[path]; u != nil {
		return []*unit{u}, ""
	}
	if _, err := os.Stat(path); err != nil {
		text := fmt.Sprintf("There is no file or directory %s.", path)
		if names := policyNames(dir); len(names) > 0 {
			if likely := near.Names(t.Path, names, 1); len(likely) > 0 {
				text += fmt.Sprintf(" Did you mean %q?", likely[0])
			}
		}
		return nil, text
	}
	files, err := ReadFiles(path)
	if err != nil && !errors.Is(err, errNoFiles) {
		return nil, fmt.Sprintf("It cannot be read: %v.", err)
	}
	if len(files.Policies) == 0 {
		return nil, fmt.Sprintf("There are no policy files in %s.", path)
	}
	for _, src := range files.Policies {
		units = append(units, r.unit(src))
	}
	return units, ""
}

// policyNames lists the policy files in a directory.
func policyNames(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !IsPolicyFile(e.Name()) })
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}

// ValidateOptions say how policies are validated.
type ValidateOptions struct {
	// Strict makes warnings errors.
	Strict bool
	// Terraform makes what only planfmt can run an error.
	Terraform bool
}

// Validate finds what is wrong with policies and their tests without running them. The schemas may be
// nil. It also returns how many policies there are; it is an error if there is none.
func Validate(files Files, schemas Schemas, opts ValidateOptions) (policies int, diags diag.List) {
	r := &runner{units: map[string]*unit{}, diags: files.Warnings()}
	tests := r.load(files)
	set := newSet(r.order)
	r.diags = append(r.diags, set.bind(&binder{schemas: schemas})...)
	for _, t := range tests {
		t.set.addHelpers()
		r.diags = append(r.diags, t.bind()...)
	}
	if opts.Terraform {
		own := func(at *diag.Range, what string) {
			if at != nil {
				r.diags = append(r.diags, &diag.Diagnostic{Summary: "Only for planfmt", Subject: *at, Detail: "The block \"planfmt\" says that only planfmt can run the " + what + " in this file. HCP Terraform rejects it."})
			}
		}
		for _, u := range set.units {
			own(u.file.Planfmt, "policies")
		}
		for _, t := range tests {
			own(t.file.Planfmt, "tests")
		}
	}
	if !r.diags.HasErrors() && len(set.policies) == 0 {
		r.diags = append(r.diags, &diag.Diagnostic{Summary: "No policies", Detail: "There is no block resource_policy, module_policy, provider_policy or plan_policy in " + searched(files) + "."})
	}
	if opts.Strict {
		r.diags = r.diags.WarningsAsErrors()
	}
	r.diags.Sort()
	return len(set.policies), r.diags
}
