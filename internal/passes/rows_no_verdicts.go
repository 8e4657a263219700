//go:build planfmt_no_policies

package passes

import (
	"errors"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/internal/engine"
)

// verdictRows returns a pass that rejects policies.
func verdictRows() []engine.PassRow {
	return []engine.PassRow{{Name: "verdicts", Start: func(r *engine.Request) (engine.Pass, error) {
		if r.Opts.Verdicts != nil {
			return nil, errors.New("this program was built without policies")
		}
		return nil, nil
	}}}
}

// startAnnotations rejects the reports of other programs.
func startAnnotations(r *engine.Request) (engine.Pass, error) {
	if len(r.Opts.Annotations) > 0 {
		return nil, errors.New("this program was built without annotations")
	}
	return nil, nil
}

func flagged(*engine.Document, annotations.Level) []string { return nil }
