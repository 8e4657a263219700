package jsonplan

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

const hintLost = "pass the unfiltered output of `terraform show -json FILE`"

// A complete plan has each managed resource of planned_values in resource_changes,
// even if nothing happens to it. A plan that does not was filtered or mistyped, and
// would look as if there were nothing to do. To notice this, the reader keeps a few
// bytes for each resource.

// plannedInstance takes note of a resource in planned_values.
func (r *planReader) plannedInstance(in *instance) error {
	address := in.address
	if len(address) == 0 {
		address = []byte(in.kind.typ + "." + string(in.name))
	}
	if m := in.mode; m != "data" && m != "ephemeral" && string(address) != "." {
		r.listed.planned.add(address)
	}
	if err := r.addInstanceSecrets(in); err != nil {
		return err
	}
	return r.addInstance(in)
}

// checkComplete looks for managed resources and outputs of planned_values that have
// no entry among the changes. This is an error if nothing would be shown at all, and
// otherwise a warning.
func (r *planReader) checkComplete() error {
	changes := false
	for rc := range r.plan.Changes.All() {
		if changes = rc.Shown(); changes {
			break
		}
	}
	if err := r.plan.Changes.Err(); err != nil {
		return err
	}
	shown := changes
	for _, o := range r.plan.Outputs {
		shown = shown || o.Err != nil || o.Action != plans.NoOp
	}
	state := r.absence
	if r.plan.hasChanges {
		state = "incomplete and has no changes to show"
	}
	resources := r.listed.findMissing()
	if resources.n > 0 {
		if changes {
			r.warnLacking(fmt.Errorf("resource_changes has no entry for %d of the %d managed resources in planned_values (%s), so planfmt cannot show what happens to %s",
				resources.n, r.listed.planned.n, resources.list(), resources.pronoun()))
		} else {
			return &plans.InputError{
				Kind: plans.InputIncomplete,
				Msg: fmt.Sprintf("resource_changes is %s, but planned_values lists %s, so planfmt cannot show what happens to %s",
					state, resources.count("a managed resource", "managed resources"), resources.pronoun()),
				Hint: hintLost,
			}
		}
	}
	lacking := r.outputs.findMissing()
	switch {
	case lacking.n == 0:
		return nil
	case shown:
		r.warnLacking(fmt.Errorf("output_changes has no entry for %d of the %d outputs in planned_values (%s), so planfmt cannot show whether %s",
			lacking.n, r.outputs.planned.n, lacking.list(), lacking.choose("it changes", "they change")))
		return nil
	}
	return &plans.InputError{
		Kind: plans.InputIncomplete,
		Msg: fmt.Sprintf("output_changes lacks %s in planned_values, so planfmt cannot show whether %s",
			lacking.count("an output", "outputs"), lacking.choose("it changes", "they change")),
		Hint: hintLost,
	}
}

// warnLacking notes that the plan says less than it should.
func (r *planReader) warnLacking(err error) {
	r.plan.Warnings = append(r.plan.Warnings, err.Error())
	r.plan.Lacking = cmp.Or(r.plan.Lacking, err)
}

// missing is what has no entry: how many, and the first of their names.
type missing struct {
	n     int
	names []string
}

// findMissing returns what a list has from a place on, and a set does not.
func findMissing(list *addressList, from cursor, known *hashes) missing {
	const most = 3
	var m missing
	sums := known.sorted()
	list.each(from, func(name string) {
		if _, ok := slices.BinarySearch(sums, known.hash(name)); ok {
			return
		}
		m.n++
		m.names = append(m.names, plans.SpellName(name))
		slices.Sort(m.names)
		m.names = m.names[:min(len(m.names), most)]
	})
	return m
}

func (m missing) list() string {
	list := strings.Join(m.names, ", ")
	if m.n > len(m.names) {
		list += ", ..."
	}
	return list
}

func (m missing) choose(one, several string) string {
	if m.n == 1 {
		return one
	}
	return several
}

func (m missing) pronoun() string { return m.choose("it", "them") }

// count says how many there are, and which.
func (m missing) count(one, several string) string {
	if m.n == 1 {
		return fmt.Sprintf("%s (%s)", one, m.list())
	}
	return fmt.Sprintf("%d %s (%s)", m.n, several, m.list())
}

// listing compares the addresses in resource_changes with those in planned_values, or
// the names of outputs in output_changes. Most often, planned_values comes first, and both
// are in the same order. Then the place of the last one that was found tells everything.
type listing struct {
	planned addressList
	found   cursor // in planned
	others  hashes // those of the changes that were not the next ones in planned
}

// add adds an address or name that has an entry among the changes.
func (l *listing) add(address []byte) {
	next := l.found
	if l.planned.next(&next) && bytes.Equal(next.address, address) {
		l.found = next
		return
	}
	l.others.add(address)
}

// findMissing returns those in planned_values that have no entry.
func (l *listing) findMissing() missing {
	if l.found.at < len(l.planned.data) { // an address may be planned twice
		for c := (cursor{}); c.at < l.found.at && l.planned.next(&c); {
			l.others.add(c.address)
		}
	}
	return findMissing(&l.planned, l.found, &l.others)
}

// hashes is a set of strings, of which it keeps the hashes.
type hashes struct {
	seed maphash.Seed
	sums []uint64
}

func (h *hashes) init() {
	if h.seed == (maphash.Seed{}) {
		h.seed = maphash.MakeSeed()
	}
}

func (h *hashes) hash(s string) uint64 {
	h.init()
	return maphash.String(h.seed, s)
}

func (h *hashes) add(s []byte) {
	h.init()
	h.sums = append(h.sums, maphash.Bytes(h.seed, s))
}

func (h *hashes) sorted() []uint64 {
	slices.Sort(h.sums)
	return h.sums
}

// addressList is a list of addresses. Neighbours have most in common, so each is
// stored as the length of the prefix that it shares with the one before it, and the
// rest.
type addressList struct {
	n    int
	data []byte
	last []byte
}

func (l *addressList) add(address []byte) {
	common := 0
	for common < min(len(address), len(l.last)) && address[common] == l.last[common] {
		common++
	}
	l.data = binary.AppendUvarint(l.data, uint64(common))
	l.data = binary.AppendUvarint(l.data, uint64(len(address)-common))
	l.data = append(l.data, address[common:]...)
	l.n, l.last = l.n+1, append(l.last[:0], address...)
}

// cursor is a place in an addressList: after an address, or at the beginning.
type cursor struct {
	at      int // in the data
	address []byte
}

// next moves to the next address, if there is one.
func (l *addressList) next(c *cursor) bool {
	data := l.data[c.at:]
	if len(data) == 0 {
		return false
	}
	common, n := binary.Uvarint(data)
	rest, k := binary.Uvarint(data[n:])
	n += k
	c.address = append(c.address[:common], data[n:n+int(rest)]...)
	c.at += n + int(rest)
	return true
}

// each calls visit with the addresses after a place.
func (l *addressList) each(from cursor, visit func(string)) {
	for l.next(&from) {
		visit(string(from.address))
	}
}
