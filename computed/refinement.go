package computed

import (
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/values"
)

// RefinementText says in words what is already known about a value that is unknown, see
// docs/refinements.md: `not null, starts with "arn:aws:"`. It is empty if nothing is known.
// What is in quotes is escaped as by [strconv.Quote].
func RefinementText(r *values.Refinement) string {
	if r == nil {
		return ""
	}
	var words []string
	if r.NotNull {
		words = append(words, "not null")
	}
	if r.Prefix != "" {
		words = append(words, "starts with "+strconv.Quote(r.Prefix))
	}
	if text := rangeText(r.Number, ""); text != "" {
		words = append(words, text)
	}
	if text := rangeText(r.Length, "element"); text != "" {
		words = append(words, text)
	}
	return strings.Join(words, ", ")
}

// largestInt is the largest number of elements that go-cty can count. It is the upper bound of what
// the function length returns, which tells nobody anything.
const largestInt = "9223372036854775807"

// rangeText says in words what is known about a number, or about a number of things.
func rangeText(r values.Range, thing string) string {
	low, high := r.Min, r.Max
	if high == (values.Bound{Number: largestInt}) {
		high = values.Bound{}
	}
	count := func(words, number string) string {
		switch {
		case thing == "":
			return words + number
		case number == "1":
			return words + number + " " + thing
		}
		return words + number + " " + thing + "s"
	}
	switch {
	case low.Number != "" && low == high && !low.IsBeyond:
		return count("exactly ", low.Number)
	case low.Number != "" && high.Number != "" && !low.IsBeyond && !high.IsBeyond:
		return count(low.Number+" to ", high.Number)
	}
	var words []string
	switch {
	case low.Number == "":
	case low.IsBeyond:
		words = append(words, count("more than ", low.Number))
	case thing != "":
		words = append(words, count("at least ", low.Number))
	default:
		words = append(words, low.Number+" or more")
	}
	switch {
	case high.Number == "":
	case high.IsBeyond:
		words = append(words, count("less than ", high.Number))
	default:
		words = append(words, count("at most ", high.Number))
	}
	return strings.Join(words, ", ")
}
