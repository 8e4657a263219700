package golden_test

import (
	"encoding/json"
	"errors"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/test/kit"
)

// TestFormatsAreSafe shows the goldens in every format: nothing unsafe is printed.
func TestFormatsAreSafe(t *testing.T) {
	t.Parallel()
	kit.EachGolden(t, func(_ string, document []byte, opts planfmt.Options) {
		text, remarks := kit.RenderGolden(document, kit.WithFormat(opts, "every"))
		kit.CheckSafe(t, text+remarks, true)
	})
}

func TestFormatJSON(t *testing.T) {
	kit.EachGolden(t, func(file string, document []byte, opts planfmt.Options) {
		text, remarks := kit.RenderGolden(document, kit.WithFormat(opts, "json"))
		if kit.IsRefused(remarks) {
			return
		}
		var got kit.JsonDiff
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatalf("%s: %v in\n%s", file, err, text)
		}
		opts.Needs = planfmt.Needs{Drift: true, Muted: true}
		plan, err := planfmt.Load(t.Context(), strings.NewReader(string(document)), opts)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if len(got.Resources) != len(plan.Resources) || len(got.Problems) != len(plan.Problems) {
			t.Fatalf("%s: %d resources and %d problems, want %d and %d", file,
				len(got.Resources), len(got.Problems), len(plan.Resources), len(plan.Problems))
		}
		for i, r := range got.Resources {
			if r.Address != plan.Resources[i].Address || len(r.Problems) != len(plan.Resources[i].Problems) {
				t.Errorf("%s: resource %d is %+v, want %q", file, i, r, plan.Resources[i].Address)
			}
		}
	})
}

// What the drawing shows, the JSON says of the same resource.
func TestFormatJSONSaysEverything(t *testing.T) {
	t.Parallel()
	words := 0
	kit.EachGolden(t, func(file string, document []byte, opts planfmt.Options) {
		sink := &inspector{}
		drawn := opts
		drawn.Sink = sink
		drawn.MaskCopies = planfmt.ChoiceAlways // as in JSON
		kit.RenderGolden(document, drawn)
		text, _ := kit.RenderGolden(document, kit.WithFormat(opts, "jsonl"))
		said := map[string]string{}
		for line := range strings.Lines(text) {
			var r struct{ Kind, Section, Address string }
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatalf("%s: %v in\n%s", file, err, line)
			}
			key := r.Section + " " + r.Address + " "
			said[key] += line
			if r.Kind == "header" {
				said["header"] = line
			}
		}
		for _, l := range sink.lines {
			for role, piece := range l.Text.Pieces() {
				must := inJSON(role, string(piece))
				if must == nil || l.Subject == nil || role == doc.Type && l.Subject.Kind == doc.StateSubject {
					continue
				}
				words++
				subject := l.Subject
				if subject.Trigger != nil {
					subject = subject.Trigger
				}
				text, ok := said[subjectKey(subject)]
				if !ok && subject.Resource == nil {
					text = said["header"]
				}
				if !slices.ContainsFunc(must, func(s string) bool { return strings.Contains(text, s) }) {
					t.Errorf("%s: the JSON lacks %q of %q", file, must, l.text)
				}
			}
		}
	})
	if words < 5000 && sampling.Full() {
		t.Errorf("%d words only", words)
	}
}

// inJSON is how the JSON may say what a piece of a line says; nil for punctuation and
// the like.
func inJSON(role doc.Role, text string) []string {
	text = strings.TrimSpace(text)
	switch role {
	case doc.Key, doc.Type, doc.String:
		if unquoted, err := strconv.Unquote(text); err == nil {
			text = unquoted
		}
		if text == "config" || text == "resource" || text == "data" || text == "action" {
			return nil
		}
		quoted := string(sinks.AppendJSON(nil, text))
		return []string{quoted[1 : len(quoted)-1]}
	case doc.Number, doc.Bool:
		return []string{":" + text + "}", ":" + text + ","}
	case doc.Null, doc.NullNote:
		return []string{`":null`, `"action":"delete"`, `":""`} // JSON tells nulls and empty strings apart
	case doc.Forces:
		return []string{`"forces_replacement":true`}
	case doc.Unknown:
		return []string{`"unknown":true`}
	case doc.Sensitive:
		return []string{`"sensitive":"`}
	case doc.WriteOnly:
		return []string{`"kind":"write-only"`}
	case doc.Warning:
		return []string{`"will-be-sensitive"`, `"no-longer-sensitive"`, `"action":"create","type":"string","sensitive":"after"`} // a null becomes ""
	}
	return nil
}

// In a fence, only signs stand in the first columns, and a fence holds everything
// that was put into it.
func TestFormatFences(t *testing.T) {
	kit.EachGolden(t, func(file string, document []byte, opts planfmt.Options) {
		text, _ := kit.RenderGolden(document, kit.WithFormat(opts, "fences"))
		fence := ""
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			switch {
			case fence == "" && strings.HasPrefix(line, "```"):
				fence = strings.TrimSuffix(line, "diff")
			case line == fence:
				fence = ""
			case fence != "" && line != "":
				sign, _, _ := strings.Cut(line+" ", " ")
				if !slices.Contains([]string{"", "+", "-", "!", "<=", "-/+", "+/-", ".", "+/.", "./+", "?"}, sign) {
					t.Errorf("%s: %q stands in the margin of %q", file, sign, line)
				}
			}
		}
		if fence != "" {
			t.Errorf("%s: the last fence is open:\n%s", file, text)
		}
	})
}

