package planpair

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/internal/work/passes"
	"github.com/planfmt/planfmt/internal/work/planhash"
	"github.com/planfmt/planfmt/plans"
)

// configurations compares what decides when the plans are applied, besides the plans themselves. If only one of them is a plan file, only
// what the JSON of both says is compared.
func (d *planPair) configurations(ctx context.Context, opts *engine.Settings) ([]computed.FactDifference, error) {
	likeJSON := d.old.Facts.Written == nil || d.new.Facts.Written == nil
	var sides [2]map[partKey]*planhash.Part
	for which, doc := range []*engine.Document{d.old, d.new} {
		parts, missing, err := passes.DecidingParts(ctx, doc.Source, opts, likeJSON)
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return nil, err
		}
		if err != nil {
			d.problems = append(d.problems, &computed.PlanError{Which: computed.WhichPlan(which), Err: err})
			return nil, nil
		}
		d.texts[which] = missing
		sides[which] = map[partKey]*planhash.Part{}
		for i := range parts {
			sides[which][keyOfPart(&parts[i])] = &parts[i]
		}
	}
	var texts []string
	differs := func(p, q *planhash.Part) {
		if cmp.Or(p, q).Kind == "scope" {
			d.limited = true // summarise says what it is
		} else {
			texts = append(texts, partWords(p, q))
		}
	}
	for key, p := range sides[0] {
		if q := sides[1][key]; q == nil || !p.Same(q) {
			differs(p, q)
		}
	}
	for key, p := range sides[1] {
		if sides[0][key] == nil {
			differs(nil, p)
		}
	}
	slices.Sort(texts)
	var all []computed.FactDifference
	for _, text := range slices.Compact(texts) {
		all = append(all, computed.FactDifference{Fact: computed.ConfigurationFact, New: text, Counts: true})
	}
	return all, nil
}

// partKey says what a part is called.
type partKey struct{ kind, module, label, attribute string }

func keyOfPart(p *planhash.Part) partKey { return partKey{p.Kind, p.Module, p.Label, p.Attribute} }

// partWords says how two plans differ in a part. The part of one of the plans may be nil.
func partWords(old, new *planhash.Part) string {
	spell := plans.SpellName
	p, how := cmp.Or(new, old), "differs"
	switch {
	case old == nil:
		how = "matters in the new plan only"
	case new == nil:
		how = "matters in the old plan only"
	}
	switch p.Kind {
	case "state":
		return fmt.Sprintf("the %s of %s in the state, on which values known only after apply depend, %s", spell(p.Attribute), spell(p.Label), how)
	case "module":
		return fmt.Sprintf("the source or the version of module %s %s", spell(p.Module), how)
	case "backend":
		return "the place where the state is kept " + how
	}
	in := ""
	if p.Module != "" {
		in = " in module " + spell(p.Module)
	}
	first, rest, _ := strings.Cut(p.Label, ".")
	switch first {
	case "lock":
		return "which versions of providers are locked " + how
	case "check", "removed":
		return "what " + first + " blocks say" + in + " " + how
	case "provider":
		return "the configuration of provider " + spell(rest) + in + " " + how
	case "terraform":
		return "the list of required providers" + in + " " + how
	case "ephemeral", "action":
		return "the configuration of " + spell(p.Label) + in + " " + how
	case "local", "var", "output":
		return fmt.Sprintf("%s%s, on which values known only after apply depend, %s", spell(p.Label), in, how)
	case "module":
		call, argument, _ := strings.Cut(rest, ".")
		return fmt.Sprintf("the argument %s of module %s%s %s", spell(argument), spell(call), in, how)
	}
	return argumentWords(old, new, in, how)
}

// argumentWords says how an argument of a resource differs.
func argumentWords(old, new *planhash.Part, in, how string) string {
	label := cmp.Or(new, old).Label
	at := strings.LastIndexByte(label, '.')
	address, argument := plans.SpellName(label[:max(at, 0)])+in, plans.SpellName(label[at+1:])
	switch {
	case argument == "provisioner":
		return provisionerWords(old, new, address)
	case argument == "lifecycle", argument == "connection", argument == "provider", argument == "count", argument == "for_each", argument == "depends_on":
		return fmt.Sprintf("the %s of %s %s", argument, address, how)
	case old != nil && new != nil:
		return fmt.Sprintf("the %s of %s is not known before apply in both plans, but its expression differs", argument, address)
	}
	return fmt.Sprintf("the expression of the %s of %s %s", argument, address, how)
}

// provisionerWords says how the provisioners of a resource differ.
func provisionerWords(old, new *planhash.Part, address string) string {
	var was, is []string
	if old != nil {
		was = old.Kinds
	}
	if new != nil {
		is = slices.Clone(new.Kinds)
	}
	var gone, kept []string
	for _, kind := range was {
		if i := slices.Index(is, kind); i >= 0 {
			is = slices.Delete(is, i, i+1)
			kept = append(kept, kind)
		} else {
			gone = append(gone, kind)
		}
	}
	list := func(kinds []string) string {
		word := "provisioner "
		if len(kinds) > 1 {
			word = "provisioners "
		}
		return word + plans.SpellName(strings.Join(kinds, ", "))
	}
	switch {
	case len(is) > 0 && len(gone) > 0:
		return list(is) + " added to " + address + ", " + list(gone) + " removed"
	case len(is) > 0:
		return list(is) + " added to " + address
	case len(gone) > 0:
		return list(gone) + " removed from " + address
	}
	return "what " + list(kept) + " of " + address + " would do differs"
}

// missingText says how much of a plan has not been compared.
func missingText(values int) string {
	return strings.Join((&computed.Hash{CoversSensitive: true, MissingTexts: values}).NotCovered(), "") +
		" has not been compared, since the JSON of a plan does not have it: compare the plan files"
}
