package engine

import "github.com/planfmt/planfmt/computed"

// Tracker tells the caller how far the work has come.
type Tracker struct {
	Report func(computed.Progress) // may be nil
	now    computed.Progress
}

// Read reports how many bytes have been read.
func (p *Tracker) Read(bytes int64) {
	p.now.Bytes = bytes
	p.notify()
}

// SetTotal reports how many resources there are to compare.
func (p *Tracker) SetTotal(resources int) {
	p.now.Total = resources
	p.notify()
}

// AddResource reports that another resource has been compared.
func (p *Tracker) AddResource() {
	p.now.Resources++
	p.notify()
}

func (p *Tracker) notify() {
	if p.Report != nil {
		p.Report(p.now)
	}
}
