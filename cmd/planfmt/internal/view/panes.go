package view

import "github.com/planfmt/planfmt/doc"

// The view needs a screen of this size at least. From twoPanes columns on, there are two panes, which have these widths at least.
const (
	minWidth, minHeight = 40, 12
	twoPanes            = 80
	minTree, minBody    = 24, 40
)

func (s *State) isTooSmall() bool { return s.width < minWidth || s.height < minHeight }

// panes returns the width of the tree, and where the page begins and its width. A pane that is not shown has no width.
func (s *State) panes() (tree, bodyAt, body int) {
	switch {
	case s.width >= twoPanes:
		tree = s.chosenWidth
		if tree == 0 {
			tree = min(max(s.width*2/5, 30), 72)
		}
		tree = s.limitTree(tree)
		return tree, tree + 1, s.width - tree - 1
	case s.focus == treePane:
		return s.width, s.width, s.width // the page is laid out as it will be
	}
	return 0, 0, s.width
}

// limitTree returns the width of the tree that is nearest to another one, so that neither pane is too narrow.
func (s *State) limitTree(width int) int { return max(min(width, s.width-1-minBody), minTree) }

// bodyHeight returns how many rows the panes have.
func (s *State) bodyHeight() int { return max(s.height-headerRows-footerRows, 1) }

// showsPage reports whether the page is on the screen, and not only the tree.
func (s *State) showsPage() bool { return s.width >= twoPanes || s.focus == bodyPane }

// widthStep is by how many columns a key moves the border between the panes.
const widthStep = 4

// resizeKey moves the border between the panes. It stays there, also if the terminal is too narrow for that in between.
func (s *State) resizeKey(name string) {
	if s.width < twoPanes {
		s.say(false, "one pane is shown at a time: the terminal is narrower than "+countOf(twoPanes, "column"))
		return
	}
	old, _, _ := s.panes()
	switch name {
	case "<":
		s.chosenWidth = s.limitTree(old - widthStep)
	case ">":
		s.chosenWidth = s.limitTree(old + widthStep)
	default:
		s.chosenWidth = 0
	}
	if now, _, _ := s.panes(); now != old {
		s.layOut()
	} else if name != "=" {
		s.say(false, "one of the panes would be too narrow")
	}
}

// isBorder reports whether the border between the panes is at a column.
func (s *State) isBorder(x int) bool {
	tree, _, _ := s.panes()
	return s.width >= twoPanes && x == tree
}

// drag moves the border between the panes to a column, if the mouse has hold of it.
func (s *State) drag(e dragEvent) {
	if !s.dragging || s.width < twoPanes || s.isTooSmall() {
		return
	}
	old, _, _ := s.panes()
	if now := s.limitTree(e.x); now != old {
		s.chosenWidth = now
		s.layOut()
	}
}

// layOut makes anew what depends on the sizes of the panes.
func (s *State) layOut() {
	s.refresh()
	s.part = 0
	s.top.part = 0
	s.keepInView()
	s.keepTreeInView()
}

// border is what stands between the panes.
func (s *State) border() (out row) {
	p := piece{text: "│", role: doc.Divider}
	if s.dragging {
		p = piece{text: "┃", role: doc.Bold}
	}
	out.add(s.ruler, p)
	return out
}
