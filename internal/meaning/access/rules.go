package access

import (
	"slices"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/globset"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
)

// A rule of Kubernetes allows verbs on resources of groups, or on some of them by name, or on paths that are no resources.
type rule struct {
	verbs, groups, resources, names, urls []string
	open                                  []leaf.Node
	at                                    leaf.Node
}

// spaces returns what the rule allows: resources and paths are different spaces.
func (r rule) spaces() (resources, urls box) {
	names := globset.Of(r.names...)
	if len(r.names) == 0 {
		names = globset.Except()
	}
	return box{globset.Of(r.verbs...), globset.Of(r.groups...), globset.Of(r.resources...), names}, box{globset.Of(r.verbs...), globset.Of(r.urls...)}
}

// rules returns the facts of rules of Kubernetes.
func (r reader) rules(e table.Access) []fact.Fact {
	before, after := dropHiddenTwins(r.before.Root.Walk(e.Rules), r.after.Root.Walk(e.Rules))
	old, new := readRules(before), readRules(after)
	w := rulesWriter{r, e, tops(slices.Concat(before, after)...)}
	facts := append(w.coming(fact.Grants, old, new), w.coming(fact.Revokes, new, old)...)
	if len(facts) == 0 && len(before) > 0 && len(after) > 0 && !sameInAnyOrder(before, after) {
		facts = append(facts, sameMeaning(w.at))
	}
	return facts
}

// sameInAnyOrder reports whether two lists have the same parts.
func sameInAnyOrder(a, b []leaf.Node) bool {
	missing := func(n leaf.Node, in []leaf.Node) bool {
		return !slices.ContainsFunc(in, func(o leaf.Node) bool { return leaf.Equal(n, o) })
	}
	return !slices.ContainsFunc(a, func(n leaf.Node) bool { return missing(n, b) }) && !slices.ContainsFunc(b, func(n leaf.Node) bool { return missing(n, a) })
}

func readRules(nodes []leaf.Node) []rule {
	rules := make([]rule, len(nodes))
	for i, n := range nodes {
		rules[i] = rule{
			verbs: textsOf(n.Member("verbs")), groups: textsOf(n.Member("api_groups")), resources: textsOf(n.Member("resources")),
			names: textsOf(n.Member("resource_names")), urls: textsOf(n.Member("non_resource_urls")), open: slices.Collect(n.Open()), at: n,
		}
	}
	return rules
}

// A rulesWriter makes facts of rules.
type rulesWriter struct {
	reader
	entry table.Access
	at    []string
}

// coming returns facts about what new rules allow and old ones do not.
func (w rulesWriter) coming(kind fact.Kind, old, new []rule) []fact.Fact {
	var oldOpen []leaf.Node
	for _, r := range old {
		oldOpen = append(oldOpen, r.open...)
	}
	if kind == fact.Revokes && len(oldOpen) > 0 {
		return nil
	}
	var facts []fact.Fact
	for _, r := range new {
		facts = append(facts, w.known(kind, old, oldOpen, r)...)
		if len(r.open) > 0 && kind == fact.Grants {
			facts = append(facts, w.open(r))
		}
	}
	return facts
}

// known returns the facts about what is known of a rule.
func (w rulesWriter) known(kind fact.Kind, old []rule, oldOpen []leaf.Node, r rule) []fact.Fact {
	var resourceBoxes, urlBoxes []box
	for _, o := range old {
		resources, urls := o.spaces()
		resourceBoxes, urlBoxes = append(resourceBoxes, resources), append(urlBoxes, urls)
	}
	resources, urls := r.spaces()
	var facts []fact.Fact
	for _, space := range []space{{resources, resourceBoxes, 2, r.resources}, {urls, urlBoxes, 1, r.urls}} {
		verbs, answer := w.newVerbs(r.verbs, space)
		if len(verbs) == 0 {
			continue
		}
		f := w.fact(kind, verbs, w.newResources(verbs, space), space)
		doubt(&f, oldOpen, answer)
		facts = append(facts, f)
	}
	return facts
}

