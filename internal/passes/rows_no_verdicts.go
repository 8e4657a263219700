//go:build planfmt_no_policies

package passes

import (
	"errors"

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
