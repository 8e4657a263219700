package planhash

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Deciding collects what the entries of a plan leave to the configuration, and then adds the pieces of the configuration that decide about that,
// and everything to which they refer. [NewDeciding] makes one. Look may be called by several goroutines.
type Deciding struct {
	facts     *source.Facts
	sensitive bool // nothing is masked
	from      pieces

	lock   sync.Mutex
	any    bool // an entry has entered
	blocks map[blockName]*blockLeftovers
	wrong  error
	open   []pieceName // pieces that enter whatever refers to them
	counts Uncovered
	done   *closure // once the pieces have been added
}

// Uncovered is what the hash of JSON does not cover, because the JSON does not say it.
type Uncovered struct {
	// Texts counts values that are known only after apply, and to which the configuration refers with an expression that is not constant.
	Texts int
}

// pieceName names a piece.
type pieceName struct{ module, label string }

// blockName names the block that declares a resource.
type blockName struct{ module, address string }

// blockLeftovers is what the entries of a resource leave to its block.
type blockLeftovers struct {
	arguments []string // that it has, apart from those that all resources have
	undecided map[string]bool
	masked    map[string]bool
	all       bool // everything is masked
}

// pieces are where the pieces of a configuration come from.
type pieces interface {
	// always returns the names of the pieces that always enter.
	always() []pieceName
	// arguments returns the names of the arguments of a resource.
	arguments(b blockName) ([]string, error)
	// declares reports whether a resource has a block.
	declares(b blockName) bool
	// outputs returns the labels of the outputs of a module.
	outputs(module string) []string
	// hidden reports whether a variable or an output is sensitive.
	hidden(n pieceName) (bool, error)
	// write writes the content of a piece, unless there is none. It calls visit with the references in it.
	write(h *Hasher, n pieceName, masked bool, visit func(module string, r config.Reference)) (bool, error)
	// literals calls visit with the constant strings of a piece that are not masked, and the name of the argument or member that has each.
	literals(n pieceName, visit func(name, text string)) error
	// kinds returns the kinds of the provisioners in a piece.
	kinds(n pieceName) ([]string, error)
	// isConstant reports whether everything in an argument is known to be constant.
	isConstant(n pieceName) bool
	// isBlocks reports whether an argument is known only as a list of blocks.
	isBlocks(n pieceName) bool
}

// NewDeciding returns what collects the pieces of a plan. sensitive says that nothing is masked, as for hashes with a key.
func NewDeciding(f *source.Facts, l source.Loader, sensitive bool) *Deciding {
	d := &Deciding{facts: f, sensitive: sensitive, blocks: map[blockName]*blockLeftovers{}}
	switch {
	case f.Stated != nil:
		d.from = newStatedPieces(f, l)
	case f.Written != nil && f.Written.Wrong != nil:
		d.wrong = f.Written.Wrong
	case f.Written != nil:
		d.from = newWrittenPieces(f, l)
	}
	return d
}

// moduleKey is the key of the module with an address.
func moduleKey(address string) (key string) {
	for rest := address; rest != ""; {
		name, index, next := plans.CutStep(rest)
		if name == "module" && index == "" && next != "" {
			name, _, next = plans.CutStep(next)
		}
		key, rest = source.CallKey(key, name), next
	}
	return key
}

// Look takes a resource that enters.
func (d *Deciding) Look(r *source.Resource, v source.RawValues) {
	if d == nil {
		return
	}
	d.lock.Lock()
	defer d.lock.Unlock()
	d.any = true
	if d.from == nil || d.wrong != nil {
		return
	}
	name := blockName{moduleKey(r.ModuleAddress), source.ConfigAddress(r.Mode, r.Type, r.Name)}
	b := d.blocks[name]
	if b == nil {
		b = &blockLeftovers{undecided: map[string]bool{}, masked: map[string]bool{}}
		if b.arguments, d.wrong = d.from.arguments(name); d.wrong != nil {
			return
		}
		d.blocks[name] = b
	}
	b.look(d, name, r.Action, v.Change)
}

// look notes which arguments of a block a change leaves undecided, and which of them are sensitive.
func (b *blockLeftovers) look(d *Deciding, name blockName, a plans.Action, c values.Change) {
	isMarked := func(f values.Flags, name string) bool { return f.At(plans.Key(name)).Any() }
	b.all = b.all || c.BeforeSensitive.CoversKind(values.Object) || c.AfterSensitive.CoversKind(values.Object)
	for _, arg := range b.arguments {
		if !b.masked[arg] && (isMarked(c.BeforeSensitive, arg) || isMarked(c.AfterSensitive, arg)) {
			b.masked[arg] = true
		}
		if a == plans.Delete || a == plans.Forget || isMeta(arg) {
			continue
		}
		isUnknown := isMarked(c.Unknown, arg)
		if isUnknown && !d.from.isConstant(pieceName{name.module, name.address + "." + arg}) {
			d.counts.Texts++
		}
		if isUnknown || hasNull(c.After.Get(arg)) {
			b.undecided[arg] = true
		}
	}
}

