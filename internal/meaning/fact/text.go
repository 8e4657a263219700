package fact

import (
	"strings"
)

// Text says a fact in a sentence, with everything that a row has no room for.
func (f Fact) Text() string {
	switch f.Kind {
	case Opens, Closes:
		return f.trafficText()
	case Grants, Revokes:
		return f.rightsText()
	case Exposes, Loses, Hides, Protects, Changes:
		return f.guardText()
	case Interrupts:
		return f.interruptText()
	case Scales, Image:
		return f.valueText()
	case UndoesDrift:
		if f.How == HowDeleted {
			return "The object was deleted outside of the plan, which creates it again."
		}
		return "The plan takes back what was changed outside of it: " + strings.Join(f.At, ", ") + "."
	}
	return f.routineText()
}

func (f Fact) routineText() string {
	at := strings.Join(f.At, ", ")
	switch f.What {
	case SameMeaning:
		return "What is written differently in " + at + " means the same as before."
	case Computed:
		return "The value of " + at + " is known only after apply."
	case Version:
		return at + " changes, which only counts versions."
	case Description:
		return at + " changes, which only describes."
	}
	return at + " changes, which only labels."
}

func (f Fact) trafficText() string {
	t := f.Traffic
	verb := f.verb("Opens", "open")
	if f.Kind == Closes {
		verb = f.verb("Closes", "close")
	}
	s := upper(verb) + " " + t.what()
	if f.Words.Say != "" {
		s += " (" + f.Words.Say + ")"
	}
	s += t.toWhom(f)
	if len(t.Except) > 0 {
		s += ", except for " + strings.Join(t.Except, ", ")
	}
	s += "."
	if len(t.Was) > 0 {
		is := "It was open"
		if f.Kind == Closes {
			is = "It stays open"
		}
		s += " " + is + " to " + strings.Join(t.Was, ", ") + "."
	}
	return s + f.becauseText()
}

// toWhom says all peers.
func (t *Traffic) toWhom(f Fact) string {
	preposition := " to "
	switch {
	case t.Direction == "out" && f.Kind == Closes:
		preposition = " towards "
	case t.Direction == "out":
		preposition = " for traffic to "
	case f.Kind == Closes:
		preposition = " for "
	}
	peers := strings.Join(t.Peers, ", ")
	if t.Peer == PeerInternet && peers != "" {
		return preposition + "the internet (" + peers + ")"
	}
	if peers == "" {
		return preposition + f.peers()
	}
	return preposition + peers
}

// becauseText says what decides about a fact that is not certain.
func (f Fact) becauseText() string {
	if f.Certainty == Certain || len(f.Because) == 0 {
		return ""
	}
	switch f.Because[0] {
	case BecauseDeny:
		return " It depends on what else allows it, which this object does not say."
	case BecauseCondition:
		return " It depends on conditions that cannot be compared."
	case BecauseLimit:
		return " The document only limits what others grant."
	case BecauseAuthoritative:
		return " Whoever is not named here loses it, if anybody has it."
	case BecauseTooLarge:
		return " It is too large to be computed exactly."
	}
	what := strings.Join(f.Because, " and ")
	verb := " is"
	if len(f.Because) > 1 {
		verb = " are"
	}
	if f.Certainty == Hidden {
		return " It depends on " + what + ", which" + verb + " hidden."
	}
	return " It depends on " + what + ", which" + verb + " known only after apply."
}

func (f Fact) rightsText() string {
	r := f.Rights
	if r.IsRole && len(r.Actions) > 0 {
		return f.roleText()
	}
	who := r.who()
	actions := strings.Join(r.Actions, ", ")
	s := who
	switch {
	case len(r.Actions) == 0 && f.Kind == Revokes:
		s = "Rights may be taken away"
	case len(r.Actions) == 0:
		s = "Rights may be granted"
	case f.Kind == Revokes && f.Certainty == Certain:
		s += " may not " + actions + " any more"
	case f.Kind == Revokes:
		s += " perhaps may not " + actions + " any more"
	case f.Certainty == Certain:
		s += " may " + actions
	default:
		s += " perhaps may " + actions
	}
	if len(r.Resources) > 0 {
		s += " on " + strings.Join(r.Resources, ", ")
	}
	if r.Scope != "" {
		s += " in " + r.Scope
	}
	return s + r.conditionText() + "." + f.becauseText()
}

