package engine

import "github.com/planfmt/planfmt/computed"

// Tracker tells a program how far the work has come, if it wants to know.
type Tracker struct {
	Report func(computed.Progress) // may be nil
	now    computed.Progress
}

func (p *Tracker) Read(bytes int64) {
	p.now.Bytes = bytes
	p.notify()
}

func (p *Tracker) setTotal(resources int) {
	p.now.Total = resources
	p.notify()
}

func (p *Tracker) addResource() {
	p.now.Resources++
	p.notify()
}

func (p *Tracker) notify() {
	if p.Report != nil {
		p.Report(p.now)
	}
}
