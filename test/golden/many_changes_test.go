package golden_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

// TestSpooledFactsAreTheSame checks that every format writes the same bytes when nothing that is known of a change stays in memory as it is.
func TestSpooledFactsAreTheSame(t *testing.T) {
	for _, g := range kit.SomeGoldens(t) {
		for _, f := range planfmt.Formats() {
			var have [2]string
			for k, limit := range []int64{0, -1} {
				opts := kit.WithFormat(g.Opts, f.Name)
				opts.MemoryLimit, opts.TempDir = limit, t.TempDir()
				text, err := kit.RenderGolden(g.Document(), opts)
				have[k] = fmt.Sprint(text, err)
			}
			if have[0] != have[1] {
				t.Errorf("%s as %s differs", g.File, f.Name)
			}
		}
	}
}

// TestManyChangesNeedNoMemory checks that what stays in memory does not grow with the number of resources that change, in the formats that
// are for plans of any size. It counts bytes that are in use, while the plan is read and while it is written. One resource is destroyed,
// so all others are counted that may depend on it.
func TestManyChangesNeedNoMemory(t *testing.T) {
	if testing.Short() && !sampling.Full() {
		t.Skip("it measures the heap, which the race detector makes slow; TestManyInOrder and others have the goroutines")
	}
	const few, many = 10_000, 100_000
	for _, format := range []string{"human", "jsonl"} {
		small, large := liveMemory(t, few, format), liveMemory(t, many, format)
		if grown := large - small; grown > (many-few)*64 {
			t.Errorf("%s: %d bytes in memory for %d changes, %d for %d: %d for each more", format, small, few, large, many, grown/(many-few))
		}
	}
}

// liveMemory returns the most memory in use while a plan that creates n resources, and destroys one, is shown.
func liveMemory(t *testing.T, n int, format string) int64 {
	path := filepath.Join(t.TempDir(), "plan.json")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fmt.Fprint(f, `{"format_version":"1.2","terraform_version":"1.9.0","resource_changes":[`)
	for i := range n {
		if i > 0 {
			fmt.Fprint(f, ",")
		}
		fmt.Fprintf(f, `{"address":"null_resource.r[%d]","mode":"managed","type":"null_resource","name":"r","index":%[1]d,`+
			`"provider_name":"registry.terraform.io/hashicorp/null","change":{"actions":["create"],"before":null,"after":{"triggers":{"n":"%[1]d"}},`+
			`"after_unknown":{"id":true},"before_sensitive":false,"after_sensitive":{}}}`, i)
	}
	fmt.Fprint(f, `,{"address":"null_resource.gone","mode":"managed","type":"null_resource","name":"gone",`+
		`"provider_name":"registry.terraform.io/hashicorp/null","change":{"actions":["delete"],"before":{"id":"1"},"after":null,`+
		`"after_unknown":{},"before_sensitive":{},"after_sensitive":false}}],"configuration":{"root_module":{"resources":[`+
		`{"address":"null_resource.r","mode":"managed","type":"null_resource","name":"r","count_expression":{},`+
		`"expressions":{"triggers":{"references":["null_resource.gone.id","null_resource.gone"]}}}]}}}`)
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	var most int64
	look := func() {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		most = max(most, int64(m.HeapAlloc))
	}
	opts := planfmt.Options{Format: format}
	opts.TempDir = t.TempDir()
	opts.Progress = func(p planfmt.Progress) {
		if p.Resources > 0 && p.Resources%(n/4) == 0 || p.Total > 0 && p.Resources == 0 {
			look()
		}
	}
	if _, err := planfmt.Show(t.Context(), io.Discard, f, opts); err != nil {
		t.Fatal(err)
	}
	if most == 0 {
		t.Fatal("nobody has looked")
	}
	return most
}
