package jsonplan

import (
	"context"
	"io"
	"slices"
	"strings"
)

// Options say how a plan is read. The zero value is ready for use.
type Options struct {
	// MemoryLimit is how many bytes of raw changes stay in memory before
	// the rest goes to a temporary file; 0 stands for 64 MiB, less than 0
	// for none. It does not matter for input that can seek.
	MemoryLimit int64
	// TempDir is where the temporary file goes; empty for the system's choice.
	TempDir string
	// Evidence is told about the shapes of resources; may be nil.
	Evidence EvidenceSink
	// KeepNoOps keeps entries too in which nothing at all happens.
	KeepNoOps bool
}

// Read reads a plan document to its end. What is wrong with the document as a
// whole is an *InputError; what is wrong with one entry is told in that
// entry's Err and stops nothing.
//
// UTF-8 with or without a byte-order mark, UTF-16 and gzip are understood.
// When r is a regular file, or another io.ReaderAt and io.Seeker, the Plan
// reads changes from it again: it has to stay open, and unchanged, until
// [Plan.Close]. Else the raw changes are kept, see Options.
//
// A *TempError says that the temporary file cannot be used. When ctx ends, Read returns its error, even from within a call of r.Read.
// That call goes on in the background.
func Read(ctx context.Context, r io.Reader, opts Options) (*Plan, error) {
	s, err := NewScanner(ctx, r, opts)
	if err != nil {
		return nil, err
	}
	rd := NewReader(s)
	var p *Plan
	if err = s.Document(rd.Member); err == nil {
		p, err = rd.Plan()
	}
	if err != nil {
		s.Store().Close()
		return nil, err
	}
	return p, nil
}

// Close gives back what [Read] took: the temporary file, if there is one. No
// change can be loaded after it.
func (p *Plan) Close() error { return p.store.Close() }

// Reader makes a plan of what a Scanner comes across. [Read] is made of the
// two; use them where a document may be something else than a plan.
type Reader struct{ r *reader }

// NewReader makes a Reader for one document.
func NewReader(s *Scanner) *Reader {
	return &Reader{&reader{Scanner: s, plan: &Plan{store: s.store}, lost: "absent"}}
}

// Member reads a member at the top of the document. What no plan has it skips.
func (r *Reader) Member(name string) error { return r.r.top(name) }

// Plan is the plan, once the document has been read. The error says what the
// document is instead.
func (r *Reader) Plan() (*Plan, error) {
	if err := r.r.NotPlan(); err != nil {
		return nil, err
	}
	p := r.r.plan
	p.FormatVersion, p.TerraformVersion = r.r.FormatVersion, r.r.TerraformVersion
	if err := r.r.unexplained(); err != nil {
		return nil, err
	}
	if later := r.r.Later("plan", 2); later != "" {
		p.Warnings = append([]string{later}, p.Warnings...)
	}
	for _, o := range p.Outputs {
		o.Sensitive = r.r.flagged[o.Name]
	}
	slices.SortFunc(p.Outputs, func(a, b *OutputChange) int { return strings.Compare(a.Name, b.Name) })
	return p, nil
}

// reader reads the members of a plan.
type reader struct {
	*Scanner
	plan *Plan

	words     map[string]string // strings that come again and again
	providers map[string]string // of configuration.provider_config: key to address
	seen      bool              // a provider in prior_state has been looked at
	lost      string            // how resource_changes lacks, if it has no entry
	planned   addressList       // of the managed resources in planned_values
	explained hashes            // of the addresses that have an entry
	flagged   map[string]bool   // outputs that are sensitive by what stands outside output_changes
}

// top reads one member of the document.
func (r *reader) top(name string) error {
	p := r.plan
	switch name {
	case "errored":
		b, err := r.Flag()
		p.Errored = b != nil && *b
		return err
	case "applyable":
		b, err := r.Flag()
		p.Applyable = b
		return err
	case "resource_changes":
		r.lost = "empty"
		if r.Next() == Null {
			r.lost = "null"
		}
		return r.Array(func(i int) error {
			p.HasResourceChanges = true
			return r.change(&p.Changes, name, i)
		})
	case "resource_drift":
		return r.Array(func(i int) error { return r.change(&p.Drift, name, i) })
	case "deferred_changes":
		return r.Array(r.deferred)
	case "action_invocations":
		return r.Array(r.invocation)
	case "output_changes":
		return r.Object(r.output)
	case "relevant_attributes":
		return r.Array(r.relevant)
	case "prior_state":
		return r.priorState()
	case "planned_values":
		return r.values(r.plannedInstance)
	case "configuration":
		return r.configuration()
	case "provider_schemas":
		return r.schemas()
	}
	return r.dec.SkipValue()
}
