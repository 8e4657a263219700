package passes

import (
	"bytes"
	"context"
	"fmt"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/engine"
	"github.com/planfmt/planfmt/internal/planhash"
	"github.com/planfmt/planfmt/internal/showjson"
	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/jsonplan"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// newDeciding returns what finds the pieces of the configuration that enter the hash of a plan. The caller must call done when it needs
// them no more.
func newDeciding(ctx context.Context, src source.Source, opts *engine.Settings) (d *planhash.Deciding, done func(), err error) {
	return deciding(ctx, src, opts, opts.HashLikeJSON, len(opts.HashKey) > 0)
}

func deciding(ctx context.Context, src source.Source, opts *engine.Settings, likeJSON, sensitive bool) (d *planhash.Deciding, done func(), err error) {
	facts := src.Facts()
	if facts.Written == nil || !likeJSON {
		return planhash.NewDeciding(facts, src.Loader(), sensitive), func() {}, nil
	}
	stated, err := statedBy(ctx, src, opts)
	if err != nil {
		return nil, nil, err
	}
	return planhash.NewDeciding(stated.Facts(), stated.Loader(), sensitive), func() { stated.Close() }, nil
}

// DecidingParts returns what decides when a plan is applied, besides the plan itself: all that enters its hash, with sensitive values. likeJSON says that only
// what the JSON of a plan has is wanted. It also returns for how many values known only after apply that lacks the text of their expressions.
func DecidingParts(ctx context.Context, src source.Source, opts *engine.Settings, likeJSON bool) (parts []planhash.Part, missing int, err error) {
	d, done, err := deciding(ctx, src, opts, likeJSON, true)
	if err != nil {
		return nil, 0, err
	}
	defer done()
	facts, load := src.Facts(), src.Loader()
	var plan planhash.Plan
	defer plan.Close()
	d.Rest(facts, load)
	for r := range facts.Changes.All() {
		if !planhash.Enters(r) || r.Err() != nil {
			continue
		}
		if v, err := load.Resource(r, nil); err == nil {
			d.Look(r, v)
		}
	}
	if err := d.Add(&plan); err != nil {
		return nil, 0, err
	}
	return d.Parts(), d.Uncovered().Texts, nil
}

// statedBy returns what the JSON of a plan file says about the configuration.
func statedBy(ctx context.Context, src source.Source, opts *engine.Settings) (*jsonplan.Plan, error) {
	facts := src.Facts()
	product, _ := dialect.Lookup(facts.Product)
	text := []byte(`{"format_version":"1.2","resource_changes":[],"variables":{`)
	load := src.Loader()
	for i, v := range facts.Variables {
		value, err := load.Variable(v)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = fmt.Appendf(text, "%s:{\"value\":%s}", values.NewString(v.Name).JSON(), value.JSON())
	}
	text = showjson.AppendConfiguration(append(text, `},"configuration":`...), facts.Config, showjson.ConfigFormOf(product, facts.TerraformVersion), unknownTypes{})
	return jsonplan.Read(ctx, bytes.NewReader(append(text, '}')), source.Options{Options: opts.Storing, KeepDeciding: true})
}

// unknownTypes are types of which no schema is known. The hash does not depend on how schemas nest blocks.
type unknownTypes struct{}

func (unknownTypes) ConfigSchema(schema.ID) (*schema.Block, string) { return nil, "" }
