package access

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/globset"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/values"
)

// A policy is what the documents of AWS say that an object has on one side of a change, all together.
type policy struct {
	statements []statement
	open       []leaf.Node // documents of which nothing is known
}

// A statement allows or denies actions on resources, to principals, under a condition.
type statement struct {
	allows     bool
	principals principals
	actions    names
	resources  names
	condition  []clause
	area       box
	ofObject   bool // it names no resources: it is about the object that has the policy
	open       openParts
}

// openParts are the parts of a statement that are unknown or hidden.
type openParts struct{ principals, actions, resources, condition []leaf.Node }

func (o openParts) all() []leaf.Node {
	return slices.Concat(o.principals, o.actions, o.resources, o.condition)
}

// isOpen reports whether a part of the statement is unknown or hidden.
func (s statement) isOpen() bool { return len(s.open.all()) > 0 }

// split returns what is known of a statement apart from the rest: in lists, something that is unknown takes nothing away from what stands beside it.
func (s statement) split() []statement {
	if !s.isOpen() || len(s.open.condition) > 0 || s.principals.but || s.actions.but || s.resources.but {
		return []statement{s}
	}
	if len(s.principals.list) == 0 || len(s.actions.texts) == 0 || len(s.resources.texts) == 0 {
		return []statement{s}
	}
	known := s
	known.open = openParts{}
	return []statement{known.prepared(), s}
}

// names are the actions or resources of a statement: globs, or all but some.
type names struct {
	texts []string // as they are written
	but   bool     // NotAction, NotResource
	fold  bool     // upper and lower case are the same
}

// set returns the texts that the names stand for.
func (n names) set() globset.Set {
	set := globset.Of(n.globs(n.texts)...)
	if n.but {
		return set.Complement()
	}
	return set
}

func (n names) globs(texts []string) []string {
	if !n.fold {
		return texts
	}
	folded := make([]string, len(texts))
	for i, text := range texts {
		folded[i] = strings.ToLower(text)
	}
	return folded
}

func (n names) isEmpty() bool { return len(n.texts) == 0 && !n.but }

// parts returns each of the names for itself; what is left by an exception has only one part.
func (n names) parts() []names {
	if n.but {
		return []names{n}
	}
	parts := make([]names, len(n.texts))
	for i, text := range n.texts {
		parts[i] = names{texts: []string{text}, fold: n.fold}
	}
	return parts
}

// words returns the names as people read them.
func (n names) words() []string {
	if n.but {
		return []string{"all but " + strings.Join(n.texts, ", ")}
	}
	return n.texts
}

// prepared returns the statement with the area that its actions and resources are.
func (s statement) prepared() statement {
	s.area = box{s.actions.set(), s.resources.set()}
	if s.isOpen() {
		s.area = box{globset.Except(), globset.Except()} // nobody knows what it is about
	}
	return s
}

// A document is a part of an object that has a policy of AWS.
type document struct {
	at   leaf.Node // the attribute
	root leaf.Node // the document in it
}

// documentAt returns the document of a part: JSON in a string, or an object.
func documentAt(n leaf.Node) (document, bool) {
	root := n
	if n.Kind() != values.Object {
		var ok bool
		if root, ok = n.Document(); !ok {
			return document{}, false
		}
	}
	return document{n, root}, hasShape(root)
}

// hasShape reports whether a document is a policy of AWS: it has statements, each of which allows or denies.
func hasShape(root leaf.Node) bool {
	list := statementsOf(root)
	return len(list) > 0 && !slices.ContainsFunc(list, func(s leaf.Node) bool {
		effect, ok := member(s, "Effect").Text()
		return !ok || !strings.EqualFold(effect, "Allow") && !strings.EqualFold(effect, "Deny")
	})
}

func statementsOf(root leaf.Node) []leaf.Node {
	if root.Kind() != values.Object {
		return nil
	}
	return member(root, "Statement").Elems()
}

// member returns a member of an object by its name, in whatever case: AWS makes no difference.
func member(n leaf.Node, name string) leaf.Node {
	if m := n.Member(name); !m.IsAbsent() {
		return m
	}
	for _, key := range n.Names() {
		if strings.EqualFold(key, name) {
			return n.Member(key)
		}
	}
	return leaf.Node{}
}

func readStatement(n leaf.Node) statement {
	effect, _ := member(n, "Effect").Text()
	s := statement{
		allows:     strings.EqualFold(effect, "Allow"),
		principals: readPrincipals(member(n, "Principal"), member(n, "NotPrincipal")),
		actions:    readNames(member(n, "Action"), member(n, "NotAction"), true),
		resources:  readNames(member(n, "Resource"), member(n, "NotResource"), false),
		condition:  readCondition(member(n, "Condition")),
		open: openParts{
			openIn(n, "Principal", "NotPrincipal"), openIn(n, "Action", "NotAction"), openIn(n, "Resource", "NotResource"), openIn(n, "Condition"),
		},
	}
	if member(n, "Resource").IsAbsent() && member(n, "NotResource").IsAbsent() {
		s.resources, s.ofObject = names{texts: []string{"*"}}, true
	}
	return s.prepared()
}

// openIn returns the open parts of some members.
func openIn(n leaf.Node, names ...string) []leaf.Node {
	var open []leaf.Node
	for _, name := range names {
		open = slices.AppendSeq(open, member(n, name).Open())
	}
	return open
}

func readNames(of, but leaf.Node, fold bool) names {
	if of.IsAbsent() && !but.IsAbsent() {
		return names{texts: textsOf(but), but: true, fold: fold}
	}
	return names{texts: textsOf(of), fold: fold}
}

// textsOf returns the known texts in a part, those in lists included, without repeating any.
func textsOf(n leaf.Node) []string {
	var texts []string
	for _, e := range n.Walk(".") {
		if text, ok := e.Text(); ok && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}

func readCondition(n leaf.Node) []clause {
	var condition []clause
	for operator, keys := range n.Members() {
		for key, values := range keys.Members() {
			condition = append(condition, newClause(operator, key, textsOf(values)))
		}
	}
	return dropFree(condition)
}
