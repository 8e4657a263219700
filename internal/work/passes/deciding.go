package passes

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/internal/work/planhash"
	"github.com/planfmt/planfmt/internal/work/showjson"
	"github.com/planfmt/planfmt/jsonplan"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// decider finds the pieces of the configuration that enter the hash of a plan. The caller must close it when it needs them no more.
type decider struct {
	*planhash.Deciding
	stated *jsonplan.Plan // what the JSON of a plan file would say about the configuration; nil if that is not what is wanted
	types  declaredTypes
}

func newDecider(ctx context.Context, src source.Source, opts *engine.Settings) (*decider, error) {
	return deciderFor(ctx, src, opts, opts.HashLikeJSON, len(opts.HashKey) > 0)
}

func deciderFor(ctx context.Context, src source.Source, opts *engine.Settings, likeJSON, sensitive bool) (d *decider, err error) {
	facts := src.Facts()
	if facts.Written == nil || !likeJSON {
		return &decider{Deciding: planhash.NewDeciding(facts, src.Loader(), sensitive)}, nil
	}
	d = &decider{types: newDeclaredTypes(facts, opts)}
	if d.stated, err = statedBy(ctx, src, opts, d.types); err != nil {
		return nil, err
	}
	d.Deciding = planhash.NewDeciding(d.stated.Facts(), d.stated.Loader(), sensitive)
	return d, nil
}

// close frees what is held. d may be nil.
func (d *decider) close() {
	if d != nil && d.stated != nil {
		d.stated.Close()
	}
}

// unclear says why the hash of a plan file may not be that of its JSON, once it has been computed. It is empty if it surely is.
func (d *decider) unclear() string {
	var all []string
	for _, p := range d.Parts() {
		if p.Blocks && d.types.isUnknown(p.Label) {
			in := ""
			if p.Module != "" {
				in = " in module " + plans.SpellName(p.Module)
			}
			all = append(all, plans.SpellName(p.Label)+in)
		}
	}
	if len(all) == 0 {
		return ""
	}
	slices.Sort(all)
	more := ""
	if n := len(all) - 1; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("without a schema, the hash may not be that of the JSON, because blocks may be attributes (%s%s): hash the JSON itself", all[0], more)
}

// DecidingParts returns what decides when a plan is applied, besides the plan itself: all that enters its hash, with sensitive values. likeJSON says that only
// what the JSON of a plan has is wanted. It also returns for how many values known only after apply that lacks the text of their expressions.
func DecidingParts(ctx context.Context, src source.Source, opts *engine.Settings, likeJSON bool) (parts []planhash.Part, missing int, err error) {
	d, err := deciderFor(ctx, src, opts, likeJSON, true)
	if err != nil {
		return nil, 0, err
	}
	defer d.close()
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
func statedBy(ctx context.Context, src source.Source, opts *engine.Settings, types declaredTypes) (*jsonplan.Plan, error) {
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
	text = showjson.AppendConfiguration(append(text, `},"configuration":`...), facts.Config, showjson.ConfigFormOf(product, facts.TerraformVersion), types)
	return jsonplan.Read(ctx, bytes.NewReader(append(text, '}')), source.Options{Options: opts.Storing, KeepDeciding: true})
}

// declaredTypes are the types of a configuration, as far as schemas or what is known about providers say how they look. What a document suggests does not
// count: the hash must not depend on it.
type declaredTypes struct {
	resolver *infer.Resolver
	unknown  map[schema.ID]bool // by kind and type
}

func newDeclaredTypes(f *source.Facts, opts *engine.Settings) declaredTypes {
	r := opts.Schemas.Resolver()
	if f.Schemas != nil {
		r.Layers = engine.OwnLayer(r.Layers, opts.NamedSchemas, f.Schemas)
	}
	return declaredTypes{r, map[schema.ID]bool{}}
}

// ConfigSchema returns the schema of a type. Versions of schemas do not enter the hash.
func (t declaredTypes) ConfigSchema(id schema.ID) (*schema.Block, string) {
	found, err := t.resolver.Resolve(id)
	if err != nil || found.Layer == infer.LayerInferred {
		t.unknown[schema.ID{Kind: id.Kind, Type: id.Type}] = true
		return nil, ""
	}
	return found.Block, ""
}

// isUnknown reports whether nothing says how the type of a resource looks, given the label of one of its arguments.
func (t declaredTypes) isUnknown(label string) bool {
	kind, rest := schema.Resource, label
	if inData, ok := strings.CutPrefix(label, "data."); ok {
		kind, rest = schema.DataSource, inData
	}
	typ, _, _ := strings.Cut(rest, ".")
	return t.unknown[schema.ID{Kind: kind, Type: typ}]
}
