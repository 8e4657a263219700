// Package near finds the names that somebody may have meant. Its main call is [Names].
package near

import (
	"cmp"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/sorted"
)

// maxLength is how long names are that are compared, in bytes. The time that it takes grows
// with the product of the lengths, and nobody mistypes a longer name.
const maxLength = 1_000

// Names returns the names that take the fewest edits to become the given one,
// the nearest first, without those that are too different. There are at most so many,
// and none if the given name is longer than 1,000 bytes.
func Names(name string, names []string, most int) []string {
	names = slices.Clone(names)
	slices.Sort(names)
	names = slices.Compact(names)
	type candidate struct {
		name string
		far  int
	}
	var near []candidate
	if len(name) > maxLength {
		return nil
	}
	bound := 2 + len(name)/6
	for _, n := range names {
		switch {
		case strings.Contains(n, name) && name != "":
			near = append(near, candidate{n, 2})
		case len(n)-len(name) > bound || len(name)-len(n) > bound: // each edit changes the length by one at most
		default:
			if far := distance(name, n); far <= bound {
				near = append(near, candidate{n, far})
			}
		}
	}
	sorted.Stable(near, func(a, b candidate) int { return cmp.Compare(a.far, b.far) })
	names = names[:0]
	for _, c := range near[:min(most, len(near))] {
		names = append(names, c.name)
	}
	return names
}

// IsMisspelt reports whether one name becomes the other with two edits at most.
func IsMisspelt(name, other string) bool {
	const most = 2
	if len(name) > maxLength || len(name)-len(other) > most || len(other)-len(name) > most {
		return false
	}
	return distance(name, other) <= most
}

// IsSlip reports whether a name is most likely the other one, misspelt: a name of three or four bytes has one edit, a longer one
// two at most, and they don't differ in digits alone. A shorter one is another name, as id and d are, and so are ipv4_cidr and ipv6_cidr.
func IsSlip(name, other string) bool {
	if !IsMisspelt(name, other) || len(name) == len(other) && letters(name) == letters(other) {
		return false
	}
	return len(name) > 4 || min(len(name), len(other)) >= 3 && distance(name, other) == 1
}

// letters returns a name with one sign for all digits.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '0'
		}
		return r
	}, name)
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
