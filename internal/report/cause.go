package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// These are how much of a cause is told in one line.
const (
	causeDepth = 6  // replacements and references, one because of the other
	causeWidth = 2  // attributes of another resource, references of a value, parts of a value
	valueWidth = 60 // characters of a string
)

// referenceArrow leads from a value to where it comes from.
const referenceArrow = " <- "

// CauseSpans tells in one line why a resource is replaced, as far as its attributes are the
// reason. Several of them are separated by commas:
//
//	subnet_id (known after apply) <- aws_subnet.a (replaced: cidr_block "10.0.1.0/24" -> "10.0.2.0/24")
//
// All attributes of the resource itself are there, but what lies behind them is cut short.
func CauseSpans(c *computed.Cause) []doc.Span {
	if c == nil {
		return nil
	}
	var t causeText
	t.attributes(c.Attributes, len(c.Attributes), causeDepth)
	return t.spans
}

// ReasonText says in one line why something happens to a resource: the attributes that force a replacement, as
// [CauseSpans] tells them, and what the plan gives as the reason. It is empty if there is nothing to say. Sensitive
// values are not in it. Whatever else comes from the document is as it stands there: see sinks.Escape.
func ReasonText(r *computed.Resource) string {
	all := remarks(r, review.PlaceOf(r).Class)
	if cause := spanText(CauseSpans(r.Cause)); cause != "" {
		all = slices.Insert(all, 0, cause)
	}
	return strings.Join(all, ", ")
}

// ForcingSpans is like [CauseSpans], for one attribute.
func ForcingSpans(a computed.ForcingAttribute) []doc.Span {
	var t causeText
	t.attribute(a, causeDepth)
	return t.spans
}

// causeText is the text of a cause.
type causeText struct{ spans []doc.Span }

func (t *causeText) add(role doc.Role, text string) {
	t.spans = append(t.spans, doc.Span{Role: role, Text: text})
}

// list writes n items, or the first most of them, with a separator between them. It counts
// those that it leaves out, and more.
func (t *causeText) list(n, most, more int, sep string, item func(i int)) {
	shown := min(n, max(most, 1))
	for i := range shown {
		if i > 0 {
			t.add(doc.Plain, sep)
		}
		item(i)
	}
	if more += n - shown; more > 0 {
		t.add(doc.Plain, strings.Replace(sep, ", ", " and ", 1)+strconv.Itoa(more)+" more")
	}
}

func (t *causeText) attributes(all []computed.ForcingAttribute, most, depth int) {
	t.list(len(all), most, 0, ", ", func(i int) { t.attribute(all[i], depth) })
}

func (t *causeText) attribute(a computed.ForcingAttribute, depth int) {
	t.values(a)
	t.from(a.From, depth)
}

// values writes the path and the values of an attribute.
func (t *causeText) values(a computed.ForcingAttribute) {
	if len(a.Parts) > 0 {
		shown := review.Foremost(a.Parts, causeWidth)
		t.list(len(shown), causeWidth, a.MoreParts+len(a.Parts)-len(shown), ", ", func(i int) { t.part(&shown[i]) })
		return
	}
	t.add(doc.Key, cmp.Or(a.Name, a.Path.String()))
	if a.Found {
		t.change(a.Before, a.After, a.Action)
	}
}

// part writes a part of a value.
func (t *causeText) part(p *computed.ForcingPart) {
	t.add(doc.Key, cmp.Or(p.Name, p.Path.String()))
	switch isHidden := p.Before.Sensitive || p.After.Sensitive; {
	case p.Form != nil:
		t.add(doc.Comment, " "+formRemark(p))
	case p.Element && !isHidden && p.Action != plans.Update:
		t.add(signRole(p.Action), wholeWord(p.Action))
	default:
		t.change(p.Before, p.After, p.Action)
	}
}

// formRemark says what changes in a value apart from its parts.
func formRemark(p *computed.ForcingPart) string {
	switch words := elided(p.Form); {
	case words == "":
		return "(white space)"
	case p.FormOnly:
		return "(" + words + " only)"
	default:
		return "(" + words + ")"
	}
}

