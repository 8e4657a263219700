// Package outcome says what became of a plan: for each resource that it touches, whether what the plan promised has happened. What is
// known of that comes from the log of the run, from the state after it, or from both.
package outcome

import (
	"slices"

	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/plans"
)

// Fate is what became of a planned change, the worst first.
type Fate uint8

// The fates.
const (
	Failed      Fate = iota // there was an error
	HalfDone                // a replacement has been begun, and not been finished
	Interrupted             // it was under way when the log ended
	Differently             // it was done, and not as planned
	NotReached              // it was not begun
	Unclear                 // neither the log nor the state says
	AsPlanned
)

// Fates returns all fates in their order.
func Fates() []Fate {
	return []Fate{Failed, HalfDone, Interrupted, Differently, NotReached, Unclear, AsPlanned}
}

// String returns the name of the fate.
func (f Fate) String() string {
	return [...]string{"failed", "half done", "interrupted", "done differently", "not reached", "unclear", "as planned"}[f]
}

// Resource is a planned change and what became of it.
type Resource struct {
	Header plans.Header
	Fate   Fate
	// Errors are those that the log has about the resource.
	Errors []jsonlog.Diagnostic
	// Remarks say what else somebody should know, in whole sentences without a full stop: that it is tainted, for example.
	Remarks []string
	// Values are those that are not as the plan says, and those that it did not know.
	Values []Value
}

// Value is a value after the run.
type Value struct {
	Path string
	// Known says that the plan knew it. Otherwise, it is one that was known only after apply.
	Known bool
	// Planned and Is are the values as they are shown.
	Planned, Is string
}

// Outcome is what became of a plan.
type Outcome struct {
	// Resources are in the order of the plan.
	Resources []Resource
	// Errors are those that the log has about nothing that the plan touches.
	Errors []jsonlog.Diagnostic
	// Extra are the addresses of what the run has changed, but the plan does not.
	Extra []string
	// HasLog and HasState say what is known. End is how the log ends.
	HasLog, HasState bool
	End              jsonlog.End
	// Repeated counts what the log says more than once.
	Repeated int
	// Warnings are what somebody should know about the documents.
	Warnings []string
}

// Count returns how many resources have a fate.
func (o *Outcome) Count(f Fate) (n int) {
	for i := range o.Resources {
		if o.Resources[i].Fate == f {
			n++
		}
	}
	return n
}

// IsAsPlanned reports whether all has happened as planned, and nothing else.
func (o *Outcome) IsAsPlanned() bool {
	return o.Count(AsPlanned) == len(o.Resources) && len(o.Errors) == 0 && len(o.Extra) == 0 && (!o.HasLog || o.End == jsonlog.Succeeded)
}

// Planned is a change that a plan has.
type Planned struct {
	Header plans.Header
	// Alone says that no other change of the plan is about the same address, so that what the log says about the address is about it.
	Alone bool
	// Open says that an object is updated or replaced, and that the plan knows none of the values that change in it. When these are known, an update may turn
	// out to be none.
	Open bool
}

// Log is what a log says, by address.
type Log struct {
	run *jsonlog.Run // nil while the run goes on
	at  map[string]*logged
}

// logged is what a log says about an address.
type logged struct {
	done    []string // the actions that have ended well, in their order
	failed  bool
	running int
	errors  []jsonlog.Diagnostic
}

func newLog() *Log { return &Log{at: map[string]*logged{}} }

// NewLog returns what the log of a run says.
func NewLog(run *jsonlog.Run) *Log {
	l := newLog()
	l.run = run
	for i := range run.Operations {
		if op := &run.Operations[i]; op.Kind == "apply" {
			l.entry(op.Address).end(op.Action, op.Phase)
		}
	}
	for _, op := range run.Running {
		if op.Kind == "apply" {
			l.entry(op.Address).running++
		}
	}
	for _, d := range run.Diagnostics {
		if isFailure(&d) {
			l.entry(d.Address).errors = append(l.entry(d.Address).errors, d)
		}
	}
	return l
}

// isFailure reports whether a diagnostic says that the change of the object that it is about has failed. What a policy says about an object
// says nothing about what was done to it.
func isFailure(d *jsonlog.Diagnostic) bool { return d.IsError() && d.Policy == "" }

// entry returns what the log says about an address.
func (l *Log) entry(address string) *logged {
	at := l.at[address]
	if at == nil {
		at = &logged{}
		l.at[address] = at
	}
	return at
}

// end takes note of the end of an operation.
func (a *logged) end(action string, phase jsonlog.Phase) {
	if phase == jsonlog.Errored {
		a.failed = true
	} else {
		a.done = append(a.done, action)
	}
}

