package outcome

import (
	"slices"

	"github.com/planfmt/planfmt/internal/read/jsonlog"
)

// Progress follows a run, and knows how far it has come with a plan. It judges as [Log.Judge] does: when the log ends, both say the same.
type Progress struct {
	planned []Planned
	order   Order
	at      map[string][]int // the changes at each address

	log    *Log
	fates  []Fate
	counts map[Fate]int
	waits  *waits
	// waiting counts the changes that are not reached and come after one that has failed, kept those that the last failure has added.
	waiting, kept int
	ended         bool // what follows is another run
	// Repeated counts what the log says more than once.
	Repeated int
}

// NewProgress returns the progress of a run that has not begun.
func NewProgress(planned []Planned, order Order) *Progress {
	p := &Progress{planned: planned, order: order, at: map[string][]int{}}
	for i := range planned {
		address := planned[i].Header.Address
		p.at[address] = append(p.at[address], i)
	}
	p.reset()
	return p
}

func (p *Progress) reset() {
	p.log, p.counts, p.ended, p.Repeated, p.waiting, p.kept = newLog(), map[Fate]int{}, false, 0, 0, 0
	p.fates, p.waits = make([]Fate, len(p.planned)), newWaits(p.planned, p.order)
	for i := range p.planned {
		p.fates[i] = p.log.Judge(&p.planned[i]).Fate
		p.counts[p.fates[i]]++
	}
}

// EndRun says that what follows is another run.
func (p *Progress) EndRun() { p.ended = true }

// Add takes note of an event.
func (p *Progress) Add(e *jsonlog.Event) {
	if p.ended {
		p.reset()
	}
	p.kept = 0
	if d := e.Diagnostic; d != nil && isFailure(d) {
		if len(p.at[d.Address]) == 0 || len(p.log.entry(d.Address).errors) > 0 { // one is enough to know that it failed
			return
		}
		p.log.entry(d.Address).errors = []jsonlog.Diagnostic{*d}
		p.judge(d.Address)
		return
	}
	kind, phase := e.Type.Operation()
	if kind != "apply" || e.Hook == nil {
		return
	}
	address := e.Hook.Resource.Address
	if len(p.at[address]) == 0 {
		return
	}
	at := p.log.entry(address)
	switch phase {
	case jsonlog.Started, jsonlog.Ongoing:
		at.running = 1
	case jsonlog.Complete, jsonlog.Errored:
		at.running = 0
		if phase == jsonlog.Complete && slices.Contains(at.done, e.Hook.Action) {
			if p.planned[p.at[address][0]].follows() {
				p.Repeated++
			}
			return
		}
		at.end(e.Hook.Action, phase)
	case jsonlog.NoPhase:
		return
	}
	p.judge(address)
}

// judge finds out what has become of the changes at an address by now.
func (p *Progress) judge(address string) {
	for _, i := range p.at[address] {
		fate := p.log.Judge(&p.planned[i]).Fate
		if fate == p.fates[i] {
			continue
		}
		p.counts[p.fates[i]]--
		p.counts[fate]++
		if p.fates[i] == NotReached && p.waits.after[i] >= 0 {
			p.waiting--
		}
		if p.fates[i] = fate; fate != Failed {
			continue
		}
		for _, other := range p.waits.fail(i) {
			if p.fates[other] == NotReached {
				p.kept, p.waiting = p.kept+1, p.waiting+1
			}
		}
	}
}

// Planned returns how many changes the plan has, and how many of them are at an address.
func (p *Progress) Planned(address string) (all, here int) { return len(p.planned), len(p.at[address]) }

// Done returns how many changes are done as planned.
func (p *Progress) Done() int { return p.counts[AsPlanned] }

// Failed returns how many changes have failed.
func (p *Progress) Failed() int { return p.counts[Failed] }

// Left returns how many changes have not been begun, or are such that the log does not say.
func (p *Progress) Left() int { return p.counts[NotReached] + p.counts[Unclear] }

// Waiting returns how many changes are left that were to come after one that has failed.
func (p *Progress) Waiting() int { return p.waiting }

// JustKept returns how many of them the last failure has added.
func (p *Progress) JustKept() int { return p.kept }
