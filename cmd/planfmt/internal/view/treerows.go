package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/doc"
)

// treeRows returns the rows of the tree that are on the screen.
func (s *State) treeRows(width, height int) []paneRow {
	all := make([]paneRow, height)
	m := newMatcher(s.search.query)
	stuck := s.stuckHeadings()
	for i := range all {
		node := s.nodeInRow(i)
		switch {
		case node < 0:
			return all
		case i == 0 && len(stuck) > 0 && s.tree.nodes[node].parent >= 0:
			all[i].row = s.outerRow(node, width, m)
		default:
			all[i].row = s.treeRow(node, width, m)
		}
		if node == s.cursor {
			all[i].tone = quietTone
			if s.focus == treePane {
				all[i].tone = cursorTone
			}
		}
	}
	return all
}

// stuckHeadings returns the groups that the first node on the screen is in, from the outermost one on. Their headings are above it, and
// so they stick at the top of the tree. If they are many, the outermost ones are missing.
func (s *State) stuckHeadings() (all []int) {
	if s.treeTop >= len(s.tree.visible) {
		return nil
	}
	most := min(max(s.bodyHeight()/4, 1), 4)
	at := s.tree.nodes[s.tree.visible[s.treeTop]].parent
	for ; at >= 0 && len(all) < most; at = s.tree.nodes[at].parent {
		all = append(all, at)
	}
	slices.Reverse(all)
	return all
}

// treeHeight returns how many nodes are on the screen from the first one on: the headings that stick take rows, too.
func (s *State) treeHeight() int { return max(s.bodyHeight()-len(s.stuckHeadings()), 1) }

// nodeInRow returns the node in a row of the tree, or -1.
func (s *State) nodeInRow(row int) int {
	stuck := s.stuckHeadings()
	if row < len(stuck) {
		return stuck[row]
	}
	if i := s.treeTop + row - len(stuck); i < len(s.tree.visible) {
		return int(s.tree.visible[i])
	}
	return -1
}

// outerRow is the heading of a group above which those of others are missing: it says all of what a module is called.
func (s *State) outerRow(at, width int, m *matcher) row {
	n := s.tree.nodes[at]
	n.depth = 0
	var out row
	out.add(s.ruler, piece{text: " ▾ "})
	name := s.fullName(&n)
	counts := s.countsBeside(&n, name, width)
	shown := shortenNames(s.ruler, []siblingName{{name, width - out.width - counts.width}})
	s.addName(&out, name, &shown[0], doc.Bold, m)
	out.addAll(s.ruler, counts)
	out.cut(s.ruler, width)
	return out
}

// treeIndent returns how far a node is indented in a tree of a width: not so far that there is no room for its name.
func treeIndent(n *treeNode, width int) int { return min(2*n.depth, width/4, maxTreeIndent) }

// maxTreeIndent is how far the nodes of a tree are indented at most.
const maxTreeIndent = 12

// What stands in front of a name takes so many cells, but for the indentation.
const (
	groupMargin = 3 // the cursor, the mark of a group, a blank
	entryMargin = 5 // the cursor, the sign, a blank
)

// margin returns how many cells are in front of the name of a node.
func (n *treeNode) margin(width int) int {
	if n.isEntry() {
		return treeIndent(n, width) + entryMargin
	}
	return treeIndent(n, width) + groupMargin
}

func (s *State) treeRow(at, width int, m *matcher) row {
	n := &s.tree.nodes[at]
	var out row
	add := func(text string, role doc.Role) { out.add(s.ruler, piece{text: text, role: role}) }
	if at == s.cursor {
		add(">", doc.Bold)
	} else {
		add(" ", doc.Plain)
	}
	add(strings.Repeat(" ", treeIndent(n, width)), doc.Plain)
	var counts row
	role := doc.Plain
	name := safe(n.label)
	switch n.kind {
	case overviewNode:
		add("  ", doc.Plain)
		role = doc.Bold
	case groupNode:
		if s.tree.shut[n.key] {
			add("▸ ", doc.Plain)
		} else {
			add("▾ ", doc.Plain)
		}
		role = doc.Bold
		counts = s.countsBeside(n, name, width)
	default:
		sign := s.doc.sign(n).Spans()
		wide := 0
		for _, p := range sign {
			wide += len(p.Text)
		}
		add(strings.Repeat(" ", 3-wide), doc.Plain)
		for _, p := range sign {
			add(p.Text, p.Role)
		}
		add(" ", doc.Plain)
		if n.alert {
			role = doc.Alert
		} else if n.kind == resourceNode && !s.doc.isShown(n.at) {
			role = doc.Hidden
		}
	}
	shown := shortName{parts: []textSpan{{0, len(name)}}}
	if s.ruler.width(name) > width-out.width-counts.width {
		shown = s.tree.short.name(s, at, width)
	}
	s.addName(&out, name, &shown, role, m)
	out.addAll(s.ruler, counts)
	out.cut(s.ruler, width)
	return out
}

