package policy

import (
	"context"
	"maps"
	"path/filepath"
	"slices"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/verdict"
)

// relative returns the path of what a test file names.
func relative(file *policyfile.TestFile, t policyfile.TestTarget) string {
	path := filepath.FromSlash(t.Path)
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(filepath.Dir(file.Name), path)
}

// planTests lists the plans that are to be judged: first those of test files, in the order of these.
func planTests(files Files, tests []*testUnit, opts TestOptions) []PlanTest {
	var all []PlanTest
	for _, t := range tests {
		if t.file.Plan == nil {
			continue
		}
		p := PlanTest{File: t.file.Name, Plan: relative(t.file, *t.file.Plan), At: t.file.Plan.At, Inputs: opts.Inputs}
		for _, u := range t.set.units {
			p.Policies = append(p.Policies, Source{Name: u.file.Name, Text: u.file.Text, Set: u.set, Mandatory: u.mandatory})
		}
		tested := map[string]bool{}
		for _, one := range t.set.policies {
			tested[one.report.Range.File] = true
		}
		p.Tested = func(one *verdict.Policy) bool { return tested[one.Range.File] }
		// What the user gives may be for other files.
		declared := t.set.declared()
		p.Inputs.Flags = maps.Clone(p.Inputs.Flags)
		maps.DeleteFunc(p.Inputs.Flags, func(name, _ string) bool { _, ok := declared[name]; return !ok })
		all = append(all, p)
	}
	for _, plan := range opts.Plans {
		all = append(all, PlanTest{Plan: plan, Policies: slices.Clone(files.Policies), Tested: func(*verdict.Policy) bool { return true }, Inputs: opts.Inputs})
	}
	return all
}

// judgePlans judges plans, and adds the verdicts to the results.
func judgePlans(ctx context.Context, result *verdict.Tests, tests []*testUnit, plans []PlanTest, lookup given, opts TestOptions, run *budget.Run) diag.List {
	var diags diag.List
	byName := map[string]*testUnit{}
	for _, t := range tests {
		byName[t.file.Name] = t
	}
	for _, p := range plans {
		if ctx.Err() != nil {
			break
		}
		if t := byName[p.File]; t != nil && len(t.inputs) > 0 {
			values := newMockValues(t, lookup, run)
			p.Inputs.test = (&testInputs{unit: t, host: values.host, lookup: lookup}).fromFile
		}
		verdicts, found := opts.JudgePlan(ctx, p)
		diags = append(diags, found...)
		at := slices.IndexFunc(result.Files, func(f verdict.TestFile) bool { return f.Name == p.File })
		if p.File == "" || at < 0 {
			result.Files = append(result.Files, verdict.TestFile{Name: p.Plan})
			at = len(result.Files) - 1
		}
		result.Files[at].Plan, result.Files[at].Verdicts = p.Plan, verdicts
	}
	return diags
}
