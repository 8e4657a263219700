package marker

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

const (
	// sinceNames is how many names are in a line, and sinceName how long each is at most, in bytes.
	sinceNames = 5
	sinceName  = 120
	// SinceShort is how long the shortest text may be, which has no names.
	SinceShort = 400
)

// since is what has changed since the report before.
type since struct {
	now, before Marker
	hides       bool // sensitive values change, which are not compared
	appeared    []markerEntry
	went        []markerEntry
	changed     []markerEntry
}

// NewSince compares two markers.
func NewSince(now, before Marker, hides bool) since {
	s := since{now: now, before: before, hides: hides}
	if s.isSame() || now.entries == nil || before.entries == nil {
		return s
	}
	// Of a plan that could not be read, before or now, nobody knows what has changed in it.
	unread := map[string]bool{}
	for _, e := range slices.Concat(before.entries, now.entries) {
		if e.kind == unreadEntry {
			unread[e.plan] = true
		}
	}
	isKnown := func(e markerEntry) bool { return e.kind == unreadEntry || !unread[e.plan] }
	old, new := before.byName(), now.byName()
	for _, e := range before.entries {
		if _, ok := new[e.key()]; !ok && isKnown(e) {
			s.went = append(s.went, e)
		}
	}
	seen := map[markerEntry]bool{}
	for _, e := range now.entries {
		key := e.key()
		if seen[key] || !isKnown(e) {
			continue // what has been seen is in the plan twice
		}
		seen[key] = true
		if digests, ok := old[key]; !ok {
			s.appeared = append(s.appeared, e)
		} else if !bytes.Equal(digests, new[key]) {
			s.changed = append(s.changed, e)
		}
	}
	for _, list := range [][]markerEntry{s.appeared, s.went, s.changed} {
		sorted.Stable(list, compareShown)
	}
	return s
}

// compareShown compares entries in the order in which they are named: by plan, then what is about the plan as a whole, then
// resources, by address.
func compareShown(a, b markerEntry) int {
	return cmp.Or(strings.Compare(a.plan, b.plan), cmp.Compare(a.kind.place(), b.kind.place()), plans.CompareAddresses(a.name, b.name))
}

// key returns the entry without its digest.
func (e markerEntry) key() markerEntry {
	e.digest = entryDigest{}
	return e
}

// byName returns the digests of all entries with a name, one after the other.
func (m *Marker) byName() map[markerEntry][]byte {
	all := map[markerEntry][]byte{}
	for _, e := range m.entries {
		all[e.key()] = append(all[e.key()], e.digest[:]...)
	}
	return all
}

func (s *since) isSame() bool { return s.now.digest == s.before.digest }

// Text returns the sentence about what has changed, or "" if the previous plan is not known. A sentence that is longer than the
// limit has no names.
func (s *since) Text(limit int) string {
	in := sinks.InText
	secrets := ""
	if s.hides {
		secrets = " Sensitive values are not compared."
	}
	switch {
	case s.before.digest == "" || s.before.readable != s.now.readable:
		return ""
	case s.isSame() && (s.now.partial || s.before.partial):
		return in.Bold("Same as before, as far as the plan could be read.") + secrets + "\n\n"
	case s.isSame():
		return in.Bold("Same plan as before.") + secrets + "\n\n"
	case s.now.entries == nil || s.before.entries == nil:
		return in.Bold("The plan is not the same as before.") + " Before: " + totalsText(&s.before.totals) +
			". There are too many changes to say which of them are different.\n\n"
	}
	var counts []string
	var lists strings.Builder
	for _, l := range []struct {
		word string
		all  []markerEntry
	}{{"new", s.appeared}, {"different", s.changed}, {"gone", s.went}} {
		if len(l.all) == 0 {
			continue
		}
		counts = append(counts, fmt.Sprintf("%d %s", len(l.all), l.word))
		list := wording.Capital(l.word) + ": "
		shown := l.all[:min(len(l.all), sinceNames)]
		if len(l.all) == sinceNames+1 {
			shown = l.all // the name takes no more room than its count
		}
		for i, e := range shown {
			if i > 0 {
				list += ", "
			}
			list += e.label(in)
		}
		if more := len(l.all) - len(shown); more > 0 {
			list += fmt.Sprintf(" and %d more", more)
		}
		lists.WriteString(sinks.ListItem(list))
	}
	if len(counts) == 0 { // what differs is not in the beginnings of the digests, or could not be read
		return in.Bold("The plan is not the same as before.") + secrets + "\n\n"
	}
	head := in.Bold("Since the previous plan:") + " " + strings.Join(counts, ", ") + "." + secrets + "\n\n"
	if text := head + lists.String() + "\n"; len(text) <= limit {
		return text
	}
	return head
}

