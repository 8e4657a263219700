package planfmt

import (
	"io"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/report"
	"github.com/planfmt/planfmt/sinks"
)

// Format is a layout for whole plans and states.
type Format struct {
	Name, Help string
	// New returns a writer for one document. An error means that the format
	// cannot be written with this layout; Show returns it.
	New func(io.Writer, Layout) (Writer, error)
}

// Writer writes one plan or state. Begin is called first and once, then Resource
// for each resource in the order of the report's sections, then End with
// the outcome of all of it. After an error, no further method is called. Summary.State tells a state from a plan.
// The resources of a state are all in computed.StateSection.
type Writer interface {
	Begin(computed.Summary) error
	Resource(computed.Resource) error
	End(computed.Outcome) error
}

// Formats returns the layouts that come with the package. The first is the default.
func Formats() []Format {
	return []Format{
		{Name: "human", Help: "as the product itself shows a plan", New: newHuman},
	}
}

func newHuman(w io.Writer, l Layout) (Writer, error) {
	sink := l.Sink
	escape := !l.Terminal || l.Runner
	switch {
	case sink != nil:
	case l.Color:
		sink = sinks.ANSI{Width: l.Width, EscapeRunnerCommands: escape}
	default:
		sink = sinks.Text{Width: l.Width, EscapeRunnerCommands: escape}
	}
	return report.NewHuman(w, report.HumanOptions{Dialect: l.Dialect, Sink: sink, InAutomation: l.InAutomation}), nil
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
	return Format{}, &OptionError{"Format", &UnknownNameError{What: "format", Name: name, Valid: names}}
}