// isMeta reports whether an argument is one that all resources have, so that no value in a plan belongs to it.
func isMeta(argument string) bool {
	switch argument {
	case "provider", "lifecycle", "connection", "provisioner", "count", "for_each", "depends_on":
		return true
	}
	return false
}

// hasNull reports whether a value is absent or null, or has a null anywhere inside.
func hasNull(v values.Value) bool {
	switch v.Kind() {
	case values.Absent, values.Null:
		return true
	case values.Array:
		for _, e := range v.Elems() {
			if hasNull(e) {
				return true
			}
		}
	case values.Object:
		for _, m := range v.Members() {
			if hasNull(m.Value) {
				return true
			}
		}
	}
	return false
}

// Rest takes the outputs and the actions, as far as they can be read.
func (d *Deciding) Rest(f *source.Facts, l source.Loader) {
	for _, o := range f.Outputs {
		if o.Err != nil || o.Action == plans.NoOp {
			continue
		}
		if v, _, err := l.Output(o); err == nil {
			d.output(o, v)
		}
	}
	for _, a := range f.Actions {
		if a.Err == nil {
			d.action(a)
		}
	}
}

// output takes an output that enters.
func (d *Deciding) output(o *source.Output, v source.RawValues) {
	if d == nil {
		return
	}
	d.any = true
	if o.Action == plans.Delete || !v.Change.Unknown.Any() {
		return
	}
	n := pieceName{"", "output." + o.Name}
	d.open = append(d.open, n)
	if d.from != nil && !d.from.isConstant(n) {
		d.counts.Texts++
	}
}

// action takes an action to invoke.
func (d *Deciding) action(a *source.Action) {
	if d == nil {
		return
	}
	d.any = true
	module, rest := cutAddress(a.Address)
	if typ, name, ok := strings.Cut(strings.TrimPrefix(rest, "action."), "."); ok {
		d.open = append(d.open, pieceName{module, "action." + typ + "." + withoutKey(name)})
	}
	if a.Lifecycle != nil && d.from != nil {
		module, rest := cutAddress(a.Lifecycle.ResourceAddress)
		d.openAll(module, withoutKey(rest), "lifecycle")
	}
}

// cutAddress returns the key of the module in an address, and the rest of the address.
func cutAddress(address string) (module, rest string) {
	rest = address
	for strings.HasPrefix(rest, "module.") {
		_, _, next := plans.CutStep(rest)
		name, _, behind := plans.CutStep(next)
		if behind == "" {
			break
		}
		module, rest = source.CallKey(module, name), behind
	}
	return module, rest
}

// withoutKey cuts off the key of an instance.
func withoutKey(address string) string {
	address, _, _ = strings.Cut(address, "[")
	return address
}

// repetition are the arguments that enter with any other one.
func repetition() []string { return []string{"count", "for_each", "depends_on"} }

// openAll lets arguments of a block enter, and those that say how often it counts if there is any of them.
func (d *Deciding) openAll(module, address string, arguments ...string) {
	any := false
	have, err := d.from.arguments(blockName{module, address})
	if err != nil && d.wrong == nil {
		d.wrong = err
	}
	for _, arg := range arguments {
		if slices.Contains(have, arg) {
			any = true
			d.open = append(d.open, pieceName{module, address + "." + arg})
		}
	}
	if any {
		for _, arg := range repetition() {
			d.open = append(d.open, pieceName{module, address + "." + arg})
		}
	}
}

// Add adds the pieces of the configuration to a plan.
func (d *Deciding) Add(p *Plan) error {
	switch {
	case d.wrong != nil:
		return d.wrong
	case !d.any || d.from == nil:
		return nil
	}
	for name, b := range d.blocks {
		d.openAll(name.module, name.address, slices.Concat([]string{"provider", "lifecycle", "connection", "provisioner"}, slices.Collect(maps.Keys(b.undecided)))...)
		for m := name.module; m != ""; m, _ = cutModule(m) {
			outer, call := cutModule(m)
			d.open = append(d.open, pieceName{outer, "module." + call + ".providers"})
		}
		if strings.HasPrefix(name.address, "data.") && !d.from.declares(name) {
			d.open = append(d.open, pieceName{name.module, "check"})
		}
	}
	if d.wrong != nil {
		return d.wrong
	}
	d.done = newClosure(d, p)
	return d.done.run()
}

// Exposes reports whether any constant string in the pieces that have entered is one that nobody may find out by trying. secret is told the string and
// the name of the argument, member or attribute that has it.
func (d *Deciding) Exposes(secret func(name, text string) bool) (exposed bool, err error) {
	if d == nil || d.done == nil {
		return false, nil
	}
	err = d.done.literals(func(name, text string) { exposed = exposed || secret(name, text) })
	return exposed, err
}

// Uncovered returns what the hash does not cover, once all entries have been looked at.
func (d *Deciding) Uncovered() Uncovered {
	if d.facts.Written != nil && d.facts.Stated == nil {
		return Uncovered{}
	}
	return d.counts
}

// cutModule returns the key of the module that calls another one, and the name of the call.
func cutModule(key string) (outer, call string) {
	if i := strings.LastIndexByte(key, '.'); i >= 0 {
		return key[:i], key[i+1:]
	}
	return "", key
}
