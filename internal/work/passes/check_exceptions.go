package passes

import (
	"cmp"
	"time"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/verdict"
)

// exceptions says which failures are accepted for a while. A nil *exceptions has none.
type exceptions struct {
	file  *rules.Exceptions
	today rules.Day
	found map[*rules.Exception]*verdict.Exception // those that have excepted something
	hints map[*rules.Exception]string             // what may be meant by those that have not
}

func newExceptions(file *rules.Exceptions, today rules.Day) *exceptions {
	if file == nil {
		return nil
	}
	if today == "" {
		today = rules.DayOf(time.Now())
	}
	return &exceptions{file: file, today: today, found: map[*rules.Exception]*verdict.Exception{}, hints: map[*rules.Exception]string{}}
}

// except marks a failure that is accepted. Errors, and what is undecided, are never accepted.
func (x *exceptions) except(r *verdict.Result) {
	if x == nil || r.Outcome != verdict.Fail {
		return
	}
	address := cmp.Or(r.Address, planAddress)
	for _, one := range x.file.Find(r.Policy.Name, r.Policy.ShortName(), address) {
		if x.counts(one) {
			found := x.found[one]
			if found == nil {
				found = x.spelled(one)
				x.found[one] = found
			}
			if r.Exception == nil {
				r.Exception = found
			}
		}
	}
	if r.Exception != nil {
		return
	}
	for _, one := range x.file.OtherInstances(r.Policy.Name, r.Policy.ShortName(), address) {
		x.hints[one] = "It does not say which instances it means: [*] stands for all of them."
	}
}

// counts reports whether an exception has a reason and has not expired.
func (x *exceptions) counts(one *rules.Exception) bool {
	return one.Reason != "" && one.Until >= x.today
}

func (x *exceptions) spelled(one *rules.Exception) *verdict.Exception {
	at := diag.Pos{Line: one.Line, Column: one.Column}
	return &verdict.Exception{
		Policy: one.Policy, Address: one.Address, Reason: one.Reason, Owner: one.Owner, Until: string(one.Until),
		Range: diag.Range{File: x.file.Name, Start: at, End: at},
	}
}

// idle returns the exceptions that except nothing.
func (x *exceptions) idle(policies []*verdict.Policy) []verdict.IdleException {
	if x == nil {
		return nil
	}
	known := map[string]bool{}
	var names []string
	for _, p := range policies {
		for _, name := range []string{p.Name, p.ShortName()} {
			if !known[name] {
				known[name] = true
				names = append(names, name)
			}
		}
	}
	var all []verdict.IdleException
	for _, one := range x.file.All {
		if x.found[one] != nil {
			continue
		}
		idle := verdict.IdleException{Exception: x.spelled(one), Why: verdict.Unmatched, Hint: x.hints[one]}
		switch {
		case one.Until < x.today:
			idle.Why = verdict.Expired
		case one.Reason == "":
			idle.Why = verdict.Reasonless
		case !known[one.Policy]:
			idle.Hint = "There is no such policy."
			if likely := near.Names(one.Policy, names, 1); len(likely) > 0 {
				idle.Hint += " Did you mean " + plans.SpellName(likely[0]) + "?"
			}
		}
		all = append(all, idle)
	}
	return all
}
