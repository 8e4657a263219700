package lcs

import (
	"math/bits"
	"slices"
)

const wordLen = 64

// table is the table of two sequences. It has one row at a time, and a log to go back
// to the row before. When the log gets too long, it is dropped, and from there on, only a
// row here and there is kept. When the walk back needs the log, it is made again from the
// last of these rows on. So the memory is O(n + m), and no row is computed more than
// twice.
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
	row  []uint64
	i    int
	used int // behind so many words, all bits of the row are as in row 0
	// end is how many words of a row are needed. A word depends only on itself and on
	// those before it, and the walk back never needs a word again that it has left
	// behind.
	end    int
	log    rowLog
	hasLog bool // the log is kept
	marks  []mark
	work   int // how many words have been computed
}

// mark is a row that is kept: the words of the band that are not as in row 0.
type mark struct {
	i, at, used int
	words       []uint64
}

const (
	// maxLog is how many words the log of a table may have.
	maxLog = 1 << 16
	// markEvery is how many words are computed from one mark to the next.
	markEvery = maxLog
)

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
// count as equal. It reports whether it did so with at most limit words, and found a
// common subsequence of at least a length. If not, it stops as soon as that is certain.
func (t *table) fillBand(b band, limit, length int) bool {
	t.band, t.i, t.used, t.end, t.work, t.marks = b, 0, 0, t.words, 0, nil
	t.row = make([]uint64, t.words)
	t.clear(0, t.words)
	t.log.clear()
	t.mark()
	t.hasLog = true
	for next := markEvery; t.i < len(t.a); {
		if t.hasLog && t.log.len() >= maxLog {
			t.log.clear()
			t.hasLog = false
			next = t.work
		}
		if t.work >= next {
			if !t.hasLog {
				t.mark()
			}
			if length > 0 && t.length()+len(t.a)-t.i < length {
				return false
			}
			next = t.work + markEvery
		}
		t.next()
		if t.work > limit {
			return false
		}
	}
	return t.length() >= length
}

// mark keeps the row.
func (t *table) mark() {
	at, _ := t.band.words(t.i, t.words)
	at = min(at, t.used)
	t.marks = append(t.marks, mark{t.i, at, t.used, slices.Clone(t.row[at:t.used])})
}

// clear sets words of the row to those of row 0.
func (t *table) clear(from, end int) {
	for w := from; w < end; w++ {
		t.row[w] = ^uint64(0)
	}
}

// length returns the length of a longest common subsequence of the rows so far.
func (t *table) length() int {
	n := 0
	for _, w := range t.row[:t.used] {
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
	lo, hi := t.band.words(t.i, t.words)
	hi = min(hi, t.end)
	t.i++
	t.work++
	if t.hasLog {
		t.log.begin()
	}
	if s < 0 {
		return
	}
	var carry, sum uint64
	if match := t.manyBits(s); match != nil {
		if lo >= hi {
			return
		}
		t.work += hi - lo
		t.used = max(t.used, hi)
		row, match := t.row[lo:hi], match[lo:hi]
		if t.hasLog {
			t.log.add(lo, row...)
		}
		advance(row, match)
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
			if t.hasLog {
				t.log.add(w, v)
			}
			t.row[w] = sum
			t.used = max(t.used, w+1)
		}
	}
}

// advance does for all words what next does for one, given the matches in each. It takes
// four words at a time, which keeps the carry in a register.
func advance(row, match []uint64) {
	var carry uint64
	for len(match) >= 4 && len(row) >= 4 {
		r, m := (*[4]uint64)(row), (*[4]uint64)(match)
		v0, v1, v2, v3 := r[0], r[1], r[2], r[3]
		m0, m1, m2, m3 := v0&m[0], v1&m[1], v2&m[2], v3&m[3]
		s0, c := bits.Add64(v0, m0, carry)
		s1, c := bits.Add64(v1, m1, c)
		s2, c := bits.Add64(v2, m2, c)
		s3, c := bits.Add64(v3, m3, c)
		r[0], r[1], r[2], r[3] = s0|(v0^m0), s1|(v1^m1), s2|(v2^m2), s3|(v3^m3)
		row, match, carry = row[4:], match[4:], c
	}
	for w, m := range match {
		v := row[w]
		var sum uint64
		sum, carry = bits.Add64(v, v&m, carry)
		row[w] = sum | v&^m
	}
}

// back turns row i into row i-1.
func (t *table) back() {
	if len(t.log.rows) == 0 {
		t.redo()
	}
	t.log.undo(t.row, t.end)
	t.i--
}

// redo computes the rows from the last mark on again, to make their log.
func (t *table) redo() {
	last := len(t.marks) - 1
	if t.marks[last].i == t.i {
		last--
	}
	t.marks = t.marks[:last+1]
	m := &t.marks[last]
	// The words before the band have not changed since.
	if m.at < t.end {
		copy(t.row[m.at:t.end], m.words)
	}
	t.clear(m.used, t.end)
	end := t.i
	t.hasLog = true
	for t.i, t.used = m.i, m.used; t.i < end; {
		t.next()
	}
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
			t.end = (j + wordLen - 1) / wordLen
			pair(i, j)
			t.back()
		case t.grows(j):
			i--
			t.back()
		default:
			j--
			t.end = (j + wordLen - 1) / wordLen
		}
	}
	return i, j
}

// rowLog has the words that each row has changed, as they were before.
type rowLog struct {
	rows  []int32 // for each row, the number of spans before it
	spans []wordRun
	words []uint64
}

// wordRun is a run of words in a row.
type wordRun struct{ at, n int32 }

func (l *rowLog) clear() { l.rows, l.spans, l.words = l.rows[:0], l.spans[:0], l.words[:0] }

func (l *rowLog) len() int { return len(l.rows) + len(l.spans) + len(l.words) }

// begin begins the next row.
func (l *rowLog) begin() { l.rows = append(l.rows, int32(len(l.spans))) }

// add adds words of the row, from one of them on. They follow those that were added
// before.
func (l *rowLog) add(at int, words ...uint64) {
	if need := len(l.words) + len(words); need > cap(l.words) {
		l.words = slices.Grow(l.words, need) // twice the room: append would copy long ones more often
	}
	l.words = append(l.words, words...)
	if last := len(l.spans) - 1; last >= int(l.rows[len(l.rows)-1]) {
		if s := &l.spans[last]; int(s.at+s.n) == at {
			s.n += int32(len(words))
			return
		}
	}
	l.spans = append(l.spans, wordRun{int32(at), int32(len(words))})
}

// undo puts the words of the last row back, up to an end, and removes it from the log.
func (l *rowLog) undo(row []uint64, end int) {
	last := len(l.rows) - 1
	for _, s := range slices.Backward(l.spans[l.rows[last]:]) {
		from := len(l.words) - int(s.n)
		if int(s.at) < end {
			copy(row[s.at:end], l.words[from:])
		}
		l.words = l.words[:from]
	}
	l.spans, l.rows = l.spans[:l.rows[last]], l.rows[:last]
}
