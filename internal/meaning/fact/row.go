package fact

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/values"
)

// maxRow is how many characters a row has at most.
const maxRow = 60

// Row says a fact in a few words. Its parts may be from the plan: whoever prints it escapes it.
func (f Fact) Row() string {
	switch f.Kind {
	case Opens, Closes:
		return f.trafficRow()
	case Grants, Revokes:
		return f.rightsRow()
	case Exposes, Loses, Hides, Protects, Changes:
		return clip(f.guardRow(), maxRow)
	case Interrupts:
		return clip(f.interruptRow(), maxRow)
	case Scales, Image:
		return clip(f.valueRow(), maxRow)
	case UndoesDrift:
		if f.How == HowDeleted {
			return "creates again what was deleted outside"
		}
		return "undoes a change made outside"
	}
	if f.Beside {
		return strings.TrimPrefix(routineRow(f.What), "only ")
	}
	return routineRow(f.What)
}

// How a fact of UndoesDrift may be.
const (
	HowChanged = "changed outside"
	HowDeleted = "deleted outside"
)

// The classes of routine.
const (
	Tags        = "tags"
	Description = "description"
	Version     = "version"
	Computed    = "computed"
	SameMeaning = "same meaning"
)

func routineRow(what string) string {
	switch what {
	case Description:
		return "only descriptions"
	case Version:
		return "only versions"
	case Computed:
		return "only values known after apply"
	case SameMeaning:
		return "same meaning, written differently"
	}
	return "only " + what
}

// verb returns the verb of a fact, as "may" has it if the fact is not certain.
func (f Fact) verb(certain, may string) string {
	if f.Certainty == Certain {
		return certain
	}
	return "may " + may
}

func (f Fact) trafficRow() string {
	t := f.Traffic
	verb, preposition := f.verb("opens", "open"), "from"
	if f.Kind == Closes {
		verb = f.verb("closes", "close")
	}
	if t.Direction == "out" {
		preposition = "to"
	}
	if t.Protocol == "unknown" && t.Ports == "unknown" && t.Peer == PeerUnknown {
		return clip(verb+" anything ("+f.reason()+")", maxRow)
	}
	start := verb + " " + t.what() + " " + preposition + " "
	return clip(start+clip(f.peers(), max(1, maxRow-utf8.RuneCountInString(start))), maxRow)
}

// what says what is reached: the service, or ports and the protocol.
func (t *Traffic) what() string {
	switch {
	case t.Service != "":
		return t.Service
	case t.Protocol == "all" && t.Ports == "all":
		return "all traffic"
	case t.Protocol == "unknown" && t.Ports == "unknown":
		return "traffic known after apply"
	case t.Protocol == "all" && strings.Contains(t.Ports, "-"):
		return "ports " + t.Ports
	case t.Protocol == "all":
		return "port " + t.Ports
	case t.Protocol == "unknown":
		return "port " + t.Ports + " of a protocol known after apply"
	case t.Ports == "all":
		return "all " + t.Protocol
	case t.Ports == "unknown":
		return "ports known after apply of " + t.Protocol
	case strings.HasPrefix(t.Ports, "type "):
		return t.Protocol + " " + t.Ports
	case strings.Contains(t.Ports, "-"):
		return "ports " + t.Ports + "/" + t.Protocol
	}
	return t.Ports + "/" + t.Protocol
}

// peers says who is meant, in a row.
func (f Fact) peers() string {
	t := f.Traffic
	switch {
	case f.Certainty == Hidden && len(t.Peers) == 0:
		return "somebody (hidden)"
	case t.Peer == PeerInternet:
		return "the internet"
	case t.Peer == PeerSelf:
		return "itself"
	case len(t.Peers) > 0:
		return several(t.Peers)
	case t.Peer == PeerGroup, t.Peer == PeerList, t.Peer == PeerTag:
		return "a " + string(t.Peer) + " known after apply"
	}
	return "addresses known after apply"
}

// several says the first of some texts, and how many there are besides.
func several(all []string) string {
	if len(all) <= 1 {
		return strings.Join(all, "")
	}
	return all[0] + " +" + strconv.Itoa(len(all)-1) + " more"
}

// reason says what a fact that is not certain depends on.
func (f Fact) reason() string {
	if len(f.Because) == 0 {
		return "known after apply"
	}
	if f.Certainty == Hidden {
		return several(f.Because) + " hidden"
	}
	return several(f.Because) + " known after apply"
}

