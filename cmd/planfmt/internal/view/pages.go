package view

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/subject/plan"
	"github.com/planfmt/planfmt/sinks"
)

// makePage makes a page that is not slow.
func (s *State) makePage(key pageKey) *page {
	switch key.kind {
	case overviewPage:
		_, _, width := s.panes()
		return newPage(s.doc.pages.Overview(s.known(), width-marginWidth))
	case groupPage:
		return newPage(doc.Lines(func(w *doc.Writer) { s.writeGroup(w, key.at) }))
	case questionPage:
		return newPage(doc.Lines(s.writeQuestion))
	}
	_, _, width := s.panes()
	return newPage(doc.Lines(func(w *doc.Writer) { writeHelp(w, width-marginWidth) }))
}

// known is what is known of the document when all of it has been compared, or so far.
func (s *State) known() computed.Outcome {
	if s.outcome == nil {
		return computed.Outcome{Problems: s.doc.summary.Problems}
	}
	o := *s.outcome
	if s.doc == s.all {
		return o
	}
	told := map[string]bool{}
	for _, p := range o.Problems {
		told[p.Error()] = true
	}
	o.Problems = slices.Clone(o.Problems)
	for _, p := range s.doc.summary.Problems { // of the filter
		if !told[p.Error()] {
			o.Problems = append(o.Problems, p)
		}
	}
	return o
}

// maxListed is how many members of a group are listed on its page.
const maxListed = 200

// writeGroup lists what is in a group: names are not shortened there. How many they are stands in the tree.
func (s *State) writeGroup(w *doc.Writer, at int) {
	g := &s.tree.nodes[at]
	title := g.label
	module, ok := strings.CutPrefix(g.key, "module ")
	if ok {
		title, module = module, module+"."
	} else {
		module = ""
	}
	w.Heading(doc.Span{Role: doc.Bold, Text: title})
	w.Empty()
	listed := 0
	for i := at + 1; i < g.end; i++ {
		n := &s.tree.nodes[i]
		switch {
		case n.kind == groupNode:
			continue
		case listed == maxListed:
			w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.Blank}}, doc.Span{Role: doc.Hidden, Text: fmt.Sprintf("… and %d more", g.count-listed)})
			return
		}
		listed++
		s.writeMember(w, n, module)
	}
}

// writeMember writes the name of a member of a group, which begins behind that of the module of the group, if it is one. The line leads to
// the member if no other has its address.
func (s *State) writeMember(w *doc.Writer, n *treeNode, module string) {
	name := doc.Span{Role: doc.Plain, Text: strings.TrimPrefix(s.doc.name(n), module)}
	var about *doc.Subject
	if n.kind == resourceNode {
		e := &s.doc.entries[n.at]
		if e.Deposed != "" {
			name.Text += " (deposed object " + e.Deposed + ")"
		}
		if i, ok := s.doc.byAddress[e.Address]; ok && int(i) == n.at {
			about = &doc.Subject{Kind: doc.ChangeSubject, Address: e.Address}
		}
		if !s.doc.isShown(n.at) {
			name.Role = doc.Hidden
		}
	}
	if n.alert {
		name.Role = doc.Alert
	}
	w.Group(about, func() {
		w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.Signed, Sign: s.doc.sign(n)}}, name)
	})
}

// writeQuestion writes what the question is about. All counts are those of the whole plan.
func (s *State) writeQuestion(w *doc.Writer) {
	w.Heading(doc.Span{Role: doc.Bold, Text: "Apply this plan? "}, doc.Span{Text: "Only 'yes' will be accepted."})
	w.Empty()
	w.Heading(s.pieces(s.all.headline)...)
	for _, note := range s.ask.Notes {
		w.Paragraph(doc.Span{Role: doc.StrongCaution, Text: "Note: "}, doc.Span{Text: note})
	}
	if counts := s.all.counts; len(counts) > 0 {
		w.Paragraph(doc.Span{Text: strings.Join(counts, ", ")})
	}
	if !s.showMuted && len(s.doc.summary.Muted) > 0 {
		w.Heading(doc.Span{Role: doc.StrongCaution, Text: "These numbers are for the whole plan; the view hides a part of it."})
	}
	if n := len(s.all.summary.Renames); n > 0 {
		w.Heading(doc.Span{Text: countOf(n, "likely rename") + ", see the overview"})
	}
	if n := len(s.all.summary.Hazards); n > 0 {
		w.Heading(doc.Span{Role: doc.StrongCaution, Text: countOf(n, "hazard") + ", see the overview"})
	}
	if s.outcome != nil && len(s.outcome.Problems) > 0 {
		w.Heading(doc.Span{Role: doc.Alert, Text: countOf(len(s.outcome.Problems), "problem") + ", see the overview"})
	}
	if h := s.all.summary.Hash; h != nil {
		w.Heading(doc.Span{Text: plan.HashText(h)})
	}
}

func (s *State) pieces(t doc.Text) (all []doc.Span) {
	for role, part := range t.Pieces() {
		all = append(all, doc.Span{Role: role, Text: string(part)})
	}
	return all
}

// writeHelp writes the help for a page of a width. What a key does goes on below its beginning.
func writeHelp(w *doc.Writer, width int) {
	wide := 0
	for _, h := range keyHelp {
		wide = max(wide, utf8.RuneCountInString(h.keys))
	}
	for i, h := range keyHelp {
		if h.keys == "" {
			if i > 0 {
				w.Empty()
			}
			w.Heading(doc.Span{Role: doc.Bold, Text: h.title})
			continue
		}
		keys := h.keys
		for _, part := range sinks.Wrap(doc.NewText(doc.Span{Text: h.title}), max(width-helpPad-(wide+2), 1)) {
			w.Begin(doc.Entry{Gutter: doc.Gutter{Kind: doc.NoGutter}, Pad: helpPad})
			w.Text(doc.Key, keys)
			w.Align(wide + 2)
			w.Text(doc.Plain, string(part.Bytes))
			w.End()
			keys = ""
		}
	}
}

// helpPad is how many blanks are in front of a key.
const helpPad = 2
