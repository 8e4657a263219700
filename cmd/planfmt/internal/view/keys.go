package view

// keyHelp are the keys with what they do, as the help lists them.
var keyHelp = []struct{ title, keys string }{
	{"Move", ""},
	{"up and down", "j k, arrows"},
	{"a screen up and down", "pgup pgdn, space"},
	{"to the beginning and the end", "home end, G"},
	{"to the other pane", "tab, h l, left right"},
	{"to the next and previous destroy or replacement", "]d [d"},
	{"make the tree narrower or wider, or reset its width; with --mouse, drag its border", "< > ="},
	{"Show", ""},
	{"group by module, action or type", "g"},
	{"open or close a group, or a part of the page; go to the resource on the line", "enter"},
	{"open or close", "za"},
	{"close all, open all", "zM zR"},
	{"close and open one level", "zm zr"},
	{"what does not change", "u"},
	{"why a resource is replaced; again: go to the root cause", "w"},
	{"what forces it, what it forces, and what refers to it", "i"},
	{"what policies say", "p"},
	{"what rules mute", "m"},
	{"Find", ""},
	{"search in addresses and values", "/"},
	{"next and previous match", "n N"},
	{"filter, as --only, --hide and --where do", "f"},
	{"Copy", ""},
	{"the address", "y"},
	{"the page", "Y"},
	{"Leave", ""},
	{"a prompt, a page, a search", "esc"},
	{"the view", "q"},
	{"answer the question of --ask", "a"},
}

// key does what a key says.
func (s *State) key(e keyEvent, do func(effect)) {
	if e.name == "ctrl+c" {
		s.leave(false, do)
		return
	}
	if e.name == "ctrl+z" {
		do(suspendEffect{})
		return
	}
	if s.isTooSmall() { // then nothing can be seen of what a key does, least of all of the question
		if e.name == "q" {
			s.leave(false, do)
		}
		return
	}
	if s.mode != browsing {
		s.promptKey(e, do)
		return
	}
	s.message, s.seek = message{}, 0
	name := e.name
	if s.pending != "" {
		name = s.pending + name
		s.pending = ""
		if e.name == "esc" {
			return
		}
	} else if name == "z" || name == "]" || name == "[" {
		s.pending = name
		return
	}
	if !s.commonKey(name, do) {
		s.paneKey(name, do)
	}
}

// commonKey does what a key says that means the same in both panes.
func (s *State) commonKey(name string, do func(effect)) bool {
	switch name {
	case "q":
		if s.ask != nil {
			s.question(do)
		} else {
			s.leave(false, do)
		}
	case "a":
		if s.ask == nil {
			return false
		}
		s.question(do)
	case "esc":
		s.escape(do)
	case "tab", "shift+tab":
		s.focus = bodyPane - s.focus
	case "g":
		s.rebuild((s.tree.by+1)%groupings, nil, do)
		s.say(false, "grouped by "+s.tree.by.String())
	case "/":
		s.prompt(searching)
	case "n", "N":
		s.nextMatch(name == "n", do)
	case "f":
		if s.canFilter {
			s.prompt(filtering)
			s.input.insert(s.filter.typed)
		}
	case "]d", "[d":
		s.nextDanger(name == "]d", do)
	case "w":
		s.why(do)
	case "i":
		s.impact(do)
	case "p":
		s.showInPlace(policiesPage, do)
	case "?", "f1":
		s.showInPlace(helpPage, do)
	case "m":
		s.toggleMuted(do)
	case "u":
		s.toggleUnchanged()
	case "<", ">", "=":
		s.resizeKey(name)
	case "y", "Y":
		text, what := s.copyText(name == "Y")
		if text == "" {
			s.say(false, "there is nothing to copy, or it is too long")
			break
		}
		do(copyEffect{text})
		s.say(false, what+" has been sent to the clipboard")
	default:
		return false
	}
	return true
}

