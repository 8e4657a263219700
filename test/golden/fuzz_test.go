package golden_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/test/kit"
)

// FuzzShow gives Show any plan and any schemas. Whatever they are, it returns,
// prints nothing if it fails, and nothing unsafe in any format if it does not.
func FuzzShow(f *testing.F) {
	for _, g := range kit.SomeGoldens(f) {
		for _, flags := range []uint8{0, 4, 8} {
			f.Add(g.Document(), g.Schemas(), flags)
		}
	}
	f.Fuzz(func(t *testing.T, plan, schemas []byte, flags uint8) {
		opts := planfmt.Options{
			Input:  planfmt.Input{Mode: plans.Mode(flags % 4)},
			Layout: planfmt.Layout{Color: flags&4 != 0, Width: int(flags >> 4)},
		}
		if flags&8 != 0 {
			opts.Product = "opentofu"
		}
		if len(schemas) > 0 {
			opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(schemas)}
		}
		var out bytes.Buffer
		res, err := planfmt.Show(context.Background(), &out, bytes.NewReader(plan), opts)
		if err != nil {
			if out.Len() > 0 {
				t.Errorf("an error, %v, and output:\n%s", err, &out)
			}
			return
		}
		if res == nil {
			t.Fatal("no result and no error")
		}
		kit.CheckSafe(t, out.String(), opts.Color)
		all, _ := kit.RenderGolden(plan, kit.WithFormat(opts, "every"))
		kit.CheckSafe(t, all, true)
	})
}
