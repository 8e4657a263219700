package computed_test

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
)

func named(text string) computed.Diff {
	return computed.Diff{Renderer: renderers.Primitive(computed.Literal{}, number(text)), Action: plans.Create}
}

func TestWalk(t *testing.T) {
	tree := computed.Diff{
		Renderer: renderers.Block(
			[]computed.Member{{Key: "a", Diff: named("1")}, {Key: "l", Diff: computed.Diff{Renderer: renderers.List([]computed.Diff{named("2"), named("3")}, nil), Action: plans.Create}}}, nil,

			[]computed.BlockGroup{
				{Type: "b", Unknown: computed.Diff{Renderer: renderers.Unknown(nil, nil), Action: plans.Create}, Members: []computed.Member{{Diff: computed.Diff{Renderer: renderers.Block([]computed.Member{{Key: "x", Diff: named("4")}}, nil, nil), Action: plans.Create}}}},
				{Type: "c", Members: []computed.Member{{Key: "k", Diff: named("5")}}},
			}),

		Action: plans.Create,
	}
	spell := func(d computed.Diff) string {
		switch c := d.Content(); c.Kind {
		case computed.KindScalar:
			return c.After.Text
		case computed.KindBlock:
			return "block"
		case computed.KindList:
			return "list"
		case computed.KindUnknown:
			return "unknown"
		}
		return "?"
	}
	all := strings.Fields("block 1 list 2 3 unknown block 4 5")
	for stop := range len(all) + 1 {
		var got []string
		whole := tree.Walk(func(d computed.Diff) computed.Visit {
			if got = append(got, spell(d)); len(got) <= stop {
				return computed.Continue
			}
			return computed.Stop
		})
		want := all[:min(stop+1, len(all))]
		if strings.Join(got, " ") != strings.Join(want, " ") || whole != (stop == len(all)) {
			t.Errorf("stopped after %d: visited %v, and said %v; want %v", stop, got, whole, want)
		}
	}
	var pruned []string
	whole := tree.Walk(func(d computed.Diff) computed.Visit {
		pruned = append(pruned, spell(d))
		if d.Content().Kind == computed.KindList {
			return computed.SkipParts
		}
		return computed.Continue
	})
	if got := strings.Join(pruned, " "); got != "block 1 list unknown block 4 5" || !whole {
		t.Errorf("without the parts of lists: visited %s, and said %v", got, whole)
	}
	if !(computed.Diff{}).Walk(func(computed.Diff) computed.Visit { t.Error("visited nothing"); return computed.Stop }) {
		t.Error("the walk of nothing did not come to its end")
	}
}

// A resource with an error has a Diff without a renderer.
func TestNoRenderer(t *testing.T) {
	var none computed.Diff
	if c := none.Content(); c.Kind != 0 || c.Before != (computed.Side{}) || c.After != (computed.Side{}) || c.Notes != nil || c.Parts != nil {
		t.Errorf("the content is %+v", c)
	}
	for range none.Content().Children() {
		t.Error("it has a part")
	}
	none.Transform(func(computed.Diff) computed.Diff {
		t.Error("it is transformed")
		return computed.Diff{}
	})
}

func TestResource(t *testing.T) {
	for _, test := range []struct {
		header       plans.Header
		moved, shown bool
	}{
		{plans.Header{}, false, false},
		{plans.Header{Address: "a", PreviousAddress: "a"}, false, false},
		{plans.Header{Address: "a", PreviousAddress: "b"}, true, true},
		{plans.Header{Importing: &plans.Importing{}}, false, true},
		{plans.Header{Action: plans.Delete}, false, true},
		{plans.Header{Mode: "data", Action: plans.Delete}, false, false},
		{plans.Header{Mode: "data", Action: plans.Read}, false, true},
		{plans.Header{Action: plans.Unknown}, false, true},
	} {
		r := computed.Resource{Header: test.header}
		if r.Moved() != test.moved || r.Shown() != test.shown {
			t.Errorf("%+v: moved %v, shown %v", r, r.Moved(), r.Shown())
		}
	}
}
