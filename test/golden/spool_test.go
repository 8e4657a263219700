package golden_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/test/kit"
)

// spoolFormat is a format from outside that does what planfmt's own formats do: it writes several documents as one, keeps their texts in a
// spool, and points to the lines of policies.
func spoolFormat(closed *int) planfmt.Format {
	return planfmt.Format{
		Name: "spooled", Needs: planfmt.Needs{Causes: true}, Uses: planfmt.Uses{Verdicts: true},
		New: func(w io.Writer, l planfmt.Layout) (planfmt.Writer, error) { return &spoolPart{w: w, layout: l}, nil },
		NewMany: func(w io.Writer, names []string, l planfmt.Layout) (planfmt.ManyWriter, error) {
			return &spoolMany{w: w, names: names, layout: l, spool: l.NewSpool(), texts: make([]*planfmt.SpooledText, len(names)), failed: make([]error, len(names)), closed: closed}, nil
		},
	}
}

type spoolMany struct {
	w      io.Writer
	names  []string
	layout planfmt.Layout
	spool  *planfmt.Spool
	texts  []*planfmt.SpooledText
	failed []error
	closed *int
}

func (m *spoolMany) Document(number int, _ dialect.Dialect) (planfmt.Writer, error) {
	m.texts[number] = m.spool.NewText()
	return &spoolPart{w: m.texts[number], layout: m.layout, close: m.texts[number].Close}, nil
}

func (m *spoolMany) Fail(number int, err error) { m.texts[number], m.failed[number] = nil, err }

func (m *spoolMany) End() error {
	for i, name := range m.names {
		fmt.Fprintf(m.w, "== %s: %t\n", name, m.failed[i] != nil)
		if m.texts[i] == nil {
			continue
		}
		if err := m.texts[i].CopyTo(m.w); err != nil {
			return err
		}
		if _, err := m.texts[i].Write([]byte("late")); err == nil {
			return errors.New("a text can be written after it has been read")
		}
	}
	return nil
}

func (m *spoolMany) Close() error {
	*m.closed++
	return m.spool.Close()
}

type spoolPart struct {
	w      io.Writer
	layout planfmt.Layout
	close  func() error
}

func (p *spoolPart) Begin(s computed.Summary) error {
	for _, r := range s.Verdicts.Results.All() {
		text := string(p.layout.PolicyText(r.Policy.Range.File))
		fmt.Fprintf(p.w, "%s %s: %t\n", r.Outcome, r.Address, strings.Contains(text, "an owned policy"))
	}
	if p.layout.PolicyText("no such file") != nil {
		return errors.New("there is such a file")
	}
	return nil
}

func (p *spoolPart) Resource(r computed.Resource) error {
	for l := range r.Body.Leaves() {
		if _, err := fmt.Fprintf(p.w, "%s %s %s\n", r.Address, l.Path, l.After.Text); err != nil {
			return err
		}
	}
	return nil
}

func (p *spoolPart) End(computed.Outcome) error {
	if p.close != nil {
		return p.close()
	}
	return nil
}

// TestOwnFormatSpools checks that such a format writes what it would write of each document alone, wherever the texts wait.
func TestOwnFormatSpools(t *testing.T) {
	var texts []string
	for i := range 40 {
		switch {
		case i%7 == 3:
			texts = append(texts, "{")
		default:
			texts = append(texts, kit.ManyChanges(1+i*13%150))
		}
	}
	opts := planfmt.Options{Policies: &planfmt.PolicyOptions{Policies: []policy.Source{{Name: "own.policy.hcl", Text: []byte(`# an owned policy
resource_policy "*" "any" {
  enforce {
    condition = core::length(attrs) > 1000
  }
}`)}}}}
	closed := 0
	opts.Formats, opts.Format = []planfmt.Format{spoolFormat(&closed)}, "spooled"
	var want strings.Builder
	for i, text := range texts {
		var one bytes.Buffer
		_, err := planfmt.Show(t.Context(), &one, strings.NewReader(text), opts)
		fmt.Fprintf(&want, "== %s: %t\n%s", kit.ManyName(i), err != nil, &one)
	}
	if !strings.Contains(want.String(), ": true\n") || strings.Contains(want.String(), "owned: false") {
		t.Fatalf("no policy has judged anything: %.500s", want.String())
	}
	for i, limit := range []int64{-1, 1000, 100_000, 0} {
		opts.MemoryLimit, opts.TempDir = limit, t.TempDir()
		if got, _ := kit.ShowMany(t, opts, "spooled", kit.ManyDocuments(texts...)); got != want.String() {
			t.Errorf("with a limit of %d: %s", limit, kit.FirstDifference(got, want.String()))
		}
		if left, err := os.ReadDir(opts.TempDir); err != nil || len(left) > 0 {
			t.Errorf("%v, left: %v", err, left)
		}
		if closed != i+1 {
			t.Errorf("closed %d times, want %d", closed, i+1)
		}
	}
	opts.MemoryLimit, opts.TempDir = -1, filepath.Join(t.TempDir(), "missing")
	_, err := planfmt.ShowMany(t.Context(), kit.ManyDocuments(texts...), opts, planfmt.Target{W: io.Discard})
	if _, ok := errors.AsType[*planfmt.TempError](err); !ok {
		t.Errorf("without a directory for temporary files: %v", err)
	}
}
