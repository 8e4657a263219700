package access

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
)

// A writer makes facts of what the documents of an entry gain and lose.
type writer struct {
	reader
	entry table.Access
	at    []string
}

// gains makes a fact of each gain. What is hidden never says that something is revoked, and neither does what is unknown.
func (w writer) gains(kind fact.Kind, gains []gain) []fact.Fact {
	var facts []fact.Fact
	for _, g := range gains {
		if kind == fact.Revokes && len(g.open) > 0 {
			continue
		}
		facts = append(facts, w.fact(kind, g))
	}
	return facts
}

func (w writer) fact(kind fact.Kind, g gain) fact.Fact {
	weight := w.weigh(g)
	f := fact.Fact{Kind: kind, Severity: weight.severity, Change: g.change, At: w.at, Rights: w.rights(g, weight)}
	if turn(&f); kind == fact.Revokes {
		f.Rights.Condition = turned(g)
	}
	w.qualify(&f, g)
	return f
}

// turned is what happens to the condition of a right that is revoked: what the gain says is seen from after to before.
func turned(g gain) fact.Condition {
	switch g.condition {
	case fact.ConditionGone:
		return fact.ConditionPresent
	case fact.ConditionWider:
		return fact.ConditionChanged
	}
	return g.condition
}

// qualify says how certain a fact is, and what decides. What is not certain is at most a caution.
func (w writer) qualify(f *fact.Fact, g gain) {
	switch {
	case len(g.open) > 0:
		f.Certainty, f.Because = uncertainty(g.open), pathsOf(g.open)
	case !g.certain:
		f.Certainty, f.Because = fact.Possible, g.because
	}
	if w.entry.As == "limit" {
		f.Because = append(slices.Clip(f.Because), fact.BecauseLimit)
		f.Certainty = max(f.Certainty, fact.Possible)
	}
	temper(f)
}

func (w writer) rights(g gain, weight weight) *fact.Rights {
	own := w.ownAccount()
	r := &fact.Rights{
		Principal: g.principal.word(), Who: g.principal.who(own), Actions: weight.actions, Resources: g.resources.words(), Condition: g.condition,
		ConditionKeys: g.keys, Flags: weight.flags, As: w.entry.As, Holder: w.holderName(),
	}
	switch {
	case g.principal.class == holder:
		r.Principal = r.Holder
	case g.principal.id == unknown:
		r.Who = fact.WhoUnknown
	}
	return r
}

// rightsOfNobodyKnown are the rights in a document of which nothing is known.
func (w writer) rightsOfNobodyKnown() *fact.Rights {
	r := &fact.Rights{Principal: unknown, Who: fact.WhoUnknown, As: w.entry.As, Holder: w.holderName()}
	if w.entry.As == "identity" || w.entry.As == "limit" {
		r.Principal, r.Who = r.Holder, fact.WhoHolder
	}
	return r
}

func keysOf(condition []clause) []string {
	var keys []string
	for _, c := range condition {
		if !slices.Contains(keys, c.name) {
			keys = append(keys, c.name)
		}
	}
	slices.Sort(keys)
	return keys
}

// holderName returns who or what has the rights, if the object says so: several are joined.
func (r reader) holderOf(path string) string {
	if path == "" {
		return ""
	}
	side := r.after
	if !side.Exists() {
		side = r.before
	}
	var names []string
	for _, n := range side.Root.Walk(path) {
		if text, ok := n.Text(); ok && text != "" {
			names = append(names, text)
		} else if n.IsOpen() {
			names = append(names, unknown)
		}
	}
	return strings.Join(names, ", ")
}

func (w writer) holderName() string { return w.holderOf(w.entry.Holder) }

// ownAccount returns the account that the object is in, which its ARN says.
func (r reader) ownAccount() string {
	for _, side := range []leaf.Side{r.after, r.before} {
		if arn, ok := side.Root.Member("arn").Text(); ok && accountOf(arn) != "" {
			return accountOf(arn)
		}
	}
	return ""
}