// escape leaves what is shown in place of the selection, then the page, then the search.
func (s *State) escape(do func(effect)) {
	switch {
	case !s.shows.kind.isSelected():
		s.back(do)
	case s.focus == bodyPane && s.width < twoPanes:
		s.focus = treePane
	case s.search.query != "":
		s.search = viewSearch{number: s.search.number + 1}
		do(searchEffect{s.doc, s.search.number, ""})
	default:
		s.focus = treePane
	}
}

// paneKey does what a key says in the pane in which keys go.
func (s *State) paneKey(name string, do func(effect)) {
	page := max(s.bodyHeight()-1, 1)
	if s.focus == treePane {
		page = max(s.treeHeight()-1, 1)
	}
	rows, ok := map[string]int{
		"j": 1, "down": 1, "ctrl+n": 1, "k": -1, "up": -1, "ctrl+p": -1,
		"pgdown": page, "space": page, "ctrl+f": page, "pgup": -page, "ctrl+b": -page, "b": -page,
		"ctrl+d": max(page/2, 1), "ctrl+u": min(-page/2, -1),
	}[name]
	switch {
	case s.focus == treePane && ok && rows*rows > 1:
		s.pageTree(rows, do)
	case s.focus == treePane && ok:
		s.moveTree(rows, do)
	case s.focus == treePane:
		s.treeKey(name, do)
	case ok && rows*rows > 1:
		s.pageBody(rows)
	case ok:
		s.moveBody(rows)
	default:
		s.bodyKey(name, do)
	}
}

func (s *State) treeKey(name string, do func(effect)) {
	n := s.selected()
	isGroup, shut := n.kind == groupNode, s.tree.shut[n.key]
	fold := func(shut func(*treeNode) bool) {
		s.tree = s.tree.shutting(shut)
		s.selectNode(int(s.tree.visible[s.tree.index(s.cursor)]), do)
	}
	switch name {
	case "home":
		s.moveTree(-len(s.tree.nodes), do)
	case "end", "G":
		s.moveTree(len(s.tree.nodes), do)
	case "enter", "l", "right":
		switch {
		case isGroup && (shut || name == "enter"):
			s.toggleGroup(do)
		case isGroup:
			s.moveTree(1, do)
		default:
			s.focus = bodyPane
		}
	case "h", "left":
		if isGroup && !shut {
			s.toggleGroup(do)
		} else if n.parent >= 0 {
			s.selectNode(n.parent, do)
		}
	case "za":
		if !isGroup && n.parent >= 0 {
			s.selectNode(n.parent, do)
		}
		s.toggleGroup(do)
	case "zM":
		fold(func(*treeNode) bool { return true })
	case "zR":
		fold(func(*treeNode) bool { return false })
	case "zm", "zr":
		level := s.tree.level()
		if name == "zm" {
			level = max(level-1, 0)
		} else {
			level++
		}
		fold(func(n *treeNode) bool { return n.depth >= level })
	}
}

// level returns how many levels of groups are open.
func (t *resourceTree) level() int {
	open, most := -1, 0
	for i := range t.nodes {
		n := &t.nodes[i]
		if n.kind != groupNode {
			continue
		}
		most = max(most, n.depth+1)
		if t.shut[n.key] && (open < 0 || n.depth < open) {
			open = n.depth
		}
	}
	if open < 0 {
		return most
	}
	return open
}

// toggleGroup shuts or opens the group that is selected.
func (s *State) toggleGroup(do func(effect)) {
	selected := s.selected()
	if selected.kind != groupNode {
		return
	}
	s.tree = s.tree.shutting(func(n *treeNode) bool { return s.tree.shut[n.key] != (n.key == selected.key) })
	s.selectNode(s.cursor, do)
}

