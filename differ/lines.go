package differ

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/lcs"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
)

// lineAligner aligns the lines of two texts like the elements of two lists.
type lineAligner struct {
	listAligner
	was, is string
	// Both texts start with the same lines and end with the same lines, which are not
	// aligned. These are the lengths in bytes. The line feed before the end is in neither.
	head, tail    int
	before, after lines // the rest
	runs          []renderers.TextRun
}

// alignLines aligns the lines of two texts.
func (s inherited) alignLines(was, is string) []renderers.TextRun {
	head := commonStart(was, is)
	a := lineAligner{listAligner: listAligner{rules: s.rules}, was: was, is: is, head: head}
	a.rules.PairTexts = false // a line is never updated
	if a.tail = commonEnd(was[head:], is[head:]); !a.align() {
		a.tail, a.runs = 0, nil
		a.align()
	}
	return a.runs
}

// commonStart returns the length of the lines that two texts start with. It may miss the
// last line of a text.
func commonStart(a, b string) int {
	n := 0
	for n+stretch <= len(a) && n+stretch <= len(b) && a[n:n+stretch] == b[n:n+stretch] {
		n += stretch
	}
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return strings.LastIndexByte(a[:n], '\n') + 1
}

// stretch is how many bytes are compared at a time.
const stretch = 512

// commonEnd returns the length of the lines that two texts end with. It may miss the
// first line of a text.
func commonEnd(a, b string) int {
	i, j := len(a), len(b)
	for i >= stretch && j >= stretch && a[i-stretch:i] == b[j-stretch:j] {
		i, j = i-stretch, j-stretch
	}
	for i > 0 && j > 0 && a[i-1] == b[j-1] {
		i, j = i-1, j-1
	}
	end := a[i:]
	feed := strings.IndexByte(end, '\n')
	if feed < 0 {
		return 0
	}
	return len(end) - feed - 1
}

// align aligns the lines between the common start and end. The walk along the texts
// takes the next line that is like the common one. So it may take a line before the
// common end for the first one of that end. Then align reports false, and the lines of
// the end have to be aligned, too.
func (a *lineAligner) align() bool {
	a.before, a.after = a.middle(a.was), a.middle(a.is)
	a.add(plans.NoOp, strings.Count(a.was[:a.head], "\n"))
	before, after, next, ok := a.number()
	if !ok {
		for i := range a.before.len() {
			if a.before.line(i) == a.after.line(i) {
				a.add(plans.NoOp, 1)
			} else {
				a.add(plans.Update, 1)
			}
		}
	} else if !a.pairCommon(before, after, lcs.Pairs(before, after), next, func(p pair) {
		switch {
		case p.after < 0:
			a.add(plans.Delete, 1)
		case p.before < 0:
			a.add(plans.Create, 1)
		case before[p.before] == after[p.after]:
			a.add(plans.NoOp, 1)
		default:
			a.add(plans.Update, 1)
		}
	}) {
		return false
	}
	if a.tail > 0 {
		a.add(plans.NoOp, strings.Count(a.end(), "\n")+1)
	}
	return true
}

// end returns the lines that both texts end with.
func (a *lineAligner) end() string { return a.was[len(a.was)-a.tail:] }

// around returns the lines that both texts start with, and those that they end with.
func (a *lineAligner) around() []string {
	var texts []string
	if a.head > 0 {
		texts = append(texts, a.was[:a.head-1])
	}
	if a.tail > 0 {
		texts = append(texts, a.end())
	}
	return texts
}

// middle returns the lines of a text that have to be aligned.
func (a *lineAligner) middle(text string) lines {
	text = text[a.head : len(text)-a.tail]
	if a.tail > 0 {
		text = text[:len(text)-1] // the line feed
	}
	return splitLines(text)
}

// add adds lines to the result.
func (a *lineAligner) add(action plans.Action, n int) {
	if n == 0 {
		return
	}
	if last := len(a.runs) - 1; last >= 0 && a.runs[last].Action == action {
		a.runs[last].Lines += int32(n)
		return
	}
	a.runs = append(a.runs, renderers.TextRun{Action: action, Lines: int32(n)})
}

// number gives each line a number, as listAligner.number does. next is the number of the
// first line of the common end, or -1 if there is none.
func (a *lineAligner) number() (before, after []int32, next int32, ok bool) {
	seed := maphash.MakeSeed()
	n := newNumbering(a.after.len())
	find := func(line string) (hash uint64, number int32) {
		hash = maphash.String(seed, line)
		return hash, n.find(hash, func(p alignedIndex) bool { return a.line(p) == line })
	}
	number := func(line string, p alignedIndex) int32 {
		hash, i := find(line)
		if i < 0 {
			i = n.add(hash, p)
		}
		return i
	}
	after = make([]int32, a.after.len())
	for j := range after {
		after[j] = number(a.after.line(j), alignedIndex(j))
	}
	before = make([]int32, a.before.len())
	common := int32(len(n.first)) // numbers from here on are only before
	byIndex := a.pairsByIndex(len(before), len(after))
	for i := range before {
		line, known := a.before.line(i), int32(len(n.first))
		before[i] = number(line, placeBefore(i))
		// Most often, the first line that is only before decides.
		if byIndex && known == common && before[i] == common && !slices.ContainsFunc(a.around(), func(text string) bool { return hasLine(text, line) }) {
			return before, after, -1, false
		}
	}
	if byIndex {
		missing := len(n.first) - int(common)
		around := make([]bool, missing)
		for _, text := range a.around() {
			for line := range strings.SplitSeq(text, "\n") {
				if _, i := find(line); i >= common && !around[i-common] {
					around[i-common] = true
					missing--
				}
			}
		}
		if missing > 0 {
			return before, after, -1, false
		}
	}
	next = -1
	if a.tail > 0 {
		first, _, _ := strings.Cut(a.end(), "\n")
		_, next = find(first)
	}
	return before, after, next, true
}

// hasLine reports whether a text has a line.
func hasLine(text, line string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], line)
		if i < 0 {
			return false
		}
		start := from + i
		end := start + len(line)
		if (start == 0 || text[start-1] == '\n') && (end == len(text) || text[end] == '\n') {
			return true
		}
		if from = start + 1; from > len(text) {
			return false
		}
	}
}

// line returns the line at a place.
func (a *lineAligner) line(p alignedIndex) string {
	if p < 0 {
		return a.before.line(int(^p))
	}
	return a.after.line(int(p))
}

// lines are the lines of a text.
type lines struct {
	text   string
	starts []uint32 // where each line starts, and where one behind them would
}

func splitLines(text string) lines {
	l := lines{text, make([]uint32, strings.Count(text, "\n")+2)}
	start := 0
	for i := 1; i < l.len(); i++ {
		start += strings.IndexByte(text[start:], '\n') + 1
		l.starts[i] = uint32(start)
	}
	l.starts[l.len()] = uint32(len(text) + 1)
	return l
}

func (l lines) len() int { return len(l.starts) - 1 }

func (l lines) line(i int) string { return l.text[l.starts[i] : l.starts[i+1]-1] }
