package passes

import (
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
)

// drifted are the objects that have changed outside of the product, and whether that can be read.
type drifted map[driftedObject]bool

// driftedObject is an object of a resource: its current one, or a deposed one.
type driftedObject struct{ address, deposed string }

// driftedIn returns the objects that have changed according to a document.
func driftedIn(f *source.Facts) drifted {
	all := make(drifted, len(f.Drift))
	for _, r := range f.Drift {
		if r.Err() == nil && r.Action == plans.NoOp {
			continue // it has only moved
		}
		o := driftedObject{r.Address, r.Deposed}
		readable, before := all[o]
		all[o] = r.Err() == nil && (readable || !before)
	}
	return all
}

// has reports whether an object has changed, and whether that is known.
func (d drifted) has(h *plans.Header) (changed, known bool) {
	readable, changed := d[driftedObject{h.Address, h.Deposed}]
	return changed, readable || !changed
}
