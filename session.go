package planfmt

import (
	"context"
	"fmt"

	"github.com/planfmt/planfmt/internal/base/ctxio"
	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/internal/lang/planvalue/query"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/internal/work/passes"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// session checks the options, reads the schemas that they name, and returns a session with both.
func (o Options) session(ctx context.Context) (*engine.Session, error) {
	if ctx == nil {
		return nil, ErrNoContext
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	masks, err := compare.NewMasks(o.ShowUnmarked, o.ShowSensitive)
	if err != nil {
		return nil, &OptionError{Field: "ShowUnmarked", Err: err}
	}
	masks.Names = o.masksNames()
	schemas, err := o.loadSchemas(ctx)
	if err != nil {
		return nil, err
	}
	in := engine.Settings{
		Storing: o.storing(), Workers: o.Workers, Mode: o.Mode, Product: o.Product,
		ShowSensitive: o.ShowSensitive, MatchBy: o.MatchBy, Wrap: o.Wrap,
		Schemas: schemas, NamedSchemas: len(o.Schemas), RequireExact: o.RequireExact, Masks: masks,
		Selection: o.Selection.settings(), Declarations: o.SourceOptions.settings(), Verdicts: (*engine.Judging)(o.Policies),
		HashKey: o.HashKey, HashLikeJSON: o.HashLikeJSON, MaxSteps: o.MaxSteps, Alarms: o.Alarms, AlarmLevel: o.AlarmLevel, Annotations: o.Annotations,
		Warn: o.Warn, Progress: o.Progress, Watch: o.watch,
		NeedsPlan: !o.States.resolve(o.Policies == nil && len(o.Alarms) == 0),
	}
	in.Declarations.Places = len(o.Annotations) > 0
	return engine.NewSession(in, passes.All()), nil
}

// masksNames reports whether the caller or a file of rules asks for values to be hidden because of their names.
func (o Options) masksNames() bool {
	return o.MaskNames || o.FileRules != nil && o.FileRules.MaskNames
}

func (s Selection) settings() engine.Selection {
	return engine.Selection{Rules: s.Rules, FileRules: s.FileRules, Where: s.Where.orNil(), Drift: s.Drift, ShowUnchanged: s.ShowUnchanged, RequireMatch: s.RequireMatch, Checker: s.Checker}
}

func (d SourceOptions) settings() engine.DeclarationOptions {
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

// loadSchemas reads the schemas that the options name.
func (o Options) loadSchemas(ctx context.Context) (l engine.SchemaLayers, err error) {
	for _, source := range o.Schemas {
		// A pipe may keep the open waiting, as well as the reads.
		set, err := ctxio.Call(ctx, func() (*schema.Set, error) { return load(source, o.SchemaLimits) })
		if err != nil {
			return l, err
		}
		l.Layers = append(l.Layers, schema.Layer{Name: source.Name, Source: set})
		l.Versions = append(l.Versions, set.FormatVersion())
	}
	l.Layers = append(l.Layers, o.Layers...)
	if !o.NoKnownFacts {
		if l.Facts = o.KnownFacts; l.Facts == nil {
			l.Facts = facts.Default()
		}
	}
	return l, nil
}

func load(source SchemaSource, limits schema.Limits) (*schema.Set, error) {
	f, err := source.Open()
	if err != nil {
		return nil, &SchemaError{source.Name, fmt.Errorf("%s: %w", plans.SpellName(source.Name), err)}
	}
	if f == nil {
		return nil, &SchemaError{source.Name, fmt.Errorf("%s: opened as nil", plans.SpellName(source.Name))}
	}
	defer f.Close()
	set := &schema.Set{Limits: limits}
	if err := set.Load(source.Name, f); err != nil {
		return nil, &SchemaError{source.Name, err}
	}
	return set, nil
}