// change writes a value before and after.
func (t *causeText) change(before, after computed.Side, action plans.Action) {
	t.add(doc.Plain, " ")
	switch {
	case before.Sensitive || after.Sensitive:
		t.add(doc.Sensitive, "(sensitive value)")
	case after.State == computed.KnownAfterApply:
		t.add(doc.Unknown, "(known after apply)")
	case action == plans.NoOp && !isScalar(after):
		t.add(doc.Comment, "(unchanged)")
	case action == plans.NoOp:
		t.side(after)
		t.add(doc.Comment, " (unchanged)")
	case !isScalar(before) && !isScalar(after):
		t.add(doc.Comment, "(changed)")
	default:
		t.side(before)
		t.add(doc.Arrow, " -> ")
		t.side(after)
	}
}

// isScalar reports whether there is no value, or one that can be written.
func isScalar(s computed.Side) bool { return s.Kind != computed.None || s.State != computed.Present }

// side writes a value.
func (t *causeText) side(s computed.Side) {
	switch s.Kind {
	case computed.BoolLiteral:
		t.add(doc.Bool, s.Text)
	case computed.NumberLiteral, computed.SpelledLiteral:
		t.add(doc.Number, s.Text)
	case computed.StringLiteral:
		t.text(s.Text)
	case computed.NullLiteral:
		t.add(doc.Null, "null")
	default:
		if s.State == computed.Present {
			t.add(doc.Comment, "(...)")
		} else {
			t.add(doc.Null, "null")
		}
	}
}

// text writes a string or, if it is long, how long it is.
func (t *causeText) text(s string) {
	lines := strings.Count(strings.TrimSuffix(s, "\n"), "\n") + 1
	switch n := utf8.RuneCountInString(s); {
	case lines > 1:
		t.add(doc.String, "("+strconv.Itoa(lines)+" lines)")
	case n > valueWidth:
		t.add(doc.String, "("+strconv.Itoa(n)+" characters)")
	default:
		t.add(doc.String, strconv.Quote(s))
	}
}

// from writes the references of a value.
func (t *causeText) from(all []computed.Reference, depth int) {
	if len(all) == 0 {
		return
	}
	t.add(doc.Arrow, referenceArrow)
	if depth == 0 {
		t.add(doc.Comment, "...")
		return
	}
	t.list(len(all), causeWidth, 0, ", ", func(i int) { t.reference(&all[i], depth) })
}

func (t *causeText) reference(r *computed.Reference, depth int) {
	if r.OneOf {
		t.list(len(r.From), causeWidth, r.More, " or ", func(i int) { t.reference(&r.From[i], depth) })
		return
	}
	t.add(doc.Address, r.Address)
	did := happened(r.Action, r.Reason)
	switch why := endWords(r.End); {
	case did != "" && r.End == computed.EndsInNoChange:
		t.add(doc.Comment, " (this is known)")
	case did != "":
		t.add(doc.Plain, " ("+did)
		if r.Cause != nil && len(r.From) == 0 && depth > 1 {
			t.add(doc.Plain, ": ")
			t.attributes(r.Cause.Attributes, causeWidth, depth-1)
		}
		t.add(doc.Plain, ")")
	case why != "":
		t.add(doc.Comment, " ("+why+")")
	}
	t.from(r.From, depth-1)
}

// happened says what happens to a resource; it is empty for a no-op.
func happened(a plans.Action, reason plans.ActionReason) string {
	did := ""
	switch a {
	case plans.NoOp:
		return ""
	case plans.Create:
		did = "created"
	case plans.Read:
		did = "read during apply"
	case plans.Update:
		did = "updated"
	case plans.Delete:
		did = "destroyed"
	case plans.DeleteThenCreate, plans.CreateThenDelete, plans.CreateThenForget, plans.ForgetThenCreate:
		did = "replaced"
	case plans.Forget:
		did = "forgotten"
	default:
		did = "changed"
	}
	switch reason {
	case plans.ReplaceBecauseTainted:
		did += ", tainted"
	case plans.ReplaceByRequest:
		did += ", as requested"
	case plans.ReplaceByTriggers:
		did += " by replace_triggered_by"
	}
	return did
}

// endWords says why nothing is known beyond a reference.
func endWords(e computed.ReferenceEnd) string {
	switch e {
	case computed.EndsOutsidePlan:
		return "the plan does not say what it refers to"
	case computed.EndsInNoChange:
		return "unchanged"
	case computed.EndsWithoutConfig:
		return "not in the configuration"
	case computed.EndsInRepetition:
		return "a cycle"
	case computed.EndsTooFar:
		return "and so on"
	}
	return ""
}
