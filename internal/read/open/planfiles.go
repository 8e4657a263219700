package open

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/jsonstate"
	"github.com/planfmt/planfmt/internal/read/planfile"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// PlanFile is a binary plan together with the other parts of its file: the state and the configuration.
type PlanFile struct {
	*planfile.Plan
	File *planfile.File
	Opts source.Options
	// state is the state in the file, or nil if it has not been read. Once the plan is open, it is kept only if the caller wants its
	// objects.
	state *jsonstate.State
	// objects are the objects of the state.
	objects *stateObjects
}

// openPlanFile reads a binary plan. The state and the configuration in its file are evidence.
func openPlanFile(ctx context.Context, in *jsondoc.Input, opts source.Options) (source.Source, error) {
	f, err := planfile.Open(ctx, in, opts.Options)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p := &PlanFile{File: f, Opts: opts}
	product, stateWarning, err := p.readState(ctx)
	if err != nil {
		p.closeState()
		return nil, err
	}
	p.Plan, err = planfile.Read(f, source.Options{
		Options: opts.Options, Evidence: opts.Evidence, Secrets: opts.Secrets, KeepNoOps: opts.KeepNoOps, KeepVersions: opts.KeepVersions, KeepDependencies: opts.KeepDependencies, Product: product,
	})
	if err != nil {
		p.closeState()
		return nil, err
	}
	facts := p.Facts()
	if p.state != nil {
		facts.Lineage, facts.Serial = p.state.Lineage, p.state.Serial
		facts.Recorded = p.state.Recorded
	}
	if stateWarning != "" {
		facts.Warnings = append(facts.Warnings, stateWarning)
		if opts.KeepPrior != nil {
			facts.Problems = append(facts.Problems, &plans.Error{Field: "prior_state", Err: errors.New(stateWarning)})
		}
	}
	if err := errors.Join(p.readConfig(), p.ReadSchemas(), p.readDeciding()); err != nil {
		p.Close()
		return nil, err
	}
	if w := facts.Written; w != nil && w.Wrong == nil && stateWarning != "" {
		w.Wrong = errors.New(stateWarning)
	}
	facts.Warnings = append(facts.Warnings, contradictions(facts, p.Plan.Loader(), p.objects, facts.Config)...)
	p.objects = nil
	if p.state == nil || !p.keepsState() {
		err := p.closeState()
		if err != nil {
			p.Plan.Close()
		}
		return p.Plan, err
	}
	if opts.KeepPrior != nil {
		p.listPrior()
	}
	return p, nil
}

// keepsState reports whether somebody wants objects of the state.
func (p *PlanFile) keepsState() bool { return p.Opts.KeepPrior != nil || p.Opts.KeepDeciding }

// Close closes the plan and the state.
func (p *PlanFile) Close() error { return errors.Join(p.Plan.Close(), p.closeState()) }

func (p *PlanFile) closeState() error {
	if p.state == nil {
		return nil
	}
	return p.state.Close()
}

// listPrior adds the wanted objects of the state to the facts. Their handles are negative, to tell them from
// those of the plan.
func (p *PlanFile) listPrior() {
	facts := p.Facts()
	for _, r := range p.state.Resources {
		if p.Opts.KeepPrior(r.Mode, r.Type) && r.Deposed == "" {
			prior := *r
			prior.Handle = -r.Handle
			facts.Prior = append(facts.Prior, &prior)
		}
	}
}

// Loader returns a loader for one goroutine.
func (p *PlanFile) Loader() source.Loader {
	if p.state == nil {
		return p.Plan.Loader()
	}
	return &planFileLoader{p.Plan.Loader(), p.state.Loader()}
}

// planFileLoader also loads objects of the state.
type planFileLoader struct {
	source.Loader
	state source.Loader
}

// Resource loads the values of a resource.
func (l *planFileLoader) Resource(r *source.Resource, block *schema.Block) (source.RawValues, error) {
	if r.Handle >= 0 {
		return l.Loader.Resource(r, block)
	}
	prior := *r
	prior.Handle = -r.Handle
	return l.state.Resource(&prior, block)
}

// Release implements [source.Releaser].
func (l *planFileLoader) Release() {
	source.Release(l.Loader)
	source.Release(l.state)
}

