package view

// mouse does what a click or the wheel says.
func (s *State) mouse(e mouseEvent, do func(effect)) {
	s.dragging = false // the end of it has been missed
	if s.mode != browsing || s.isTooSmall() {
		return
	}
	treeWidth, bodyAt, _ := s.panes()
	y := e.y - headerRows
	if y < 0 || y >= s.bodyHeight() {
		return
	}
	s.message = message{}
	if e.wheel == 0 && s.isBorder(e.x) {
		s.dragging = true
		return
	}
	inTree := treeWidth > 0 && e.x < treeWidth
	switch {
	case inTree && e.wheel != 0:
		s.scrollTree(e.wheel, do)
	case e.wheel != 0:
		s.scrollBody(e.wheel)
	case inTree:
		s.focus = treePane
		if at := s.nodeInRow(y); at >= 0 {
			again := at == s.cursor
			s.selectNode(at, do)
			if again {
				s.toggleGroup(do)
			}
		}
	case e.x >= bodyAt && s.hasRows():
		s.focus = bodyPane
		to := s.walk(s.top, y)
		again := to == (rowPlace{s.line, s.part})
		s.setPlace(to)
		if again || e.x < bodyAt+marginWidth {
			s.bodyKey("enter", do)
		}
	}
}
