package renderers_test

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
)

// bar is a renderer from outside: it draws a number as a bar of that length.
type bar struct {
	renderers.NoWarningsRenderer
	before, after int
}

func (b bar) Content() computed.Content {
	return computed.Content{
		Kind:   computed.KindScalar,
		Before: computed.Side{Literal: computed.Literal{Kind: computed.NumberLiteral, Text: fmt.Sprint(b.before)}},
		After:  computed.Side{Literal: computed.Literal{Kind: computed.NumberLiteral, Text: fmt.Sprint(b.after)}},
	}
}

func (b bar) RenderHuman(w *doc.Writer, _ computed.Diff, _ computed.RenderHumanOpts) {
	w.Text(doc.Number, strings.Repeat("#", b.before))
	w.Text(doc.Arrow, " -> ")
	w.Text(doc.Number, strings.Repeat("#", b.after))
}

func Example() {
	d := computed.Diff{
		Renderer: renderers.Object([]computed.Member{
			{Key: "size", Diff: computed.Diff{Renderer: bar{before: 2, after: 5}, Action: plans.Update}},
			{Key: "weight", Diff: computed.Diff{Renderer: bar{before: 3, after: 1}, Action: plans.Update}},
		}, nil),

		Action: plans.Update,
	}
	fmt.Println(d.Text())
	// Output:
	// {
	//       ~ size   = ## -> #####
	//       ~ weight = ### -> #
	//     }
}
