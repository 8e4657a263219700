package rewrite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/jsonstate"
	"github.com/planfmt/planfmt/internal/read/open"
	"github.com/planfmt/planfmt/internal/read/planfile"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/internal/work/showjson"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// Result is the outcome of writing a document as JSON.
type Result struct {
	Copied  bool
	Inexact []infer.TypeSchema
	Marked  []computed.Masked
}

// JSON writes the JSON document that `terraform show -json` prints. It contains all sensitive values, with the marks that say which
// these are.
func JSON(ctx context.Context, s *engine.Session, w io.Writer, r io.Reader) (*Result, error) {
	return writeJSON(ctx, s, w, r, false)
}

// writeJSON does so. whole says that the document has what a plan file says even if the version that wrote the file does not print it.
func writeJSON(ctx context.Context, s *engine.Session, w io.Writer, r io.Reader, whole bool) (*Result, error) {
	progress := &engine.Tracker{Report: s.Opts.Progress}
	in, err := jsondoc.Open(ctx, r)
	if err != nil {
		return nil, err
	}
	in.Report(progress.Read)
	j := &jsonWriter{
		Session: s, res: &Result{}, whole: whole,
		out:     jsonOutput{ctx: ctx, w: w, limit: s.Opts.Storing.MemoryLimit},
		storing: s.Opts.Storing,
		types:   &knownTypes{resolver: s.Opts.Schemas.Resolver(), masks: s.Opts.Masks},
	}
	if in.Kind() == jsondoc.PlanFile {
		err = j.planFile(ctx, in)
	} else {
		err = j.document(ctx, in)
	}
	if err != nil {
		return nil, err
	}
	j.warn()
	return j.res, nil
}

// jsonWriter writes one document.
type jsonWriter struct {
	*engine.Session
	storing  jsondoc.Options
	types    *knownTypes
	out      jsonOutput
	res      *Result
	whole    bool     // see [writeJSON]
	warnings []string // about the input
}

// document writes the JSON of a state file. It copies any other document, which must be JSON already.
func (j *jsonWriter) document(ctx context.Context, in *jsondoc.Input) error {
	text, err := in.Bytes(j.storing)
	if err != nil {
		return err
	}
	defer text.Close()
	src, err := open.Read(ctx, io.NewSectionReader(text, 0, text.Size()),
		source.Options{Options: j.Opts.Storing, Evidence: j.types.resolver.Evidence, Workers: j.Opts.Workers}, nil)
	if err != nil {
		return err
	}
	defer src.Close()
	facts := src.Facts()
	if err := brokenPart(facts); err != nil {
		return err
	}
	j.warnings = facts.Warnings
	if state, ok := src.(*jsonstate.State); ok && state.Stored {
		return j.write(func(w io.Writer) error { return showjson.WriteState(w, state, j.types) }, facts.Resources)
	}
	j.res.Copied = true
	return j.out.copy(text)
}

// planFile writes the JSON of a binary plan.
func (j *jsonWriter) planFile(ctx context.Context, in *jsondoc.Input) error {
	f, err := planfile.Open(ctx, in, j.storing)
	if err != nil {
		return err
	}
	defer f.Close()
	evidence := j.types.resolver.Evidence
	p := showjson.Plan{Whole: j.whole}
	product := ""
	if !f.Has(planfile.StateMember) {
		j.warnings = append(j.warnings, "the plan file has no member tfstate, as every plan file should: there is no prior_state in the JSON")
	} else {
		if p.Prior, err = j.priorState(ctx, f); err != nil {
			return err
		}
		defer p.Prior.Close()
		product = p.Prior.Product
	}
	p.Plan, err = planfile.Read(f, source.Options{Options: j.storing, Evidence: evidence, KeepNoOps: true, Product: product})
	if err != nil {
		return err
	}
	defer p.Close()
	if err := brokenPart(p.Facts()); err != nil {
		return err
	}
	p.Dialect, _ = dialect.Lookup(p.Product)
	if p.Config, err = open.PlanFileConfig(f, p.Dialect); err != nil {
		return err
	}
	source.AddConfig(evidence, p.Config, p.Dialect.Registry)
	own := &open.PlanFile{Plan: p.Plan, File: f, Opts: source.Options{Options: j.storing, Evidence: evidence}}
	if err := own.ReadSchemas(); err != nil {
		return err
	}
	j.types.resolver.Layers = engine.OwnLayer(j.types.resolver.Layers, j.Opts.NamedSchemas, p.Schemas)
	j.warnings = slices.Concat(j.warnings, p.Warnings, configProblems(p.Config))
	lists := [][]*source.Resource{p.Changes.Slice(), p.Drift, p.Deferred}
	if p.Prior != nil {
		lists = append(lists, p.Prior.Resources)
	}
	return j.write(func(w io.Writer) error { return showjson.WritePlan(w, p, j.types) }, lists...)
}

