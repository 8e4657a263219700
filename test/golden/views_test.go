package golden_test

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/rules"
)

// recorder is a format that notes what it gets.
type recorder struct {
	begun computed.Summary
	got   []string
}

func (r *recorder) Begin(s computed.Summary) error { r.begun = s; return nil }

func (r *recorder) Resource(c computed.Resource) error {
	n := 0
	c.Body.Walk(func(d computed.Diff) computed.Visit {
		if len(d.Path.Steps()) == 1 && d.Action != 0 {
			n++
		}
		return computed.SkipUnchanged
	})
	r.got = append(r.got, fmt.Sprintf("%s %s %s relevant=%v schema=%s changed=%d", c.Section, c.Address, c.Action, c.Relevant, c.Schema, n))
	return nil
}

func (r *recorder) End(computed.Outcome) error { return nil }

func (r *recorder) format(name string, n planfmt.Needs) planfmt.Format {
	return planfmt.Format{Name: name, Needs: n, New: func(io.Writer, planfmt.Layout) (planfmt.Writer, error) { return r, nil }}
}

// viewed has drift of which the plan depends on one attribute, other drift, a change and
// a resource that does not change.
const viewed = `{"format_version":"1.2","terraform_version":"1.11.0",
"relevant_attributes":[{"resource":"t.a","attribute":["x"]}],
"resource_drift":[
 {"address":"t.a","mode":"managed","type":"t","name":"a","provider_name":"p","change":{"actions":["update"],"before":{"x":"1","y":"1"},"after":{"x":"2","y":"2"},"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}},
 {"address":"t.b","mode":"managed","type":"t","name":"b","provider_name":"p","change":{"actions":["update"],"before":{"x":"1","y":"1"},"after":{"x":"2","y":"2"},"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}],
"resource_changes":[
 {"address":"t.c","mode":"managed","type":"t","name":"c","provider_name":"p","change":{"actions":["update"],"before":{"x":"1","y":"1"},"after":{"x":"2","y":"1"},"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}},
 {"address":"t.d","mode":"managed","type":"t","name":"d","provider_name":"p","change":{"actions":["no-op"],"before":{"x":"1","y":"1"},"after":{"x":"1","y":"1"},"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}]}`

// Formats with different needs get different views of one document, from one pass.
func TestViews(t *testing.T) {
	const (
		narrow = "drift t.a update relevant=true schema=inferred changed=1"
		whole  = "drift t.a update relevant=true schema=inferred changed=2"
		other  = "drift t.b update relevant=false schema=inferred changed=2"
		change = "changes t.c update relevant=false schema=inferred changed=1"
		noOp   = "changes t.d no-op relevant=false schema=inferred changed=0"
	)
	for _, test := range []struct {
		name        string
		sel         planfmt.Selection
		plain, full []string
	}{
		{"auto", planfmt.Selection{}, []string{narrow, change}, []string{whole, other, change}},
		{"no-ops", planfmt.Selection{ShowUnchanged: true}, []string{narrow, change}, []string{whole, other, change, noOp}},
		{"all", planfmt.Selection{Drift: rules.AllDrift}, []string{whole, other, change}, []string{whole, other, change}},
		{"relevant", planfmt.Selection{Drift: rules.RelevantDrift}, []string{narrow, change}, []string{whole, change}},
		{"none", planfmt.Selection{Drift: rules.NoDrift}, []string{change}, []string{change}},
	} {
		var plain, full recorder
		opts := planfmt.Options{Selection: test.sel, Formats: []planfmt.Format{
			plain.format("plain", planfmt.Needs{}), full.format("full", planfmt.Needs{Drift: true, NoOps: true}),
		}}
		_, err := planfmt.ShowAll(context.Background(), strings.NewReader(viewed), opts,
			planfmt.Target{W: io.Discard, Format: "plain"}, planfmt.Target{W: io.Discard, Format: "full"})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []struct {
			name string
			recorder
			want []string
		}{{"plain", plain, test.plain}, {"full", full, test.full}} {
			if !slices.Equal(r.got, r.want) {
				t.Errorf("%s, %s: got\n%s\nwant\n%s", test.name, r.name, strings.Join(r.got, "\n"), strings.Join(r.want, "\n"))
			}
			drift := 0
			for _, line := range r.want {
				if strings.HasPrefix(line, "drift") {
					drift++
				}
			}
			if r.begun.DriftCount != drift || r.begun.Counts[3] != 1 {
				t.Errorf("%s, %s: %d drifted and %d updated in the summary", test.name, r.name, r.begun.DriftCount, r.begun.Counts[3])
			}
		}
	}
}

