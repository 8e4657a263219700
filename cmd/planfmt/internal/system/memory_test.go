package system

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// The more is in use, the less a heap may grow, but never by less than a fifth.
func TestPercent(t *testing.T) {
	for _, c := range []struct{ live, want int }{
		{0, 300}, {1, 300}, {4, 300}, {8, 175}, {16, 75}, {32, 25}, {64, 20}, {1000, 20},
	} {
		if have := percent(uint64(c.live) << 20); have != c.want {
			t.Errorf("%d MiB in use: %d%%, want %d%%", c.live, have, c.want)
		}
	}
}

// The collector is paced after each collection.
func TestPaceCollector(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	PaceCollector()
	large := make([]byte, 64<<20)
	paced := false
	for range 100 {
		runtime.GC()
		runtime.Gosched() // the finalizer has a goroutine of its own
		have := debug.SetGCPercent(maxPercent)
		if debug.SetGCPercent(have); have != maxPercent {
			paced = true
			break
		}
	}
	if !paced {
		t.Error("the collector stays as it is")
	}
	runtime.KeepAlive(large)
}
