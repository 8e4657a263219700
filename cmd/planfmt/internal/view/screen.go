package view

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/sinks"
)

const (
	headerRows  = 1 // the title
	footerRows  = 2 // the counts, and the hints or the prompt
	marginWidth = 3 // in front of a line of the page: the cursor, the mark of a fold, a blank
)

// safe returns text as one line without what is unsafe. All text that is not on a page goes through it.
func safe(text string) string {
	c := sinks.Composer{}
	line := c.Compose(doc.Line{Text: doc.NewText(doc.Span{Text: text})})
	return strings.ReplaceAll(string(line.Text()), "\t", " ")
}

// Screen returns what the terminal shows: rows, with line feeds between them.
func (s State) Screen() string {
	var out screenWriter
	out.theme = s.theme
	if s.isTooSmall() {
		text := fmt.Sprintf("planfmt needs %d x %d cells.", minWidth, minHeight)
		for i, part := range wrapText(s.ruler, text, s.width) {
			if i < s.height {
				part.cut(s.ruler, s.width)
				out.row(part, plainTone, 0)
			}
		}
		return out.String()
	}
	out.row(s.title(), barTone, s.width)
	bottom := s.bottom()
	treeWidth, bodyAt, bodyWidth := s.panes()
	height := s.bodyHeight() + 1 - len(bottom)
	var left, right []paneRow
	if treeWidth > 0 {
		left = s.treeRows(treeWidth, height)
	}
	if bodyAt < s.width {
		right = s.bodyRows(bodyWidth, height)
	}
	for i := range height {
		if left != nil {
			out.put(left[i].row, left[i].tone, treeWidth)
		}
		if left != nil && right != nil {
			out.put(s.border(), plainTone, 0)
		}
		if right != nil {
			out.put(right[i].row, right[i].tone, bodyWidth)
		}
		out.newline()
	}
	out.row(s.status(), barTone, s.width)
	for _, r := range bottom {
		out.row(r, plainTone, 0)
	}
	return out.String()
}

// Cursor returns where the cursor of the terminal is while a text is typed.
func (s State) Cursor() (x, y int, ok bool) {
	if s.mode == browsing || s.isTooSmall() {
		return 0, 0, false
	}
	before, _ := s.promptParts()
	return before.width, s.height - 1, true
}

// paneRow is a row of a pane.
type paneRow struct {
	row
	tone tone
}

// title says what the document is, and what it does as a whole, unless the page says so.
func (s *State) title() row {
	var out row
	out.add(s.ruler, piece{text: " ", tone: barTone})
	title := safe(s.doc.title)
	if title == "" {
		title = "planfmt"
	}
	var counts row
	if !s.showsPage() || s.shows.kind != overviewPage && s.shows.kind != questionPage {
		counts = s.headline(s.width - 1 - min(s.ruler.width(title), minRoom) - 3)
	}
	room := s.width - 2
	if counts.width > 0 {
		room -= counts.width + 2
	}
	out.add(s.ruler, piece{text: s.shorten(title, room), role: doc.Bold})
	if counts.width > 0 {
		out.add(s.ruler, piece{text: "  ", tone: barTone})
		out.addAll(s.ruler, counts)
	}
	out.cut(s.ruler, s.width)
	return out
}

// headline says what the document does as a whole: in words if there is room for all of them, and else in signs.
func (s *State) headline(room int) (out row) {
	for role, part := range s.all.headline.Pieces() {
		if role != doc.Bold && role != doc.Danger {
			role = doc.Plain
		}
		out.add(s.ruler, piece{text: safe(string(part)), role: role})
	}
	if out.width <= room {
		return out
	}
	if signs := s.signCounts(&s.all.signs, room); signs.width > 0 {
		return signs
	}
	out.cut(s.ruler, room)
	return out
}

// shorten returns a text without its middle if there is too little room for it.
func (s *State) shorten(text string, room int) string {
	short := shortenNames(s.ruler, []siblingName{{text, max(room, 1)}})
	return short[0].text(text)
}

