package netset

import (
	"iter"
	"slices"
)

// aligned cuts the ports at each boundary of a list of rows, and gives for each piece who is there in each of the lists.
func aligned(lists ...[]row) iter.Seq2[Ports, []Peers] {
	return func(yield func(Ports, []Peers) bool) {
		var starts []int
		for _, rows := range lists {
			for _, r := range rows {
				starts = append(starts, int(r.ports.From), int(r.ports.To)+1)
			}
		}
		for _, ports := range pieces(starts) {
			peers := make([]Peers, len(lists))
			for i, rows := range lists {
				peers[i] = at(&rows, ports)
				lists[i] = rows
			}
			if !yield(ports, peers) {
				return
			}
		}
	}
}

// at finds who is at a piece of ports, and leaves out the rows before it.
func at(rows *[]row, ports Ports) Peers {
	for len(*rows) > 0 && (*rows)[0].ports.To < ports.From {
		*rows = (*rows)[1:]
	}
	if len(*rows) > 0 && (*rows)[0].ports.From <= ports.From {
		return (*rows)[0].peers
	}
	return Peers{}
}

// pieces are the ports between the first boundary and the last, cut at each of them.
func pieces(starts []int) []Ports {
	slices.Sort(starts)
	starts = slices.Compact(starts)
	var out []Ports
	for i := 1; i < len(starts); i++ {
		out = append(out, Ports{uint16(starts[i-1]), uint16(starts[i] - 1)})
	}
	return out
}