// configProblems describes the errors in the configuration of a plan file, in one line.
func configProblems(c *config.Config) []string {
	switch n := len(c.Problems); n {
	case 0:
		return nil
	case 1:
		return []string{fmt.Sprintf("the configuration in the plan file cannot be read completely: %v", c.Problems[0])}
	default:
		return []string{fmt.Sprintf("the configuration in the plan file cannot be read completely: %v, and %d more problems", c.Problems[0], n-1)}
	}
}

// priorState reads the state in a plan file.
func (j *jsonWriter) priorState(ctx context.Context, f *planfile.File) (*jsonstate.State, error) {
	r, err := f.Open(planfile.StateMember)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	state, err := jsonstate.Read(ctx, r, source.Options{Options: j.storing, Evidence: j.types.resolver.Evidence})
	if err == nil {
		if err = brokenPart(state.Facts()); err != nil {
			state.Close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("in the plan file: %s: %w", planfile.StateMember, err)
	}
	return state, nil
}

// write writes the document that make makes, which has the resources in the lists.
func (j *jsonWriter) write(make func(io.Writer) error, lists ...[]*source.Resource) error {
	j.res.Inexact = j.types.inexact(lists...)
	if j.Opts.RequireExact {
		if err := engine.Inexact(j.res.Inexact); err != nil {
			return err
		}
	}
	err := j.out.write(func(w io.Writer) error {
		j.types.marked = nil
		return make(w)
	})
	j.res.Marked = compare.SumMasked(j.types.marked)
	return err
}

// warn passes on the warnings.
func (j *jsonWriter) warn() {
	if j.Opts.Warn == nil {
		return
	}
	for _, text := range append(j.warnings, infer.Misfits(j.res.Inexact)...) {
		j.Opts.Warn(computed.Warning{Text: text})
	}
	if len(j.res.Marked) > 0 {
		j.Opts.Warn(computed.Warning{Text: markedText(j.res.Marked)})
	}
}

// brokenPart returns the first error in an entry of a document.
func brokenPart(facts *source.Facts) error {
	for r := range facts.All() {
		if err := errors.Join(r.Err(), errors.Join(r.Problems()...)); err != nil {
			return err
		}
	}
	if err := facts.Changes.Err(); err != nil {
		return err
	}
	for _, o := range facts.Outputs {
		if o.Err != nil {
			return o.Err
		}
	}
	for _, a := range facts.Actions {
		if a.Err != nil {
			return a.Err
		}
	}
	return errors.Join(facts.Problems...)
}

// knownTypes has the schemas of the types in a document, apart from inferred ones.
type knownTypes struct {
	resolver *infer.Resolver
	masks    compare.Masks
	marked   []computed.Masked
}

// Schema returns the schema of a type, and whether it is complete. Built-in schemas are not, because
// they have the attributes of all versions of the product, not of one.
func (k *knownTypes) Schema(id schema.ID) (block *schema.Block, complete bool) {
	found, err := k.resolver.Resolve(id)
	if err != nil || !found.Exact && found.Misfit == nil {
		return nil, false
	}
	return found.Block, found.Exact && found.Layer != infer.LayerBuiltin
}

// Version returns the version of the schema of a type: that of the schema itself, or else that of the
// values in the document.
func (k *knownTypes) Version(id schema.ID) string {
	found, err := k.resolver.Resolve(id)
	switch {
	case err != nil:
		return ""
	case found.Exact && found.Version != "":
		return found.Version
	case found.Layer == infer.LayerBuiltin:
		return "0"
	}
	return found.DocumentVersion
}

// ConfigSchema returns the schema of a type for its configuration, and its version. The schema may be inferred.
func (k *knownTypes) ConfigSchema(id schema.ID) (*schema.Block, string) {
	found, err := k.resolver.Resolve(id)
	if err != nil {
		return nil, ""
	}
	return found.Block, k.Version(id)
}

// Mark marks likely secrets in values of a type without an exact schema.
func (k *knownTypes) Mark(id schema.ID, v *source.RawValues) {
	found, err := k.resolver.Resolve(id)
	if err != nil {
		found = infer.Resolution{}
	}
	in := k.masks.Mask(id, found, *v)
	*v = in.RawValues
	for _, name := range in.Named {
		k.marked = append(k.marked, computed.Masked{Type: id.Type, Path: name, Count: 1})
	}
}

// inexact returns the types of resources that have no schema, or one that does not fit.
func (k *knownTypes) inexact(lists ...[]*source.Resource) []infer.TypeSchema {
	seen := map[schema.ID]bool{}
	for _, list := range lists {
		for _, r := range list {
			seen[compare.ResourceID(r)] = true
		}
	}
	var out []infer.TypeSchema
	for _, t := range compare.ResolvedTypes(k.resolver, seen) {
		if !t.Exact {
			out = append(out, t)
		}
	}
	return out
}

// jsonOutput writes a document only once it has been made without an error.
type jsonOutput struct {
	ctx   context.Context
	w     io.Writer
	limit int64 // how many bytes of the document are kept in memory; 0 for the default
}

// write calls make with a writer for the document. If the document is longer than the limit,
// make is called twice: the first time, nothing is written.
func (o jsonOutput) write(make func(io.Writer) error) error {
	held := &holder{ctx: o.ctx, limit: o.limit}
	if held.limit <= 0 {
		held.limit = 8 << 20
	}
	if err := make(held); err != nil {
		return err
	}
	if held.over {
		return make(&direct{o.ctx, o.w})
	}
	_, err := (&direct{o.ctx, o.w}).Write(held.buf.Bytes())
	return err
}

// copy writes a text that has been read.
func (o jsonOutput) copy(text *jsondoc.Bytes) error {
	n, err := io.Copy(&direct{o.ctx, o.w}, io.NewSectionReader(text, 0, text.Size()))
	if err == nil && n < text.Size() {
		err = io.ErrShortWrite
	}
	return err
}

// holder keeps the text that is written to it, up to a limit.
type holder struct {
	ctx   context.Context
	limit int64
	buf   bytes.Buffer
	over  bool
}

func (h *holder) Write(p []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	if !h.over && int64(h.buf.Len()+len(p)) > h.limit {
		h.over, h.buf = true, bytes.Buffer{}
	}
	if !h.over {
		h.buf.Write(p)
	}
	return len(p), nil
}

// direct writes to a writer until the context ends.
type direct struct {
	ctx context.Context
	w   io.Writer
}

func (d *direct) Write(p []byte) (int, error) {
	if err := d.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := d.w.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	return n, err
}

// markedText returns a warning about attributes that are marked as sensitive because of their names.
func markedText(all []computed.Masked) string {
	const most = 3
	what := "1 attribute is marked as sensitive because of its name"
	if len(all) > 1 {
		what = fmt.Sprintf("%d attributes are marked as sensitive because of their names", len(all))
	}
	var names []string
	for _, m := range all {
		names = append(names, plans.SpellName(m.Type+"."+m.Path))
	}
	if len(names) > most {
		names = append(names[:most], "...")
	}
	return fmt.Sprintf("%s (%s): the file may lack the marks that come from the providers' schemas", what, strings.Join(names, ", "))
}
