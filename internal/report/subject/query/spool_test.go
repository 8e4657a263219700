package query_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/report/spool"
	"github.com/planfmt/planfmt/internal/report/subject/query"
	"github.com/planfmt/planfmt/policy"
)

// TestQuerySpool writes results of many lengths with little memory, so that the end of each goes through a temporary file, and compares them
// with what is written without one.
func TestQuerySpool(t *testing.T) {
	write := func(texts []string, limit int64) string {
		t.Helper()
		var out bytes.Buffer
		q := query.NewJSONQuery(&out, query.QueryOptions{Limits: spool.Limits{MemoryLimit: limit, TempDir: t.TempDir()}})
		defer q.Close()
		q.Begin()
		for _, text := range texts {
			v := value.Of(cty.StringVal(text))
			err := q.Element(policy.Candidate{Value: v, Certain: true})
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := q.End(); err != nil {
			t.Errorf("%d texts of %d bytes, with %d bytes of memory: %v", len(texts), len(texts[0]), limit, err)
		}
		return out.String()
	}
	for _, size := range []int{1, 1000, 32 << 10, 100_000, 256 << 10, 1_000_000} {
		for _, n := range []int{1, 2, 7} {
			texts := make([]string, n)
			for i := range texts {
				texts[i] = strings.Repeat(string(rune('a'+i)), size)
			}
			want := write(texts, 64<<20)
			for _, limit := range []int64{1, 40_000, int64(len(want)) - 1, int64(len(want))} {
				if got := write(texts, limit); got != want {
					t.Errorf("%d texts of %d bytes, with %d bytes of memory: %d bytes were written, want %d", n, size, limit, len(got), len(want))
				}
			}
		}
	}
}
