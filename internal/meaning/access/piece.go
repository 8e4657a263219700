package access

import (
	"slices"

	"github.com/planfmt/planfmt/internal/meaning/globset"
)

// A piece is what a statement allows to one principal: actions, resources, and the condition under which it does.
type piece struct {
	principal principal
	region    region
	condition []clause
}

// with returns the piece with one dimension narrowed to a set.
func (p piece) with(dimension int, set globset.Set) piece {
	p.region = slices.Clone(p.region)
	p.region[dimension] = []globset.Set{set}
	return p
}

// isNew decides whether the new policy lets something of a piece through that the old one did not.
func (c comparer) isNew(p piece) globset.Answer {
	outside := c.outsideOfAllowed(p)
	if outside == globset.Yes {
		return globset.Yes
	}
	return either(outside, c.wasDenied(p))
}

// either joins the answers to whether one of two things exists.
func either(a, b globset.Answer) globset.Answer {
	switch {
	case a == globset.Yes || b == globset.Yes:
		return globset.Yes
	case a == globset.Undecided || b == globset.Undecided:
		return globset.Undecided
	}
	return globset.No
}

// outsideOfAllowed decides whether there is something in a piece that the old policy did not allow, denials left aside, and that no new one denies.
func (c comparer) outsideOfAllowed(p piece) globset.Answer {
	sure := append(boxes(c.allowing(p, globset.Yes)), boxes(c.denials(c.new, p, globset.Yes))...)
	if leftOver(c.search, p.region, sure) == globset.No {
		return globset.No
	}
	if len(c.old.open) > 0 {
		return globset.Undecided
	}
	partly := slices.Concat(c.allowing(p, globset.No), c.allowing(p, globset.Undecided))
	return c.witness(p, sure, partly)
}

// witness decides whether there certainly is something in a piece outside of some boxes, although some old statements let it through under other
// conditions, and new denials may apply. It avoids each of these statements, or has a request of which the condition of the statement does not hold;
// of old statements, it does so for one at most: what several conditions leave together is undecided.
func (c comparer) witness(p piece, sure []box, partly []statement) globset.Answer {
	left := mostWitnesses
	h := hunt{c, p, &left}
	if h.find(sure, nil, append(c.mayDeny(p), partly...), 1) {
		return globset.Yes
	}
	return globset.Undecided
}

// mostWitnesses is how many ways are tried to avoid statements or to break their conditions.
const mostWitnesses = 256

// A hunt looks for something in a piece that no statement takes.
type hunt struct {
	comparer
	piece piece
	left  *int
}

// find avoids or breaks the first statement, and goes on with the others. So many old statements may be broken.
func (h hunt) find(avoided []box, broken [][]clause, statements []statement, breakable int) bool {
	if *h.left--; *h.left < 0 || leftOver(h.search, h.piece.region, avoided) != globset.Yes {
		return false
	}
	if len(statements) == 0 {
		return consistent(h.search, h.piece.condition, broken) == globset.Yes
	}
	s, rest := statements[0], statements[1:]
	if h.find(append(slices.Clip(avoided), boxOf(s)), broken, rest, breakable) {
		return true
	}
	if s.allows {
		breakable--
	}
	return breakable >= 0 && !s.isOpen() && h.find(avoided, append(slices.Clip(broken), s.condition), rest, breakable)
}

// wasDenied decides whether there is something in a piece that the old policy denied, and the new one does not.
func (c comparer) wasDenied(p piece) globset.Answer {
	answer := globset.No
	for _, d := range c.old.statements {
		if d.allows || !d.principals.have(p.principal) || c.stillDenied(d) {
			continue
		}
		answer = either(answer, c.freed(p, d))
		if answer == globset.Yes {
			return globset.Yes
		}
	}
	return answer
}

// stillDenied reports whether the same denial is in the new policy.
func (c comparer) stillDenied(d statement) bool {
	return slices.ContainsFunc(c.new.statements, d.equal)
}

// freed decides whether there is something in a piece that one old denial took, and no new one does.
func (c comparer) freed(p piece, d statement) globset.Answer {
	if d.isOpen() {
		return globset.Undecided
	}
	taken := piece{p.principal, p.region.meet(d.box()), together(p.condition, d.condition)}
	applies := consistent(c.search, taken.condition, nil)
	if applies == globset.No {
		return globset.No
	}
	sure := boxes(c.denials(c.new, taken, globset.Yes))
	if leftOver(c.search, taken.region, sure) == globset.No {
		return globset.No
	}
	return c.witness(taken, sure, nil)
}

// allowing returns the old statements that allow something of a piece to its principal, by whether the condition of the piece implies theirs. Those
// whose condition excludes that of the piece are left out.
func (c comparer) allowing(p piece, implied globset.Answer) []statement {
	return c.statements(c.old, p, true, implied)
}

// denials returns the denials of a policy in the same way.
func (c comparer) denials(of policy, p piece, implied globset.Answer) []statement {
	return c.statements(of, p, false, implied)
}

// mayDeny returns the new denials that apply to a piece under some conditions.
func (c comparer) mayDeny(p piece) []statement {
	return slices.Concat(c.denials(c.new, p, globset.No), c.denials(c.new, p, globset.Undecided))
}

func (c comparer) statements(of policy, p piece, allows bool, implied globset.Answer) []statement {
	var found []statement
	for _, s := range of.statements {
		if s.allows == allows && c.applies(s, p) == implied {
			found = append(found, s)
		}
	}
	return found
}

// none is the answer about a statement that has nothing to do with a piece.
const none globset.Answer = 255

// applies decides whether a statement applies to all of what it has of a piece.
func (c comparer) applies(s statement, p piece) globset.Answer {
	switch {
	case s.isOpen():
		return globset.Undecided
	case !s.principals.have(p.principal) || !mayMeet(c.search, p.region, s.box()):
		return none
	case consistent(c.search, together(p.condition, s.condition), nil) == globset.No:
		return none
	}
	return implies(c.search, p.condition, s.condition)
}

func boxes(of []statement) []box {
	all := make([]box, len(of))
	for i, s := range of {
		all[i] = boxOf(s)
	}
	return all
}

// boxOf returns what a statement may be about: everything, if some of it is open.
func boxOf(s statement) box {
	if s.isOpen() {
		return box{globset.Except(), globset.Except()}
	}
	return s.box()
}
