package system

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// The collector of Go's runtime lets the heap double. That costs time where little is in use, since most of what planfmt allocates
// lives for a short time, and memory where much is in use. So a heap may grow the less the more is in use.
const (
	mostGrowth  = 16 << 20 // bytes
	leastGrowth = 8 << 20
	minPercent  = 20 // of what is in use, so that a huge heap is not collected all the time
	maxPercent  = 300
)

// PaceCollector sets, after each collection, how much the heap may grow before the next one.
func PaceCollector() {
	debug.SetGCPercent(maxPercent)
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
	growth := max(mostGrowth-min(live/4, mostGrowth), leastGrowth)
	return int(min(max(growth*100/max(live, 1), minPercent), maxPercent))
}
