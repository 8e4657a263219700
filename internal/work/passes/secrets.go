package passes

import (
	"context"
	"iter"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/copies"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/schema"
)

// Copies of sensitive strings are hidden in views that ask for it. So all sensitive strings must be
// known before the first resource is shown. The source adds the strings that the document marks to
// the set, and the differ adds those that it drops when it compares outputs and, in a pass, resources.

// secretsPass compares all resources that may have sensitive values without marks, so that the
// differ adds the values that it drops to the set of sensitive strings.
type secretsPass struct {
	engine.NoPass
	set      *copies.Set
	document *engine.Document
	secret   map[schema.ID]bool // the types whose schema has sensitive attributes
	all      bool               // all resources are compared
}

func startSecrets(r *engine.Request) (engine.Pass, error) {
	if r.Compare.CopiesKnown { // they have been looked for already
		return nil, nil
	}
	if r.Opts.ShowSensitive || len(r.Opts.Annotations) == 0 && !slices.ContainsFunc(r.Views, func(v *engine.View) bool { return v.Manner.MaskCopies }) {
		return nil, nil
	}
	r.Compare.Copies = r.Secrets()
	r.Compare.Differ.Secrets = r.Compare.Copies
	return &secretsPass{set: r.Compare.Copies}, nil
}

func (s *secretsPass) Keep(o *source.Options) { o.Secrets = s.set }

func (s *secretsPass) Begin(ctx context.Context, d *engine.Document) error {
	s.document, s.secret = d, map[schema.ID]bool{}
	for j := range d.Jobs() {
		id := compare.ResourceID(j.Resource)
		if _, known := s.secret[id]; known || j.Resource.Type == "" {
			continue
		}
		found, err := d.Compare.Schemas.Resolve(id)
		s.secret[id] = err == nil && found.Block != nil && found.Block.HasSecrets()
	}
	return compareActions(ctx, d)
}

func (s *secretsPass) Wants(j engine.Job) engine.Detail {
	if s.all || j.Section == computed.StateSection || j.Resource.Unmarked || s.secret[compare.ResourceID(j.Resource)] {
		return engine.FullDiff
	}
	return engine.Nothing
}

func (s *secretsPass) Finish(context.Context) error {
	s.document.EndSecrets()
	return nil
}

// compareActions compares the configurations of all actions, so that the differ adds the values that it
// drops to the set of sensitive strings.
func compareActions(ctx context.Context, d *engine.Document) error {
	c := d.Comparer()
	for _, a := range d.Facts.Actions {
		if a.HasConfig && a.Err == nil {
			_, _ = c.Config(a) // the error is reported where the action is shown
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// FindSecrets adds the configurations of actions to the evidence about types. It adds sensitive
// strings that the document does not mark to the document's set.
func FindSecrets(ctx context.Context, d *engine.Document, workers int) error {
	return findSecrets(ctx, d, workers, d.Jobs(), &secretsPass{})
}

// FindAllSecrets is like FindSecrets for these entries, whatever their types: for texts that may quote anything, as those in logs do.
func FindAllSecrets(ctx context.Context, d *engine.Document, workers int, entries []engine.Job) error {
	return findSecrets(ctx, d, workers, slices.Values(entries), &secretsPass{all: true})
}

func findSecrets(ctx context.Context, d *engine.Document, workers int, entries iter.Seq[engine.Job], secrets *secretsPass) error {
	c := d.Comparer()
	_ = c.AddEvidence(d.Facts.Actions) // the error is reported where the action is shown
	if d.Compare.Copies == nil {
		return nil
	}
	if err := secrets.Begin(ctx, d); err != nil {
		return err
	}
	if _, err := d.CompareOutputs(ctx, workers, compare.Manner{}); err != nil {
		return err
	}
	return d.ExamineJobs(ctx, workers, entries, secrets)
}
