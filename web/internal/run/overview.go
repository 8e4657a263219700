package run

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/sinks"
)

// Overview is what is known of a document before its resources are compared.
type Overview struct {
	State   bool   `json:"state"`
	Product string `json:"product"`
	Version string `json:"version"` // of the product; it comes from the document, and is escaped and shortened
	Mode    string `json:"mode"`    // of a plan
	// Errored says that the plan could not be completed, Incomplete that more will have to be planned after it.
	Errored    bool    `json:"errored"`
	Incomplete bool    `json:"incomplete"`
	Counts     []Count `json:"counts"`
}

// Count is how many changes have an action.
type Count struct {
	Action string `json:"action"`
	Count  int    `json:"count"`
}

// mostReplaced is how many addresses the page suggests.
const mostReplaced = 200

// asked remembers addresses that somebody may want to ask about, next to the format that is shown.
type asked struct {
	format          planfmt.Format
	first, fallback []string // addresses of what is replaced, and of what is destroyed
}

// newAsked returns a format that shows nothing. It has the needs of the format that the options ask for, so
// that both look at the same resources, and nothing is compared twice.
func newAsked(opts planfmt.Options) (*asked, error) {
	o := &asked{}
	all := append(slices.Clone(opts.Formats), planfmt.Formats()...)
	i := slices.IndexFunc(all, func(f planfmt.Format) bool { return f.Name == opts.Format })
	if i < 0 {
		return nil, errors.New("there is no such format")
	}
	o.format = planfmt.Format{
		Name: "addresses", Needs: all[i].Needs, Uses: all[i].Uses,
		New: func(io.Writer, planfmt.Layout) (planfmt.Writer, error) { return o, nil },
	}
	return o, nil
}

// Begin does nothing.
func (o *asked) Begin(computed.Summary) error { return nil }

// newOverview returns the overview of a document.
func newOverview(sum computed.Summary) Overview {
	v := Overview{
		State: sum.State != computed.NotState, Product: sum.Product, Version: brief(sum.TerraformVersion),
		Errored: sum.Errored, Incomplete: sum.IsIncomplete(),
	}
	if !v.State {
		v.Mode = sum.Mode.String()
	}
	for action, n := range sum.Counts {
		if n == 0 || action == plans.NoOp {
			continue
		}
		name := rules.ActionName(action)
		if i := slices.IndexFunc(v.Counts, func(c Count) bool { return c.Action == name }); i >= 0 {
			v.Counts[i].Count += n
			continue
		}
		v.Counts = append(v.Counts, Count{name, n})
	}
	order := rules.Actions()
	sorted.Stable(v.Counts, func(a, b Count) int { return slices.Index(order, a.Action) - slices.Index(order, b.Action) })
	return v
}

// Resource remembers addresses that somebody may want to ask about.
func (o *asked) Resource(r computed.Resource) error {
	switch {
	case r.Section != computed.ChangesSection:
	case rules.ActionName(r.Action) == "replace" && len(o.first) < mostReplaced:
		o.first = append(o.first, r.Address)
	case r.Action == plans.Delete && len(o.fallback) < mostReplaced:
		o.fallback = append(o.fallback, r.Address)
	}
	return nil
}

// End does nothing.
func (o *asked) End(computed.Outcome) error { return nil }

// brief returns a text of the document as one short line without anything unsafe.
func brief(text string) string {
	const most = 100
	text = sinks.Escape(plans.SpellName(text))
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// longestAddress is how many bytes an address has that the page suggests.
const longestAddress = 500

// replaced returns the addresses that Resource has remembered, what is replaced first. An address that
// cannot be shown as it is, in one line, is not suggested.
func (o *asked) replaced() []string {
	all := slices.DeleteFunc(slices.Concat(o.first, o.fallback), func(address string) bool {
		return len(address) > longestAddress || sinks.Escape(plans.SpellName(address)) != address
	})
	return all[:min(len(all), mostReplaced)]
}
