package view

// The cursor of a page is a row of the screen, so that lines of many rows can be read. Rows are laid out when somebody
// looks at them.

// rowsAt returns the rows of a line that is shown, by its index.
func (s *State) rowsAt(i int) []row {
	_, _, width := s.panes()
	return s.page.rows(s.page.shown[i], max(width-marginWidth, 1), s.ruler, s.search.query)
}

// step moves a place by a row, unless it is the first or the last one.
func (s *State) step(p rowPlace, by int) (rowPlace, bool) {
	p.part += by
	switch {
	case p.part < 0 && p.line == 0:
		return rowPlace{}, false
	case p.part < 0:
		p.line--
		p.part = len(s.rowsAt(p.line)) - 1
	case p.part >= len(s.rowsAt(p.line)):
		if p.line+1 >= len(s.page.shown) {
			p.part--
			return p, false
		}
		p.line, p.part = p.line+1, 0
	}
	return p, true
}

// walk moves a place by up to so many rows.
func (s *State) walk(p rowPlace, by int) rowPlace {
	ok := true
	for ; by > 0 && ok; by-- {
		p, ok = s.step(p, 1)
	}
	for ; by < 0 && ok; by++ {
		p, ok = s.step(p, -1)
	}
	return p
}

func (p rowPlace) before(q rowPlace) bool {
	return p.line < q.line || p.line == q.line && p.part < q.part
}

// hasRows reports whether the page has anything to look at.
func (s *State) hasRows() bool { return s.page != nil && len(s.page.shown) > 0 }

// moveBody moves the cursor of the page by rows.
func (s *State) moveBody(by int) {
	if s.hasRows() {
		s.setPlace(s.walk(rowPlace{s.line, s.part}, by))
	}
}

// pageBody moves the page and the cursor by rows.
func (s *State) pageBody(by int) {
	if s.hasRows() {
		s.top = s.walk(s.top, by)
		s.moveBody(by)
	}
}

// scrollBody moves the page by rows, and the cursor with it if it would leave the screen.
func (s *State) scrollBody(by int) {
	if !s.hasRows() {
		return
	}
	s.top = s.walk(s.top, by)
	s.keepFull()
	at, last := rowPlace{s.line, s.part}, s.walk(s.top, s.bodyHeight()-1)
	switch {
	case at.before(s.top):
		at = s.top
	case last.before(at):
		at = last
	}
	s.line, s.part = at.line, at.part
}

func (s *State) setPlace(p rowPlace) {
	s.line, s.part = p.line, p.part
	s.keepInView()
}

// keepInView moves the page so that the cursor is on the screen.
func (s *State) keepInView() {
	if !s.hasRows() {
		s.line, s.part, s.top = 0, 0, rowPlace{}
		return
	}
	s.line = min(max(s.line, 0), len(s.page.shown)-1)
	s.top.line = min(max(s.top.line, 0), len(s.page.shown)-1)
	s.part = min(s.part, len(s.rowsAt(s.line))-1)
	s.top.part = min(s.top.part, len(s.rowsAt(s.top.line))-1)
	at := rowPlace{s.line, s.part}
	if at.before(s.top) {
		s.top = at
		return
	}
	if first := s.walk(at, 1-s.bodyHeight()); s.top.before(first) {
		s.top = first
	}
	s.keepFull()
}

// keepFull moves the page down if there is nothing below its end, as far as there is something above.
func (s *State) keepFull() {
	if rest := len(s.page.shown) - s.top.line; rest > s.bodyHeight() {
		return // a line takes a row at least
	}
	if most := s.walk(s.last(), 1-s.bodyHeight()); most.before(s.top) {
		s.top = most
	}
}

// center puts the cursor in the middle of the screen, as far as there is something above it.
func (s *State) center() {
	s.top = s.walk(rowPlace{s.line, s.part}, -s.bodyHeight()/3)
	s.keepInView()
}

// last returns the last row of the page.
func (s *State) last() rowPlace {
	n := len(s.page.shown) - 1
	return rowPlace{n, len(s.rowsAt(n)) - 1}
}

// moveTree moves the selection of the tree by rows.
func (s *State) moveTree(by int, do func(effect)) {
	i := min(max(s.tree.index(s.cursor)+by, 0), len(s.tree.visible)-1)
	s.selectNode(int(s.tree.visible[i]), do)
}

// pageTree moves the tree and its selection by rows.
func (s *State) pageTree(by int, do func(effect)) {
	s.setTreeTop(s.treeTop + by)
	s.moveTree(by, do)
}

// setTreeTop moves the tree: not above its beginning, and not further than its end needs.
func (s *State) setTreeTop(top int) {
	s.treeTop = max(len(s.tree.visible)-s.bodyHeight(), 0)
	for s.treeTop+s.treeHeight() < len(s.tree.visible) {
		s.treeTop++ // headings take rows
	}
	s.treeTop = max(min(s.treeTop, top), 0)
}

// keepTreeInView moves the tree so that what is selected is on the screen.
func (s *State) keepTreeInView() {
	i := s.tree.index(s.cursor)
	s.setTreeTop(min(max(s.treeTop, i-s.bodyHeight()+1), i))
	for i >= s.treeTop+s.treeHeight() {
		s.treeTop++ // headings take rows
	}
}

// scrollTree moves the tree by rows, and the selection with it if it would leave the screen.
func (s *State) scrollTree(by int, do func(effect)) {
	s.setTreeTop(s.treeTop + by)
	i := s.tree.index(s.cursor)
	if j := min(max(i, s.treeTop), s.treeTop+s.treeHeight()-1, len(s.tree.visible)-1); j != i {
		s.selectNode(int(s.tree.visible[j]), do)
	}
}
