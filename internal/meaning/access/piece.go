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

// rivals are the statements that have to do with a piece, by whether they apply to all of it that they are about, or to some of it at most.
type rivals struct {
	allowing, partly []statement // old ones that let it through
	denying, mayDeny []statement // new ones that deny it
	denied           []statement // old ones that deny some of it
}

// rivalsOf returns the statements that have to do with a piece, and with whatever is a part of it.
func (c comparer) rivalsOf(p piece) rivals {
	var r rivals
	for _, s := range c.old.statements {
		answer := c.applies(s, p)
		switch {
		case answer == none:
		case !s.allows:
			r.denied = append(r.denied, s)
		case answer == globset.Yes:
			r.allowing = append(r.allowing, s)
		default:
			r.partly = append(r.partly, s)
		}
	}
	r.denying, r.mayDeny = c.denials(p)
	return r
}

// denials returns the new statements that deny a piece, and those that may deny some of it.
func (c comparer) denials(p piece) (denying, mayDeny []statement) {
	for _, s := range c.new.statements {
		if s.allows {
			continue
		}
		switch c.applies(s, p) {
		case none:
		case globset.Yes:
			denying = append(denying, s)
		default:
			mayDeny = append(mayDeny, s)
		}
	}
	return denying, mayDeny
}

// isNew decides whether the new policy lets something of a piece through that the old one did not.
func (c comparer) isNew(p piece, r rivals) globset.Answer {
	if c.search.Spent() {
		return globset.Undecided
	}
	outside := c.outsideOfAllowed(p, r)
	if outside == globset.Yes {
		return globset.Yes
	}
	return either(outside, c.wasDenied(p, r))
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
func (c comparer) outsideOfAllowed(p piece, r rivals) globset.Answer {
	sure := append(areas(r.allowing), areas(r.denying)...)
	if leftOver(c.search, p.region, sure) == globset.No {
		return globset.No
	}
	if len(c.old.open) > 0 {
		return globset.Undecided
	}
	return c.witness(p, sure, append(slices.Clip(r.mayDeny), r.partly...))
}

// witness decides whether there certainly is something in a piece outside of some boxes, although some old statements let it through under other
// conditions, and new denials may apply. It avoids each of these statements, or has a request of which the condition of the statement does not hold;
// of old statements, it does so for one at most: what several conditions leave together is undecided.
func (c comparer) witness(p piece, sure []box, statements []statement) globset.Answer {
	left := mostWitnesses
	h := hunt{c, p, &left}
	if h.find(sure, nil, statements, 1) {
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
	if h.find(append(slices.Clip(avoided), s.area), broken, rest, breakable) {
		return true
	}
	if s.allows {
		breakable--
	}
	return breakable >= 0 && !s.isOpen() && h.find(avoided, append(slices.Clip(broken), s.condition), rest, breakable)
}

// wasDenied decides whether there is something in a piece that the old policy denied, and the new one does not.
func (c comparer) wasDenied(p piece, r rivals) globset.Answer {
	answer := globset.No
	for _, d := range r.denied {
		if slices.ContainsFunc(c.new.statements, d.equal) {
			continue
		}
		if answer = either(answer, c.freed(p, d)); answer == globset.Yes {
			break
		}
	}
	return answer
}

// freed decides whether there is something in a piece that one old denial took, and no new one does.
func (c comparer) freed(p piece, d statement) globset.Answer {
	if d.isOpen() {
		return globset.Undecided
	}
	taken := piece{p.principal, p.region.meet(d.area), together(p.condition, d.condition)}
	denying, mayDeny := c.denials(taken)
	sure := areas(denying)
	if leftOver(c.search, taken.region, sure) == globset.No {
		return globset.No
	}
	return c.witness(taken, sure, mayDeny)
}

// none is the answer about a statement that has nothing to do with a piece.
const none globset.Answer = 255

// applies decides whether a statement applies to all of what it has of a piece.
func (c comparer) applies(s statement, p piece) globset.Answer {
	switch {
	case s.isOpen():
		return globset.Undecided
	case !s.principals.have(p.principal) || !mayMeet(c.search, p.region, s.area):
		return none
	case consistent(c.search, together(p.condition, s.condition), nil) == globset.No:
		return none
	}
	return implies(c.search, p.condition, s.condition)
}

func areas(of []statement) []box {
	all := make([]box, len(of))
	for i, s := range of {
		all[i] = s.area
	}
	return all
}
