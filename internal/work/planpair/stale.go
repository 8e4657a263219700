package planpair

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/semver"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/age"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/internal/work/pair"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// Stale finds out whether a plan still fits the state that it is to be applied to. An error in a document is a [computed.PlanError]: the
// plan is the old one, the state the new one. If hideCopies is set, copies of sensitive strings are hidden.
func Stale(ctx context.Context, s *engine.Session, plan, state io.Reader, hideCopies bool, terms computed.StaleTerms) (*computed.Staleness, error) {
	d, err := openAgainst(ctx, s, plan, state, hideCopies, source.Options{KeepVersions: terms.Locked != nil})
	if err != nil {
		return nil, err
	}
	defer d.close()
	c := &staleCheck{against: d, terms: terms}
	if err = c.ofFacts(); err == nil && !c.sameState {
		err = c.ofResources(ctx, s.Opts.Workers)
	}
	c.found.Warnings = append(d.warnings, c.found.Warnings...)
	return &c.found, err
}

// staleCheck looks for reasons.
type staleCheck struct {
	*against
	terms     computed.StaleTerms
	found     computed.Staleness
	sameState bool // lineage and serial say that it is the state that the plan was made from
}

func (c *staleCheck) reason(format string, args ...any) {
	c.found.Reasons = append(c.found.Reasons, fmt.Sprintf(format, args...))
}

// ofFacts looks at everything but the resources.
func (c *staleCheck) ofFacts() error {
	p, s := c.plan.Facts, c.state.Facts
	c.ofState(p, s)
	if err := c.ofVersions(p.TerraformVersion, s.TerraformVersion); err != nil {
		return err
	}
	if err := c.ofLocked(p.ProviderVersions); err != nil {
		return inPlan(computed.OldPlan, err)
	}
	return inPlanIf(computed.OldPlan, c.ofAge(p.Timestamp))
}

// ofVersions compares the versions that wrote the plan and the state. An unknown one is not compared, but one that cannot be is an error.
func (c *staleCheck) ofVersions(plan, state string) error {
	switch {
	case plan == "" || state == "" || plan == state:
		return nil
	case !semver.IsValid("v" + plan):
		return inPlan(computed.OldPlan, errors.New("its version of Terraform is not valid"))
	case !semver.IsValid("v" + state):
		return inPlan(computed.NewPlan, errors.New("its version of Terraform is not valid"))
	case schema.CompareReleases(state, plan) > 0:
		c.reason("the state was written by version %s, which is later than the plan's, %s", state, plan)
	}
	return nil
}

func inPlanIf(which computed.WhichPlan, err error) error {
	if err == nil {
		return nil
	}
	return inPlan(which, err)
}

// ofState compares which state it is. A plan that was made without a state has neither lineage nor serial of its own: its lineage is
// empty, and its serial is 0.
func (c *staleCheck) ofState(p, s *source.Facts) {
	switch {
	case p.Serial == "" && p.Lineage == "":
		c.found.Warnings = append(c.found.Warnings, "the plan does not say from which state it was made: only its resources are compared. A binary plan file says so")
	case s.Serial == "" && s.Lineage == "":
		if !s.Empty {
			c.found.Warnings = append(c.found.Warnings, "the state does not say which state it is: only resources are compared. `terraform state pull` and state files say so")
		}
	case p.Lineage == "":
		c.reason("the plan was made without a state, and now there is one (serial %s)", plans.SpellName(s.Serial))
	case p.Lineage != s.Lineage:
		c.reason("it is another state: its lineage is %s, and the plan was made from %s", plans.SpellName(s.Lineage), plans.SpellName(p.Lineage))
	case p.Serial != s.Serial:
		c.reason("the state has the serial %s, and the plan was made from %s", plans.SpellName(s.Serial), plans.SpellName(p.Serial))
	default:
		c.sameState = true
	}
}

// ofLocked compares the providers that the plan was made with to those that are locked now.
func (c *staleCheck) ofLocked(then map[string]string) error {
	switch {
	case c.terms.Locked == nil:
		return nil
	case then == nil:
		return errors.New("the plan does not say which providers it was made with: only binary plan files with a lock file that can be read do")
	}
	for _, provider := range slices.Sorted(maps.Keys(then)) {
		switch now, locked := c.terms.Locked[provider]; {
		case !locked:
			c.reason("provider %s: it is no longer locked, and the plan was made with %s", plans.SpellName(provider), plans.SpellName(then[provider]))
		case now != then[provider]:
			c.reason("provider %s: %s is locked, and the plan was made with %s", plans.SpellName(provider), plans.SpellName(now), plans.SpellName(then[provider]))
		}
	}
	return nil
}

