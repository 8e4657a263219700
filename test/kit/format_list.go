package kit

import (
	"bytes"
	"io"
	"slices"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
)

// testFormats are formats that only the tests have. Each is a file and a row, as
// any format is.
func testFormats() []planfmt.Format {
	return []planfmt.Format{
		{Name: "fences", Help: "the human layout as Markdown", New: newFences},
	}
}

// PartialFormats are formats of the tests, too, but do not show all that changes.
func PartialFormats() []planfmt.Format {
	return []planfmt.Format{
		{Name: "causes", Help: "why resources are replaced", New: newCauses, Needs: planfmt.Needs{Causes: true}},
	}
}

// AllFormats are those of the package and of the tests. What holds for every
// format is tested with these.
func AllFormats() []planfmt.Format { return append(planfmt.Formats(), testFormats()...) }

// SaysEverything reports whether a format has all values that change. Those that put changes
// together have not.
func SaysEverything(f planfmt.Format) bool {
	return f.Name != "compact" && f.Name != "markdown" && f.Name != "brief"
}

// WithFormat returns the options with the formats of the tests, and one chosen.
func WithFormat(opts planfmt.Options, name string) planfmt.Options {
	opts.Formats = slices.Concat(testFormats(), PartialFormats(), []planfmt.Format{everyFormat()})
	opts.Format = name
	return opts
}

// everyFormat writes all formats from one pass, one below the other, and the human
// one with and without colour.
func everyFormat() planfmt.Format {
	return planfmt.Format{Name: "every", Needs: planfmt.Needs{Causes: true}, New: func(w io.Writer, l planfmt.Layout) (planfmt.Writer, error) {
		e := &every{W: w}
		add := func(f planfmt.Format, l planfmt.Layout) error {
			out := new(bytes.Buffer)
			w, err := f.New(out, l)
			e.Writers, e.Outs = append(e.Writers, w), append(e.Outs, out)
			return err
		}
		for _, f := range append(AllFormats(), PartialFormats()...) {
			if err := add(f, l); err != nil {
				return nil, err
			}
		}
		l.Color = !l.Color
		return e, add(planfmt.Formats()[0], l)
	}}
}

type every struct {
	W       io.Writer
	Writers []planfmt.Writer
	Outs    []*bytes.Buffer
}

func (e *every) Each(call func(planfmt.Writer) error) error {
	for _, w := range e.Writers {
		if err := call(w); err != nil {
			return err
		}
	}
	return nil
}

func (e *every) Begin(s computed.Summary) error {
	return e.Each(func(w planfmt.Writer) error { return w.Begin(s) })
}

func (e *every) Resource(r computed.Resource) error {
	return e.Each(func(w planfmt.Writer) error { return w.Resource(r) })
}

func (e *every) End(o computed.Outcome) error {
	if err := e.Each(func(w planfmt.Writer) error { return w.End(o) }); err != nil {
		return err
	}
	for _, out := range e.Outs {
		if _, err := out.WriteTo(e.W); err != nil {
			return err
		}
	}
	return nil
}
