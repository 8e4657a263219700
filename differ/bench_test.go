package differ_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// BenchmarkResource compares a resource with a list, JSON in a string, a nested attribute
// and blocks. A few of them change.
func BenchmarkResource(b *testing.B) {
	side := func(changed string) values.Value {
		var list, blocks []string
		for i := range 20 {
			list = append(list, fmt.Sprintf("%q", fmt.Sprint("element ", i)))
			blocks = append(blocks, fmt.Sprintf(`{"a":"%d","b":"same"}`, i))
		}
		list[7], blocks[3] = fmt.Sprintf("%q", changed), fmt.Sprintf(`{"a":%q,"b":""}`, changed)
		return values.Of(fmt.Sprintf(`{"a":%q,"b":"{\"x\":[1,2,3],\"y\":{\"z\":\"%s\"}}","list":[%s],"many":[%s],"object":{"a":"","b":%q},"one":{"a":"same","b":null}}`,
			changed, changed, strings.Join(list, ","), strings.Join(blocks, ","), changed))
	}
	c := values.Change{Before: side("old"), After: side("new")}
	block := thing()
	d := differ.New(differ.Options{})
	b.ReportAllocs()
	for b.Loop() {
		d.Resource(c, plans.Update, block)
	}
}
