package rewrite

import (
	"bufio"
	"context"
	"io"
	"strings"
	"sync"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/internal/base/caught"
	"github.com/planfmt/planfmt/internal/base/copies"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/jsonstate"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/internal/work/redact"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Redact writes a document as JSON, with a string in the place of each sensitive value. If keepCopies is set, it leaves copies of
// sensitive strings as they are.
func Redact(ctx context.Context, s *engine.Session, w io.Writer, r io.Reader, keepCopies bool) error {
	in, err := jsondoc.Open(ctx, r)
	if err != nil {
		return err
	}
	return redactInput(ctx, s, w, in, false, keepCopies)
}

// redactInput redacts a document. isJSON says that the document has been written by [JSON].
func redactInput(ctx context.Context, s *engine.Session, w io.Writer, in *jsondoc.Input, isJSON, keepCopies bool) error {
	stored := jsondoc.Options{MemoryLimit: s.Opts.Storing.MemoryLimit, MaxUnpacked: s.Opts.Storing.MaxUnpacked, TempDir: s.Opts.Storing.TempDir}
	text, err := in.Bytes(stored)
	if err != nil {
		return err
	}
	defer text.Close()
	again := func() io.Reader { return io.NewSectionReader(&lockedReader{r: text}, 0, text.Size()) }
	if in.Kind() == jsondoc.PlanFile && !isJSON {
		return redactConverted(ctx, s, w, again(), keepCopies)
	}
	d, err := s.OpenSecrets(ctx, again())
	if err != nil {
		return err
	}
	defer d.Close()
	if state, ok := d.Source.(*jsonstate.State); ok && state.Stored {
		return redactConverted(ctx, s, w, again(), keepCopies)
	}
	if err := redactDocument(ctx, d, w, again, stored, keepCopies); err != nil {
		return err
	}
	if !isJSON && s.Opts.Warn != nil { // otherwise, whoever has written it has warned
		for _, text := range d.Facts.Warnings {
			s.Opts.Warn(computed.Warning{Text: text})
		}
	}
	return nil
}

// redactConverted redacts a document that is not the JSON of a plan or a state. It is converted
// first, so that only one kind of documents has to be rewritten.
func redactConverted(ctx context.Context, s *engine.Session, w io.Writer, r io.Reader, keepCopies bool) error {
	ctx, cancel := context.WithCancel(ctx)
	text, out := io.Pipe()
	done := make(chan struct{})
	defer func() { // wait for the goroutine below: it reads from r, which the caller closes
		cancel()
		text.Close()
		<-done
	}()
	go func() {
		defer close(done)
		var err error
		defer func() { out.CloseWithError(err) }()
		defer caught.As(&err)
		_, err = writeJSON(ctx, s, out, r, true)
	}()
	in, err := jsondoc.Open(ctx, text)
	if err != nil {
		return err
	}
	return redactInput(ctx, s, w, in, true, keepCopies)
}

// lockedReader is an io.ReaderAt that several goroutines can use.
type lockedReader struct {
	mu sync.Mutex
	r  io.ReaderAt
}

func (l *lockedReader) ReadAt(p []byte, off int64) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.r.ReadAt(p, off)
}

// redactDocument redacts an open document. again returns a new reader of its text.
func redactDocument(ctx context.Context, d *engine.Document, w io.Writer, again func() io.Reader, stored jsondoc.Options, keepCopies bool) error {
	secrets := d.Compare.Copies
	hides := newHider(d, secrets)
	opts := redact.Options{Options: stored, Decider: hides, Secrets: secrets}
	facts, err := redact.Learn(ctx, again(), opts)
	if err != nil {
		return err
	}
	hides.end()
	opts.Secrets = nil
	if !keepCopies {
		opts.Copies = secrets.Filter()
	}
	out := bufio.NewWriterSize(w, 64<<10)
	if err := redact.Document(ctx, out, again(), again(), opts, facts); err != nil {
		return err
	}
	return out.Flush()
}

// hider decides which values of a document are hidden: those that the differ hides, and other marked ones.
type hider struct {
	*compare.Comparison
	document *engine.Document
	differ   *differ.Differ
	places   []redact.Place

	learning bool
	secrets  *copies.Set     // gets the hidden strings while learning; may be nil
	outputs  map[string]bool // whether an output is sensitive, by its name
	// hidden are the names of hidden values in a resource, by its address in the configuration.
	hidden map[string]map[string]bool
	// unmarked are types, and whether anything may be hidden in values without marks.
	unmarked map[schema.ID]bool
}

func newHider(d *engine.Document, secrets *copies.Set) *hider {
	h := &hider{Comparison: d.Compare, document: d, learning: true, outputs: map[string]bool{}, hidden: map[string]map[string]bool{}, unmarked: map[schema.ID]bool{}}
	for _, o := range d.Facts.Outputs {
		h.outputs[o.Name] = o.Sensitive
	}
	h.secrets = secrets
	h.start(secrets)
	return h
}

// start makes the differ, which adds hidden strings to secrets unless that is nil.
func (h *hider) start(secrets *copies.Set) {
	opts := compare.Manner{}.Options(h.Comparison)
	if secrets != nil {
		opts.Secrets = secrets
	}
	opts.OnHidden = h.hide
	h.differ = differ.New(opts)
}

// end ends the first walk, in which the hider learns the sensitive strings.
func (h *hider) end() {
	h.learning = false
	h.start(nil)
}

func (h *hider) hide(p differ.Hidden) {
	h.places = append(h.places, redact.Place{Before: p.Before, After: p.After, On: p.On, Path: p.Path, Names: compare.NamesOf(p.Path), Action: p.Action, Unmarked: p.Mismatch})
}

