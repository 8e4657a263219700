package planfmt

import (
	"context"
	"errors"
	"io"

	"github.com/planfmt/planfmt/jsondoc"
	"github.com/planfmt/planfmt/jsonplan"
	"github.com/planfmt/planfmt/jsonstate"
	"github.com/planfmt/planfmt/source"
)

// Source is a plan or a state that has been read, in whatever form it came.
// *jsonplan.Plan and *jsonstate.State are sources.
type Source interface {
	// Facts returns what is known about the document. The caller must not change
	// it.
	Facts() *source.Facts
	// Loader returns a loader for one goroutine.
	Loader() source.Loader
	// Close frees what the source holds. Its loaders cannot be used any more.
	Close() error
}

// openSource reads a document to its end, and finds out what it is: plans and
// states have no members in common at the top, except for the versions.
func openSource(ctx context.Context, r io.Reader, in Input, evidence source.EvidenceSink) (Source, error) {
	keep := jsondoc.Options{MemoryLimit: in.MemoryLimit, TempDir: in.TempDir}
	s, err := jsondoc.NewScanner(ctx, r, keep)
	if err != nil {
		return nil, err
	}
	src, err := readSource(s, evidence)
	if err != nil {
		s.Store().Close()
		return nil, err
	}
	return src, nil
}

func readSource(s *jsondoc.Scanner, evidence source.EvidenceSink) (Source, error) {
	plans := jsonplan.NewReader(s, jsonplan.Options{Evidence: evidence})
	states := jsonstate.NewReader(s, evidence)
	err := s.Document(func(name string) error {
		if states.Knows(name) {
			return states.Member(name)
		}
		return plans.Member(name)
	})
	if err != nil {
		return nil, err
	}
	plan, err := plans.Plan()
	if err == nil {
		return plan, nil
	}
	var not *jsondoc.InputError
	if !errors.As(err, &not) || not.Kind != jsondoc.InputState {
		return nil, err
	}
	// Not `return states.State()`: a nil *State would not be a nil Source.
	state, err := states.State()
	if err != nil {
		return nil, err
	}
	return state, nil
}
