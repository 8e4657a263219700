package lcs

import "math"

// band is the part of a table in which symbols count as equal: for each row i, the
// columns from i·rise-before to i·rise+after, and the rest of the words at its
// edges. The zero band is the whole table.
type band struct {
	rise, run     int // rise/run is the slope; if run is 0, the band is the whole table
	before, after int
}

// words returns the words of the band in a row.
func (b band) words(i, words int) (lo, hi int) {
	if b.run == 0 {
		return 0, words
	}
	j := i
	if b.rise != b.run {
		j = int(int64(i) * int64(b.rise) / int64(b.run))
	}
	lo = min(max(0, j-b.before)/wordLen, words)
	hi = min((j+b.after)/wordLen+1, words)
	return lo, hi
}

// has reports whether a cell is in the band.
func (b band) has(i, j, words int) bool {
	lo, hi := b.words(i, words)
	return lo <= j/wordLen && j/wordLen < hi
}

// width returns the largest number of words of the band in a row.
func (b band) width() int { return (b.before+b.after)/wordLen + 2 }

// diagonalBand returns the band that all longest common subsequences are in if, besides
// those that the lengths make necessary, no more symbols than some are without a partner.
func diagonalBand(n, m, extra int) band {
	return band{1, 1, max(0, n-m) + extra/2, max(0, m-n) + extra/2}
}

// straightBand returns a band from corner to corner, with a limit for its words.
func straightBand(n, m, words int) band {
	half := max(0, words/max(1, n)-2) * wordLen / 2
	return band{max(1, m), max(1, n), half, half}
}

const (
	// smallTable is the size up to which it is not worth the trouble to look for a band.
	smallTable = 1 << 19
	// firstExtra is the number of extra symbols without a partner to begin with.
	firstExtra = 512
)

// fill fills the table such that the walk back is the one by the rule. It reports
// whether that was possible within the limits.
//
// The walk is the one by the rule even if only a band of the table is filled, and all
// longest common subsequences are in it. The walk stays on one of them, so L[i][j] is
// right on it. If it has to choose, L[i][j-1] is either right, because the subsequence
// goes on there, too, or it is less than L[i][j], and in the band it is not more.
func (al *aligner) fill(c *core, level int) bool {
	n, m := len(c.a), len(c.b)
	full := tableSize(n, c.words)
	limit := al.exact
	if level > 0 {
		limit = al.share(c)
	}
	if full > smallTable {
		for extra := firstExtra; ; extra *= 4 {
			b := diagonalBand(n, m, extra)
			if tableSize(2*n, b.width()) > min(full, limit) {
				break
			}
			// So long is the subsequence if no more symbols than those are without a partner.
			if c.fillBand(b, noLimit, (n+m-max(n-m, m-n)-extra+1)/2) {
				return true
			}
		}
	}
	if full > limit && (level > 0 || c.fixedWork() > limit) {
		return false
	}
	if full <= limit {
		limit = noLimit
	}
	return c.fillBand(band{}, limit, 0)
}

// share returns the limit for the table of a part.
func (al *aligner) share(c *core) int {
	const least = 1 << 14
	return max(least, int(float64(al.rough)*float64(len(c.a))/float64(al.whole)))
}

// fixedWork returns the number of words that the symbols with bits take in the whole
// table.
func (t *table) fixedWork() int {
	n := 0
	for _, s := range t.a {
		if t.manyBits(s) != nil {
			n++
		}
	}
	return tableSize(n, t.words)
}

// tableSize returns the number of words in a table, or the largest int if that is too small for it, as it may be on a processor of 32 bits.
func tableSize(rows, words int) int {
	return int(min(int64(rows)*int64(words), math.MaxInt))
}
