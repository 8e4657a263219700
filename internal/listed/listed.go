// Package listed is the source for what `terraform state list` prints, below a first line "# resources": the addresses of the
// resources of a state, without values.
package listed

import (
	"bufio"
	"io"
	"strings"

	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// FirstLine is the line that such a list begins with.
const FirstLine = "# resources"

// List is a list that has been read.
type List struct{ facts source.Facts }

// Read reads a list to its end.
func Read(r io.Reader) (*List, error) {
	l := &List{source.Facts{State: true}}
	for lines := bufio.NewScanner(r); ; {
		if !lines.Scan() {
			return l, lines.Err()
		}
		address := strings.TrimSpace(lines.Text())
		if address == "" || address == FirstLine {
			continue
		}
		typ, name, ok := strings.Cut(address, ".")
		in := &source.Resource{Header: plans.Header{Address: address, Mode: "managed", Type: typ, Name: name, FirstOfModule: len(l.facts.Resources) == 0}}
		if !ok {
			in.Err = &plans.Error{Address: address, Err: io.ErrUnexpectedEOF}
		}
		l.facts.Resources = append(l.facts.Resources, in)
	}
}

// Facts returns what is known about the list.
func (l *List) Facts() *source.Facts { return &l.facts }

// Loader returns a loader, which has no values.
func (l *List) Loader() source.Loader { return noValues{} }

// Close frees nothing.
func (l *List) Close() error { return nil }

type noValues struct{}

func (noValues) Resource(*source.Resource, *schema.Block) (source.RawValues, error) {
	return source.StillValues("values", values.Of("{}"), values.Flags{}), nil
}

func (noValues) Output(*source.Output) (v source.RawValues, typ values.Value, err error) { return }

func (noValues) Variable(*source.Variable) (values.Value, error) { return values.Value{}, nil }

func (noValues) Config(*source.Action) (source.RawValues, error) { return source.RawValues{}, nil }
