package differ

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/base/lcs"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
)

// Two lines are compared word by word. What both begin and end with is left out, then the
// words of the rest are aligned. If there are more than maxTokens on a side, all of the rest
// counts as changed, so that the time is proportional to the length of the lines. If less than
// one part in minCommon of the lines is common, nothing is marked: then they have more in
// common by chance than for a reason.
const (
	maxTokens = 2000
	minCommon = 3
)

// manyTokens is how many tokens a map may have that is cleared for the next line. To clear a
// large one takes long.
const manyTokens = 100

// stringWords returns the words that differ in two lines.
func stringWords(was, is string) renderers.Words {
	var w wordAligner
	w.addLine(was, is, 0, 0)
	return w.words
}

// lineWords returns the words that differ in the lines of two texts. A line that is deleted is
// compared with the one that is created in its place, if there is one.
func lineWords(was, is string, runs []renderers.TextRun) renderers.Words {
	var w wordAligner
	a, b := &lineCursor{text: was}, &lineCursor{text: is}
	for i := 0; i < len(runs); i++ {
		switch n := runs[i].Lines; runs[i].Action {
		case plans.Update:
			w.addLines(a, b, n)
		case plans.Delete:
			created := int32(0)
			if i+1 < len(runs) && runs[i+1].Action == plans.Create {
				i++
				created = runs[i].Lines
			}
			pairs := min(n, created)
			w.addLines(a, b, pairs)
			a.skip(n - pairs)
			b.skip(created - pairs)
		case plans.Create:
			b.skip(n)
		default:
			a.skip(n)
			b.skip(n)
		}
	}
	return w.words
}

// lineCursor goes through the lines of a text.
type lineCursor struct {
	text string
	pos  int
}

// next returns the next line, and where it begins.
func (c *lineCursor) next() (line string, from int) {
	from = c.pos
	line, _, _ = strings.Cut(c.text[min(from, len(c.text)):], "\n")
	c.pos += len(line) + 1
	return line, from
}

func (c *lineCursor) skip(n int32) {
	for range n {
		c.next()
	}
}

// wordAligner collects the words that differ. It reuses its memory for the next line.
type wordAligner struct {
	words   renderers.Words
	numbers map[string]int32 // of the tokens of a line
	a, b    tokens
}

func (w *wordAligner) addLines(a, b *lineCursor, n int32) {
	for range n {
		was, fromA := a.next()
		is, fromB := b.next()
		w.addLine(was, is, fromA, fromB)
	}
}

// addLine adds the words that differ in two lines, given where these are in their texts.
func (w *wordAligner) addLine(was, is string, fromA, fromB int) {
	start := commonWords(was, is)
	end := commonLastWords(was[start:], is[start:])
	a, b := was[start:len(was)-end], is[start:len(is)-end]
	common := start + end
	fromA, fromB = fromA+start, fromB+start
	before, after := len(w.words.Before), len(w.words.After)
	if w.number(a, b) {
		i, j := 0, 0
		for _, p := range lcs.Pairs(w.a.numbers, w.b.numbers) {
			w.mark(fromA, i, int(p.A), fromB, j, int(p.B))
			i, j = int(p.A)+1, int(p.B)+1
			common += w.a.start(i) - w.a.start(i-1)
		}
		w.mark(fromA, i, len(w.a.numbers), fromB, j, len(w.b.numbers))
	} else {
		w.words.Before = appendRange(w.words.Before, fromA, fromA+len(a))
		w.words.After = appendRange(w.words.After, fromB, fromB+len(b))
	}
	if 2*common*minCommon < len(was)+len(is) {
		w.words.Before, w.words.After = w.words.Before[:before], w.words.After[:after]
	}
}

// mark adds the tokens of both sides between two that are common, given by their indexes, and
// where the sides begin.
func (w *wordAligner) mark(fromA, i, endA, fromB, j, endB int) {
	w.words.Before = appendRange(w.words.Before, fromA+w.a.start(i), fromA+w.a.start(endA))
	w.words.After = appendRange(w.words.After, fromB+w.b.start(j), fromB+w.b.start(endB))
}

