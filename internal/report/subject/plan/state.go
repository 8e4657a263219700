package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// State says what is in a state.
func (v *Overview) State(s *content.Contents) {
	v.where(s)
	if wording.IsLater(v.Sum.FormatVersion, wording.KnownStateFormat) {
		s.Notice(wording.PhraseSpans(v.Dialect.Words.State.VersionWarning)...)
	}
	if v.Sum.State == computed.EmptyState {
		s.Notice(doc.Span{Text: v.Dialect.Words.State.Empty})
		return
	}
	type count struct {
		typ string
		n   int
	}
	modules := map[string][]count{}
	var names []string
	tainted, deposed := 0, 0
	for i := range v.Stored {
		h := &v.Stored[i]
		if h.Tainted {
			tainted++
		}
		if h.Deposed != "" {
			deposed++
		}
		module, _ := plans.SplitModule(h.Address)
		typ := h.Type
		if h.Mode == "data" {
			typ = "data." + typ
		}
		counts, ok := modules[module]
		if !ok {
			names = append(names, module)
		}
		at := slices.IndexFunc(counts, func(c count) bool { return c.typ == typ })
		if at < 0 {
			at = len(counts)
			counts = append(counts, count{typ: typ})
		}
		counts[at].n++
		modules[module] = counts
	}
	sorted.Stable(names, func(a, b string) int { return plans.CompareAddresses(wording.InModule(a), wording.InModule(b)) })
	words := []string{wording.CountOf(len(v.Stored), "resource", "resources")}
	if len(names) > 1 {
		words[0] += fmt.Sprintf(" in %d modules", len(names))
	}
	for _, n := range []struct {
		n    int
		what string
	}{{tainted, "tainted"}, {deposed, "deposed"}} {
		if n.n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n.n, n.what))
		}
	}
	words = append(words, wording.CountOf(len(v.Sum.Outputs), "output", "outputs"))
	s.Notice(doc.Span{Role: doc.Bold, Text: "State:"}, doc.Span{Text: " " + strings.Join(words, ", ")})

	sec := content.Section{Kind: content.ModuleSection, Title: "resources", Counted: true}
	for _, name := range names {
		it := &content.ModuleItem{Module: name, ItemText: content.ItemText{Label: []string{cmp.Or(name, content.RootModule)}, Class: review.Stored}}
		counts := modules[name]
		sorted.Stable(counts, func(a, b count) int {
			return cmp.Or(cmp.Compare(b.n, a.n), strings.Compare(a.typ, b.typ))
		})
		for _, n := range counts {
			it.Count += n.n
			it.Add(doc.NewText(doc.Span{Text: fmt.Sprintf("%d %s", n.n, n.typ)}))
		}
		sec.Items = append(sec.Items, it)
	}
	s.Add(sec)
	outs := content.Section{Kind: content.OutputSection, Title: "outputs", Counted: true}
	for i := range v.Sum.Outputs {
		o := &v.Sum.Outputs[i]
		it := &content.OutputItem{Output: o, ItemText: content.ItemText{Label: []string{o.Name}, Class: review.Create, Count: 1}}
		if err := wording.CheckRenderable(o.Diff, o.Err); err != nil {
			it.Important = true
			it.Add(doc.NewText(doc.Span{Role: doc.Alert, Text: v.told(wording.FailureText("output."+o.Name, err))}))
		} else {
			it.Add(storedText(&o.Diff))
		}
		outs.Items = append(outs.Items, it)
	}
	s.Add(outs)
}

// storedText returns a value of a state in a few words.
func storedText(d *computed.Diff) doc.Text {
	var text doc.Text
	content := d.Renderer.Content()
	switch content.Kind {
	case computed.KindScalar:
		if isShort(content.After.Literal) {
			wording.AddLiteral(&text, content.After.Literal)
			return text
		}
		return sizeText(text, plans.NoOp, content.After.Literal)
	case computed.KindSensitive:
		if slices.Contains(content.Notes, computed.NoteCopy) {
			text.Add(doc.Sensitive, computed.CopyText)
			break
		}
		text.Add(doc.Sensitive, "(sensitive)")
	default:
		_, n := content.Count()
		text.Add(doc.Comment, fmt.Sprintf("(%s, %d)", content.Kind, n))
	}
	return text
}