// TestFormatFails checks that a format that cannot be written is an error.
func TestFormatFails(t *testing.T) {
	wrong := errors.New("it takes no colour")
	opts := planfmt.Options{Format: "x", Formats: []planfmt.Format{{Name: "x", New: func(io.Writer, planfmt.Layout) (planfmt.Writer, error) {
		return nil, wrong
	}}}}
	var out strings.Builder
	if _, err := planfmt.Show(t.Context(), &out, strings.NewReader(kit.SecretPlan), opts); !errors.Is(err, wrong) || out.Len() > 0 {
		t.Errorf("%v, and output %q", err, &out)
	}
}

// inspected is a line, and what was said in it.
type inspected struct {
	doc.Line
	text string
}

// inspector is a sink that keeps the lines.
type inspector struct{ lines []inspected }

func (i *inspector) Open(io.Writer) (sinks.Document, error) { return i, nil }

func (i *inspector) Write(lines iter.Seq[doc.Line]) error {
	for l := range lines {
		l.Text = l.Text.Clone()
		i.lines = append(i.lines, inspected{l, string(l.Text.Bytes)})
	}
	return nil
}

func (i *inspector) Close() error { return nil }

// TestLinesKnowTheirPlace checks that every line of a resource, an output or an
// action says which it belongs to, and which path in it, closing brackets and
// remarks included.
func TestLinesKnowTheirPlace(t *testing.T) {
	lines, deep := 0, 0
	kit.EachGolden(t, func(file string, document []byte, opts planfmt.Options) {
		known := map[*doc.Subject]bool{}
		paths := map[string]bool{} // by kind, address and path: those that exist
		opts.Wrap = func(o planfmt.Owner, d computed.Diff) computed.Diff {
			d.Walk(func(d computed.Diff) computed.Visit {
				paths[ownerKey(o)+d.Path.String()] = true
				return computed.Continue
			})
			return d
		}
		sink := &inspector{}
		opts.Sink = sink
		kit.RenderGolden(document, opts)
		checkRuns(t, file, sink.lines)
		for i, l := range sink.lines {
			if l.Subject == nil {
				if l.Depth > 0 || !l.Path.IsEmpty() || strings.HasPrefix(l.text, "# ") {
					t.Errorf("%s: line %d, %q, is about nothing", file, i+1, l.text)
				}
				continue
			}
			known[l.Subject] = true
			lines++
			if l.Path.IsEmpty() {
				continue
			}
			deep++
			if !paths[subjectKey(l.Subject)+l.Path.String()] {
				t.Errorf("%s: line %d, %q: there is no %s in %s", file, i+1, l.text, l.Path, l.Subject.Address)
			}
		}
		for s := range known {
			if resource := s.Kind <= doc.StateSubject; resource != (s.Resource != nil) || resource && s.Resource.Address != s.Address {
				t.Errorf("%s: a subject without its resource: %+v", file, s)
			}
			if s.Trigger != nil && !known[s.Trigger] {
				t.Errorf("%s: %s is triggered by something unknown", file, s.Address)
			}
		}
	})
	t.Logf("%d lines, %d with a path", lines, deep)
	if (lines < 5000 || deep < 2500) && sampling.Full() {
		t.Errorf("%d lines only, %d of them with a path", lines, deep)
	}
}

func ownerKey(o planfmt.Owner) string {
	switch {
	case o.Action != nil:
		return "action " + o.Action.Address + " "
	case o.Resource != nil:
		return o.Resource.Section.String() + " " + o.Resource.Address + " "
	}
	return "output " + o.Output + " "
}

func subjectKey(s *doc.Subject) string {
	kind := s.Kind.String()
	if s.Kind == doc.ChangeSubject {
		kind = computed.ChangesSection.String()
	}
	return kind + " " + s.Address + " "
}

// checkRuns checks that the lines about a subject stand together, that the path of
// a line leads on from the path of the line around it, and that a closing bracket
// has the path of the opening one.
func checkRuns(t *testing.T, file string, lines []inspected) {
	ended := map[*doc.Subject]bool{}
	var last *doc.Subject
	var around []inspected // the last line of each depth
	for i, l := range lines {
		if l.Subject != last {
			if last != nil && (l.Subject == nil || l.Subject.Trigger != last) {
				ended[last] = true
			}
			if last = l.Subject; ended[last] && last != nil {
				t.Errorf("%s: line %d, %q, is about something that has ended: %s", file, i+1, l.text, last.Address)
			}
			around = nil
		}
		if l.text == "" {
			continue
		}
		deeper := l.Depth < len(around)-1
		around = around[:min(len(around), l.Depth+1)]
		for len(around) <= l.Depth {
			around = append(around, l)
		}
		if deeper && l.Path.String() != around[l.Depth].Path.String() {
			t.Errorf("%s: line %d, %q, has the path %s, want that of %q, %s", file, i+1, l.text, l.Path, around[l.Depth].text, around[l.Depth].Path)
		}
		if l.Depth > 0 && !isWithin(l.Path, around[l.Depth-1].Path) {
			t.Errorf("%s: line %d, %q, has the path %s, but stands in %q, %s", file, i+1, l.text, l.Path, around[l.Depth-1].text, around[l.Depth-1].Path)
		}
		if l.Depth > 0 && strings.HasPrefix(l.text, "# Warning: ") {
			if value := lines[i+2]; l.Path.String() != value.Path.String() || lines[i+1].Path.String() != value.Path.String() {
				t.Errorf("%s: line %d, %q, has the path %s, but is on %q, %s", file, i+1, l.text, l.Path, value.text, value.Path)
			}
		}
		around[l.Depth] = l
	}
}

// isWithin reports whether a path leads to the value at another one, or to a part of it.
func isWithin(p, outer plans.Path) bool {
	steps, around := p.Steps(), outer.Steps()
	return len(steps) >= len(around) && slices.Equal(steps[:len(around)], around)
}