// steps returns the operations that the log has for a change that is done, or nil if it has none.
func steps(a plans.Action) []string {
	switch a {
	case plans.Create:
		return []string{"create"}
	case plans.Update:
		return []string{"update"}
	case plans.Delete:
		return []string{"delete"}
	case plans.DeleteThenCreate:
		return []string{"delete", "create"}
	case plans.CreateThenDelete:
		return []string{"create", "delete"}
	case plans.CreateThenForget:
		return []string{"create"}
	case plans.Read:
		return []string{"read"}
	case plans.NoOp, plans.Forget, plans.ForgetThenCreate, plans.Unknown:
	}
	return nil
}

// follows reports whether the log says what becomes of the change, and of nothing else at its address.
func (p *Planned) follows() bool {
	return p.Alone && p.Header.Deposed == "" && steps(p.Header.Action) != nil
}

// Judge says what became of a change by the log alone.
func (l *Log) Judge(p *Planned) Resource {
	at := l.at[p.Header.Address]
	if at == nil {
		at = &logged{}
	}
	r := Resource{Header: p.Header, Errors: at.errors}
	succeeded := l.run != nil && l.run.End() == jsonlog.Succeeded
	if !p.follows() {
		switch {
		case succeeded:
			r.Fate = AsPlanned
		case len(r.Errors) > 0:
			r.Fate = Failed
		default:
			r.Fate = Unclear
		}
		return r
	}
	all := steps(p.Header.Action)
	done, other := []string{}, ""
	for _, action := range at.done {
		if slices.Contains(all, action) {
			done = append(done, action)
		} else if slices.Contains([]string{"create", "update", "delete"}, action) {
			other = action
		}
	}
	complete := true
	for _, step := range all {
		complete = complete && slices.Contains(done, step)
	}
	switch {
	case at.failed || len(r.Errors) > 0: // perhaps after it was done: a postcondition, for example
		r.Fate = Failed
	case other != "":
		r.Fate = Differently
	case complete:
		r.Fate = AsPlanned
	case at.running > 0:
		r.Fate = Interrupted
	case len(done) > 0:
		r.Fate = HalfDone
	case succeeded && p.Header.Action == plans.Read:
		r.Fate = AsPlanned
	case succeeded && p.Open && p.Header.Action == plans.Update:
		r.Fate = AsPlanned
		r.Remarks = append(r.Remarks, "nothing had to be done: what the plan did not know is what it was before")
	default:
		r.Fate = NotReached
	}
	if len(done) > 0 && !complete {
		if r.Remarks = []string{notCreated}; done[0] == "create" {
			r.Remarks[0] = notDestroyed
		}
	}
	if other != "" {
		r.Remarks = append(r.Remarks, "the log says that something else was done: "+other)
	}
	return r
}

// The remarks about a replacement of which the log has only a part.
const (
	notCreated   = "it has been destroyed, and not been created again, at least not completely"
	notDestroyed = "it has been created, and the old object has not been destroyed"
)

// MayBeNoUpdate reports whether it depends on [Planned.Open] what became of a change: the run has succeeded without it.
func (l *Log) MayBeNoUpdate(p *Planned) bool {
	return p.Header.Action == plans.Update && l.run.End() == jsonlog.Succeeded && l.Judge(p).Fate == NotReached
}

// Rest returns the errors that are about none of these addresses, and what else has been changed.
func (l *Log) Rest(known func(address string) bool) (errors []jsonlog.Diagnostic, extra []string) {
	for _, d := range l.run.Diagnostics {
		if d.IsError() && (!isFailure(&d) || !known(d.Address)) {
			errors = append(errors, d)
		}
	}
	for i := range l.run.Operations {
		if op := &l.run.Operations[i]; op.Kind == "apply" && op.Changes() && !known(op.Address) && !slices.Contains(extra, op.Address) {
			extra = append(extra, op.Address)
		}
	}
	return errors, extra
}

// InState is what the state says about the object of a change.
type InState struct {
	Present, Tainted bool
	// Unmoved says that the plan moves the object, and that it still has its previous address.
	Unmoved bool
	// Old says that there is an object that the plan would have destroyed, under a deposed key.
	Old bool
	// Untouched says that the state is the one that the plan was made from.
	Untouched bool
	// Undrifted says that its values are those before something else than the product had changed them, which the plan knew. The state may not
	// know that yet.
	Undrifted bool
	// AsBefore says that its values are those before the change. Changes says that some of them were to change.
	AsBefore, Changes bool
	// Open is [Planned.Open].
	Open bool
	// Values are those that are not as planned, and those that were not known.
	Values []Value
}

