package engine

import (
	"context"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/compare"
)

// declarationsPass says where resources are declared.
type declarationsPass struct {
	noPass
	document *Document
}

func startDeclarations(*request) (pass, error) { return &declarationsPass{}, nil }

func (s *declarationsPass) begin(_ context.Context, d *Document) error {
	s.document = d
	return nil
}

func (s *declarationsPass) annotate(_ compare.Entry, out *computed.Resource) {
	out.Declared = s.document.declared.of(&out.Header)
}
