package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/plans"
)

// State is the view at a moment. It is a value: [State.Update] returns another one.
type State struct {
	all       *document // without a filter
	doc       *document // what is selected of it
	ask       *Ask
	canFilter bool
	theme     Theme

	width, height int
	ruler         ruler

	tree      resourceTree
	cursor    int // the node that is selected
	treeTop   int // the first row of the tree on the screen, as an index of the visible nodes
	showMuted bool
	focus     pane

	chosenWidth int  // of the tree, if the user has chosen it; it may be more than there is room for
	dragging    bool // the mouse has hold of the border between the panes

	shows      pageKey
	page       *page    // of shows; nil while it is being made
	problem    error    // why there is no page
	line, part int      // where the cursor is: an index of the lines that are shown, and the row in it
	top        rowPlace // the first row on the screen
	kept       []keptPage
	seek       int // when the page is there, the cursor goes to the first match (1) or to the last one (-1)

	mode    viewMode
	input   lineInput
	pending string // the first key of a command of two
	search  viewSearch
	filter  filter
	message message
	outcome *computed.Outcome

	answering      bool // yes has been typed, and it is not known whether it counts
	quit, approved bool
}

// pane is a part of the screen.
type pane uint8

const (
	treePane pane = iota
	bodyPane
)

// viewMode says where keys go.
type viewMode uint8

const (
	browsing  viewMode = iota
	searching          // a text to search for is typed
	filtering          // a filter is typed
	asked              // the answer to the question is typed
)

// rowPlace is a row of a page: an index of the lines that are shown, and the row in it.
type rowPlace struct{ line, part int }

// keptPage is a page that has been shown before.
type keptPage struct {
	key  pageKey
	page *page
}

// message is what the last key has to say.
type message struct {
	text  string
	alert bool
}

// viewSearch is what has been searched for.
type viewSearch struct {
	number int
	query  string
	from   int // the node that was selected when it began
	hits   map[pageKey]bool
	looked int
	done   bool
}

// filter selects what is in the tree.
type filter struct {
	number int
	text   string // what the tree is filtered by
	typed  string // what was typed at last, which may be wrong
}

// keptPages is how many pages are kept, and keptLines how many lines they may have together.
const (
	keptPages = 24
	keptLines = 50_000
)

// newState returns the state at the start, and the effects that bring the first screen to life.
func newState(o *Options) (State, []effect) {
	d := newDocument(o)
	s := State{
		all: d, doc: d, ask: o.Ask, canFilter: o.Parse != nil, theme: o.Theme,
		width: o.Terminal.Width, height: o.Terminal.Height,
	}
	if s.width <= 0 || s.height <= 0 {
		s.width, s.height = 80, 24
	}
	s.tree = newTree(d, byModule, s.isShown, nil)
	s.setPage(pageKey{kind: overviewPage}, nil)
	return s, []effect{compareEffect{d}}
}

// isShown reports whether a resource is in the tree.
func (s *State) isShown(i int) bool { return s.showMuted || s.doc.isShown(i) }

// Update returns the state after an event, and what is to be done.
func (s State) Update(e event) (State, []effect) {
	var effects []effect
	do := func(e effect) { effects = append(effects, e) }
	switch e := e.(type) {
	case sizeEvent:
		s.resize(e)
	case widthsEvent:
		s.ruler = e.ruler
	case lightEvent:
		s.theme.Light = e.light
	case keyEvent:
		s.key(e, do)
	case pasteEvent:
		switch {
		case s.mode == browsing || s.isTooSmall():
		case len(s.input.text())+len(e.text) > maxInput:
			s.say(true, "what was pasted is too long")
		default:
			s.input.insert(e.text)
		}
	case mouseEvent:
		s.mouse(e, do)
	case dragEvent:
		s.drag(e)
	case releaseEvent:
		s.dragging = false
	case loadedEvent:
		s.loaded(e)
	case foundEvent:
		s.found(e, do)
	case filteredEvent:
		s.filtered(e, do)
	case comparedEvent:
		if e.err == nil {
			s.outcome = &e.outcome
		} else {
			s.say(true, e.err.Error())
		}
		s.refresh()
	case answeredEvent:
		s.answered(e, do)
	}
	return s, effects
}

func (s *State) say(alert bool, text string) { s.message = message{text, alert} }