// A space is what a rule allows of resources or of paths, with what was allowed of these before.
type space struct {
	box   box
	old   []box
	named int // the dimension whose names a fact has
	names []string
}

// newVerbs returns the verbs with which something is new.
func (w rulesWriter) newVerbs(verbs []string, s space) (found []string, answer globset.Answer) {
	answer = globset.No
	for _, verb := range verbs {
		region := s.box.region()
		region[0] = []globset.Set{globset.Of(verb)}
		if a := leftOver(w.search, region, s.old); a != globset.No {
			found, answer = append(found, verb), either(answer, a)
		}
	}
	return found, answer
}

// newResources returns the resources or paths on which one of some verbs is new.
func (w rulesWriter) newResources(verbs []string, s space) []string {
	return slices.DeleteFunc(slices.Clone(s.names), func(name string) bool {
		region := s.box.region()
		region[0], region[s.named] = []globset.Set{globset.Of(verbs...)}, []globset.Set{globset.Of(name)}
		return leftOver(w.search, region, s.old) == globset.No
	})
}

func (w rulesWriter) fact(kind fact.Kind, verbs, resources []string, s space) fact.Fact {
	severity, flags := w.weigh(verbs, resources)
	f := fact.Fact{Kind: kind, Severity: severity, Change: w.change(s), At: w.at, Rights: w.rights(verbs, resources, flags)}
	turn(&f)
	return f
}

func (w rulesWriter) rights(verbs, resources []string, flags []fact.Flag) *fact.Rights {
	return &fact.Rights{Who: fact.WhoHolder, Actions: verbs, Resources: resources, Condition: fact.ConditionNone, Flags: inOrder(flags), As: w.entry.Dialect}
}

// change says whether something was allowed on the same resources before.
func (w rulesWriter) change(s space) fact.Change {
	region := s.box.region()
	region[0] = []globset.Set{globset.Except()}
	if slices.ContainsFunc(s.old, func(b box) bool { return mayMeet(w.search, region, b) }) {
		return fact.Wider
	}
	return fact.New
}

// open is the fact about the unknown or hidden parts of a rule.
func (w rulesWriter) open(r rule) fact.Fact {
	verbs, resources := r.verbs, slices.Concat(r.resources, r.urls)
	if r.at.Member("verbs").HasOpen() {
		verbs = nil
	}
	if r.at.Member("resources").HasOpen() {
		resources = nil
	}
	return fact.Fact{
		Kind: fact.Grants, Certainty: uncertainty(r.open), Severity: fact.Caution, Change: fact.Undecided, At: w.at, Because: pathsOf(r.open),
		Rights: w.rights(verbs, resources, nil),
	}
}

// weigh says how much it matters that verbs are allowed on resources.
func (w rulesWriter) weigh(verbs, resources []string) (fact.Severity, []fact.Flag) {
	words := w.t.Kubernetes
	anyVerb, anyResource := slices.Contains(verbs, "*"), slices.Contains(resources, "*")
	severity := fact.Note
	var flags []fact.Flag
	if anyVerb {
		flags = append(flags, fact.FlagWildcardActions)
	}
	if anyResource {
		flags = append(flags, fact.FlagWildcardResources)
	}
	reads := !slices.ContainsFunc(verbs, func(verb string) bool { return !slices.Contains(words.Reading, verb) })
	secret := slices.ContainsFunc(resources, func(resource string) bool { return slices.Contains(words.SecretResources, resource) })
	if secret || anyResource && !reads {
		severity = fact.Caution
	}
	if slices.ContainsFunc(verbs, func(verb string) bool { return slices.Contains(words.EscalatingVerbs, verb) }) {
		severity, flags = inNamespace(w.entry, fact.Danger), append(flags, fact.FlagEscalation)
	}
	if anyVerb && anyResource {
		severity, flags = inNamespace(w.entry, fact.Danger), append(flags, fact.FlagAdmin)
	}
	return severity, flags
}

// inNamespace is the severity of what would be worse if it were not limited to a namespace.
func inNamespace(e table.Access, s fact.Severity) fact.Severity {
	if e.Wide {
		return s
	}
	return s.AtMost(fact.Caution)
}
