package lcs

// core is a part without what is not necessary to find its pairs:
//
//   - What both sequences start with. If that has the length k, L[k+i][k+j] is k plus
//     the L[i][j] of the rest. So the walk back is the same until one sequence is down
//     to it. After that, the walk needs no table.
//   - Symbols that are only in b. There, the walk always drops the symbol of b.
//   - Symbols that are only in a, if the symbol before is one, too. If the walk drops
//     one of these, it then drops the other.
//
// The remaining symbols have new numbers. Those that are only in a have -1.
type core struct {
	table
	head         int     // the length of what both sequences start with
	fromA, fromB []int32 // the positions of the symbols in the part
}

func (al *aligner) newCore(p subproblem) *core {
	c := &core{}
	for c.head < len(p.a) && c.head < len(p.b) && p.a[c.head] == p.b[c.head] {
		c.head++
	}
	for _, s := range p.a {
		al.symbols[s].inA = true
	}
	for _, s := range p.b {
		al.symbols[s].inB = true
	}
	c.a, c.fromA = make([]int32, 0, len(p.a)-c.head), make([]int32, 0, len(p.a)-c.head)
	c.b, c.fromB = make([]int32, 0, len(p.b)-c.head), make([]int32, 0, len(p.b)-c.head)
	ids := int32(0)
	id := func(s *symbol) int32 {
		if s.id == 0 {
			ids++
			s.id = ids
		}
		return s.id - 1
	}
	for i, n := range p.a[c.head:] {
		number := int32(-1)
		if s := &al.symbols[n]; s.inB {
			number = id(s)
		} else if last := len(c.a) - 1; last >= 0 && c.a[last] < 0 {
			continue
		}
		c.a, c.fromA = append(c.a, number), append(c.fromA, int32(c.head+i))
	}
	for j, n := range p.b[c.head:] {
		if s := &al.symbols[n]; s.inA {
			c.b, c.fromB = append(c.b, id(s)), append(c.fromB, int32(c.head+j))
		}
	}
	for _, seq := range [][]int32{p.a, p.b} {
		for _, s := range seq {
			al.symbols[s] = symbol{}
		}
	}
	c.index(int(ids))
	return c
}

// startOf returns how many symbols of a sequence are left, given how many are left of
// those in the core.
func (c *core) startOf(from []int32, left int) int {
	if left == 0 {
		return c.head
	}
	return int(from[left-1]) + 1
}
