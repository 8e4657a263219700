// Package lazy has tables that are made when they are first used, so that programs which never use
// them do not pay for them at every start.
package lazy

import (
	"regexp"
	"strings"
	"sync"
)

// Regexp returns a function that returns the regular expression, compiled once. If the expression is not valid,
// the function panics.
func Regexp(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// Words returns a function that returns the set of the words in a text, made once.
func Words(text string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for w := range strings.FieldsSeq(text) {
			set[w] = true
		}
		return set
	})
}
