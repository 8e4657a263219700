package sinks_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/sinks"
)

// lines writes a key with a value before and after, above a remark that must not reach a
// terminal as it is.
func lines(w *doc.Writer) {
	w.Begin(doc.Entry{Gutter: doc.Gutter{Kind: doc.Signed, Sign: doc.Update}})
	w.Text(doc.Key, "size")
	w.Text(doc.Plain, " = ")
	w.Text(doc.Number, "1")
	w.Text(doc.Arrow, " -> ")
	w.Text(doc.Number, "2")
	w.End()
	w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.Blank}}, doc.Span{Role: doc.Comment, Text: "# a bell: \a"})
}

func ExampleText() {
	if err := sinks.Write(os.Stdout, sinks.Text{}, doc.Lines(lines)); err != nil {
		fmt.Println(err)
	}
	// Output:
	//   ~ size = 1 -> 2
	//     # a bell: \a
}

func ExampleANSI() {
	var b strings.Builder
	if err := sinks.Write(&b, sinks.ANSI{}, doc.Lines(lines)); err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%q\n", b.String())
	// Output: "  \x1b[33m~\x1b[0m size = 1\x1b[33m -> \x1b[0m2\n    # a bell: \\a\n"
}

// A notation that marks changes with the sign in column 0, such as a diff.
func ExampleComposer() {
	c := sinks.Composer{EscapeRunnerCommands: true, Margin: doc.Sign.Spans}
	for l := range doc.Lines(lines) {
		fmt.Printf("%s\n", c.Compose(l).Text())
	}
	// Output:
	// ~   size = 1 -> 2
	//     # a bell: \a
}

func ExampleAppendJSON() {
	fmt.Printf("%s\n", sinks.AppendJSON(nil, "a \"bell\": \a"))
	// Output: "a \"bell\": \u0007"
}