// bodyRows returns the rows of the page that are on the screen.
func (s *State) bodyRows(width, height int) []paneRow {
	all := make([]paneRow, height)
	if !s.hasRows() {
		text, tone := s.emptyText()
		for i, r := range wrapText(s.ruler, text, width-marginWidth) {
			if i == height {
				break
			}
			all[i].add(s.ruler, piece{text: strings.Repeat(" ", marginWidth)})
			for _, p := range r.pieces {
				p.tone = tone
				all[i].add(s.ruler, p)
			}
		}
		return all
	}
	at := s.top
	for i := range all {
		line := s.page.shown[at.line]
		cursor := at == rowPlace{s.line, s.part}
		mark, fold := piece{text: " "}, " "
		if cursor && s.focus == bodyPane {
			mark = piece{text: ">", role: doc.Bold}
		}
		if at.part == 0 {
			fold = s.page.mark(line)
		}
		out := &all[i]
		out.add(s.ruler, mark)
		out.add(s.ruler, piece{text: fold + " ", tone: faintTone})
		for _, p := range s.rowsAt(at.line)[at.part].pieces {
			out.add(s.ruler, p)
		}
		out.cut(s.ruler, width)
		if cursor && s.focus == bodyPane {
			out.tone = cursorTone
		}
		var ok bool
		if at, ok = s.step(at, 1); !ok {
			break
		}
	}
	return all
}

// emptyText says why there is no page, or nothing on it.
func (s *State) emptyText() (string, tone) {
	switch {
	case s.problem != nil:
		return s.problem.Error(), alertTone
	case s.page == nil && s.shows.kind == resourcePage:
		return "comparing " + s.doc.entries[s.shows.at].Address + " ...", faintTone
	case s.page == nil && s.shows.kind == whyPage:
		return "finding out why " + s.doc.entries[s.shows.at].Address + " changes ...", faintTone
	case s.page != nil && s.shows.kind == impactPage:
		return "No other change forces it, and nothing refers to it as far as the plan says.", faintTone
	case s.page == nil:
		return "please wait ...", faintTone
	case s.shows.kind == policiesPage:
		return "No policies have judged this plan: see --policies.", faintTone
	}
	return "There is nothing to show.", faintTone
}

// status is the line with the counts.
func (s *State) status() row {
	var out row
	add := func(text string, tone tone) {
		if out.width > 0 {
			out.add(s.ruler, piece{text: "  ", tone: barTone})
		} else {
			out.add(s.ruler, piece{text: " ", tone: barTone})
		}
		out.add(s.ruler, piece{text: text, tone: tone})
	}
	if s.filter.text != "" {
		add("filter: "+safe(s.filter.text), barTone)
	}
	hidden := 0
	for i := range s.doc.entries {
		if !s.isShown(i) {
			hidden++
		}
	}
	if hidden > 0 {
		add(fmt.Sprintf("%d of %s shown", len(s.doc.entries)-hidden, countOf(len(s.doc.entries), "resource")), barTone)
	}
	if q := s.search.query; q != "" {
		text := fmt.Sprintf("/%s: %d found", safe(q), len(s.search.hits))
		if n := s.hitNumber(); n > 0 {
			text = fmt.Sprintf("/%s: %d/%d", safe(q), n, len(s.search.hits))
		}
		if !s.search.done {
			text += fmt.Sprintf(", searching %d of %d", s.search.looked, len(s.doc.entries))
		}
		add(text, barTone)
	}
	if s.outcome != nil && len(s.outcome.Problems) > 0 {
		add(countOf(len(s.outcome.Problems), "problem"), alertTone)
	}
	where := ""
	switch {
	case s.focus == treePane:
		where = fmt.Sprintf("%d/%d ", s.tree.index(s.cursor)+1, len(s.tree.visible))
	case s.hasRows():
		where = fmt.Sprintf("%d/%d ", s.line+1, len(s.page.shown))
	}
	// In the tree, the name may be cut.
	if n := s.selected(); n.kind != overviewNode {
		if room := s.width - len(where) - 1 - out.width - 2; room >= minRoom {
			add(s.shorten(s.fullName(n), room), barTone)
		}
	}
	out.cut(s.ruler, s.width-len(where)-1)
	out.blanks(s.width - len(where))
	out.add(s.ruler, piece{text: where, tone: barTone})
	return out
}

