package planfmt

import (
	"context"
	"io"

	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/internal/jsondoc"
	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/internal/source/open"
)

// Source is a plan or a state that has been read, from a document of any kind, see [OpenSource]. Its Facts are about the document as a
// whole, and its Loader loads the values of the entries.
type Source = source.Source

// Facts are everything that a [Source] has of a document, apart from values.
type Facts = source.Facts

// Loader loads the values of the entries of a [Source], secrets included. A Loader is for one goroutine.
type Loader = source.Loader

// EvidenceSink receives the evidence about types in a document.
type EvidenceSink = source.EvidenceSink

// OpenSource reads a plan or a state of any kind from r. evidence, which may be nil, receives the evidence
// about types in the document. The caller has to close the source. The errors are those of [Show] for a
// document that cannot be read.
func OpenSource(ctx context.Context, r io.Reader, input Input, evidence EvidenceSink) (src Source, err error) {
	defer caught.As(&err)
	switch {
	case ctx == nil:
		return nil, ErrNoContext
	case r == nil:
		return nil, ErrNoReader
	}
	return open.Read(ctx, r, source.Options{Options: input.storing(), Evidence: evidence}, nil)
}

// storing says how a document is kept while it is read.
func (i Input) storing() jsondoc.Options {
	return jsondoc.Options{Strict: i.Strict, MemoryLimit: i.MemoryLimit, MaxUnpacked: i.MaxUnpacked, MaxResources: i.MaxResources, TempDir: i.TempDir}
}
