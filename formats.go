package planfmt

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/report"
	"github.com/planfmt/planfmt/sinks"
)

// Formats returns the layouts that come with the package. The first is the default.
func Formats() []Format {
	return []Format{
		{Name: "human", Help: "as the product itself shows a plan", New: newHuman},
	}
}

// defaultWidth is what the products wrap to where no terminal says otherwise.
const defaultWidth = 78

func newHuman(w io.Writer, opts Options) Writer {
	width := opts.Width
	if width == 0 {
		width = defaultWidth
	}
	escape := !opts.Terminal || opts.Runner
	var sink sinks.Sink = sinks.Text{EscapeRunnerCommands: escape}
	if opts.Color {
		sink = sinks.ANSI{EscapeRunnerCommands: escape}
	}
	d, ok := dialect.Lookup(opts.Product)
	if !ok {
		d = dialect.Terraform()
	}
	return report.NewHuman(w, report.HumanOptions{Dialect: d, Width: width, Sink: sink, InAutomation: opts.InAutomation})
}

// format is the layout that the options name.
func (o Options) format() (Format, error) {
	all := append(slices.Clone(o.Formats), Formats()...)
	name := o.Format
	if name == "" {
		name = Formats()[0].Name
	}
	var names []string
	for _, f := range all {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, &OptionError{"Format", unknownName("format", name, names)}
}

func unknownName(what, name string, names []string) error {
	return fmt.Errorf("unknown %s %q; valid values: %s", what, name, strings.Join(names, ", "))
}
