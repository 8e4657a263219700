package kit

import (
	"testing"

	"github.com/planfmt/planfmt"
)

// EachGolden calls visit with every golden. One worker makes all calls of Wrap.
func EachGolden(t *testing.T, visit func(file string, document []byte, opts planfmt.Options)) {
	t.Helper()
	for _, g := range SomeGoldens(t) {
		g.Opts.Workers = 1
		visit(g.File, g.Document(), g.Opts)
	}
}
