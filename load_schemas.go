package planfmt

import (
	"context"
	"fmt"

	"github.com/planfmt/planfmt/internal/ctxio"
	"github.com/planfmt/planfmt/internal/engine"
	"github.com/planfmt/planfmt/internal/schemas/facts"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

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
