package planfmt

import (
	"io"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/planpair"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/sinks"
)

// The functions below turn constructors of reports into what the cells of the table have.

func single[W Writer](newReport func(io.Writer, report.Options) W) newPlan {
	return func(w io.Writer, o report.Options) (Writer, error) { return newReport(w, o), nil }
}

func several[W report.Many](newReport func(io.Writer, []string, report.Options) W) newMany {
	return func(w io.Writer, names []string, o report.Options) (report.Many, error) {
		return newReport(w, names, o), nil
	}
}

func pairOf[W planpair.Writer](newReport func(io.Writer, report.Options) W) newPair {
	return func(w io.Writer, o report.Options) (planpair.Writer, error) { return newReport(w, o), nil }
}

func logTo[W logWriter](newReport func(io.Writer, report.Options) (W, error)) newLog {
	return func(w io.Writer, o report.Options) (logWriter, error) { return newReport(w, o) }
}

// planIn is [single] for a format that cannot be written with every layout.
func planIn[W Writer](newReport func(io.Writer, report.Options) (W, error)) newPlan {
	return func(w io.Writer, o report.Options) (Writer, error) {
		r, err := newReport(w, o)
		if err != nil {
			return nil, &OptionError{Field: "Markdown", Err: err}
		}
		return r, nil
	}
}

// manyIn is [several] for a format that cannot be written with every layout.
func manyIn[W report.Many](newReport func(io.Writer, []string, report.Options) (W, error)) newMany {
	return func(w io.Writer, names []string, o report.Options) (report.Many, error) {
		r, err := newReport(w, names, o)
		if err != nil {
			return nil, &OptionError{Field: "Markdown", Err: err}
		}
		return r, nil
	}
}

// pairIn is [pairOf] for a format that cannot be written with every layout.
func pairIn[W planpair.Writer](newReport func(io.Writer, report.Options) (W, error)) newPair {
	return func(w io.Writer, o report.Options) (planpair.Writer, error) {
		r, err := newReport(w, o)
		if err != nil {
			return nil, &OptionError{Field: "Markdown", Err: err}
		}
		return r, nil
	}
}

// format returns the cell as a format.
func (c *planCell) format() Format {
	f := Format{Name: c.name, Help: c.help, Needs: c.needs, Uses: c.uses}
	f.New = func(w io.Writer, l Layout) (Writer, error) { return c.write(w, l.options()) }
	if c.many != nil {
		f.NewMany = func(w io.Writer, names []string, l Layout) (ManyWriter, error) {
			r, err := c.many(w, names, l.options())
			if err != nil {
				return nil, err
			}
			return joint{r}, nil
		}
	}
	return f
}

// joint is a [ManyWriter] that is made of a report.
type joint struct{ report.Many }

// Document returns a Writer for a document.
func (j joint) Document(number int, words dialect.Dialect) (Writer, error) {
	return j.Many.Document(number, words), nil
}

// options returns the layout as reports want it.
func (l Layout) options() report.Options {
	return report.Options{
		Dialect: l.Dialect, Sink: l.sink(), Width: l.Width, Limit: l.Limit, GroupBy: l.GroupBy, ShowHash: l.ShowHash, Refinements: l.Refinements,
		ShowSource: l.ShowSource, InAutomation: l.InAutomation, Title: l.Title, Source: l.policies, Underlines: l.Color, MarkdownLayout: l.Markdown,
		SpoolOptions: report.SpoolOptions{MemoryLimit: l.memoryLimit, TempDir: l.tempDir},
	}
}

// sink returns the notation of formats whose lines are for people.
func (l Layout) sink() sinks.Sink {
	escape := !l.Terminal || l.Runner
	switch {
	case l.Sink != nil:
		return l.Sink
	case l.Color:
		return sinks.ANSI{Width: l.Width, EscapeRunnerCommands: escape, Links: l.Links}
	}
	return sinks.Text{Width: l.Width, EscapeRunnerCommands: escape}
}