// roleText says who gets or loses a role.
func (f Fact) roleText() string {
	r := f.Rights
	verb, preposition := f.verb("Gives", "give"), "to"
	if f.Kind == Revokes {
		verb, preposition = f.verb("Takes", "take"), "from"
	}
	s := strings.Replace(verb, "may", "May", 1) + " " + strings.Join(r.Actions, ", ")
	if r.Scope != "" {
		s += " on " + r.Scope
	}
	switch {
	case r.Principal == string(WhoUnknown) && f.Certainty == Hidden:
		s += "; " + preposition + " whom is a hidden value"
	case r.Principal == string(WhoUnknown):
		s += "; " + preposition + " whom is known after apply"
	case r.Principal != "":
		s += " " + preposition + " " + r.Principal
	}
	if r.Condition != ConditionNone {
		s += r.conditionText()
	}
	return s + "." + f.becauseText()
}

func (r *Rights) who() string {
	switch r.Principal {
	case string(WhoEveryone):
		return "Everyone"
	case string(WhoUnknown):
		return "Somebody known only after apply"
	case "":
		if r.Holder != "" {
			return r.Holder
		}
		return "Whoever has this"
	}
	return r.Principal
}

// conditionText says what happens to the condition of a right.
func (r *Rights) conditionText() string {
	on := ""
	if len(r.ConditionKeys) > 0 {
		on = " on " + strings.Join(r.ConditionKeys, ", ")
	}
	switch r.Condition {
	case ConditionNone:
		return ", without a condition"
	case ConditionPresent:
		return ", under a condition" + on
	case ConditionWider:
		return ", under a wider condition" + on
	case ConditionGone:
		return ", as the condition" + on + " is gone"
	case ConditionChanged:
		return ", under another condition" + on
	}
	return ""
}

// guardText says what becomes weaker or stronger, and what goes.
func (f Fact) guardText() string {
	switch {
	case f.Kind == Loses && f.Words.Say == "":
		s := "The object is destroyed"
		if f.How == "replace" {
			s = "The object is replaced"
		}
		return s + ": " + lossOf(f.What)
	case f.How == "destroy":
		return "The " + f.Words.Say + " is destroyed, and nothing here takes its place."
	case f.How == "create" && f.Kind.isGood():
		return "The " + f.Words.Say + " is added."
	case f.Certainty != Certain:
		return upper(f.Row()) + "." + f.becauseText()
	}
	s := upper(f.Words.Say) + " changes from " + said(f.Words.From, f.From) + " to " + said(f.Words.To, f.To) + f.unit() + "."
	if words := f.valueWords(); words != "" {
		s += " " + upper(words) + "."
	}
	return s
}

func (f Fact) unit() string {
	if f.Words.Unit == "" || f.Words.To != "" {
		return ""
	}
	return " " + f.Words.Unit
}

// valueWords returns the table's words for what a setting has become.
func (f Fact) valueWords() string {
	words := f.Words.Bad
	if f.Kind.isGood() {
		words = f.Words.Good
	}
	at := strings.Join(f.At, ", ")
	return strings.ReplaceAll(words, "{attr}", at[strings.LastIndexByte(at, '.')+1:])
}

// lossOf says what a loss means.
func lossOf(what string) string {
	switch what {
	case "data":
		return "what is in it is gone unless there is a copy."
	case "keys":
		return "what was encrypted or signed with it, and who uses it, is cut off."
	case "identity":
		return "whoever acts as it cannot any more."
	case "address":
		return "whoever uses its address does not reach it any more."
	case "everything in it":
		return "everything in it goes with it."
	}
	return "its " + what + " is gone."
}

func (f Fact) interruptText() string {
	at := strings.Join(f.At, ", ")
	switch {
	case f.How == "replace":
		return "The " + f.What + " is replaced, and does not run in between."
	case f.How == "replace, new one first":
		return "The " + f.What + " is replaced, after the new one has been created."
	case f.Certainty != Certain:
		return "A change of " + at + " may interrupt the " + f.What + " (" + f.How + ")." + f.becauseText()
	case f.How == "restart":
		return "A change of " + at + " restarts the " + f.What + "."
	case f.How == "upgrade":
		return "A change of " + at + " upgrades the " + f.What + ", which cannot be taken back."
	}
	return "A change of " + at + " updates the " + f.What + " part by part."
}

func (f Fact) valueText() string {
	if f.Certainty != Certain {
		return upper(f.Row()) + "." + f.becauseText()
	}
	return upper(strings.Join(f.At, ", ")) + " changes from " + said(f.Words.From, f.From) + " to " + said(f.Words.To, f.To) + "."
}

// upper begins a sentence, unless it begins with the name of an attribute.
func upper(s string) string {
	word, _, _ := strings.Cut(s, " ")
	if s == "" || strings.ContainsAny(word, "_.:/") || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
