package system

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// The collector of Go's runtime lets the heap double. Where much is in use, most of that stays in use, and what planfmt allocates
// beside it lives for a short time. So a large heap need not grow by as much as it has.
const (
	growth     = 8 << 20 // by how many bytes a heap may grow that has more than these
	minPercent = 20      // of what is in use, so that a huge heap is not collected all the time
	maxPercent = 100     // the default
)

// PaceCollector sets, after each collection, how much the heap may grow before the next one.
func PaceCollector() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	type sentinel struct{ _ *byte }
	var wait func()
	wait = func() {
		runtime.SetFinalizer(new(sentinel), func(*sentinel) {
			metrics.Read(live)
			debug.SetGCPercent(percent(live[0].Value.Uint64()))
			wait()
		})
	}
	wait()
}

// percent returns by how much a heap may grow of which so many bytes are in use.
func percent(live uint64) int {
	return int(min(max(growth*100/max(live, 1), minPercent), maxPercent))
}
