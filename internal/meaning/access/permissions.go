package access

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/wildcard"
	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/globset"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/values"
)

// permissionList is what a role that somebody defines allows: permissions but some.
type permissionList struct {
	of, but []permission
	open    []leaf.Node
	at      []leaf.Node
}

// A permission is compared without case; those for the data in objects are never the same as others.
type permission struct{ text, folded string }

func newPermissions(texts []string, space string) []permission {
	all := make([]permission, len(texts))
	for i, text := range texts {
		all[i] = permission{text, space + strings.ToLower(text)}
	}
	return all
}

// setOf returns the permissions that some globs stand for.
func setOf(permissions []permission) globset.Set {
	globs := make([]string, len(permissions))
	for i, p := range permissions {
		globs[i] = p.folded
	}
	return globset.Of(globs...)
}

// permissions returns the facts of a role that somebody defines.
func (r reader) permissions(e table.Access) []fact.Fact {
	before, after := dropHiddenTwins(r.before.Root.Walk(e.Permissions), r.after.Root.Walk(e.Permissions))
	old, new := readPermissions(before), readPermissions(after)
	var facts []fact.Fact
	facts = append(facts, r.comingPermissions(e, fact.Grants, old, new)...)
	return append(facts, r.comingPermissions(e, fact.Revokes, new, old)...)
}

// readPermissions reads permissions that are texts, or blocks of actions and those that are left out, for objects and for the data in them.
func readPermissions(nodes []leaf.Node) []permissionList {
	var texts permissionList
	var lists []permissionList
	for _, n := range nodes {
		if n.Kind() == values.Object {
			lists = append(lists, readActions(n, ""), readActions(n, dataActions))
			continue
		}
		texts.at = append(texts.at, n)
		if text, ok := n.Text(); ok {
			texts.of = append(texts.of, newPermissions([]string{text}, "")...)
		} else {
			texts.open = append(texts.open, n)
		}
	}
	if len(texts.at) > 0 {
		lists = append(lists, texts)
	}
	return lists
}

// dataActions begins the names of the members with actions for the data in objects.
const dataActions = "data_"

// readActions reads the actions of a block whose names begin with a prefix.
func readActions(n leaf.Node, prefix string) permissionList {
	of, but := n.Member(prefix+"actions"), n.Member("not_"+prefix+"actions")
	return permissionList{
		of: newPermissions(textsOf(of), prefix), but: newPermissions(textsOf(but), prefix), open: slices.AppendSeq(slices.Collect(of.Open()), but.Open()), at: []leaf.Node{n},
	}
}

// comingPermissions returns a fact about the permissions that new lists have and old ones do not, and one about what is open.
func (r reader) comingPermissions(e table.Access, kind fact.Kind, old, new []permissionList) []fact.Fact {
	var open, oldOpen, at []leaf.Node
	for _, list := range slices.Concat(old, new) {
		at = append(at, list.at...)
	}
	for _, list := range old {
		oldOpen = append(oldOpen, list.open...)
	}
	if kind == fact.Revokes && len(oldOpen) > 0 {
		return nil
	}
	var found []permission
	answer := globset.No
	for _, list := range new {
		open = append(open, list.open...)
		for _, p := range list.of {
			a := permissionLeft(r.search, []globset.Set{setOf([]permission{p})}, []globset.Set{setOf(list.but)}, old)
			if a != globset.No && !slices.Contains(found, p) {
				found, answer = append(found, p), either(answer, a)
			}
		}
	}
	w := permissionsWriter{r, e, tops(at...)}
	var facts []fact.Fact
	if len(found) > 0 {
		facts = append(facts, w.fact(kind, found, answer, oldOpen, len(old) > 0))
	}
	if len(open) > 0 && kind == fact.Grants {
		facts = append(facts, w.open(open))
	}
	return facts
}

// mostLists is how many lists are looked at together.
const mostLists = 10

// permissionLeft decides whether a text is in some sets and not in others, and not allowed by any of the lists: it is not among their permissions, or
// is one of those that they leave out.
func permissionLeft(s *globset.Search, within, without []globset.Set, lists []permissionList) globset.Answer {
	answer := s.Exists(within, without)
	if len(lists) == 0 || answer == globset.No {
		return answer
	}
	if len(lists) > mostLists {
		return globset.Undecided
	}
	list, rest := lists[0], lists[1:]
	answer = permissionLeft(s, within, append(slices.Clip(without), setOf(list.of)), rest)
	if answer == globset.Yes || len(list.but) == 0 {
		return answer
	}
	return either(answer, permissionLeft(s, append(slices.Clip(within), setOf(list.but)), without, rest))
}

// A permissionsWriter makes facts of permissions.
type permissionsWriter struct {
	reader
	entry table.Access
	at    []string
}

func (w permissionsWriter) fact(kind fact.Kind, permissions []permission, answer globset.Answer, oldOpen []leaf.Node, had bool) fact.Fact {
	severity, flags := fact.Note, []fact.Flag(nil)
	for _, p := range permissions {
		s, fs := w.weigh(p.folded)
		severity, flags = min(severity, s), append(flags, fs...)
	}
	slices.SortStableFunc(permissions, func(a, b permission) int {
		of, _ := w.weigh(a.folded)
		other, _ := w.weigh(b.folded)
		return int(of) - int(other)
	})
	f := fact.Fact{Kind: kind, Severity: severity, Change: fact.New, At: w.at, Rights: w.rights(permissions, flags)}
	if had {
		f.Change = fact.Wider
	}
	doubt(&f, oldOpen, answer)
	turn(&f)
	return f
}

func (w permissionsWriter) rights(permissions []permission, flags []fact.Flag) *fact.Rights {
	var actions []string
	for _, p := range permissions {
		if !slices.Contains(actions, p.text) {
			actions = append(actions, p.text)
		}
	}
	return &fact.Rights{Who: fact.WhoHolder, Actions: actions, Condition: fact.ConditionNone, Flags: inOrder(flags), As: w.entry.Dialect}
}

func (w permissionsWriter) open(open []leaf.Node) fact.Fact {
	return fact.Fact{
		Kind: fact.Grants, Certainty: uncertainty(open), Severity: fact.Caution, Change: fact.Undecided, At: w.at, Because: pathsOf(open),
		Rights: w.rights(nil, nil),
	}
}

// weigh says how much a permission matters.
func (w permissionsWriter) weigh(permission string) (fact.Severity, []fact.Flag) {
	escalates := slices.ContainsFunc(w.t.Google.EscalatingPermissions, func(glob string) bool {
		return wildcard.Match(strings.ToLower(glob), permission)
	})
	switch {
	case strings.Trim(permission, "*") == "":
		return fact.Danger, []fact.Flag{fact.FlagAdmin, fact.FlagWildcardActions}
	case strings.Trim(strings.TrimPrefix(permission, dataActions), "*") == "":
		return fact.Danger, []fact.Flag{fact.FlagWildcardActions}
	case w.entry.Dialect == "google" && escalates:
		return fact.Danger, []fact.Flag{fact.FlagEscalation}
	case strings.HasSuffix(permission, "/read"):
		return fact.Note, nil
	case hasWildcard(permission):
		return fact.Caution, []fact.Flag{fact.FlagWildcardActions}
	}
	return fact.Note, nil
}
