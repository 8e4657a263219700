package schema_test

import (
	"bytes"
	"os"
	"runtime"
	"testing"

	"github.com/planfmt/planfmt/schema"
)

// BenchmarkLoad loads a file of schemas and looks three types up. The file is
// the one that PLANFMT_BENCH_SCHEMAS names:
//
//	PLANFMT_BENCH_SCHEMAS=schemas.json.gz go test ./schema -run - -bench Load -benchmem
//
// live-MB is what the set keeps in memory after the look-ups.
func BenchmarkLoad(b *testing.B) {
	name := os.Getenv("PLANFMT_BENCH_SCHEMAS")
	if name == "" {
		b.Skip("PLANFMT_BENCH_SCHEMAS names no file")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	var all schema.Set
	if err := all.Load(name, bytes.NewReader(text)); err != nil {
		b.Fatal(err)
	}
	ids := all.IDs()
	ids = []schema.ID{ids[0], ids[len(ids)/2], ids[len(ids)-1]}
	all = schema.Set{}
	live := func() float64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc) / (1 << 20)
	}
	before := live()
	b.ReportAllocs()
	var set *schema.Set
	for b.Loop() {
		set = &schema.Set{}
		if err := set.Load(name, bytes.NewReader(text)); err != nil {
			b.Fatal(err)
		}
		for _, id := range ids {
			if block, err := set.Lookup(id); block == nil || err != nil {
				b.Fatal(id, err)
			}
		}
	}
	b.ReportMetric(live()-before, "live-MB")
	runtime.KeepAlive(set)
	runtime.KeepAlive(text)
}
