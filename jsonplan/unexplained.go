package jsonplan

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// A plan lists every managed resource of planned_values in resource_changes too,
// those in which nothing happens included. One that does not has lost them on
// its way, to a filter or a typo, and would read as if there were nothing to do.
// What it takes to notice is kept small: a few bytes for each resource.

// plannedInstance takes note of a resource in planned_values.
func (r *reader) plannedInstance(raw []byte) {
	v, err := r.parser.Parse(raw)
	if err == nil {
		r.evidence(v)
	} else {
		// A name that stands twice does not matter for the address.
		r.parser.Names = values.LastWins
		v, err = r.parser.Parse(raw)
		r.parser.Names = values.Unique
	}
	if address := word(v, "address"); err == nil && address != "" && mode(v) == "managed" {
		r.planned.add(address)
	}
}

// unexplained looks for managed resources in planned_values of which no change
// tells. It is an error if nothing would be shown at all, a remark if something
// is missing.
func (r *reader) unexplained() error {
	const most = 3
	known := r.explained.sorted()
	missing := 0
	var names []string
	r.planned.each(func(address string) {
		if _, ok := slices.BinarySearch(known, r.explained.hash(address)); ok {
			return
		}
		missing++
		names = append(names, plans.SpellName(address))
		slices.Sort(names)
		names = names[:min(len(names), most)]
	})
	if missing == 0 {
		return nil
	}
	if missing > most {
		names = append(names, "...")
	}
	list := strings.Join(names, ", ")
	what, whom := fmt.Sprintf("%d managed resources (%s)", missing, list), "them"
	if missing == 1 {
		what, whom = fmt.Sprintf("a managed resource (%s)", list), "it"
	}
	lost := r.lost
	if r.plan.HasResourceChanges {
		lost = "incomplete and has no changes to show"
		if slices.ContainsFunc(r.plan.Changes, acts) {
			r.plan.Warnings = append(r.plan.Warnings, fmt.Sprintf("resource_changes has no entry for %d of the %d managed resources in planned_values (%s), so planfmt cannot show what happens to %s",
				missing, r.planned.n, list, whom))
			return nil
		}
	}
	return &InputError{
		Kind: InputIncomplete,
		Msg:  fmt.Sprintf("resource_changes is %s, but planned_values lists %s, so planfmt cannot show what happens to %s", lost, what, whom),
		Hint: hintLost,
	}
}

// acts reports whether a change is one that is shown.
func acts(rc *ResourceChange) bool {
	return rc.Err != nil || rc.Importing != nil || rc.Moved() ||
		rc.Action != plans.NoOp && !(rc.Mode == "data" && rc.Action == plans.Delete)
}

// hashes is a set of strings, told apart by their hashes.
type hashes struct {
	seed maphash.Seed
	sums []uint64
}

func (h *hashes) hash(s string) uint64 {
	if h.seed == (maphash.Seed{}) {
		h.seed = maphash.MakeSeed()
	}
	return maphash.String(h.seed, s)
}

func (h *hashes) add(s string) { h.sums = append(h.sums, h.hash(s)) }

func (h *hashes) sorted() []uint64 {
	slices.Sort(h.sums)
	return h.sums
}

// addressList is a list of addresses. Each is stored as how much of the one
// before it begins with, and the rest: neighbours have most in common.
type addressList struct {
	n    int
	data []byte
	last string
}

func (l *addressList) add(address string) {
	common := 0
	for common < min(len(address), len(l.last)) && address[common] == l.last[common] {
		common++
	}
	l.data = binary.AppendUvarint(l.data, uint64(common))
	l.data = binary.AppendUvarint(l.data, uint64(len(address)-common))
	l.data = append(l.data, address[common:]...)
	l.n, l.last = l.n+1, address
}

func (l *addressList) each(visit func(string)) {
	var address []byte
	for data := l.data; len(data) > 0; {
		common, n := binary.Uvarint(data)
		data = data[n:]
		rest, n := binary.Uvarint(data)
		data = data[n:]
		address = append(address[:common], data[:rest]...)
		data = data[rest:]
		visit(string(address))
	}
}
