package wording

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/doc"
)

// findingRole is the role of a finding of a level.
func findingRole(l annotations.Level) doc.Role {
	switch l {
	case annotations.Error:
		return doc.Danger
	case annotations.Warning:
		return doc.Caution
	}
	return doc.Comment
}

// AnnotationSpans says in a line what an annotation says.
func AnnotationSpans(a *annotations.Annotation) []doc.Span {
	var spans []doc.Span
	if a.Tool != "" {
		spans = append(spans, doc.Span{Role: doc.Comment, Text: a.Tool + ": "})
	}
	if a.IsFinding() {
		spans = append(spans, doc.Span{Role: findingRole(a.Level), Text: a.Level.String()}, doc.Span{Role: doc.Comment, Text: ": "})
	}
	text := cmp.Or(a.Title, FirstLineOf(a.Text))
	if a.Rule != "" && a.Rule != text {
		text = strings.TrimSuffix(a.Rule+": "+text, ": ")
	}
	switch {
	case a.Number != "":
		text = strings.TrimPrefix(text+" "+CostText(a.Unit, a.Before, a.Number), " ")
	case len(a.Owners) > 0:
		text = strings.TrimSuffix(text, ":") + ": " + strings.Join(a.Owners, ", ")
	}
	if a.Shared > 1 {
		text += fmt.Sprintf(" (for all %d)", a.Shared)
	}
	spans = append(spans, doc.Span{Role: doc.Comment, Text: text})
	if a.URL != "" {
		spans = append(spans, doc.Span{Role: doc.Comment, Text: " "}, doc.Span{Role: doc.Comment, Text: a.URL, Link: &doc.Link{Address: a.URL}})
	}
	return spans
}

// CostText writes a sum: +12.50 USD/month (10.00 -> 22.50).
func CostText(unit string, before, after annotations.Number) string {
	if unit != "" {
		unit = " " + unit
	}
	d := annotations.Difference(before, after)
	switch {
	case d == "":
		return string(after.Round()) + unit
	case d.Sign() == 0:
		return string(after.Round()) + unit + " (as now)"
	}
	sums := [3]string{withSign(d), string(before.Round()), string(after.Round())}
	if strings.Contains(strings.Join(sums[:], ""), ".") { // 3.00 beside 1.50
		for i, sum := range sums {
			if sum != "0" && !strings.Contains(sum, ".") {
				sums[i] = sum + ".00"
			}
		}
	}
	return fmt.Sprintf("%s%s (%s -> %s)", sums[0], unit, sums[1], sums[2])
}

func withSign(n annotations.Number) string {
	if n.Sign() > 0 {
		return "+" + string(n.Round())
	}
	return string(n.Round())
}

// FoundSum adds the findings about other resources.
func FoundSum(a, b annotations.Counts) annotations.Counts {
	return annotations.Counts{Errors: a.Errors + b.Errors, Warnings: a.Warnings + b.Warnings, Notes: a.Notes + b.Notes, Others: a.Others + b.Others}
}

// FoundText says how many findings there are of each level: findings: 2 errors, 1 warning. It is empty if there is nothing.
func FoundText(c annotations.Counts) string {
	text := CountsOf(c)
	if c.Errors+c.Warnings+c.Notes > 0 {
		text = "findings: " + text
	}
	return text
}

// CountsOf says how many findings there are of each level: 2 errors, 1 warning. It is empty if there is nothing.
func CountsOf(c annotations.Counts) string {
	var words []string
	for _, one := range []struct {
		n          int
		one, other string
	}{{c.Errors, "error", "errors"}, {c.Warnings, "warning", "warnings"}, {c.Notes, "note", "notes"}, {c.Others, "remark", "remarks"}} {
		if one.n > 0 {
			words = append(words, CountOf(one.n, one.one, one.other))
		}
	}
	return strings.Join(words, ", ")
}
