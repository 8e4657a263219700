package planpair

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/internal/work/passes"
	"github.com/planfmt/planfmt/internal/work/planhash"
	"github.com/planfmt/planfmt/plans"
)

// resourcePair is the entries of two plans for the same resource. One of them is nil if its plan does nothing to the resource.
type resourcePair struct {
	section  computed.Section
	old, new *source.Resource
}

func (p resourcePair) newest() *source.Resource { return cmp.Or(p.new, p.old) }

// resourceKey is the key by which resources of two plans are paired.
type resourceKey struct {
	section          computed.Section
	address, deposed string
}

// pairs pairs the resources of the plans by address and deposed key. It pairs the remaining
// resources by the address that an object had before it moved. Pairs are sorted by section and
// address, since the order in the documents does not matter.
func (d *planPair) pairs() ([]resourcePair, error) {
	var all []resourcePair
	left := map[resourceKey][]*source.Resource{}
	for _, j := range d.old.Kept {
		k := keyOf(j)
		left[k] = append(left[k], j.Resource)
	}
	var unpaired []engine.Job
	byKey := map[resourceKey][]*source.Resource{}
	for _, j := range d.new.Kept {
		k := keyOf(j)
		if len(left[k]) == 0 {
			unpaired = append(unpaired, j)
			continue
		}
		byKey[k] = append(byKey[k], j.Resource)
	}
	var gone []engine.Job
	for _, j := range d.old.Kept {
		k := keyOf(j)
		news, seen := byKey[k]
		switch {
		case left[k] == nil: // paired before, with another entry of this address
		case !seen:
			gone = append(gone, j)
		case len(news) == 1 && len(left[k]) == 1:
			all = append(all, resourcePair{k.section, left[k][0], news[0]})
		default:
			for _, p := range d.pairDuplicates(left[k], news) {
				all = append(all, resourcePair{k.section, p[0], p[1]})
			}
			left[k] = nil
		}
	}
	all = append(all, pairMoved(gone, unpaired)...)
	sorted.Stable(all, func(a, b resourcePair) int {
		x, y := a.newest(), b.newest()
		return cmp.Or(cmp.Compare(a.section, b.section), plans.CompareAddresses(x.Address, y.Address), strings.Compare(x.Deposed, y.Deposed))
	})
	return all, nil
}

func keyOf(j engine.Job) resourceKey {
	return resourceKey{j.Section, j.Resource.Address, j.Resource.Deposed}
}

// pairDuplicates pairs entries that all have the same address: first those with equal digests, then
// the others in their order.
func (d *planPair) pairDuplicates(old, new []*source.Resource) [][2]*source.Resource {
	digests := func(doc *engine.Document, all []*source.Resource) []planhash.Entry {
		h, load := &planhash.Hasher{Sensitive: true}, doc.Source.Loader()
		out := make([]planhash.Entry, len(all))
		for i, r := range all {
			v, err := load.Resource(r, nil)
			out[i] = passes.HashResource(h, nil, r, v, err).Entry
		}
		return out
	}
	a, b := digests(d.old, old), digests(d.new, new)
	var pairs [][2]*source.Resource
	taken := make([]bool, len(new))
	var rest []*source.Resource
	for i, r := range old {
		j := -1
		for k := range new {
			if !taken[k] && a[i] == b[k] {
				j = k
				break
			}
		}
		if j < 0 {
			rest = append(rest, r)
			continue
		}
		taken[j] = true
		pairs = append(pairs, [2]*source.Resource{r, new[j]})
	}
	for j, r := range new {
		if taken[j] {
			continue
		}
		var partner *source.Resource
		if len(rest) > 0 {
			partner, rest = rest[0], rest[1:]
		}
		pairs = append(pairs, [2]*source.Resource{partner, r})
	}
	for _, r := range rest {
		pairs = append(pairs, [2]*source.Resource{r, nil})
	}
	return pairs
}

