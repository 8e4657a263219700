package run

import (
	"context"
	"errors"
	"fmt"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/plans"
)

var errOnlyOne = errors.New("this is for one document: to compare two, take away the filters, and choose another format than why")

// compare shows what differs between two plans or two states.
func compare(ctx context.Context, req Request, files Files, opts planfmt.Options, page Page) (Result, error) {
	if req.Format == whyFormat || len(req.Only)+len(req.Hide) > 0 || req.Where != "" {
		return Result{}, errOnlyOne
	}
	if opts.Readable != planfmt.ChoiceAuto {
		say(page, "two documents are compared as the format does")
		opts.Readable = planfmt.ChoiceAuto
	}
	if files.Rules != nil {
		say(page, "the rules in "+plans.SpellName(files.Rules.Name)+" are not used: they mute changes of one plan")
	}
	for _, f := range files.Reports {
		say(page, plans.SpellName(f.Name)+" is not used: reports are about the resources of one plan")
	}
	out := &postedParts{page: page}
	res, err := planfmt.DiffPlans(ctx, files.Old.Open(), files.Plan.Open(), opts, planfmt.Target{W: out, Format: opts.Format, Layout: opts.Layout})
	if err != nil {
		return Result{}, diffError(err, files)
	}
	out.flush()
	for _, p := range res.Problems {
		say(page, p.Error())
	}
	if what := infer.Guessed(res.Types); what != "" {
		say(page, what+". Add provider schemas for exact output")
	}
	result := Result{Complete: true, Compared: true, Problems: len(res.Problems), Changes: res.Different}
	switch {
	case result.Problems > 0:
		result.Status = 1
	case res.Different:
		result.Status = 2
	}
	return result, nil
}

// diffError says which of the files an error is in.
func diffError(err error, files Files) error {
	if option, ok := errors.AsType[*planfmt.OptionError](err); ok {
		return option.Err
	}
	plan, ok := errors.AsType[*planfmt.PlanError](err)
	if !ok {
		return err
	}
	name := files.Old.Name
	if plan.Which == planfmt.NewPlan {
		name = files.Plan.Name
	}
	return fmt.Errorf("%s: %w", plans.SpellName(name), plan.Err)
}