// differs reports whether a value that the plan knew is another one.
func (s *InState) differs() bool {
	return slices.ContainsFunc(s.Values, func(v Value) bool { return v.Known })
}

// fateIn returns the fate by the state alone.
func (r *Resource) fateIn(s *InState) Fate {
	action := r.Header.Action
	switch {
	case s.Unmoved, s.Untouched:
		return NotReached
	case action == plans.Delete, action == plans.Forget:
		if s.Present {
			return NotReached
		}
		return AsPlanned
	case action == plans.NoOp || action == plans.Create || r.Header.Importing != nil:
		return s.fateOfNew()
	}
	return r.fateOfChanged(s)
}

// fateOfNew returns the fate of an object that the plan adds to the state, or keeps in it as it is.
func (s *InState) fateOfNew() Fate {
	switch {
	case !s.Present:
		return NotReached
	case s.Tainted:
		return Failed
	case s.differs():
		return Differently
	}
	return AsPlanned
}

// fateOfChanged returns the fate of an object that is updated or replaced.
func (r *Resource) fateOfChanged(s *InState) Fate {
	replaces := r.Header.Action.Replaces()
	switch {
	case !s.Present && replaces:
		return HalfDone
	case !s.Present:
		return Differently
	case s.Tainted && replaces && !s.AsBefore:
		return Failed
	case s.Old:
		return HalfDone
	case s.AsBefore && s.Open && r.Header.ActionReason == plans.ReplaceBecauseTainted && !s.Tainted:
		return AsPlanned
	case s.AsBefore && s.Open && !s.Tainted:
		return Unclear // the new values may be the same as those before
	case s.Undrifted && !s.differs() && !replaces:
		return Unclear // it may have been changed back, or never have been touched
	case (s.AsBefore || s.Undrifted) && (s.Changes || replaces):
		return NotReached
	case s.differs():
		return Differently
	case !s.Changes && !replaces:
		return Unclear // what was to change is not known from the plan
	}
	return AsPlanned
}

// Add adds what the state says. hasLog says whether the fate is that by the log; otherwise, the state alone decides.
func (r *Resource) Add(s *InState, hasLog bool) {
	if s.Present || s.Unmoved || s.Old {
		r.Remarks = nil // the state knows better
	}
	action := r.Header.Action
	if action == plans.Read || action == plans.Unknown {
		if !hasLog {
			r.Fate = Unclear
		}
		return
	}
	if fate := r.fateIn(s); !hasLog || r.Fate == Unclear {
		r.Fate = fate
	} else {
		r.contradict(s, fate)
	}
	r.remarkState(s, hasLog)
	if r.Fate == AsPlanned || r.Fate == Differently || r.Fate == Failed && s.Present && !s.AsBefore {
		r.Values = s.Values
	}
}

// isGone reports whether the object is no longer in the state if all goes as planned.
func (r *Resource) isGone() bool {
	return r.Header.Action == plans.Delete || r.Header.Action == plans.Forget
}

func (r *Resource) remark(text string) { r.Remarks = append(r.Remarks, text) }

// contradict changes the fate by the log if the state says something else, and remarks what.
func (r *Resource) contradict(s *InState, byState Fate) {
	action := r.Header.Action
	switch {
	case r.Fate == AsPlanned && byState != AsPlanned && byState != Unclear:
		r.Fate = Differently
		switch {
		case s.Untouched:
			r.remark("the log says that it is done, but the state is the one that the plan was made from")
		case s.Unmoved:
			r.remark("the log says that it is done, but the state has it at its previous address")
		case r.isGone():
			r.remark("the log says that it is gone, but it is in the state")
		case !s.Present && (action == plans.Create || action.Replaces()):
			r.remark("it has been created, but it is not in the state: nobody manages it")
		case byState == NotReached:
			r.remark("the log says that it is done, but the state has what was before")
		}
	case r.Fate == NotReached && byState == AsPlanned && (s.Changes || action == plans.Create || r.isGone()):
		r.Fate = Differently
		r.remark("the log does not say that it was done, but the state has it")
	}
}

// remarkState remarks what the state shows that the next plan has to deal with.
func (r *Resource) remarkState(s *InState, hasLog bool) {
	if (s.Present || s.Unmoved) && s.Tainted && !r.isGone() {
		r.remark("it is tainted: the next plan replaces it")
	}
	if s.Old {
		r.remark("the object before is still there, under a deposed key: the next plan destroys it")
	}
	if !s.Present && !s.Unmoved && !hasLog && r.Header.Action == plans.Update {
		r.remark("it is not in the state")
	}
}
