package lcs

import (
	"math/bits"
	"slices"
)

const wordLen = 64

// table is the table of two sequences. It has one row at a time, and a log to go back
// to the row before. When the log gets too long, it is dropped, and only the row at
// that place is kept. When the walk back arrives there, the log is made again. So
// the memory is O(n + m), and no row is computed more than twice.
type table struct {
	a, b  []int32 // symbols; those of a that are not in b are negative
	words int     // the length of a row

	// start[s] is where the positions of the symbol s in b begin. If a symbol occurs
	// more often than a row has words, it has bits as in a row, too. At most 64
	// symbols do.
	start, positions []int32
	bits             [][]uint64

	band band
	// row is row i with all bits inverted. Bit j of a row is L[i][j+1]-L[i][j].
	row   []uint64
	i     int
	used  int // behind so many words, all bits of the row are as in row 0
	log   rowLog
	marks []mark
	work  int // how many words have been computed
}

// mark is a row at which the log was dropped.
type mark struct {
	i, used int
	row     []uint64
}

// maxLog is how many words the log of a table may have.
const maxLog = 1 << 16

// index finds out where each symbol is.
func (t *table) index(symbols int) {
	t.words = (len(t.b) + wordLen - 1) / wordLen
	t.start, t.positions = make([]int32, symbols+1), make([]int32, len(t.b))
	for _, s := range t.b {
		t.start[s]++
	}
	end := int32(0)
	for s, n := range t.start {
		end += n
		t.start[s] = end
	}
	for j, s := range slices.Backward(t.b) {
		t.start[s]--
		t.positions[t.start[s]] = int32(j)
	}
	for s := range int32(symbols) {
		at := t.where(s)
		if len(at) <= t.words {
			continue
		}
		if t.bits == nil {
			t.bits = make([][]uint64, symbols)
		}
		t.bits[s] = make([]uint64, t.words)
		for _, j := range at {
			t.bits[s][j/wordLen] |= 1 << (j % wordLen)
		}
	}
}

// where returns the positions of a symbol in b, ascending.
func (t *table) where(s int32) []int32 { return t.positions[t.start[s]:t.start[s+1]] }

// manyBits returns the bits of a symbol if it has any.
func (t *table) manyBits(s int32) []uint64 {
	if t.bits == nil || s < 0 {
		return nil
	}
	return t.bits[s]
}

const noLimit = int(^uint(0) >> 1)

// fillBand computes the rows up to the last one. In each, only symbols within the band
// count as equal. It reports whether it did so with at most limit words.
func (t *table) fillBand(b band, limit int) bool {
	t.band, t.i, t.used, t.work, t.marks = b, 0, 0, 0, nil
	t.row = make([]uint64, t.words)
	for w := range t.row {
		t.row[w] = ^uint64(0)
	}
	t.mark()
	for t.i < len(t.a) {
		if t.log.len() >= maxLog {
			t.mark()
		}
		t.next()
		if t.work > limit {
			return false
		}
	}
	return true
}

// mark drops the log and keeps the row.
func (t *table) mark() {
	t.marks = append(t.marks, mark{t.i, t.used, slices.Clone(t.row)})
	t.log.clear()
}

// length returns the length of a longest common subsequence.
func (t *table) length() int {
	n := 0
	for _, w := range t.row {
		n += bits.OnesCount64(^w)
	}
	return n
}