func (s *State) resize(e sizeEvent) {
	s.width, s.height = e.width, e.height
	s.layOut()
}

// refresh makes a page anew that depends on more than its key.
func (s *State) refresh() {
	if s.shows.kind.isSlow() || s.shows.kind == noPage {
		return
	}
	s.page = s.makePage(s.shows)
	s.line = min(s.line, len(s.page.shown)-1)
	s.top.line = min(s.top.line, len(s.page.shown)-1)
}

// selected returns the node that is selected.
func (s *State) selected() *treeNode { return &s.tree.nodes[s.cursor] }

// selectNode moves the selection of the tree, and shows the page of the node.
func (s *State) selectNode(at int, do func(effect)) {
	s.cursor = at
	s.keepTreeInView()
	s.setPage(keyOf(s.selected(), at), do)
}

// setPage shows a page. One that is not there yet will be made.
func (s *State) setPage(key pageKey, do func(effect)) {
	if s.shows == key && (s.page != nil || s.problem != nil) {
		return
	}
	s.shows, s.page, s.problem, s.line, s.part, s.top = key, nil, nil, 0, 0, rowPlace{}
	if i := slices.IndexFunc(s.kept, func(k keptPage) bool { return k.key == key }); i >= 0 {
		s.page = s.kept[i].page
		s.arrive()
		return
	}
	if !key.kind.isSlow() {
		s.page = s.makePage(key)
		s.arrive()
		return
	}
	do(loadEffect{s.doc, key})
}

// changePage replaces the page by the same one with other folds.
func (s *State) changePage(p *page, line int32) {
	s.page = p
	s.line, s.part = p.index(line), 0
	s.top.line = min(s.top.line, len(p.shown)-1)
	s.top.part = 0
	s.keep(p)
	s.keepInView()
}

// keep remembers the page that is shown.
func (s *State) keep(p *page) {
	if !s.shows.kind.isSlow() {
		return
	}
	kept := slices.DeleteFunc(slices.Clone(s.kept), func(k keptPage) bool { return k.key == s.shows })
	kept = append(kept, keptPage{s.shows, p})
	lines := 0
	for i := len(kept) - 1; i >= 0; i-- {
		lines += len(kept[i].page.lines)
		if i < len(kept)-1 && (len(kept)-i > keptPages || lines > keptLines) {
			kept = kept[i+1:]
			break
		}
	}
	s.kept = kept
}

func (s *State) loaded(e loadedEvent) {
	if e.doc != s.doc || e.key != s.shows || s.page != nil {
		return
	}
	if s.page, s.problem = e.page, e.err; s.page != nil {
		s.keep(s.page)
		s.arrive()
	}
}

// arrive moves the cursor to what has been searched for, if that is why the page is shown.
func (s *State) arrive() {
	if s.seek == 0 {
		return
	}
	at := s.page.matches(newMatcher(s.search.query))
	if len(at) > 0 {
		line := at[0]
		if s.seek < 0 {
			line = at[len(at)-1]
		}
		s.goToLine(line)
	}
	s.seek = 0
}

// goToLine moves the cursor to a line of the page, and opens the folds that it is in.
func (s *State) goToLine(line int32) {
	p := s.page.reveal(line)
	if p != s.page {
		s.page = p
		s.keep(p)
	}
	s.line, s.part = p.index(line), 0
	s.center()
}

// goTo selects a node, wherever it is in the tree.
func (s *State) goTo(at int, do func(effect)) {
	s.tree = s.tree.reveal(at)
	s.selectNode(at, do)
}

// goToAddress selects a resource, if there is one with this address.
func (s *State) goToAddress(address string, do func(effect)) {
	at := -1
	if i, ok := s.doc.byAddress[address]; ok {
		if at = s.tree.find(resourceNode, int(i)); at < 0 {
			s.say(false, address+" is muted; m shows it")
			return
		}
	} else {
		// A reference need not say which instance it means.
		at = slices.IndexFunc(s.tree.nodes, func(n treeNode) bool {
			if n.kind != resourceNode || s.doc.entries[n.at].Deposed != "" {
				return false
			}
			all, _ := plans.SplitKey(s.doc.entries[n.at].Address)
			return all == address
		})
	}
	if at < 0 {
		s.say(false, "the plan does not change "+address)
		return
	}
	s.goTo(at, do)
}

