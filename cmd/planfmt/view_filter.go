package main

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/rules"
)

// filterName is the name of the file that a condition is in that has been typed in the view.
const filterName = "filter"

// parseFilter returns what a text means that has been typed as a filter in the view: rules as those of --only
// and, after an exclamation mark, of --hide; then, after the word where, a condition. ignore are rules of --ignore,
// which stay.
func parseFilter(text string, ignore []string) (set rules.Set, where *planfmt.Where, err error) {
	for _, rule := range ignore {
		if err := set.AddIgnore(rule); err != nil {
			return set, nil, err
		}
	}
	words, condition, hasCondition := filterWords(text)
	if slices.ContainsFunc(words, isOperator) {
		return set, nil, errors.New(`a condition begins with the word where: where type == "aws_instance"`)
	}
	for _, word := range words {
		if rule, hides := strings.CutPrefix(word, "!"); hides {
			err = set.AddHide(rule)
		} else {
			err = set.AddOnly(rule)
		}
		if err != nil {
			return set, nil, err
		}
	}
	if !hasCondition {
		return set, nil, nil
	}
	if condition == "" {
		return set, nil, errors.New(`a condition follows the word where, such as type == "aws_instance"`)
	}
	where, diags := planfmt.NewWhere(filterName, condition)
	for _, d := range diags {
		if d.Severity == diag.Error {
			return set, nil, conditionError(d)
		}
	}
	return set, where, nil
}

// conditionError returns what is wrong with a condition, in one line.
func conditionError(d *diag.Diagnostic) error {
	text := strings.Join(strings.Fields(d.Detail), " ")
	if text == "" {
		text = d.Summary
	}
	return fmt.Errorf("the condition, column %d: %s", d.Subject.Start.Column, text)
}

// filterWords splits a filter into rules, at spaces that are in no quotes, and the condition after the word where.
func filterWords(text string) (words []string, condition string, hasCondition bool) {
	text = strings.TrimSpace(text)
	for text != "" {
		end := len(text)
		for i, r := range unquoted(text) {
			if r == ' ' || r == '\t' {
				end = i
				break
			}
		}
		word, rest := text[:end], strings.TrimSpace(text[end:])
		if word == "where" {
			return words, rest, true
		}
		words = append(words, word)
		text = rest
	}
	return words, "", false
}

// unquoted yields the characters of a text that are in no quotes, and where they are. In quotes, the character after a backslash
// ends nothing.
func unquoted(text string) iter.Seq2[int, rune] {
	return func(yield func(int, rune) bool) {
		quoted, escaped := false, false
		for i, r := range text {
			switch {
			case escaped:
				escaped = false
			case quoted && r == '\\':
				escaped = true
			case r == '"':
				quoted = !quoted
			case !quoted && !yield(i, r):
				return
			}
		}
	}
}

// isOperator reports whether a word can only be a part of a condition.
func isOperator(word string) bool {
	var plain strings.Builder
	for _, r := range unquoted(word) {
		plain.WriteRune(r)
	}
	switch word = plain.String(); word {
	case ">", "<", ">=", "<=":
		return true
	}
	return slices.ContainsFunc([]string{"==", "!=", "&&", "||"}, func(op string) bool { return strings.Contains(word, op) })
}