func appendRange(ranges []renderers.Range, from, to int) []renderers.Range {
	if from == to {
		return ranges
	}
	return append(ranges, renderers.Range{From: int32(from), To: int32(to)})
}

// number splits two texts into tokens and gives each a number: equal tokens have equal
// numbers. It returns false if there are too many.
func (w *wordAligner) number(a, b string) bool {
	if w.numbers == nil || len(w.numbers) > manyTokens {
		w.numbers = map[string]int32{}
	}
	clear(w.numbers)
	return w.a.split(a, w.numbers) && w.b.split(b, w.numbers)
}

// tokens are the tokens of a text: words, and single characters between them.
type tokens struct {
	numbers []int32
	ends    []int32 // where each ends
}

func (t *tokens) split(text string, numbers map[string]int32) bool {
	t.numbers, t.ends = t.numbers[:0], t.ends[:0]
	for from := 0; from < len(text); {
		if len(t.numbers) == maxTokens {
			return false
		}
		end := from + tokenLen(text[from:])
		token := text[from:end]
		number, ok := numbers[token]
		if !ok {
			number = int32(len(numbers))
			numbers[token] = number
		}
		t.numbers, t.ends = append(t.numbers, number), append(t.ends, int32(end))
		from = end
	}
	return true
}

// start returns where a token begins. The one behind the last begins at the end.
func (t *tokens) start(i int) int {
	if i == 0 {
		return 0
	}
	return int(t.ends[i-1])
}

// tokenLen returns the length of the first token of a text that is not empty.
func tokenLen(text string) int {
	end := 0
	for end == 0 || !isBoundary(text, end) {
		_, n := utf8.DecodeRuneInString(text[end:])
		end += n
	}
	return end
}

// commonWords returns the length of the tokens that two texts begin with.
func commonWords(a, b string) int {
	n := 0
	for n+stretch <= len(a) && n+stretch <= len(b) && a[n:n+stretch] == b[n:n+stretch] {
		n += stretch
	}
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && !(isBoundary(a, n) && isBoundary(b, n)) {
		n--
	}
	return n
}

// commonLastWords returns the length of the tokens that two texts end with. A text must begin
// with a token.
func commonLastWords(a, b string) int {
	n := 0
	for n+stretch <= len(a) && n+stretch <= len(b) && a[len(a)-n-stretch:len(a)-n] == b[len(b)-n-stretch:len(b)-n] {
		n += stretch
	}
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	for n > 0 && !(isBoundary(a, len(a)-n) && isBoundary(b, len(b)-n)) {
		n--
	}
	return n
}

// isBoundary reports whether a token ends at a position and another one begins. That depends
// only on the characters on both sides of it.
func isBoundary(text string, pos int) bool {
	if pos == 0 || pos == len(text) {
		return true
	}
	if !utf8.RuneStart(text[pos]) { // in a character, or not UTF-8
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(text[:pos])
	next, _ := utf8.DecodeRuneInString(text[pos:])
	return !joins(classify(last), classify(next))
}

// charClass says how a character combines with others.
type charClass uint8

const (
	separator charClass = iota // stands alone, and so does a character of a script without blanks
	wordChar                   // part of a word
	mark                       // belongs to the character before it
	joiner                     // likewise, and to the one behind it
	flagChar                   // two of them are a flag
)

// joins reports whether two characters that follow one another are in the same token.
func joins(last, next charClass) bool {
	switch {
	case next == mark || next == joiner || last == joiner:
		return true
	case next == wordChar:
		return last == wordChar || last == mark
	}
	return next == flagChar && last == flagChar
}

func classify(r rune) charClass {
	switch {
	case r < utf8.RuneSelf:
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return wordChar
		}
		return separator
	case r == 0x200D: // zero width joiner
		return joiner
	case unicode.Is(unicode.M, r), 0x1F3FB <= r && r <= 0x1F3FF, 0xE0020 <= r && r <= 0xE007F: // also skin tones, and tags in flags
		return mark
	case 0x1F1E6 <= r && r <= 0x1F1FF:
		return flagChar
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
		return separator
	case unicode.IsLetter(r), unicode.IsNumber(r):
		return wordChar
	}
	return separator
}