func (s *State) bodyKey(name string, do func(effect)) {
	if name == "h" || name == "left" {
		s.focus = treePane
		return
	}
	if !s.hasRows() {
		return
	}
	line := s.page.shown[s.line]
	switch name {
	case "home":
		s.setPlace(rowPlace{})
	case "end", "G":
		s.setPlace(s.last())
	case "enter":
		if to := s.leadsTo(line); to != "" {
			s.goToAddress(to, do)
		} else {
			s.toggleFold(line)
		}
	case "za":
		s.toggleFold(line)
	case "zM":
		s.changePage(s.page.shutting(func(int, *fold) bool { return true }), line)
	case "zR":
		s.changePage(s.page.shutting(func(int, *fold) bool { return false }), line)
	case "zm", "zr":
		open, most := s.page.level()
		if name == "zm" {
			open = max(open-1, 0)
		} else {
			open = min(open+1, most)
		}
		s.changePage(s.page.atLevel(open), line)
	}
}

// leadsTo returns the address of the resource that a line of the page is about, if that is on another page.
func (s *State) leadsTo(line int32) string {
	own := ""
	switch s.shows.kind {
	case overviewPage, policiesPage, groupPage:
	case whyPage, impactPage:
		own = s.doc.entries[s.shows.at].Address
	default:
		return ""
	}
	if to := s.page.lines[line].Subject; to != nil && to.Address != own {
		return to.Address
	}
	return ""
}

// toggleFold shuts or opens the part of the page at a line.
func (s *State) toggleFold(line int32) {
	p, ok := s.page.toggle(line)
	if !ok {
		s.say(false, "there is nothing to open or close here")
		return
	}
	s.changePage(p, line)
}

// toggleUnchanged shows what does not change, or hides it.
func (s *State) toggleUnchanged() {
	if !s.hasRows() {
		return
	}
	shut, any := false, false
	for i, f := range s.page.folds {
		any = any || f.unchanged
		shut = shut || f.unchanged && s.page.shut[i]
	}
	if !any {
		s.say(false, "there are no unchanged parts to show")
		return
	}
	p := s.page
	s.changePage(p.shutting(func(i int, f *fold) bool { return f.unchanged && !shut || !f.unchanged && p.shut[i] }), p.shown[s.line])
}

// toggleMuted shows what is muted, or hides it.
func (s *State) toggleMuted(do func(effect)) {
	muted := len(s.doc.summary.Muted)
	if muted == 0 {
		s.say(false, "nothing is muted")
		return
	}
	s.showMuted = !s.showMuted
	s.doc, s.kept, s.page = s.doc.showingMuted(s.showMuted), nil, nil
	s.rebuild(s.tree.by, s.tree.shut, do)
	what := " hidden"
	if s.showMuted {
		what = " shown"
	}
	s.say(false, countOf(muted, "muted change")+what)
}

// nextDanger selects the next resource that is destroyed or replaced, or the one before.
func (s *State) nextDanger(forward bool, do func(effect)) {
	at, wrapped := s.nextNode(forward, func(n *treeNode) bool { return n.kind == resourceNode && isDanger(n.class) })
	switch {
	case at < 0:
		s.say(false, "nothing is destroyed or replaced")
	case wrapped:
		s.say(false, "no more in this direction: continuing from the other end")
		fallthrough
	default:
		s.goTo(at, do)
	}
}

// nextNode returns the next node for which is is true, from the selected one on, or the one before. It goes on at the
// other end.
func (s *State) nextNode(forward bool, is func(*treeNode) bool) (at int, wrapped bool) {
	n := len(s.tree.nodes)
	step := 1
	if !forward {
		step = n - 1
	}
	at = s.cursor
	for range n {
		next := (at + step) % n
		wrapped = wrapped || forward && next <= at || !forward && next >= at
		if at = next; is(&s.tree.nodes[at]) {
			return at, wrapped
		}
	}
	return -1, false
}

// leave ends the view.
func (s *State) leave(approved bool, do func(effect)) {
	s.quit, s.approved = true, approved
	do(quitEffect{})
}