// readState passes on the state's evidence about types, and its sensitive strings. It returns the
// product that made the state.
func (p *PlanFile) readState(ctx context.Context) (product, warning string, err error) {
	if !p.File.Has(planfile.StateMember) || p.Opts.Evidence == nil && p.Opts.Secrets == nil && !p.keepsState() && !p.Opts.KeepDependencies {
		return "", "", nil
	}
	r, err := p.File.Open(planfile.StateMember)
	if err != nil {
		return "", "", err
	}
	defer r.Close()
	state, err := jsonstate.Read(ctx, r, source.Options{Options: p.Opts.Options, Evidence: p.Opts.Evidence, KeepDependencies: p.Opts.KeepDependencies})
	if wrong, ok := errors.AsType[*plans.InputError](err); ok {
		return "", fmt.Sprintf("the state in the plan file cannot be read: %v", wrong), p.File.Verify(planfile.StateMember)
	} else if err != nil {
		return "", "", err
	}
	p.state, p.objects = state, newStateObjects(state)
	err = p.addStateSecrets(state)
	if !p.keepsState() {
		state.Resources = nil // from here on, their handles are enough
	}
	return state.Product, "", err
}

// addStateSecrets passes on the marked strings of the state. Those of data sources may be
// nowhere else in the file.
func (p *PlanFile) addStateSecrets(state *jsonstate.State) error {
	if p.Opts.Secrets == nil {
		return nil
	}
	load := state.Loader()
	for _, r := range state.Resources {
		if in, err := load.Resource(r, nil); err == nil {
			source.AddSecretsOf(p.Opts.Secrets, r.Type, in.Before, in.BeforeSensitive)
		}
	}
	return nil
}

// readConfig passes on the configuration's evidence about types, and keeps the references of its expressions.
func (p *PlanFile) readConfig() error {
	if p.Opts.Evidence == nil && !p.Opts.KeepReferences {
		return nil
	}
	facts := p.Facts()
	product, _ := dialect.Lookup(facts.Product)
	c, err := PlanFileConfig(p.File, product)
	if err != nil {
		return err
	}
	facts.Config = c
	for _, v := range facts.Variables {
		v.Sensitive = slices.ContainsFunc(c.Root.Variables, func(d *config.Variable) bool { return d.Name == v.Name && d.Sensitive })
	}
	if p.Opts.Evidence != nil {
		source.AddConfig(p.Opts.Evidence, c, product.Registry)
	}
	if p.Opts.KeepReferences {
		facts.Configuration = source.References(c, product.Registry)
	}
	return nil
}

// PlanFileConfig reads the configuration that a plan file has.
func PlanFileConfig(f *planfile.File, product dialect.Dialect) (*config.Config, error) {
	files, err := snapshot(f)
	if err != nil {
		return nil, err
	}
	return config.Parse(files, config.Options{IgnoreTofu: !product.ReadsTofuFiles}), nil
}

// snapshot returns the files of the configuration that a plan file has.
func snapshot(f *planfile.File) (config.Files, error) {
	var members []config.Member
	for _, name := range f.Names() {
		if !strings.HasPrefix(name, config.ArchivePrefix) {
			continue
		}
		text, err := f.Member(name)
		if err != nil {
			return config.Files{}, err
		}
		members = append(members, config.Member{Name: name, Text: text})
	}
	return config.Archive(members), nil
}

// ReadSchemas reads the provider schemas, which some versions of the product put into the file.
func (p *PlanFile) ReadSchemas() error {
	if !p.File.Has(planfile.SchemasMember) || p.Opts.Evidence == nil {
		return nil
	}
	var unknown source.Unknown
	facts := p.Facts()
	set := &schema.Set{Limits: schema.DefaultLimits()}
	r, err := p.File.Schemas(&unknown)
	if err == nil {
		defer r.Close()
		err = set.Load(planfile.SchemasMember, r)
	}
	if err != nil {
		if wrong := p.File.Verify(planfile.SchemasMember); wrong != nil {
			return wrong
		}
		facts.Warnings = append(facts.Warnings, fmt.Sprintf("the schemas in the plan file cannot be read: %v", err))
		return nil
	}
	if text := unknown.Warning("the member "+planfile.SchemasMember+" of the plan file", "field"); text != "" {
		facts.Warnings = append(facts.Warnings, text)
	}
	facts.Schemas = set
	return nil
}
