package planfmt

import (
	"context"
	"io"

	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/internal/jsondoc"
	"github.com/planfmt/planfmt/internal/jsonstate"
	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/jsonplan"
)

// Source is a plan or a state that has been read, in whatever form it came.
// *jsonplan.Plan, *planfile.Plan and *jsonstate.State are sources.
type Source interface {
	// Facts returns what is known about the document. The caller must not change
	// it.
	Facts() *source.Facts
	// Loader returns a loader for one goroutine.
	Loader() source.Loader
	// Close frees what the source holds. Its loaders cannot be used any more.
	Close() error
}

// OpenSource reads a plan or a state from r, in whatever form it comes. It tells evidence, which may be nil,
// what the document shows about types. The caller has to close the source. The errors are those of [Show]
// for a document that cannot be read.
func OpenSource(ctx context.Context, r io.Reader, input Input, evidence source.EvidenceSink) (src Source, err error) {
	defer caught.As(&err)
	if r == nil {
		return nil, ErrNoReader
	}
	return openSource(ctx, r, input, jsonplan.Options{Evidence: evidence}, &tracker{})
}

// openSource opens a document and reads it as what it is.
func openSource(ctx context.Context, r io.Reader, input Input, opts jsonplan.Options, progress *tracker) (Source, error) {
	in, err := jsondoc.Open(ctx, r)
	if err != nil {
		return nil, err
	}
	opts.Options = jsondoc.Options{Strict: input.Strict, MemoryLimit: input.MemoryLimit, MaxUnpacked: input.MaxUnpacked, TempDir: input.TempDir}
	in.Report(progress.read)
	if in.Kind() == jsondoc.PlanFile {
		return openPlanFile(ctx, in, opts)
	}
	s, err := jsondoc.NewScanner(in, opts.Options)
	if err != nil {
		return nil, err
	}
	src, err := readSource(s, opts)
	if err != nil {
		s.Store().Close()
		return nil, err
	}
	return src, nil
}

// readSource reads a document to its end, which shows whether it is a plan or a
// state. These have no top-level members in common, except for the versions and the
// checks, so that each reader gets its own.
func readSource(s *jsondoc.Scanner, opts jsonplan.Options) (Source, error) {
	plans := jsonplan.NewReader(s, opts)
	states := jsonstate.NewReader(s, opts.Evidence)
	states.Checks = plans.Checks
	header, err := s.Document(func(name string) error {
		if states.Knows(name) {
			return states.Member(name)
		}
		return plans.Member(name)
	})
	if err != nil {
		return nil, err
	}
	// A nil *State or *Plan would not be a nil Source.
	switch header.Kind() {
	case jsondoc.State, jsondoc.StateFile:
		state, err := states.State(header)
		if err != nil {
			return nil, err
		}
		return state, nil
	}
	plan, err := plans.Plan(header)
	if err != nil {
		return nil, err
	}
	return plan, nil
}
