// Package destroyed lists what a plan destroys, the old objects of replacements among it.
package destroyed

import (
	"context"
	"errors"
	"io"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
)

// List returns the addresses of all objects that a plan destroys. Only one resource is in memory at a time.
func List(ctx context.Context, plan io.Reader) (addresses []string, err error) {
	for r, err := range planfmt.Resources(ctx, plan, planfmt.Options{}) {
		if err != nil {
			return nil, err
		}
		if len(r.Problems) > 0 { // an action that planfmt does not know, for example, may destroy something
			return nil, errors.Join(r.Problems...)
		}
		if r.Section != computed.ChangesSection {
			continue // drift has been destroyed already, and what is deferred is not done yet
		}
		switch r.Action {
		case plans.Delete, plans.DeleteThenCreate, plans.CreateThenDelete:
			addresses = append(addresses, r.InstanceAddress())
		}
	}
	return addresses, nil
}
