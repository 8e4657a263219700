package funcs

import (
	"math"
	"strings"

	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/read/yamldoc"
)

// yamlSteps counts the parts of a document with those that aliases stand for, which a document of a few bytes can have by
// the billion.
func yamlSteps(args []value.Value, left int) int {
	s := known(args, 0)
	n := plus(plus(len(s)/8, numberSteps(s)), stepsPerExponent*exponents(s))
	if n = plus(n, deepSteps(s, left-n)); n > left || !strings.Contains(s, "*") {
		return n
	}
	parts, ok := yamldoc.Expanded(s, value.PartBytes)
	if !ok {
		return plus(n, expandable(s))
	}
	return plus(n, times(4, parts))
}

// deepSteps counts what nesting costs: at each token, the parser of go-cty looks at all brackets that are open.
func deepSteps(s string, left int) int {
	const shallow = 1000 // so many cost little
	depth := strings.Count(s, "[") + strings.Count(s, "{")
	if depth <= shallow || left <= 0 {
		return 0
	}
	if known, ok := yamldoc.Depth(s); ok {
		depth = known
	}
	if depth <= shallow {
		return 0
	}
	return times(len(s), depth) / 1024
}

// expandable is how many parts aliases can stand for at most in a text that only another parser may understand: each anchor can
// have all aliases of the one before it.
func expandable(s string) int {
	anchors, aliases := strings.Count(s, "&"), strings.Count(s, "*")
	if anchors == 0 {
		return 0
	}
	n := len(s)
	for range min(anchors, aliases) {
		if n = times(n, aliases/anchors+2); n == math.MaxInt {
			break
		}
	}
	return n
}
