package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// maxVerdicts is how many bytes a file with expected verdicts may have.
const maxVerdicts = 64 << 20

// verdictsFile returns the name of the file with expected verdicts. It is beside the file that names the plan, or beside a plan that the
// command line names.
func verdictsFile(t policy.PlanTest) string { return cmp.Or(t.File, t.Plan) + policy.VerdictsSuffix }

// judgePlan judges a plan, and compares the verdicts with those that are expected. With --update, it writes these first.
func (o *testOptions) judgePlan(ctx context.Context, t policy.PlanTest) ([]verdict.PlanVerdict, diag.List) {
	all, diags, err := o.comparePlan(ctx, t)
	if err != nil {
		diags = append(diags, &diag.Diagnostic{Summary: "Plan not judged", Detail: err.Error(), Subject: t.At})
	}
	return all, diags
}

func (o *testOptions) comparePlan(ctx context.Context, t policy.PlanTest) ([]verdict.PlanVerdict, diag.List, error) {
	report, err := o.checkPlan(ctx, t)
	if static, ok := errors.AsType[diag.List](err); ok {
		return nil, static, nil
	}
	if err != nil {
		return nil, nil, err
	}
	if report.Diagnostics.HasErrors() {
		return nil, report.Diagnostics, nil
	}
	var diags diag.List
	if why := report.Incomplete; why != "" {
		diags = diag.List{{Severity: diag.Warning, Summary: "Plan not complete", Detail: plans.SpellName(t.Plan) + ": " + why + " What is missing tests nothing.", Subject: t.At}}
	}
	var found []expectedVerdict
	said := map[expectedVerdict][]string{} // messages, in the order of verdicts that are the same
	for _, r := range report.Results.All() {
		if !t.Tested(r.Policy) || r.Outcome == verdict.Skipped {
			continue
		}
		v := expectedVerdict{r.Policy.Name, r.Address, r.Operation, r.Outcome}
		found = append(found, v)
		if r.Outcome < verdict.Fail {
			r.Message = "" // of what may become an error
		}
		said[v] = append(said[v], r.Message)
	}
	slices.SortStableFunc(found, compareVerdicts)
	messages := make([]string, len(found))
	for i, v := range found {
		messages[i], said[v] = said[v][0], said[v][1:]
	}
	name := verdictsFile(t)
	if o.Update {
		out, err := output.Open(o.streams, output.Plan{Name: name, Inputs: append(o.SchemaSources.Files(), t.Plan)})
		if err != nil {
			return nil, nil, err
		}
		defer out.Abort()
		_, err = out.Write(appendVerdicts(nil, found))
		return matchVerdicts(found, messages, found), diags, out.Finish(err)
	}
	text, err := options.ReadSmall(name, maxVerdicts)
	if err != nil {
		return nil, nil, fmt.Errorf("%w; --update writes the file with the verdicts that there are now", err)
	}
	expected, err := parseVerdicts(text)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", plans.SpellName(name), err)
	}
	return matchVerdicts(found, messages, expected), diags, nil
}

// checkPlan judges a plan. The error has its name, unless it is a list of what is wrong with the policies.
func (o *testOptions) checkPlan(ctx context.Context, t policy.PlanTest) (*verdict.Report, error) {
	library := planfmt.Options{Policies: &planfmt.PolicyOptions{Policies: t.Policies, Inputs: t.Inputs}}
	library.MaxSteps = o.MaxSteps
	library.Warn = func(w planfmt.Warning) { o.streams.Warn(plans.SpellName(t.Plan) + ": " + w.Text) }
	if err := o.SchemaSources.Apply(o.streams, &library); err != nil {
		return nil, err
	}
	in, _, err := terminal.OpenInput(o.streams, t.Plan)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	report, err := planfmt.Check(ctx, in, library)
	if _, static := errors.AsType[diag.List](err); err != nil && !static {
		err = fmt.Errorf("%s: %w", plans.SpellName(t.Plan), files.TrimName(err))
	}
	return report, err
}
