package planfile

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
)

// Plan is the plan in a plan file, once it has been read. It is a source: see [source.Facts] for
// what it contains, and [Plan.Loader] for the values.
type Plan struct {
	facts

	// Message is the plan without its entries.
	Message *Message

	// ephemeral are the changes of ephemeral resources, of which nothing is kept.
	ephemeral source.Ephemeral
	// unmarked says that the values may have sensitive parts that are not marked.
	unmarked bool

	variables map[string]source.Handle // of the root module, by name

	entries []jsondoc.Ref // of their messages, by handle, from 1
	store   *jsondoc.Store
}

// facts is embedded under a name that leaves Facts to the method.
type facts = source.Facts

// Facts returns what the plan says, apart from values.
func (p *Plan) Facts() *source.Facts { return &p.facts }

// Close removes the temporary file, if there is one. After Close, no values can be loaded.
func (p *Plan) Close() error { return p.store.Close() }

// Read reads the plan of a file to its end. The file may then be closed. If the plan as a whole
// is wrong, the error is a *plans.InputError. If one entry is wrong, the error is in that
// entry's Err, and Read goes on. If the temporary file cannot be used, the error is a
// *plans.TempError.
func Read(f *File, opts source.Options) (*Plan, error) {
	r := &planReader{opts: opts, plan: &Plan{store: jsondoc.NewStore(opts.Options)}}
	m, err := f.Plan(r.entry)
	if err == nil {
		err = r.plan.store.Seal()
	}
	if err != nil {
		r.plan.Close()
		return nil, err
	}
	r.finish(f, m)
	return r.plan, nil
}

// finish makes the facts of what has been read.
func (r *planReader) finish(f *File, m *Message) {
	p := r.plan
	p.Message = m
	r.detectProduct(f)
	r.readLocks(f)
	p.HasRefinements = true
	if text := p.ephemeral.Warning(); text != "" {
		p.Warnings = append(p.Warnings, text)
	}
	for _, b := range []*Backend{m.Backend, m.StateStore} {
		if b != nil {
			p.Workspace = b.Workspace
		}
	}
	p.TerraformVersion, p.Timestamp, p.Errored, p.Mode = m.TerraformVersion, m.Timestamp, m.Errored, m.Mode
	p.Scope = plans.Scope{Targets: m.Targets, Excludes: m.Excludes, Replaces: m.ForceReplace, Invokes: m.ActionTargets}
	if limits := p.Scope.Limits(); limits != "" {
		p.Warnings = append(p.Warnings, fmt.Sprintf("the plan was made with %s: other changes may be missing", limits))
	}
	p.FormatVersion = m.jsonFormat(p.Product)
	p.Applyable, p.Complete = m.outcome()
	p.unmarked = m.lacksMarks(p.Product)
	for _, a := range p.Actions {
		if t := a.Lifecycle; t != nil && t.OnFailure == plans.HaltOnFailure && m.isBefore("v1.16") {
			t.OnFailure = "" // there was no choice
		}
	}
	if m.Mode != plans.RefreshOnlyMode {
		// What has only moved is among the changes, too.
		p.Drift = slices.DeleteFunc(p.Drift, func(r *source.Resource) bool { return r.Action == plans.NoOp && r.Err() == nil })
	}
	for i, a := range m.Relevant {
		path, err := readPath(a.Attribute)
		if err != nil {
			p.Problems = append(p.Problems, &plans.Error{Address: fmt.Sprintf("relevant_attributes[%d]", i), Field: "attribute", Err: err})
		}
		// What cannot be read of a path counts for more, never for less.
		p.Relevant = append(p.Relevant, source.RelevantAttribute{Resource: a.Resource, Attribute: path})
	}
	for _, list := range [][]*source.Resource{r.changes, p.Drift, p.Deferred} {
		for _, rc := range list {
			rc.Unmarked = p.unmarked && r.opts.Secrets != nil
		}
		sorted.Stable(list, func(a, b *source.Resource) int { return CompareHeaders(&a.Header, &b.Header) })
	}
	p.Changes = source.ListOf(r.changes)
	for _, name := range slices.Sorted(maps.Keys(p.variables)) {
		p.Variables = append(p.Variables, &source.Variable{Name: name, Handle: p.variables[name]})
	}
	sorted.Stable(p.Outputs, func(a, b *source.Output) int { return strings.Compare(a.Name, b.Name) })
	if text := m.Unknown.Warning("the plan file", "field"); text != "" {
		p.Warnings = append(p.Warnings, text)
	}
}

// CompareHeaders puts changes into the order in which `terraform show -json` has them: by the
// depth of the module, then by its address, mode (data sources first), type, name and key; the
// deposed objects of an instance come after it.
func CompareHeaders(a, b *plans.Header) int {
	return cmp.Or(
		compareModules(a.ModuleAddress, b.ModuleAddress),
		cmp.Compare(modeRank(a.Mode), modeRank(b.Mode)),
		strings.Compare(a.Type, b.Type),
		strings.Compare(a.Name, b.Name),
		a.Index.Compare(b.Index),
		strings.Compare(a.Deposed, b.Deposed),
	)
}

func modeRank(mode string) int {
	switch mode {
	case "data":
		return 0
	case "managed":
		return 1
	}
	return 2
}

// compareModules compares the addresses of modules, step by step. Those with fewer steps come
// first.
func compareModules(a, b string) int {
	if a == b {
		return 0
	}
	x, y := moduleSteps(a), moduleSteps(b)
	return cmp.Or(cmp.Compare(len(x), len(y)), slices.CompareFunc(x, y, func(s, t moduleStep) int {
		return cmp.Or(strings.Compare(s.name, t.name), s.key.Compare(t.key))
	}))
}

// moduleStep is a step of the address of a module.
type moduleStep struct {
	name string
	key  plans.InstanceKey
}

func moduleSteps(address string) []moduleStep {
	var steps []moduleStep
	for address != "" {
		name, key, rest := plans.CutStep(address)
		if name == "module" && key == "" && rest != "" {
			name, key, rest = plans.CutStep(rest)
		}
		s := moduleStep{name: name}
		if len(key) > 2 {
			s.key, _ = plans.ParseKey(key[1 : len(key)-1])
		}
		steps = append(steps, s)
		address = rest
	}
	return steps
}