// pairMoved pairs the changes of objects that have different addresses in the two plans, because
// one of the plans moves the object, or both move it to different addresses.
func pairMoved(old, new []engine.Job) []resourcePair {
	origin := func(j engine.Job) resourceKey {
		k := keyOf(j)
		if j.Resource.Moved() {
			k.address = j.Resource.PreviousAddress
		}
		return k
	}
	byOrigin := map[resourceKey]int{}
	for i, j := range old {
		if _, twice := byOrigin[origin(j)]; twice {
			byOrigin[origin(j)] = -1
		} else {
			byOrigin[origin(j)] = i
		}
	}
	var pairs []resourcePair
	taken := make([]bool, len(old))
	for _, j := range new {
		p := resourcePair{section: j.Section, new: j.Resource}
		i, ok := byOrigin[origin(j)]
		if ok && i >= 0 && !taken[i] && old[i].Resource.Type == j.Resource.Type {
			taken[i], p.old = true, old[i].Resource
		}
		pairs = append(pairs, p)
	}
	for i, j := range old {
		if !taken[i] {
			pairs = append(pairs, resourcePair{section: j.Section, old: j.Resource})
		}
	}
	return pairs
}

// pairBy pairs elements with the same key, if the key is unique in both lists. Pairs are sorted by key.
func pairBy[T any](old, new []*T, key func(*T) string) [][2]*T {
	type keyed struct {
		key  string
		pair [2]*T
	}
	var all []keyed
	at := map[string]int{}
	for which, list := range [2][]*T{old, new} {
		for _, e := range list {
			k := key(e)
			i, ok := at[k]
			if !ok || all[i].pair[which] != nil {
				i = len(all)
				all = append(all, keyed{key: k})
				at[k] = i
			}
			all[i].pair[which] = e
		}
	}
	sorted.Stable(all, func(a, b keyed) int { return plans.CompareAddresses(a.key, b.key) })
	pairs := make([][2]*T, len(all))
	for i, e := range all {
		pairs[i] = e.pair
	}
	return pairs
}

// pairActions pairs the invocations of actions by address and trigger, and the remaining ones by
// address.
func pairActions(old, new []*source.Action) [][2]*source.Action {
	exact := pairBy(old, new, func(a *source.Action) string { return a.Address + "\x00" + triggerOf(a) })
	var pairs [][2]*source.Action
	var rest [2][]*source.Action
	for _, p := range exact {
		switch {
		case p[0] == nil:
			rest[1] = append(rest[1], p[1])
		case p[1] == nil:
			rest[0] = append(rest[0], p[0])
		default:
			pairs = append(pairs, p)
		}
	}
	pairs = append(pairs, pairBy(rest[0], rest[1], func(a *source.Action) string { return a.Address })...)
	sorted.Stable(pairs, func(a, b [2]*source.Action) int {
		return plans.CompareAddresses(cmp.Or(a[1], a[0]).Address, cmp.Or(b[1], b[0]).Address)
	})
	return pairs
}

// triggerOf describes the trigger of an action.
func triggerOf(a *source.Action) string {
	switch t := a.Lifecycle; {
	case t != nil:
		return t.Event + " of " + t.ResourceAddress + ", block " + strconv.Itoa(t.BlockIndex) + ", action " + strconv.Itoa(t.Index)
	case a.Caller != "":
		return "called from " + a.Caller
	case a.Invoked:
		return "invoked"
	}
	return ""
}

// failureOf returns what apply does if an action fails; empty if no change triggers it.
func failureOf(a *source.Action) plans.OnFailure {
	if a.Lifecycle == nil {
		return ""
	}
	return a.Lifecycle.Failure()
}

// types returns the types that have been compared.
func (d *planPair) types() []infer.TypeSchema {
	all := append(d.old.Types(), d.new.Types()...)
	sorted.Stable(all, func(a, b infer.TypeSchema) int { return a.ID.Compare(b.ID) })
	return slices.CompactFunc(all, func(a, b infer.TypeSchema) bool { return a.ID == b.ID })
}

// compareChecks returns the checks that have another status.
func compareChecks(old, new []plans.Check) []computed.CheckComparison {
	refs := func(all []plans.Check) []*plans.Check {
		out := make([]*plans.Check, len(all))
		for i := range all {
			out[i] = &all[i]
		}
		return out
	}
	var all []computed.CheckComparison
	for _, p := range pairBy(refs(old), refs(new), func(c *plans.Check) string { return c.Address }) {
		var c computed.CheckComparison
		if p[0] != nil {
			c.Old = *p[0]
		}
		if p[1] != nil {
			c.New = *p[1]
		}
		if c.Old.Status != c.New.Status {
			all = append(all, c)
		}
	}
	return all
}