// hitNumber says which of the nodes that a search has found is selected, from the top of the tree. It is 0 if none is.
func (s *State) hitNumber() int {
	number := 0
	for i := range s.tree.nodes[:min(s.cursor+1, len(s.tree.nodes))] {
		n := &s.tree.nodes[i]
		isHit := n.isEntry() && s.search.hits[keyOf(n, 0)]
		if isHit {
			number++
		}
		if i == s.cursor && !isHit {
			return 0
		}
	}
	return number
}

// maxMessage is how many rows a message may take.
const maxMessage = 5

// bottom is what stands at the bottom: a message and what is typed, or else hints. What takes more than one row covers the last rows
// of the panes.
func (s *State) bottom() []row {
	all := s.messageRows()
	if s.mode != browsing {
		prompt, after := s.promptParts()
		for _, p := range after.pieces {
			prompt.add(s.ruler, p)
		}
		prompt.cut(s.ruler, s.width)
		return append(all, prompt)
	}
	if len(all) > 0 {
		return all
	}
	var out row
	for _, h := range s.hints() {
		text := " " + h + " "
		if out.width+len(text) > s.width {
			continue
		}
		key, what, _ := strings.Cut(h, " ")
		out.add(s.ruler, piece{text: " " + key, role: doc.Bold})
		out.add(s.ruler, piece{text: " " + what + " ", tone: faintTone})
	}
	return []row{out}
}

// messageRows is the message.
func (s *State) messageRows() (all []row) {
	if s.message.text == "" {
		return nil
	}
	tone := promptTone
	if s.message.alert {
		tone = alertTone
	}
	for line := range strings.SplitSeq(s.message.text, "\n") {
		for _, r := range wrapText(s.ruler, " "+line, s.width) {
			for i := range r.pieces {
				r.pieces[i].tone = tone
			}
			all = append(all, r)
		}
	}
	if len(all) > maxMessage {
		all = all[:maxMessage]
		last := &all[maxMessage-1]
		last.add(s.ruler, piece{text: " …", tone: tone})
		last.cut(s.ruler, s.width)
	}
	return all
}

// hints are the keys that are worth knowing, the most important ones first.
func (s *State) hints() []string {
	if s.pending != "" {
		switch s.pending {
		case "z":
			return []string{"za open/close", "zM close all", "zR open all", "zm close a level", "zr open a level"}
		}
		return []string{s.pending + "d destroy or replacement"}
	}
	var all []string
	if s.ask != nil {
		all = append(all, "a answer")
	}
	all = append(all, "? help", "q quit", "/ search")
	if !s.shows.kind.isSelected() {
		all = append(all, "esc back")
	}
	if s.root() != "" {
		all = append(all, "w root")
	}
	if s.focus == treePane {
		all = append(all, "enter open", "g group")
	} else {
		enter := "enter fold"
		if s.hasRows() && s.leadsTo(s.page.shown[s.line]) != "" {
			enter = "enter go there"
		}
		all = append(all, "tab tree", enter, "u unchanged")
	}
	if s.canFilter {
		all = append(all, "f filter")
	}
	if s.shows.kind != whyPage {
		all = append(all, "w why")
	}
	return append(all, "]d next destroy")
}

// promptParts returns what stands before and behind the cursor on the line that is typed.
func (s *State) promptParts() (before, after row) {
	label := map[viewMode]string{searching: "/", filtering: "filter: ", asked: "Enter a value: "}[s.mode]
	before.add(s.ruler, piece{text: label, tone: promptTone})
	text := []byte(safe(s.input.before))
	// If there is no room, the beginning is left out.
	for over := before.width + s.ruler.width(string(text)) + 2 - s.width; over > 0 && len(text) > 0; {
		size, cells := s.ruler.next(text)
		text, over = text[size:], over-cells
	}
	before.add(s.ruler, piece{text: string(text)})
	after.add(s.ruler, piece{text: safe(s.input.after)})
	return before, after
}

// wrapText breaks the view's own text into rows.
func wrapText(r ruler, text string, width int) []row {
	c := sinks.Composer{}
	return wrapLine(r, c.Compose(doc.Line{Text: doc.NewText(doc.Span{Text: text})}), doc.NoSign, width, nil)
}