// roles is a format that notes the pieces of values that are marked as changed.
type roles struct {
	recorder
	changed []string
}

func (r *roles) Begin(s computed.Summary) error {
	for _, o := range s.Outputs {
		r.note(o.Diff)
	}
	return nil
}

func (r *roles) Resource(c computed.Resource) error { r.note(c.Body); return nil }

func (r *roles) note(d computed.Diff) {
	for line := range d.Lines(computed.RenderHumanOpts{}) {
		for role, piece := range line.Text.Pieces() {
			if role == doc.Changed {
				r.changed = append(r.changed, string(piece))
			}
		}
	}
}

// Only the formats that ask for words get them.
func TestWordsAreForThoseWhoAsk(t *testing.T) {
	const plan = `{"format_version":"1.2","terraform_version":"1.11.0",
"output_changes":{"o":{"actions":["update"],"before":"size small","after":"size large","after_unknown":false,"before_sensitive":false,"after_sensitive":false}},
"resource_changes":[
 {"address":"t.c","mode":"managed","type":"t","name":"c","provider_name":"p","change":{"actions":["update"],"before":{"x":"t3.one","y":"pass one"},"after":{"x":"t3.two","y":"pass two"},"after_unknown":{},"before_sensitive":{"y":true},"after_sensitive":{"y":true}}}]}`
	var plain, words roles
	format := func(name string, r *roles, n planfmt.Needs) planfmt.Format {
		return planfmt.Format{Name: name, Needs: n, New: func(io.Writer, planfmt.Layout) (planfmt.Writer, error) { return r, nil }}
	}
	opts := planfmt.Options{Formats: []planfmt.Format{format("plain", &plain, planfmt.Needs{}), format("words", &words, planfmt.Needs{Words: true})}}
	_, err := planfmt.ShowAll(context.Background(), strings.NewReader(plan), opts,
		planfmt.Target{W: io.Discard, Format: "plain"}, planfmt.Target{W: io.Discard, Format: "words"})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"small", "large", "one", "two"}; len(plain.changed) > 0 || !slices.Equal(words.changed, want) {
		t.Errorf("got %q and %q, want none and %q", plain.changed, words.changed, want)
	}
}

// If there are too many objects, nobody looks for renames, and that is said.
func TestTooManyRenames(t *testing.T) {
	var plan strings.Builder
	plan.WriteString(`{"format_version":"1.2","resource_changes":[`)
	const n = 5_001
	for i := range n {
		fmt.Fprintf(&plan, `{"address":"t.a[%d]","mode":"managed","type":"t","name":"a","index":%[1]d,"provider_name":"p","change":{"actions":["delete"],"before":{"x":"%[1]d"},"after":null}},`, i)
		fmt.Fprintf(&plan, `{"address":"t.b[%d]","mode":"managed","type":"t","name":"b","index":%[1]d,"provider_name":"p","change":{"actions":["create"],"before":null,"after":{"x":"%[1]d"}}},`, i)
	}
	text := strings.TrimSuffix(plan.String(), ",") + "]}"
	var warnings []string
	opts := planfmt.Options{Needs: planfmt.Needs{Causes: true}, Warn: func(w planfmt.Warning) { warnings = append(warnings, w.Text) }}
	p, err := planfmt.Load(context.Background(), strings.NewReader(text), opts)
	if err != nil {
		t.Fatal(err)
	}
	const want = "renames were not looked for: 10002 objects of the same types are destroyed or created, more than 10000"
	if !p.Summary.RenamesSkipped || !slices.Contains(warnings, want) {
		t.Errorf("skipped %v, warnings %q", p.Summary.RenamesSkipped, warnings)
	}
}
