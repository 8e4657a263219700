package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/compare"
	"github.com/planfmt/planfmt/internal/copies"
	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// Copies of sensitive strings are hidden in views that ask for it. The sensitive strings are
// found out before the first resource is shown: the source tells those that the document marks,
// and the differ those that it drops in a comparison without a view, in outputs and in a pass.

// secretsPass has those resources compared in which something may be sensitive that the
// document does not mark: so the differ tells what it drops.
type secretsPass struct {
	noPass
	set      *copies.Set
	document *Document
	secret   map[schema.ID]bool // by type: its schema calls something sensitive
}

func startSecrets(r *request) (pass, error) {
	if r.Opts.ShowSensitive || !slices.ContainsFunc(r.views, func(v *view) bool { return v.Manner.MaskCopies }) {
		return nil, nil
	}
	r.compare.Copies = r.Secrets()
	r.compare.Differ.Secrets = r.compare.Copies
	return &secretsPass{set: r.compare.Copies}, nil
}

func (s *secretsPass) keep(o *source.Options) { o.Secrets = s.set }

func (s *secretsPass) begin(ctx context.Context, d *Document) error {
	s.document, s.secret = d, map[schema.ID]bool{}
	for _, j := range d.Jobs {
		id := compare.ResourceID(j.Resource)
		if _, known := s.secret[id]; known || j.Resource.Type == "" {
			continue
		}
		found, err := d.Compare.Schemas.Resolve(id)
		s.secret[id] = err == nil && found.Block != nil && found.Block.HasSecrets()
	}
	return d.compareActions(ctx)
}

func (s *secretsPass) wants(j Job) detail {
	if j.Section == computed.StateSection || j.Resource.Unmarked || s.secret[compare.ResourceID(j.Resource)] {
		return fullDiff
	}
	return nothing
}

func (s *secretsPass) finish(context.Context) error {
	s.document.endSecrets()
	return nil
}

// compareActions compares the configurations of all actions, for the differ to tell what it
// drops.
func (d *Document) compareActions(ctx context.Context) error {
	c := d.Comparer()
	for _, a := range d.Facts.Actions {
		if a.HasConfig && a.Err == nil {
			_, _ = c.Config(a) // what is wrong is said where the action is shown
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// endSecrets ends the search for sensitive strings. If there are none, no view differs from
// others by hiding copies of them.
func (d *Document) endSecrets() {
	d.Compare.Differ.Secrets, d.Compare.CopiesKnown = nil, true
	if c := d.Compare.Copies; c == nil || c.IsEmpty() && !c.Remembers() {
		for _, v := range d.Views {
			v.Manner.MaskCopies = false
		}
	}
}

// HideMessages returns the results of checks, without messages that are the same as a sensitive
// string or have one in them, and where these were.
func (d *Document) HideMessages() (checks []plans.Check, hidden []computed.Copy) {
	checks = slices.Clone(d.Summary.Checks)
	for i := range checks {
		checks[i].Instances = slices.Clone(checks[i].Instances)
		for j := range checks[i].Instances {
			in := &checks[i].Instances[j]
			if !slices.ContainsFunc(in.Messages, d.Compare.Copies.HasIn) {
				continue
			}
			in.Messages = slices.Clone(in.Messages)
			for k, message := range in.Messages {
				if d.Compare.Copies.HasIn(message) {
					in.Messages[k] = computed.CopyText
				}
			}
			hidden = append(hidden, computed.Copy{Address: in.Address})
		}
	}
	return checks, hidden
}

// copiesOf returns the copies in a resource and in the actions that it triggers.
func copiesOf(r *computed.Resource) []computed.Copy {
	var all []computed.Copy
	for _, a := range r.BeforeActions {
		all = append(all, a.Copies...)
	}
	all = append(all, r.Copies...)
	for _, a := range r.AfterActions {
		all = append(all, a.Copies...)
	}
	return all
}

// copiesInSummary returns the copies in outputs, and in actions that no resource triggers.
func copiesInSummary(s computed.Summary) []computed.Copy {
	var all []computed.Copy
	for _, o := range s.Outputs {
		all = append(all, o.Copies...)
	}
	for _, a := range s.Invoked {
		all = append(all, a.Copies...)
	}
	return all
}

// UniqueCopies drops places that are there twice: drift and a change may be about the same.
func UniqueCopies(all []computed.Copy) []computed.Copy {
	type place struct{ address, deposed, path string }
	seen := map[place]bool{}
	var out []computed.Copy
	for _, c := range all {
		if p := (place{c.Address, c.Deposed, c.Path.String()}); !seen[p] {
			seen[p] = true
			out = append(out, c)
		}
	}
	return out
}

// copiesText says which copies were hidden.
func copiesText(all []computed.Copy) string {
	const most = 3
	what := "1 string is hidden because it is a copy of a sensitive value"
	if len(all) > 1 {
		what = fmt.Sprintf("%d strings are hidden because they are copies of sensitive values", len(all))
	}
	for i, c := range all[:min(len(all), most)] {
		separator := ", "
		if i == 0 {
			separator = ": "
		}
		what += separator + strings.TrimSuffix(plans.SpellName(c.Address)+" "+plans.SpellName(c.Path.String()), " ")
	}
	if len(all) > most {
		what += ", ..."
	}
	return what
}

// FindSecrets adds the actions to what is known about types, and finds out the sensitive strings
// that the document does not mark.
func (d *Document) FindSecrets(ctx context.Context, workers int) error {
	c := d.Comparer()
	_ = c.AddEvidence(d.Facts.Actions) // what is wrong is said where the action is shown
	if d.Compare.Copies == nil {
		return nil
	}
	secrets := &secretsPass{}
	if err := secrets.begin(ctx, d); err != nil {
		return err
	}
	if _, err := d.compareOutputs(ctx, workers, compare.Manner{}); err != nil {
		return err
	}
	return d.examine(ctx, workers, secrets)
}