func (c *staleCheck) ofAge(timestamp string) error {
	if c.terms.MaxAge == 0 {
		return nil
	}
	made, err := time.Parse(time.RFC3339, timestamp)
	if err != nil {
		return errors.New("the plan does not say when it was made")
	}
	if wrong := age.Wrong(made, c.terms.Now, c.terms.MaxAge); wrong != "" {
		c.reason("the plan %s", wrong)
	}
	return nil
}

// ofResources compares the resources that the plan touches: what it says they were before with what they are now. If something else than
// the product had changed one before the plan was made, what the state has is still what it was before that.
func (c *staleCheck) ofResources(ctx context.Context, workers int) error {
	if err := c.findSecrets(ctx, workers); err != nil {
		return err
	}
	p, now := c.plan.Facts, c.objects()
	drifted := c.drifts()
	both := pair.New(source.Facts{}, c.plan.Source, c.state.Source)
	var jobs []staleJob
	for r := range p.Changes.All() {
		if r.Err() != nil {
			return inPlan(computed.OldPlan, compare.WithAddress(r.Err(), r.Address))
		}
		if !r.Shown() || r.Mode != "managed" {
			continue
		}
		j := staleJob{before: r, key: before(r)}
		if d := drifted[keyOfObject(r)]; d != nil {
			j.before = d
		}
		j.isNew = r.Action == plans.Create || r.Importing != nil
		j.taints = r.ActionReason == plans.ReplaceBecauseTainted
		j.saysTaint = r.Action != plans.Delete && r.Action != plans.Forget
		j.now = now[j.key]
		if j.now != nil && j.now.Err() != nil {
			return inPlan(computed.NewPlan, compare.WithAddress(j.now.Err(), j.now.Address))
		}
		if j.now != nil && !j.isNew {
			j.both = both.Add(pairedHeader(r), pair.Pair{Old: j.before, New: j.now})
		}
		jobs = append(jobs, j)
	}
	if err := p.Changes.Err(); err != nil {
		return inPlan(computed.OldPlan, err)
	}
	return engine.InWorkers(ctx, workers, len(jobs), func() func(int) staleResult {
		cmp := compare.NewComparer(c.how, both.Loader).In(c.manner)
		return func(i int) staleResult { return jobs[i].compare(cmp) }
	}, func(r staleResult) error {
		if r.err != nil {
			return r.err
		}
		c.found.Reasons = append(c.found.Reasons, r.reasons...)
		return nil
	})
}

// staleJob is a resource that the plan touches.
type staleJob struct {
	key    objectKey
	before *source.Resource // the entry of the plan that says what it was
	now    *source.Resource // in the state; nil if it is not there
	both   *source.Resource // the pair of the two; nil if there is nothing to compare
	isNew  bool             // the plan creates or imports it
	// taints says that the plan replaces it because it was tainted. What is only destroyed does not say whether it was.
	taints, saysTaint bool
}

type staleResult struct {
	reasons []string
	err     error
}

// compare looks for reasons in a resource.
func (j *staleJob) compare(c *compare.Comparer) (out staleResult) {
	name := plans.SpellName(j.key.address)
	if j.key.deposed != "" {
		name += " (deposed object " + plans.SpellName(j.key.deposed) + ")"
	}
	switch {
	case j.now == nil && j.isNew:
	case j.now == nil:
		out.reasons = append(out.reasons, name+" is no longer in the state")
	case j.isNew:
		out.reasons = append(out.reasons, name+" exists in the state now")
	default:
		if j.saysTaint && j.now.Tainted != j.taints && j.key.deposed == "" {
			if j.now.Tainted {
				out.reasons = append(out.reasons, name+" is tainted now")
			} else {
				out.reasons = append(out.reasons, name+" is no longer tainted")
			}
		}
		r := c.Resource(compare.Entry{Resource: j.both, Section: computed.ChangesSection})
		if len(r.Problems) > 0 {
			out.err = r.Problems[0]
			return out
		}
		if changed := changedPaths(r.Body); len(changed) > 0 {
			out.reasons = append(out.reasons, name+" has changed: "+strings.Join(changed, ", "))
		}
	}
	return out
}

// changedPaths returns the paths of what changes in a value, a few of them. A sensitive value is one of them, without its parts.
func changedPaths(d computed.Diff) (all []string) {
	const most = 5
	n := 0
	var last string
	d.Walk(func(part computed.Diff) computed.Visit {
		if part.Action == plans.NoOp {
			return computed.SkipParts
		}
		for p := range part.Content().Changed() {
			if p.Diff.Action != plans.NoOp && p.Role <= computed.PartBlock {
				return computed.SkipUnchanged // the parts say it
			}
		}
		if path := part.Path.String(); path != last {
			if last = path; n < most {
				all = append(all, plans.SpellName(path))
			}
			n++
		}
		return computed.SkipParts
	})
	if n > most {
		all = append(all, fmt.Sprintf("and %d more", n-most))
	}
	return all
}