// next turns row i into row i+1. With v as a word of the inverted row, it is
// v' = (v + (v & match)) | (v &^ match).
//
// Words without a match only change while there is a carry, so symbols that
// occur once cost next to nothing. With a carry, nothing changes in words that are as
// in row 0, as all words behind the band are.
func (t *table) next() {
	s := t.a[t.i]
	lo, hi := t.band.at(t.i, t.words)
	t.i++
	t.work++
	t.log.begin()
	if s < 0 {
		return
	}
	var carry, sum uint64
	if match := t.manyBits(s); match != nil {
		t.work += hi - lo
		t.used = max(t.used, hi)
		row, match := t.row[lo:hi], match[lo:hi]
		t.log.add(lo, row...)
		for w, m := range match {
			v := row[w]
			sum, carry = bits.Add64(v, v&m, carry)
			row[w] = sum | v&^m
		}
		return
	}
	at := t.where(s)
	if lo > 0 {
		n, _ := slices.BinarySearch(at, int32(lo*wordLen))
		at = at[n:]
	}
	for w := lo; w < hi; w++ {
		if carry == 0 {
			if len(at) == 0 {
				return
			}
			if w = int(at[0]) / wordLen; w >= hi {
				return
			}
		}
		if carry != 0 && w >= t.used {
			return
		}
		var m uint64
		for len(at) > 0 && int(at[0])/wordLen == w {
			m |= 1 << (at[0] % wordLen)
			at = at[1:]
		}
		t.work++
		v := t.row[w]
		sum, carry = bits.Add64(v, v&m, carry)
		if sum |= v &^ m; sum != v {
			t.log.add(w, v)
			t.row[w] = sum
			t.used = max(t.used, w+1)
		}
	}
}

// back turns row i into row i-1.
func (t *table) back() {
	if last := len(t.marks) - 1; t.i == t.marks[last].i {
		t.marks = t.marks[:last]
		m := t.marks[last-1]
		copy(t.row, m.row)
		t.log.clear()
		end := t.i
		for t.i, t.used = m.i, m.used; t.i < end; {
			t.next()
		}
	}
	t.log.undo(t.row)
	t.i--
}

// grows reports whether L[i][j] > L[i][j-1].
func (t *table) grows(j int) bool { return t.row[(j-1)/wordLen]>>((j-1)%wordLen)&1 == 0 }

// walk goes back from both ends, and calls pair for each common symbol. It returns how
// many symbols are left of each sequence; of one of them, none is.
func (t *table) walk(pair func(i, j int)) (i, j int) {
	i, j = len(t.a), len(t.b)
	for i > 0 && j > 0 {
		switch {
		case t.a[i-1] == t.b[j-1] && t.band.has(i-1, j-1, t.words):
			i, j = i-1, j-1
			pair(i, j)
			t.back()
		case t.grows(j):
			i--
			t.back()
		default:
			j--
		}
	}
	return i, j
}

// rowLog has the words that each row has changed, as they were before.
type rowLog struct {
	rows  []int32 // for each row, the number of spans before it
	spans []span
	words []uint64
}

// span is a run of words in a row.
type span struct{ at, n int32 }

func (l *rowLog) clear() { l.rows, l.spans, l.words = l.rows[:0], l.spans[:0], l.words[:0] }

func (l *rowLog) len() int { return len(l.rows) + len(l.spans) + len(l.words) }

// begin begins the next row.
func (l *rowLog) begin() { l.rows = append(l.rows, int32(len(l.spans))) }

// add adds words of the row, from one of them on. They follow those that were added
// before.
func (l *rowLog) add(at int, words ...uint64) {
	l.words = append(l.words, words...)
	if last := len(l.spans) - 1; last >= int(l.rows[len(l.rows)-1]) {
		if s := &l.spans[last]; int(s.at+s.n) == at {
			s.n += int32(len(words))
			return
		}
	}
	l.spans = append(l.spans, span{int32(at), int32(len(words))})
}

// undo puts the words of the last row back, and removes it from the log.
func (l *rowLog) undo(row []uint64) {
	last := len(l.rows) - 1
	for _, s := range slices.Backward(l.spans[l.rows[last]:]) {
		from := len(l.words) - int(s.n)
		copy(row[s.at:], l.words[from:])
		l.words = l.words[:from]
	}
	l.spans, l.rows = l.spans[:l.rows[last]], l.rows[:last]
}
