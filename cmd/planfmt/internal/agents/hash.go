package agents

import (
	"context"
	"io/fs"
	"os"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/subject/plan"
)

type hashIn struct {
	file
	budget
}

type hashOut struct {
	answerSource
	Hash            string `json:"hash,omitempty" jsonschema:"missing if hidden values could be guessed from it, or if a part of the plan cannot be read"`
	CoversSensitive bool   `json:"covers_sensitive"`
	UncoveredTexts  int    `json:"uncovered_texts,omitempty" jsonschema:"how many values known only after apply have an expression whose text the hash does not cover"`
	answer
}

func (s *Server) hash(ctx context.Context, in hashIn, _ int) (*hashOut, error) {
	var out *hashOut
	err := s.documents.withPart(ctx, in.Path, s.documents.hashPart(), func(d document, again bool) error {
		if d.hashed.State != computed.NotState {
			return planfmt.ErrStateHash
		}
		out = &hashOut{answerSource: sourceOf(d.hashed, in.Path, again)}
		h := d.hashed.Hash
		if h == nil {
			out.Text = "There is no hash: hidden values could be guessed from it, or a part of the plan cannot be read. Whoever may read the plan can run: planfmt hash\n"
			return nil
		}
		out.Hash, out.CoversSensitive, out.UncoveredTexts = h.Text, h.CoversSensitive, h.MissingTexts
		out.Text = plan.HashText(h) + "\n"
		return nil
	})
	if err != nil {
		return nil, err
	}
	if out.Reopened {
		out.Text = changedFile + out.Text
	}
	return out, nil
}

// hashPart is the hash of a document.
func (s *documents) hashPart() documentPart {
	return documentPart{
		name: "hash",
		has:  func(d *document) bool { return d.hashed != nil },
		read: func(ctx context.Context, f *os.File, info fs.FileInfo) (func(*document), error) {
			opts := s.base
			opts.Needs, opts.ShowUnchanged = values, true // or the hash would cover less of what is hidden
			opts.Needs.Hash = true
			opts.Progress = progress(ctx, info.Size())
			plan, err := planfmt.Open(ctx, f, opts)
			if err != nil {
				return nil, err
			}
			all := plan.Summary()
			found := &computed.Summary{State: all.State, TerraformVersion: all.TerraformVersion, Product: all.Product, Hash: all.Hash}
			return func(d *document) { d.hashed = found }, plan.Close()
		},
	}
}
