package view

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Names of resources begin and end alike: module.net.aws_subnet.private["eu-central-1a"]. So a name that is too long for the tree loses
// its middle, and siblings, which are the nodes of the same group, never look the same for it.

// shortName is what is shown of a name.
type shortName struct {
	parts []textSpan // of the name: there is an ellipsis wherever something is missing
	end   string     // what stands behind them, where nothing of the name is left by which it differs
}

// siblingName is a name that needs to be told from others.
type siblingName struct {
	text string
	room int // how many cells it may take
}

// ellipsis is for what is missing.
const ellipsis = "…"

// text returns what is shown of the name.
func (n *shortName) text(name string) string {
	var b strings.Builder
	at := 0
	for _, p := range n.parts {
		if p.start > at {
			b.WriteString(ellipsis)
		}
		b.WriteString(name[p.start:p.end])
		at = p.end
	}
	if at < len(name) {
		b.WriteString(ellipsis)
	}
	b.WriteString(n.end)
	return b.String()
}

// minRoom is how many cells a name has at least, where the screen has them.
const minRoom = 12

// headShares are the places where names may lose something, as hundredths of what is left in front of the gap: the first one
// that tells a name from its siblings is taken.
var headShares = [...]int{40, 25, 60, 0, 100}

// shortenNames returns what is shown of names. Those that differ differ in what is shown of them, too. Names that are equal may be there.
func shortenNames(r ruler, all []siblingName) []shortName {
	out := make([]shortName, len(all))
	taken := make(map[string]string, len(all)) // what is shown, and of which name
	var left []int                             // names that are too long
	for i, n := range all {
		if r.width(n.text) <= n.room {
			out[i] = shortName{parts: []textSpan{{0, len(n.text)}}}
			taken[n.text] = n.text
		} else {
			left = append(left, i)
		}
	}
	if len(left) == 0 {
		return out
	}
	// A way to shorten names is taken for those that it tells from all others.
	try := func(shorten func(k int) (shortName, bool)) {
		type claim struct {
			name shortName
			text string
			ok   bool
		}
		claims := make([]claim, len(left))
		by := map[string]string{} // as taken, of those that are left
		shared := map[string]bool{}
		for k, i := range left {
			c := &claims[k]
			if c.name, c.ok = shorten(k); !c.ok {
				continue
			}
			c.text = c.name.text(all[i].text)
			if other, ok := taken[c.text]; ok && other != all[i].text {
				c.ok = false
			} else if other, ok := by[c.text]; ok && other != all[i].text {
				shared[c.text] = true
			}
			by[c.text] = all[i].text
		}
		rest := left[:0]
		for k, i := range left {
			if c := &claims[k]; c.ok && !shared[c.text] {
				out[i] = c.name
				taken[c.text] = all[i].text
			} else {
				rest = append(rest, i)
			}
		}
		left = rest
	}
	for _, share := range headShares {
		try(func(k int) (shortName, bool) {
			n := all[left[k]]
			return shortName{parts: withoutMiddle(r, n.text, n.room-1, share)}, n.room > 1
		})
	}
	if len(left) == 0 {
		return out
	}
	// They differ neither at the beginning nor at the end: where each of them differs from those that begin most like it.
	sort.SliceStable(left, func(i, j int) bool { return all[left[i]].text < all[left[j]].text })
	differs := make([]int, len(left))
	for k := range left {
		text := all[left[k]].text
		for _, other := range []int{-1, 1} {
			for o := k + other; o >= 0 && o < len(left); o += other {
				if beside := all[left[o]].text; beside != text {
					differs[k] = max(differs[k], commonPrefix(text, beside))
					break
				}
			}
		}
	}
	try(func(k int) (shortName, bool) {
		n := all[left[k]]
		return shortName{parts: window(r, n.text, n.room-2, differs[k])}, n.room > 4
	})
	if len(left) == 0 {
		return out
	}
	// They differ in several places: where all of them begin to differ, and at the end.
	common := commonPrefix(all[left[0]].text, all[left[len(left)-1]].text)
	try(func(k int) (shortName, bool) {
		n := all[left[k]]
		parts := window(r, n.text, (n.room-2)/2, common)
		tail := suffixOf(r, n.text, n.room-2-r.width(n.text[parts[0].start:parts[0].end]))
		if tail <= parts[0].end {
			parts[0].end = len(n.text)
		} else {
			parts = append(parts, textSpan{tail, len(n.text)})
		}
		return shortName{parts: parts}, n.room > 8
	})
	// Nothing helps, as with names that differ in still more places: they have numbers.
	number := 0
	numbered := map[string]shortName{} // equal names have the same one
	for _, i := range left {
		n := all[i]
		name, ok := numbered[n.text]
		for !ok {
			number++
			end := "#" + strconv.Itoa(number)
			name = shortName{parts: withoutMiddle(r, n.text, max(n.room-1-len(end), 0), 100), end: end}
			_, isTaken := taken[name.text(n.text)]
			ok = !isTaken
		}
		numbered[n.text], out[i] = name, name
	}
	return out
}

// withoutMiddle returns the beginning and the end of a text, which take so many cells at most.
func withoutMiddle(r ruler, text string, cells, share int) []textSpan {
	head := prefixOf(r, text, cells*share/100)
	tail := suffixOf(r, text, cells-r.width(text[:head]))
	var parts []textSpan
	if head > 0 {
		parts = append(parts, textSpan{0, head})
	}
	if tail = max(tail, head); tail < len(text) {
		parts = append(parts, textSpan{tail, len(text)})
	}
	return parts
}

// window returns the part of a text around a place, which takes so many cells at most.
func window(r ruler, text string, cells, at int) []textSpan {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	start := suffixOf(r, text[:at], cells/3)
	end := start + prefixOf(r, text[start:], cells)
	return []textSpan{{start, end}}
}

// prefixOf returns how many bytes of a text have room in so many cells.
func prefixOf(r ruler, text string, cells int) int {
	at := 0
	for rest := []byte(text); len(rest) > 0; {
		size, wide := r.next(rest)
		if wide > cells {
			break
		}
		at, cells, rest = at+size, cells-wide, rest[size:]
	}
	return at
}

// suffixOf returns where the last part of a text begins that has room in so many cells.
func suffixOf(r ruler, text string, cells int) int {
	over := r.width(text) - cells
	at := 0
	for rest := []byte(text); len(rest) > 0 && over > 0; {
		size, wide := r.next(rest)
		at, over, rest = at+size, over-wide, rest[size:]
	}
	return at
}

// commonPrefix returns how many bytes two texts have in common at the beginning.
func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
