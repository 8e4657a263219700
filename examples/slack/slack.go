// Package slack makes a Slack message of a plan: what it does, what it replaces or destroys, and why.
package slack

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// Message returns the body for an incoming webhook. As plain_text, nothing in a plan is taken for markup (<!channel>).
func Message(ctx context.Context, plan io.Reader) ([]byte, error) {
	p, err := planfmt.Load(ctx, plan, planfmt.Options{Needs: planfmt.Needs{Causes: true, MaskCopies: true}})
	if err != nil {
		return nil, err
	}
	n := p.Summary.Totals()
	blocks := []map[string]any{text("header", fmt.Sprintf("Plan: %d to add, %d to change, %d to destroy", n.Add, n.Change, n.Destroy))}
	for _, err := range p.Problems {
		blocks = append(blocks, text("section", "cannot be read: "+err.Error()))
	}
	for _, r := range p.Changes() {
		if class := review.PlaceOf(&r).Class; class <= review.Delete {
			blocks = append(blocks, text("section", fmt.Sprintf("%s %s: %s", class, r.Address, planfmt.ReasonText(&r))))
		}
	}
	if n := len(blocks) - 49; n > 1 { // a message may have 50
		blocks = append(blocks[:49], text("section", fmt.Sprintf("and %d more", n)))
	}
	return json.MarshalIndent(map[string]any{"blocks": blocks}, "", "  ")
}

func text(kind, s string) map[string]any {
	return map[string]any{"type": kind, "text": map[string]any{"type": "plain_text", "text": fmt.Sprintf("%.2000s", sinks.Escape(s))}}
}
