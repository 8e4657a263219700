package passes

import (
	"context"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
)

// declarationsPass adds to each resource where it is declared.
type declarationsPass struct {
	engine.NoPass
	document *engine.Document
}

func startDeclarations(*engine.Request) (engine.Pass, error) { return &declarationsPass{}, nil }

func (s *declarationsPass) Begin(_ context.Context, d *engine.Document) error {
	s.document = d
	return nil
}

func (s *declarationsPass) Annotate(_ compare.Entry, out *computed.Resource) {
	out.Declared = s.document.Declared.Of(&out.Header)
}