// addName adds what is shown of a name. What matches in it is marked, and an ellipsis if the match is behind it.
func (s *State) addName(out *row, name string, shown *shortName, role doc.Role, m *matcher) {
	matches := m.all([]byte(name))
	add := func(text string, match bool) { out.add(s.ruler, piece{text: text, role: role, match: match}) }
	gap := func(hidden textSpan) {
		if hidden.start < hidden.end {
			add(ellipsis, overlaps(matches, hidden))
		}
	}
	at := 0
	for _, part := range shown.parts {
		gap(textSpan{at, part.start})
		at = part.start
		for _, match := range matches {
			if from, to := max(match.start, at), min(match.end, part.end); from < to {
				add(name[at:from], false)
				add(name[from:to], true)
				at = to
			}
		}
		add(name[at:part.end], false)
		at = part.end
	}
	gap(textSpan{at, len(name)})
	add(shown.end, false)
}

// overlaps reports whether any of the spans has a part in another one.
func overlaps(all []textSpan, other textSpan) bool {
	for _, s := range all {
		if s.start < other.end && other.start < s.end {
			return true
		}
	}
	return false
}

// signOrder is the order of signs by importance.
var signOrder = [...]doc.Sign{
	doc.Unrecognised, doc.DeleteThenCreate, doc.CreateThenDelete, doc.CreateThenForget, doc.ForgetThenCreate,
	doc.Delete, doc.Forget, doc.Update, doc.Create, doc.Read,
}

// countsBeside says how many of each action are in a group, as far as there is room beside the beginning of its name.
func (s *State) countsBeside(n *treeNode, name string, width int) (out row) {
	room := width - n.margin(width) - min(s.ruler.width(name), minRoom) - 1
	counts := s.signCounts(n.signs, room)
	if counts.width == 0 {
		counts.add(s.ruler, piece{text: strconv.Itoa(n.count), tone: faintTone})
		counts.cut(s.ruler, room)
	}
	out.add(s.ruler, piece{text: " "})
	out.addAll(s.ruler, counts)
	return out
}

// signCounts says how often signs are there, as far as there is room.
func (s *State) signCounts(signs *[numSigns]int, room int) (out row) {
	left := 0
	for _, sign := range signOrder {
		if signs[sign] > 0 {
			left++
		}
	}
	for _, sign := range signOrder {
		if signs[sign] == 0 {
			continue
		}
		var count row
		if out.width > 0 {
			count.add(s.ruler, piece{text: " "})
		}
		for _, p := range sign.Spans() {
			count.add(s.ruler, piece{text: p.Text, role: p.Role})
		}
		count.add(s.ruler, piece{text: strconv.Itoa(signs[sign]), tone: faintTone})
		need := out.width + count.width
		if left--; left > 0 {
			need++ // for an ellipsis
		}
		if need > room {
			out.add(s.ruler, piece{text: ellipsis, tone: faintTone})
			break
		}
		out.addAll(s.ruler, count)
	}
	return out
}

// treeNames are the names in a tree as they are shown. It is only for speed: they follow from the tree and the sizes.
type treeNames struct {
	width    int
	ruler    ruler
	siblings map[int]map[int]shortName // by the parent
}

// name returns what is shown of the name of a node for which there is too little room.
func (t *treeNames) name(s *State, at, width int) shortName {
	if t.width != width || t.ruler != s.ruler || t.siblings == nil {
		*t = treeNames{width: width, ruler: s.ruler, siblings: map[int]map[int]shortName{}}
	}
	nodes := s.tree.nodes
	parent := nodes[at].parent
	if t.siblings[parent] == nil {
		var all []siblingName
		var indexes []int
		for i, end := parent+1, s.tree.endOf(parent); i < end; i = nodes[i].end {
			n := &nodes[i]
			name := siblingName{text: safe(n.label), room: width - n.margin(width)}
			if n.kind == groupNode {
				name.room -= s.countsBeside(n, name.text, width).width
			}
			all, indexes = append(all, name), append(indexes, i)
		}
		names := make(map[int]shortName, len(all))
		for k, name := range shortenNames(s.ruler, all) {
			names[indexes[k]] = name
		}
		t.siblings[parent] = names
	}
	return t.siblings[parent][at]
}

// endOf returns the index behind the last node in a group, or in the tree if there is no group.
func (t *resourceTree) endOf(parent int) int {
	if parent < 0 {
		return len(t.nodes)
	}
	return t.nodes[parent].end
}
