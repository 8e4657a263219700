package agents

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/review"
)

type summaryIn struct {
	file
	budget
}

type summaryOut struct {
	answerSource
	Changes map[string]int `json:"changes" jsonschema:"how many resources there are of each kind of change: replace, destroy, forget, update, create, import, move, read, drift, deferred, stored, unknown"`
	Outputs int            `json:"changed_outputs" jsonschema:"how many outputs change"`
	Hazards int            `json:"hazards" jsonschema:"how many hazards the text names"`
	Errored bool           `json:"errored,omitempty" jsonschema:"planning had failed: the plan is not complete"`
	answer
}

// summarised is a summary of at most so many bytes.
type summarised struct {
	most  int
	again *summaryOut // for the first call after the file has changed
	out   *summaryOut
}

func (s *Server) summary(ctx context.Context, in summaryIn, most int) (*summaryOut, error) {
	var out summaryOut
	err := s.documents.withPart(ctx, in.Path, s.documents.summaryPart(in.Path, most), func(d document, again bool) error {
		i := slices.IndexFunc(d.summaries, func(m summarised) bool { return m.most == most })
		if out = *d.summaries[i].out; again {
			out = *d.summaries[i].again
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &out, nil
}

// summaryPart is the summary of a document. Only that is kept: nothing has to be open for the next call, and most clients ask once.
func (s *documents) summaryPart(path string, most int) documentPart {
	return documentPart{
		name: "summary",
		has: func(d *document) bool {
			return slices.ContainsFunc(d.summaries, func(m summarised) bool { return m.most == most })
		},
		read: func(ctx context.Context, f *os.File, info fs.FileInfo) (func(*document), error) {
			b, err := s.brief(ctx, f, info, false)
			if errors.Is(err, errNoMarks) {
				if _, err = f.Seek(0, io.SeekStart); err == nil {
					b, err = s.brief(ctx, f, info, true)
				}
			}
			if err != nil {
				return nil, err
			}
			within := b.Within(b.end)
			made := summarised{most: most, out: b.out(within, path, false, most), again: b.out(within, path, true, most)}
			return func(d *document) {
				const kept = 4
				d.summaries = append(slices.Clone(d.summaries[max(len(d.summaries)-kept+1, 0):]), made)
			}, nil
		},
	}
}

// briefing is a brief that is not written yet, and what else an answer says. It is a writer of the library.
type briefing struct {
	*report.Brief
	noOps   bool // resources that do not change are read, too
	summary computed.Summary
	changes [review.Stored + 1]int // by class
	end     computed.Outcome
}

// errNoMarks is for documents of versions that did not mark what is sensitive. The secrets of resources that do not change are known only when these
// are compared, too, and their copies are hidden in other resources.
var errNoMarks = errors.New("the document may not mark what is sensitive")

// brief reads a document as show -f brief does.
func (s *documents) brief(ctx context.Context, f *os.File, info fs.FileInfo, noOps bool) (*briefing, error) {
	b := &briefing{noOps: noOps}
	formats := planfmt.Formats()
	as := formats[slices.IndexFunc(formats, func(f planfmt.Format) bool { return f.Name == "brief" })]
	opts := s.base
	as.Name, as.Needs.NoOps, opts.ShowUnchanged = "summary", noOps, noOps
	as.New = func(_ io.Writer, l planfmt.Layout) (w planfmt.Writer, err error) {
		b.Brief, err = report.NewBrief(nil, layout.Options{Dialect: l.Dialect, Refinements: true})
		return b, err
	}
	opts.Formats, opts.Progress = []planfmt.Format{as}, progress(ctx, info.Size())
	_, err := planfmt.ShowAll(ctx, f, opts, planfmt.Target{W: io.Discard, Format: as.Name})
	return b, err
}

// Begin keeps the summary.
func (b *briefing) Begin(s computed.Summary) error {
	if s.State == computed.NotState && !b.noOps && !strings.HasPrefix(s.FormatVersion, "1.") {
		return errNoMarks
	}
	b.summary = s
	return b.Brief.Begin(s)
}

// Resource adds a change.
func (b *briefing) Resource(r computed.Resource) error { return b.Prepare(r)() }

// Prepare returns what adds a change.
func (b *briefing) Prepare(r computed.Resource) (write func() error) {
	write, _ = b.PrepareAll(&r)
	return write
}

// PrepareAll is like Prepare, and reports that the change is not needed any more.
func (b *briefing) PrepareAll(r *computed.Resource) (write func() error, all bool) {
	class := review.ClassOf(r)
	if class == review.Unchanged {
		return func() error { return nil }, true
	}
	add, all := b.Brief.PrepareAll(r)
	return func() error {
		b.changes[class]++
		return add()
	}, all
}

// End keeps what is known in the end.
func (b *briefing) End(o computed.Outcome) error {
	b.end = o
	return nil
}

// out returns the answer, with a text that is short enough: it is made shorter, not cut, and says itself what it leaves out.
func (b *briefing) out(within func(size int) []byte, path string, reopened bool, most int) *summaryOut {
	out := &summaryOut{answerSource: sourceOf(&b.summary, path, reopened), Changes: map[string]int{}, Hazards: len(b.summary.Hazards), Errored: b.summary.Errored}
	for class, n := range b.changes {
		if n > 0 {
			out.Changes[review.Class(class).String()] = n
		}
	}
	for i := range b.summary.Outputs {
		if b.summary.Outputs[i].Shown() {
			out.Outputs++
		}
	}
	prefix := ""
	if reopened {
		prefix = changedFile
	}
	for size := most - len(prefix); ; {
		out.Text = prefix + string(within(size))
		over := jsonSize(out) - most
		if over <= 0 || size == report.MinBrief {
			return out
		}
		size = max(min(size, len(out.Text))-over, report.MinBrief)
	}
}
