package planfmt

import (
	"context"

	"github.com/planfmt/planfmt/internal/compare"
	"github.com/planfmt/planfmt/internal/engine"
	"github.com/planfmt/planfmt/internal/passes"
	"github.com/planfmt/planfmt/internal/planvalue/query"
)

// newSession checks the options, and reads the schemas that they name.
func (o Options) session(ctx context.Context) (*engine.Session, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	masks, err := compare.NewMasks(o.ShowUnmarked, o.ShowSensitive)
	if err != nil {
		return nil, &OptionError{Field: "ShowUnmarked", Err: err}
	}
	masks.Off = o.unmasked
	schemas, err := o.loadSchemas(ctx)
	if err != nil {
		return nil, err
	}
	in := engine.Settings{
		Storing: o.storing(), Workers: o.Workers, Mode: o.Mode, Product: o.Product,
		ShowSensitive: o.ShowSensitive, MatchBy: o.MatchBy, Wrap: o.Wrap,
		Schemas: schemas, NamedSchemas: len(o.Schemas), RequireExact: o.RequireExact, Masks: masks,
		Selection: o.Selection.settings(), Declarations: o.Declarations.settings(), Verdicts: (*engine.Judging)(o.Verdicts),
		HashKey: o.HashKey, MaxSteps: o.MaxSteps,
		Warn: o.Warn, Progress: o.Progress, Watch: o.watch,
	}
	return engine.NewSession(in, passes.All()), nil
}

func (s Selection) settings() engine.Selection {
	return engine.Selection{Rules: s.Rules, FileRules: s.FileRules, Where: s.Where.orNil(), Drift: s.Drift, ShowUnchanged: s.ShowUnchanged}
}

func (d Declarations) settings() engine.DeclarationOptions {
	out := engine.DeclarationOptions{ConfigDir: d.ConfigDir, ConfigWithin: d.ConfigWithin, LinkTemplate: d.LinkTemplate, LocalLinks: d.LocalLinks}
	for _, p := range d.ConfigPlaces {
		out.ConfigPlaces = append(out.ConfigPlaces, engine.ConfigPlace(p))
	}
	return out
}

// orNil returns the condition, or nil if there is none.
func (w *Where) orNil() *query.Condition {
	if w == nil {
		return nil
	}
	return w.condition
}