// HidesUnmarked reports whether anything may be hidden in values that the document marks, but not as sensitive.
func (h *hider) HidesUnmarked(id schema.ID) bool {
	hides, known := h.unmarked[id]
	if !known {
		found, err := h.Schemas.Resolve(id)
		hides = h.Masks.Names || err != nil || found.Damage != nil || found.Block != nil && found.Block.HasSecrets()
		h.unmarked[id] = hides
	}
	return hides
}

// everything returns the verdict that hides all values, for those that cannot be understood.
func everything(in source.RawValues) redact.Verdict {
	return redact.Verdict{RawValues: in, Everything: true}
}

// Change decides about a change of a resource.
func (h *hider) Change(r *source.Resource, in source.RawValues) redact.Verdict {
	if compare.IsUnreadable(r) {
		return everything(in)
	}
	found, err := h.Schemas.Resolve(compare.ResourceID(r))
	if err != nil || found.Damage != nil {
		return everything(in)
	}
	return h.resource(&r.Header, found, in)
}

// Instance decides about a resource in a state.
func (h *hider) Instance(r *plans.Header, instance values.Value) redact.Verdict {
	found, err := h.Schemas.Resolve(schema.IDOf(r.ProviderName, r.Mode, r.Type))
	if err != nil || found.Damage != nil {
		return everything(source.StillValues("values", instance.Get("values"), values.Flags{}))
	}
	in, err := jsonstate.ReadInstance(instance, compare.ProviderSchema(found))
	if err != nil {
		return everything(source.StillValues("values", instance.Get("values"), values.Flags{}))
	}
	return h.resource(r, found, in)
}

// resource decides about the values of a resource.
func (h *hider) resource(r *plans.Header, found infer.Resolution, in source.RawValues) redact.Verdict {
	marked := h.Masks.Mask(schema.IDOf(r.ProviderName, r.Mode, r.Type), found, in)
	v := redact.Verdict{RawValues: marked.RawValues}
	if !marked.MayHide() {
		return v
	}
	if h.learning && h.secrets != nil {
		// The source adds no secrets of a resource that is only counted, and the schema may lack its attributes.
		source.AddSecretsOf(h.secrets, r.Type, marked.Before, marked.BeforeSensitive)
		source.AddSecretsOf(h.secrets, r.Type, marked.After, marked.AfterSensitive)
	}
	h.places = nil
	h.differ.Resource(marked.Change, r.Action, found.Block)
	v.Places = h.places
	if h.learning && len(v.Places) > 0 {
		h.learn(configAddress(r), v.Places)
	}
	return v
}

// maxNames is how many names of hidden values are kept for a resource.
const maxNames = 1000

func (h *hider) learn(address string, places []redact.Place) {
	names := h.hidden[address]
	if names == nil {
		names = map[string]bool{}
		h.hidden[address] = names
	}
	for _, p := range places {
		if len(names) < maxNames && !names[p.Names] {
			names[strings.Clone(p.Names)] = true
		}
	}
}

// configAddress returns the address of a resource in the configuration, as package redact writes it: without keys,
// and with the names of the modules alone.
func configAddress(r *plans.Header) string {
	var b strings.Builder
	for rest := r.ModuleAddress; rest != ""; {
		_, _, rest = plans.CutStep(rest) // module
		var name string
		name, _, rest = plans.CutStep(rest)
		b.WriteString(name + "/")
	}
	return b.String() + source.ConfigAddress(r.Mode, r.Type, r.Name)
}

// Output decides about an output.
func (h *hider) Output(o *source.Output, in source.RawValues) redact.Verdict {
	if o.Err != nil && o.Action != plans.Unknown {
		return everything(in)
	}
	in = h.Masks.Output(o.Name, h.outputs[o.Name], in).RawValues
	h.places = nil
	h.differ.Output(in.Change)
	return redact.Verdict{RawValues: in, Places: h.places}
}

// Action decides about the configuration of an action.
func (h *hider) Action(a *source.Action, in source.RawValues) redact.Verdict {
	if a.Err != nil {
		return everything(in)
	}
	id := compare.ActionID(a)
	found, err := h.Schemas.Resolve(id)
	if err != nil || found.Damage != nil {
		return everything(in)
	}
	in = h.Masks.Mask(id, found, in).RawValues
	h.places = nil
	h.differ.Config(in.Change, found.Block)
	return redact.Verdict{RawValues: in, Places: h.places}
}

// Config decides about constants in the configuration.
func (h *hider) Config(address string, id schema.ID, in source.RawValues) redact.Verdict {
	v := redact.Verdict{}
	var found infer.Resolution
	if id.Type == "" {
		id.Kind = schema.Action // there is no table of secrets for actions
	} else if known, err := h.Schemas.Resolve(id); err != nil || known.Damage != nil {
		return everything(in)
	} else if known.Block != nil {
		found = known
		v.Paths = found.Block.SensitivePaths(in.Before)
	}
	v.RawValues = h.Masks.Mask(id, found, in).RawValues
	if names := h.hidden[address]; len(names) > 0 && address != "" {
		v.Paths = appendNamed(v.Paths, in.Before, plans.Path{}, "", names)
	}
	return v
}

// appendNamed appends the paths of the values in v whose names are among names.
func appendNamed(paths []plans.Path, v values.Value, at plans.Path, path string, names map[string]bool) []plans.Path {
	if names[path] && path != "" {
		return append(paths, at)
	}
	for i, e := range v.Elems() {
		paths = appendNamed(paths, e, at.Child(plans.Index(i)), path, names)
	}
	for _, m := range v.Members() {
		name := m.Name
		if path != "" {
			name = path + "." + name
		}
		paths = appendNamed(paths, m.Value, at.Child(plans.Key(m.Name)), name, names)
	}
	return paths
}