// rebuild makes the tree anew, and keeps the selection where it is if possible.
func (s *State) rebuild(by grouping, shut map[string]bool, do func(effect)) {
	old := *s.selected()
	s.tree = newTree(s.doc, by, s.isShown, shut)
	if s.shows.kind == groupPage {
		s.page = nil // the number of the group means another one
	}
	at := -1
	if old.kind == groupNode {
		at = s.tree.findGroup(old.key)
	} else {
		at = s.tree.find(old.kind, old.at)
	}
	s.goTo(max(at, 0), do)
}

func (s *State) filtered(e filteredEvent, do func(effect)) {
	if e.filter != s.filter.number {
		return
	}
	if e.err != nil {
		s.say(true, e.err.Error()) // the filter before stays
		return
	}
	s.filter.text = s.filter.typed
	s.doc, s.kept, s.page = e.doc, nil, nil
	if s.showMuted != s.doc.opts.ShowMuted {
		s.doc = s.doc.showingMuted(s.showMuted)
	}
	s.rebuild(s.tree.by, s.tree.shut, do)
	if s.mode == asked {
		s.setPage(pageKey{kind: questionPage}, do)
	}
	if s.filter.text != "" {
		s.say(false, fmt.Sprintf("%s shown", countOf(s.countShown(), "resource")))
		if w := s.doc.summary.Where; w != nil && len(w.Failed) > 0 {
			s.say(true, fmt.Sprintf("the filter cannot be evaluated for %s, see the overview", countOf(len(w.Failed), "resource")))
		}
	}
}

// countShown counts the resources that are in the tree.
func (s *State) countShown() (n int) {
	for i := range s.doc.entries {
		if s.isShown(i) {
			n++
		}
	}
	return n
}

func countOf(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// root returns the address of the resource that is the root of what the page is about. It is empty if the page says
// of no resource why it changes, or if no other resource is the reason.
func (s *State) root() string {
	n := s.selected()
	if s.shows.kind != whyPage || n.kind != resourceNode {
		return ""
	}
	return report.Root(s.doc.entries[n.at].Cause)
}

// why shows why something happens to the selected resource, or, from there, goes to the root of it.
func (s *State) why(do func(effect)) {
	n := s.selected()
	switch {
	case n.kind != resourceNode || s.doc.summary.State != computed.NotState:
		s.say(false, "select a resource of a plan to see why it changes")
	case s.shows.kind == whyPage:
		root := s.root()
		if root == "" {
			s.say(false, "no other resource is the reason")
			return
		}
		s.goToAddress(root, do)
	default:
		s.setPage(pageKey{whyPage, n.at}, do)
		s.focus = bodyPane
	}
}

// impact shows what the selected resource forces and what refers to it, or goes back.
func (s *State) impact(do func(effect)) {
	n := s.selected()
	switch {
	case s.shows.kind == impactPage:
		s.back(do)
	case n.kind != resourceNode || s.doc.summary.State != computed.NotState:
		s.say(false, "select a resource of a plan to see what depends on it")
	default:
		s.setPage(pageKey{impactPage, n.at}, do)
		s.focus = bodyPane
	}
}

// showInPlace shows a page in place of what is selected, or goes back.
func (s *State) showInPlace(kind pageKind, do func(effect)) {
	if s.shows.kind == kind {
		s.back(do)
		return
	}
	s.setPage(pageKey{kind: kind}, do)
	s.focus = bodyPane
}

// back shows what is selected.
func (s *State) back(do func(effect)) { s.setPage(keyOf(s.selected(), s.cursor), do) }

// fullName returns what a node is called where nothing stands around it. It is safe.
func (s *State) fullName(n *treeNode) string {
	if module, ok := strings.CutPrefix(n.key, "module "); ok && n.kind == groupNode {
		return safe(module)
	}
	return safe(s.doc.name(n))
}

// maxCopied is how many bytes are copied at most: terminals ignore what is longer.
const maxCopied = 700_000

// copyText returns what is copied: the name of what is selected, or the page.
func (s *State) copyText(whole bool) (text, what string) {
	n := s.selected()
	if !whole {
		if n.kind == overviewNode || n.kind == groupNode && !strings.HasPrefix(n.key, "module ") {
			return "", ""
		}
		return s.fullName(n), "the address"
	}
	if s.page == nil {
		return "", ""
	}
	if text = s.page.text(); len(text) > maxCopied {
		return "", ""
	}
	return text, "the page"
}
