package computed_test

import (
	"fmt"
	"os"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/sinks"
)

func number(text string) computed.Literal {
	return computed.Literal{Kind: computed.NumberLiteral, Text: text}
}

// listOfNumbers is the list 0, 1, 2, with 1 removed and 4 added.
func listOfNumbers() computed.Diff {
	return computed.Diff{
		Renderer: renderers.List([]computed.Diff{
			{Renderer: renderers.Primitive(number("0"), number("0")), Action: plans.NoOp},
			{Renderer: renderers.Primitive(number("1"), computed.Literal{}), Action: plans.Delete},
			{Renderer: renderers.Primitive(computed.Literal{}, number("4")), Action: plans.Create},
			{Renderer: renderers.Primitive(number("2"), number("2")), Action: plans.NoOp},
		}, nil),

		Action: plans.Update,
	}
}

func ExampleDiff_Text() {
	fmt.Println(listOfNumbers().Text())
	// Output:
	// [
	//         0,
	//       - 1,
	//       + 4,
	//         2,
	//     ]
}

func ExampleDiff_RenderHuman() {
	lines := listOfNumbers().Lines(computed.RenderHumanOpts{HideSigns: true})
	if err := sinks.Write(os.Stdout, sinks.Text{}, lines); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [
	//     0,
	//     1,
	//     4,
	//     2,
	// ]
}

func ExampleDiff_Content() {
	body := computed.Diff{
		Renderer: renderers.Block([]computed.Member{
			{Key: "ports", Diff: listOfNumbers()},
			{Key: "token", Diff: computed.Diff{Renderer: renderers.Sensitive(plans.Update, plans.Sides{Before: true, After: true}), Action: plans.Update, Replace: true}},
		}, nil,

			nil),

		Action: plans.Update,
	}
	var outline func(indent, key string, d computed.Diff)
	outline = func(indent, key string, d computed.Diff) {
		c := d.Content()
		before, after := c.Count()
		fmt.Printf("%s%s: %s %s", indent, key, d.Action, c.Kind)
		if c.Parts != nil {
			fmt.Printf(", %d parts before, %d after", before, after)
		}
		for _, note := range c.Notes {
			fmt.Print(", ", note)
		}
		fmt.Println()
		for p := range c.Children() {
			outline(indent+"  ", p.Key, p.Diff)
		}
	}
	outline("", "body", body)
	// Output:
	// body: update block, 2 parts before, 2 after
	//   ports: update list, 3 parts before, 3 after
	//     : no-op scalar
	//     : delete scalar
	//     : create scalar
	//     : no-op scalar
	//   token: update sensitive, forces-replacement
}

func ExampleDiff_Transform() {
	changed := listOfNumbers().Transform(func(d computed.Diff) computed.Diff {
		if c := d.Content(); c.Kind == computed.KindScalar && d.Action == plans.Create {
			d.Renderer = renderers.String(computed.Literal{}, computed.Literal{Kind: computed.StringLiteral, Text: "new"})
		}
		return d
	})
	fmt.Println(changed.Text())
	// Output:
	// [
	//         0,
	//       - 1,
	//       + "new",
	//         2,
	//     ]
}

func ExampleDiff_Walk() {
	changed := 0
	listOfNumbers().Walk(func(d computed.Diff) computed.Visit {
		if d.Content().Kind == computed.KindScalar && d.Action != plans.NoOp {
			changed++
		}
		return computed.Continue
	})
	fmt.Println(changed)
	// Output: 2
}

func ExampleDiff_ChangedLeaves() {
	for l := range listOfNumbers().ChangedLeaves() {
		fmt.Printf("%s: %q -> %q\n", l.Action, l.Before.Text, l.After.Text)
	}
	// Output:
	// delete: "1" -> ""
	// create: "" -> "4"
}
