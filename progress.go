package planfmt

import "github.com/planfmt/planfmt/computed"

// tracker tells a program how far the work has come, if it wants to know.
type tracker struct {
	report func(computed.Progress) // may be nil
	now    computed.Progress
}

func (p *tracker) read(bytes int64) {
	p.now.Bytes = bytes
	p.notify()
}

func (p *tracker) setTotal(resources int) {
	p.now.Total = resources
	p.notify()
}

func (p *tracker) addResource() {
	p.now.Resources++
	p.notify()
}

func (p *tracker) notify() {
	if p.report != nil {
		p.report(p.now)
	}
}
