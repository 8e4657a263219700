// Package open reads any plan or state: as JSON, as a state file, or as a binary plan. [Read] recognises the document, and calls the
// package that reads it.
//
// Logs, and everything that is not JSON, are recognised by their first bytes. The keys of a JSON document come in any order, so only
// its end shows what it is. Therefore, one [jsondoc.Scanner] walks the document and passes each key to the reader of plans or to the
// reader of states; no key means something to both, except for versions and checks, which look the same. At the end,
// [jsondoc.Header.Kind] says whose document it was. The changes of a binary plan go to a [jsondoc.Store], since a compressed stream
// cannot be read again at an offset.
package open

import (
	"context"
	"io"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/jsonstate"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/jsonplan"
)

// Read recognises and reads a document. progress, if set, is called with the number of bytes that have been read, by the calling goroutine.
func Read(ctx context.Context, r io.Reader, opts source.Options, progress func(bytes int64)) (source.Source, error) {
	in, err := jsondoc.Open(ctx, r)
	if err != nil {
		return nil, err
	}
	if progress != nil {
		in.Report(progress)
	}
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
func readSource(s *jsondoc.Scanner, opts source.Options) (source.Source, error) {
	planned := jsonplan.NewReader(s, opts)
	states := jsonstate.NewReader(s, opts.Evidence)
	states.Checks = planned.Checks
	header, err := s.Document(func(name string) error {
		if states.Knows(name) {
			return states.Member(name)
		}
		return planned.Member(name)
	})
	if err != nil {
		return nil, err
	}
	// In an interface, a nil *State or *Plan would not be nil: so each error returns a nil Source.
	switch header.Kind() {
	case jsondoc.State, jsondoc.StateFile:
		if opts.NeedsPlan {
			return nil, source.NeedsPlan("this is a state, in which nothing changes")
		}
		state, err := states.State(header)
		if err != nil {
			return nil, err
		}
		return state, nil
	}
	plan, err := planned.Plan(header)
	if err != nil {
		return nil, err
	}
	return plan, nil
}
