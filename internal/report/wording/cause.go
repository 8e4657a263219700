package wording

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

// These are how much of a cause is shown in one line.
const (
	causeDepth = 6  // replacements and references, one because of the other
	causeWidth = 2  // attributes of another resource, references of a value, parts of a value
	valueWidth = 60 // characters of a string
)

// ReferenceArrow leads from a value to where it comes from.
const ReferenceArrow = " <- "

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
	var t CauseText
	t.attributes(c.Attributes, len(c.Attributes), causeDepth)
	return t.Spans
}

// ReasonText says in one line why something happens to a resource: the attributes that force a replacement, as
// [CauseSpans] tells them, and what the plan gives as the reason. It is empty if there is nothing to say. Sensitive
// values are not in it. Whatever else comes from the document is as it stands there: see sinks.Escape.
func ReasonText(r *computed.Resource) string {
	all := Remarks(r, review.PlaceOf(r).Class)
	if cause := SpanText(CauseSpans(r.Cause)); cause != "" {
		all = slices.Insert(all, 0, cause)
	}
	return strings.Join(all, ", ")
}

// ForcingSpans is like [CauseSpans], for one attribute.
func ForcingSpans(a computed.ForcingAttribute) []doc.Span {
	var t CauseText
	t.attribute(a, causeDepth)
	return t.Spans
}

// CauseText is the text of a cause.
type CauseText struct{ Spans []doc.Span }

func (t *CauseText) Add(role doc.Role, text string) {
	t.Spans = append(t.Spans, doc.Span{Role: role, Text: text})
}

// list writes n items, or the first most of them, with a separator between them. It counts
// those that it leaves out, and more.
func (t *CauseText) list(n, most, more int, sep string, item func(i int)) {
	shown := min(n, max(most, 1))
	for i := range shown {
		if i > 0 {
			t.Add(doc.Plain, sep)
		}
		item(i)
	}
	if more += n - shown; more > 0 {
		t.Add(doc.Plain, strings.Replace(sep, ", ", " and ", 1)+strconv.Itoa(more)+" more")
	}
}

func (t *CauseText) attributes(all []computed.ForcingAttribute, most, depth int) {
	t.list(len(all), most, 0, ", ", func(i int) { t.attribute(all[i], depth) })
}

func (t *CauseText) attribute(a computed.ForcingAttribute, depth int) {
	t.Values(a)
	t.addReferences(a.From, depth)
}

// Values writes the path and the values of an attribute.
func (t *CauseText) Values(a computed.ForcingAttribute) {
	if len(a.Parts) > 0 {
		shown := review.Foremost(a.Parts, causeWidth)
		t.list(len(shown), causeWidth, a.MoreParts+len(a.Parts)-len(shown), ", ", func(i int) { t.Part(&shown[i]) })
		return
	}
	t.Add(doc.Key, cmp.Or(a.Name, a.Path.String()))
	if a.Found {
		t.change(a.Before, a.After, a.Action)
	}
}

// Part writes a part of a value.
func (t *CauseText) Part(p *computed.ForcingPart) {
	t.Add(doc.Key, cmp.Or(p.Name, p.Path.String()))
	switch isHidden := p.Before.Sensitive || p.After.Sensitive; {
	case p.Form != nil:
		t.Add(doc.Comment, " "+formRemark(p))
	case p.Element && !isHidden && p.Action != plans.Update:
		t.Add(SignRole(p.Action), WholeWord(p.Action))
	default:
		t.change(p.Before, p.After, p.Action)
	}
}

// formRemark says what changes in a value apart from its parts.
func formRemark(p *computed.ForcingPart) string {
	switch words := Elided(p.Form); {
	case words == "":
		return "(white space)"
	case p.FormOnly:
		return "(" + words + " only)"
	default:
		return "(" + words + ")"
	}
}

// change writes a value before and after.
func (t *CauseText) change(before, after computed.Side, action plans.Action) {
	t.Add(doc.Plain, " ")
	switch {
	case before.Sensitive || after.Sensitive:
		t.Add(doc.Sensitive, "(sensitive value)")
	case after.State == computed.KnownAfterApply:
		t.Add(doc.Unknown, "(known after apply)")
	case action == plans.NoOp && !isScalar(after):
		t.Add(doc.Comment, "(unchanged)")
	case action == plans.NoOp:
		t.side(after)
		t.Add(doc.Comment, " (unchanged)")
	case !isScalar(before) && !isScalar(after):
		t.Add(doc.Comment, "(changed)")
	default:
		t.side(before)
		t.Add(doc.Arrow, " -> ")
		t.side(after)
	}
}

// isScalar reports whether there is no value, or one that can be written.
func isScalar(s computed.Side) bool { return s.Kind != computed.None || s.State != computed.Present }

// side writes a value.
func (t *CauseText) side(s computed.Side) {
	switch s.Kind {
	case computed.BoolLiteral:
		t.Add(doc.Bool, s.Text)
	case computed.NumberLiteral, computed.SpelledLiteral:
		t.Add(doc.Number, s.Text)
	case computed.StringLiteral:
		t.text(s.Text)
	case computed.NullLiteral:
		t.Add(doc.Null, "null")
	default:
		if s.State == computed.Present {
			t.Add(doc.Comment, "(...)")
		} else {
			t.Add(doc.Null, "null")
		}
	}
}

// text writes a string or, if it is long, how long it is.
func (t *CauseText) text(s string) {
	lines := strings.Count(strings.TrimSuffix(s, "\n"), "\n") + 1
	switch n := utf8.RuneCountInString(s); {
	case lines > 1:
		t.Add(doc.String, "("+strconv.Itoa(lines)+" lines)")
	case n > valueWidth:
		t.Add(doc.String, "("+strconv.Itoa(n)+" characters)")
	default:
		t.Add(doc.String, strconv.Quote(s))
	}
}

// addReferences writes the references of a value.
func (t *CauseText) addReferences(all []computed.Reference, depth int) {
	if len(all) == 0 {
		return
	}
	t.Add(doc.Arrow, ReferenceArrow)
	if depth == 0 {
		t.Add(doc.Comment, "...")
		return
	}
	t.list(len(all), causeWidth, 0, ", ", func(i int) { t.reference(&all[i], depth) })
}

func (t *CauseText) reference(r *computed.Reference, depth int) {
	if r.OneOf {
		t.list(len(r.From), causeWidth, r.More, " or ", func(i int) { t.reference(&r.From[i], depth) })
		return
	}
	t.Add(doc.Address, r.Address)
	did := Happened(r.Action, r.Reason)
	switch why := EndWords(r.End); {
	case did != "" && r.End == computed.EndsInNoChange:
		t.Add(doc.Comment, " (this is known)")
	case did != "":
		t.Add(doc.Plain, " ("+did)
		if r.Cause != nil && len(r.From) == 0 && depth > 1 {
			t.Add(doc.Plain, ": ")
			t.attributes(r.Cause.Attributes, causeWidth, depth-1)
		}
		t.Add(doc.Plain, ")")
	case why != "":
		t.Add(doc.Comment, " ("+why+")")
	}
	t.addReferences(r.From, depth-1)
}

// EndWords says why nothing is known beyond a reference.
func EndWords(e computed.ReferenceEnd) string {
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
