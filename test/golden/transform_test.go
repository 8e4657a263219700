package golden_test

import (
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

// delegate is a renderer of the test's own around one of ours.
type delegate struct{ computed.DiffRenderer }

func (r delegate) Rebuild(parts computed.Replacement) computed.DiffRenderer {
	return delegate{computed.Rebuild(r.DiffRenderer, parts)}
}

// Trees that are rebuilt read as before, also where every renderer in them is
// of another type: nothing is lost, and none asks for another's type.
func TestTransformGoldens(t *testing.T) {
	t.Parallel()
	nodes := 0
	inside := func(d computed.Diff) computed.Diff {
		d.Renderer = delegate{d.Renderer}
		nodes++
		return d
	}
	kit.EachGolden(t, func(file string, document []byte, opts planfmt.Options) {
		want, remarks := kit.RenderGolden(document, opts)
		for name, f := range map[string]func(computed.Diff) computed.Diff{
			"left alone":    func(d computed.Diff) computed.Diff { return d },
			"wrapped":       inside,
			"wrapped twice": func(d computed.Diff) computed.Diff { return inside(d).Transform(inside) },
		} {
			opts.Wrap = func(_ planfmt.Owner, d computed.Diff) computed.Diff { return d.Transform(f) }
			got, others := kit.RenderGolden(document, opts)
			if got != want {
				t.Errorf("%s, %s:\n%s", file, name, kit.LineDiff(want, got))
			}
			if others != remarks {
				t.Errorf("%s, %s: remarks:\n%s", file, name, kit.LineDiff(remarks, others))
			}
		}
	})
	if nodes < 10000 && sampling.Full() {
		t.Errorf("only %d nodes were wrapped", nodes)
	}
}
