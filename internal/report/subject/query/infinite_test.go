package query_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/report/subject/query"
)

// around puts a value somewhere into others.
func around(r *rand.Rand, v cty.Value) cty.Value {
	for range r.IntN(4) {
		switch r.IntN(5) {
		case 0:
			v = cty.TupleVal([]cty.Value{cty.True, v})
		case 1:
			v = cty.ListVal([]cty.Value{v, v})
		case 2:
			v = cty.SetVal([]cty.Value{v})
		case 3:
			v = cty.MapVal(map[string]cty.Value{"a": v})
		default:
			v = cty.ObjectVal(map[string]cty.Value{"a": v, "b": cty.NullVal(cty.String)})
		}
	}
	return v
}

// TestQueryInfinite writes results that have an infinite number in them. Only an expression can: all other forms are read by programs that
// have no such number, and write nothing.
func TestQueryInfinite(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 43))
	forms := map[string]func(io.Writer, query.QueryOptions) *query.Query{
		"json": query.NewJSONQuery, "jsonl": query.NewJSONLinesQuery, "raw": query.NewRawQuery, "csv": query.NewCSVQuery, "table": query.NewTableQuery,
		"hcl": query.NewHCLQuery,
	}
	for range 200 {
		v := value.Of(around(r, []cty.Value{cty.PositiveInfinity, cty.NegativeInfinity}[r.IntN(2)]))
		for name, open := range forms {
			var out bytes.Buffer
			q := open(&out, query.QueryOptions{})
			err := q.Value(v)
			if err == nil {
				err = q.End()
			}
			if closed := q.Close(); closed != nil {
				t.Fatal(closed)
			}
			_, unfit := errors.AsType[*query.FormError](err)
			if unfit != (name != "hcl") || unfit && out.Len() > 0 {
				t.Errorf("%s: %#v is %q, %v", name, v.Cty(), out.String(), err)
			}
		}
	}
}