func (f Fact) rightsRow() string {
	r := f.Rights
	verb, preposition := f.verb("grants", "grant"), " to "
	if f.Kind == Revokes {
		verb, preposition = f.verb("revokes", "revoke"), " from "
	}
	if len(r.Actions) == 0 {
		return verb + " rights " + f.openRights()
	}
	p := parts{verb: verb + " ", actions: several(r.Actions), resources: several(r.Resources), condition: ""}
	if p.resources == "" {
		p.resources = r.Scope
	}
	if r.Condition == ConditionGone {
		p.condition = " without condition"
	}
	switch {
	case r.Principal == string(WhoUnknown) && f.Certainty == Hidden:
		p.end = preposition + "somebody (hidden)"
	case r.Principal == string(WhoUnknown):
		p.end = preposition + "somebody known after apply"
	case r.Principal == string(WhoEveryone):
		p.end = preposition + "everyone"
	case r.Principal != "":
		p.preposition, p.principal = preposition, r.Principal
	}
	return p.fit()
}

// openRights says why nobody knows which rights are meant.
func (f Fact) openRights() string {
	if f.Certainty == Hidden {
		return "(hidden)"
	}
	return "known after apply"
}

// parts are those of a row about rights. Some of them may be cut.
type parts struct {
	verb, actions, resources, condition, preposition, principal, end string
}

func (p parts) String() string {
	s := p.verb + p.actions
	if p.resources != "" {
		s += " on " + p.resources
	}
	return s + p.condition + p.preposition + p.principal + p.end
}

// fit cuts what is too long for a row: resources first, then principals, then actions. Something of each is left.
func (p parts) fit() string {
	for _, part := range []struct {
		text  *string
		least int
	}{{&p.resources, 14}, {&p.principal, 18}, {&p.actions, 12}, {&p.principal, 8}, {&p.resources, 4}} {
		over := utf8.RuneCountInString(p.String()) - maxRow
		if over <= 0 {
			break
		}
		if size := utf8.RuneCountInString(*part.text); size > part.least {
			*part.text = clip(*part.text, max(part.least, size-over))
		}
	}
	return p.String()
}

// clip cuts a text to a number of characters.
func clip(s string, size int) string {
	if utf8.RuneCountInString(s) <= size {
		return s
	}
	n := 0
	for i := range s {
		if n++; n == max(size, 1) {
			return s[:i] + "…"
		}
	}
	return s
}

// guardRow says what becomes weaker or stronger, and what goes.
func (f Fact) guardRow() string {
	switch {
	case f.How == "destroy" && f.Words.Say == "":
		return "destroys what holds " + f.What
	case f.How == "replace":
		return "replaces what holds " + f.What
	case f.How == "destroy":
		return "removes " + f.Words.Say
	case f.How == "create" && f.Kind.isGood():
		return "adds " + f.Words.Say
	case f.Certainty == Certain:
		return f.Words.Say + ": " + f.arrow()
	}
	verb := map[Kind]string{Exposes: "weaken", Loses: "lose", Changes: "change", Hides: "strengthen", Protects: "protect"}[f.Kind]
	if f.Certainty == Hidden {
		return "may " + verb + " " + f.Words.Say + " (hidden)"
	}
	return "may " + verb + " " + f.Words.Say + " (" + f.reason() + ")"
}

func (k Kind) isGood() bool { return k == Hides || k == Protects }

// arrow says what becomes what.
func (f Fact) arrow() string { return said(f.Words.From, f.From) + " -> " + said(f.Words.To, f.To) }

// said returns what is said instead of a value, or the value.
func said(instead string, v values.Value) string {
	if instead != "" {
		return instead
	}
	switch v.Kind() {
	case values.Absent, values.Null:
		return "none"
	case values.Array:
		var all []string
		for _, e := range v.Elems() {
			all = append(all, said("", e))
		}
		if len(all) == 0 {
			return "none"
		}
		return strings.Join(all, ", ")
	case values.Object:
		return v.JSON()
	}
	if v.IsEmptyString() {
		return "none"
	}
	return v.Text()
}

func (f Fact) interruptRow() string {
	row := f.verb("interrupts", "interrupt") + " " + f.What + ": " + f.How
	if len(f.At) > 0 && f.How != "replace" && f.How != "replace, new one first" {
		row += " (" + strings.Join(f.At, ", ") + ")"
	}
	return row
}

func (f Fact) valueRow() string {
	name := strings.Join(f.At, ", ")
	if f.Words.Say != "" {
		name = f.Words.Say
	}
	if f.Name != "" {
		name += " of " + f.Name
	}
	if f.Certainty != Certain {
		return "may change " + name + " (" + f.reason() + ")"
	}
	return name + ": " + f.arrow()
}
