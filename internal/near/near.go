// Package near finds the names that somebody may have meant. Its main call is [Names].
package near

import (
	"cmp"
	"slices"
	"strings"
)

// Names returns the names that take the fewest edits to become the given one,
// the nearest first, without those that are too different. There are at most so many.
func Names(name string, names []string, most int) []string {
	names = slices.Clone(names)
	slices.Sort(names)
	names = slices.Compact(names)
	type candidate struct {
		name string
		far  int
	}
	var near []candidate
	for _, n := range names {
		far := distance(name, n)
		if strings.Contains(n, name) && name != "" {
			far = 2
		}
		if far <= 2+len(name)/6 {
			near = append(near, candidate{n, far})
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int { return cmp.Compare(a.far, b.far) })
	names = names[:0]
	for _, c := range near[:min(most, len(near))] {
		names = append(names, c.name)
	}
	return names
}

// distance returns the number of insertions, deletions and replacements of
// bytes that turn a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
