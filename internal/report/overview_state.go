package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// state says what is in a state.
func (v *overview) state(s *contents) {
	v.where(s)
	if isLater(v.sum.FormatVersion, knownStateFormat) {
		s.notice(phrase(v.dialect.Words.State.VersionWarning)...)
	}
	if v.sum.State == computed.EmptyState {
		s.notice(doc.Span{Text: v.dialect.Words.State.Empty})
		return
	}
	type count struct {
		typ string
		n   int
	}
	modules := map[string][]count{}
	var names []string
	tainted, deposed := 0, 0
	for i := range v.stored {
		h := &v.stored[i]
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
	sorted.Stable(names, func(a, b string) int { return plans.CompareAddresses(inModule(a), inModule(b)) })
	words := []string{countOf(len(v.stored), "resource", "resources")}
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
	words = append(words, countOf(len(v.sum.Outputs), "output", "outputs"))
	s.notice(doc.Span{Role: doc.Bold, Text: "State:"}, doc.Span{Text: " " + strings.Join(words, ", ")})

	sec := section{kind: moduleSection, title: "resources", counted: true}
	for _, name := range names {
		it := &moduleItem{module: name, itemText: itemText{label: []string{cmp.Or(name, rootModule)}, class: review.Stored}}
		counts := modules[name]
		sorted.Stable(counts, func(a, b count) int {
			return cmp.Or(cmp.Compare(b.n, a.n), strings.Compare(a.typ, b.typ))
		})
		for _, n := range counts {
			it.count += n.n
			it.add(doc.NewText(doc.Span{Text: fmt.Sprintf("%d %s", n.n, n.typ)}))
		}
		sec.items = append(sec.items, it)
	}
	s.add(sec)
	outs := section{kind: outputSection, title: "outputs", counted: true}
	for i := range v.sum.Outputs {
		o := &v.sum.Outputs[i]
		it := &outputItem{output: o, itemText: itemText{label: []string{o.Name}, class: review.Create, count: 1}}
		if err := checkRenderable(o.Diff, o.Err); err != nil {
			it.important = true
			it.add(doc.NewText(doc.Span{Role: doc.Alert, Text: v.told(failureText("output."+o.Name, err))}))
		} else {
			it.add(storedText(&o.Diff))
		}
		outs.items = append(outs.items, it)
	}
	s.add(outs)
}

// storedText returns a value of a state in a few words.
func storedText(d *computed.Diff) doc.Text {
	var text doc.Text
	content := d.Renderer.Content()
	switch content.Kind {
	case computed.KindScalar:
		if isShort(content.After.Literal) {
			addLiteral(&text, content.After.Literal)
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