// FindingsSince is the sentence about findings of other programs that are new or gone, "" if there are none, or if those of either report are
// not known.
func FindingsSince(marks []NamedMark, now, before []entryDigest, limit int) string {
	if now == nil || before == nil {
		return ""
	}
	gone := 0
	for _, d := range before {
		if _, still := slices.BinarySearchFunc(now, d, compareDigests); !still {
			gone++
		}
	}
	var names []string
	fresh := 0
	for _, p := range marks {
		seen := map[entryDigest]bool{}
		for _, e := range p.found { // the worst first
			d := e.digest(p.Name)
			if _, known := slices.BinarySearchFunc(before, d, compareDigests); known || seen[d] {
				continue
			}
			seen[d] = true
			if fresh++; fresh <= sinceNames {
				names = append(names, e.label(p.Name))
			}
		}
	}
	var counts []string
	if fresh > 0 {
		counts = append(counts, wording.CountOf(fresh, "new finding", "new findings"))
	}
	if gone > 0 {
		counts = append(counts, fmt.Sprintf("%d gone", gone))
	}
	if len(counts) == 0 {
		return ""
	}
	if fresh == 0 {
		counts[0] = wording.CountOf(gone, "finding is gone", "findings are gone")
	}
	head := sinks.InText.Bold("Since the previous comment:") + " " + strings.Join(counts, ", ") + ".\n\n"
	switch {
	case len(head) > limit:
		return ""
	case fresh == 0:
		return head
	}
	if more := fresh - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	list := ""
	for _, name := range names {
		list += sinks.ListItem(name)
	}
	if text := head + list + "\n"; len(text) <= limit {
		return text
	}
	return head
}

// label names a finding and the resource that it is about.
func (e *foundEntry) label(plan string) string {
	in := sinks.InText
	text, address := e.finding.Rule, e.address
	if name := wording.FirstLineOf(e.finding.Name()); name != text {
		text = strings.TrimPrefix(text+": "+name, ": ")
	}
	if plan != "" {
		address = plan + ": " + address
	}
	return e.finding.Level.String() + " " + in.Code(cutName(text)) + " at " + in.Code(cutName(address))
}

// cutName returns a name as it is listed.
func cutName(text string) string {
	if len(text) > sinceName {
		return strings.ToValidUTF8(text[:sinceName], "") + "…"
	}
	return text
}

// label returns the name of what an entry is about.
func (e markerEntry) label(in sinks.Inline) string {
	text, isName := e.name, true
	switch e.kind {
	case outputEntry:
		text = "output." + text
	case erroredEntry:
		text, isName = "the plan is errored", false
	case unreadEntry:
		text, isName = "the plan cannot be read", false
	case partEntry:
		text, isName = "the plan is incomplete", false
	}
	if e.plan != "" {
		text = e.plan + ": " + text
	}
	text = cutName(text)
	if !isName && e.plan == "" {
		return text
	}
	return in.Code(text)
}

// totalsText says in words what a plan does.
func totalsText(t *plans.Totals) string {
	text := fmt.Sprintf("%d to add, %d to change, %d to destroy", t.Add, t.Change, t.Destroy)
	for _, more := range []struct {
		n    int
		word string
	}{{t.Import, "to import"}, {t.Forget, "to forget"}, {t.Invoke, "to invoke"}} {
		if more.n > 0 {
			text += fmt.Sprintf(", %d %s", more.n, more.word)
		}
	}
	return text
}
