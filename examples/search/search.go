// Package search finds the values of a plan in which a text occurs, before or after.
package search

import (
	"context"
	"io"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
)

// Match is a value that has been found.
type Match struct {
	Address, Path string
	Action        string // what happens to the value
	Before, After string // as far as they can be shown
}

// Values finds the values in a plan with the text in them, whether they change or not. Sensitive values have no text, so they are never found,
// and neither are copies of them. The problems are the parts of resources that cannot be read.
func Values(ctx context.Context, plan io.Reader, text string) (matches []Match, problems []error, err error) {
	opts := planfmt.Options{Needs: planfmt.Needs{Drift: true, MaskCopies: true, Exact: true}}
	for r, err := range planfmt.Resources(ctx, plan, opts) {
		if err != nil {
			return nil, nil, err
		}
		problems = append(problems, r.Problems...)
		for l := range r.Body.Leaves() {
			if strings.Contains(l.Before.Text, text) || strings.Contains(l.After.Text, text) {
				matches = append(matches, Match{
					Address: r.Address, Path: l.Path.String(), Action: l.Action.String(), Before: side(l.Before), After: side(l.After),
				})
			}
		}
	}
	return matches, problems, nil
}

// side says what is known of a value on a side.
func side(s computed.Side) string {
	switch {
	case s.State == computed.KnownAfterApply:
		return "(known after apply)"
	case s.State == computed.Missing:
		return "(none)"
	}
	return s.Text
}
