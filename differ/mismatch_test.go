package differ

import (
	"fmt"
	"slices"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

func attributes(n int) []schema.Attribute {
	list := make([]schema.Attribute, n)
	for i := range list {
		list[i] = schema.Attribute{Name: fmt.Sprintf("b%03d", 2*i), Type: cty.String}
	}
	return list
}

func TestSkipTo(t *testing.T) {
	for n := range 20 {
		list := attributes(n)
		for i := range 2*n + 1 {
			name := fmt.Sprintf("b%03d", i)
			want := slices.IndexFunc(list, func(a schema.Attribute) bool { return a.Name >= name })
			if want < 0 {
				want = n
			}
			if got := n - len(skipTo(list, name)); got != want {
				t.Errorf("%d attributes, to %s: skipped %d, want %d", n, name, got, want)
			}
		}
	}
}

// BenchmarkWide compares an object that has two of many attributes.
func BenchmarkWide(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			block := (&schema.Block{Attributes: attributes(n)}).Finish()
			name := block.Attributes[n-1].Name
			c := values.Change{
				Before: values.Of(fmt.Sprintf(`{"b000":"x","%s":"old"}`, name)),
				After:  values.Of(fmt.Sprintf(`{"b000":"x","%s":"new"}`, name)),
			}
			d := New(Options{})
			b.ReportAllocs()
			for b.Loop() {
				d.Resource(c, plans.Update, block)
			}
		})
	}
}
