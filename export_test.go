package planfmt

import (
	"sync"

	"github.com/planfmt/planfmt/internal/work/compare"
)

// Work counts how often resources are loaded and compared, by their addresses.
type Work struct {
	mu              sync.Mutex
	Loads, Compares map[string]int
}

// Count returns the options with somebody who counts.
func (w *Work) Count(o Options) Options {
	w.Loads, w.Compares = map[string]int{}, map[string]int{}
	o.watch = func(what compare.Work, address string) {
		w.mu.Lock()
		defer w.mu.Unlock()
		if what == compare.Loading {
			w.Loads[address]++
		} else {
			w.Compares[address]++
		}
	}
	return o
}
