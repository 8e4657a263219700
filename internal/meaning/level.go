package meaning

import (
	"math"
	"slices"
	"strconv"

	"github.com/planfmt/planfmt/internal/base/wildcard"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/values"
)

// level says how good the value of a setting is: the higher, the better.
type level struct {
	value     float64
	ok        bool // it can be compared
	isImplied bool // nothing says it
	node      leaf.Node
}

// level returns the worst level of the values of an attribute that are known.
func (c *comparison) level(nodes []leaf.Node) level {
	if len(nodes) == 0 {
		return c.implied()
	}
	var worst level
	for _, n := range nodes {
		if n.IsOpen() {
			continue
		}
		if value, ok := c.grade(n); ok && (!worst.ok || value < worst.value) {
			worst = level{value: value, ok: true, node: n}
		}
	}
	return worst
}

// implied returns the level of an attribute that says nothing.
func (c *comparison) implied() level {
	l := level{isImplied: true}
	switch {
	case c.HasDefault:
		l.value, l.ok = c.gradeText(c.Default)
	case c.Absent == "forever":
		l.value, l.ok = math.Inf(1), true
	case c.Presence, c.PresenceBad, c.Block:
		l.ok = true
		if c.PresenceBad || c.Block && !c.Invert {
			l.value = 1
		}
	case len(c.Bad) > 0 && (len(c.Good) == 0 || slices.Contains(c.Bad, "true")):
		l.value, l.ok = 1, true
	case slices.Contains(c.Bad, "false"):
		l.ok = true
	}
	return l
}

// grade returns the level of a value.
func (c *comparison) grade(n leaf.Node) (float64, bool) {
	switch {
	case c.Presence, c.Block && c.Invert:
		return 1, true
	case c.PresenceBad, c.Block:
		return 0, true
	}
	text, ok := n.Text()
	if !ok {
		return 0, false
	}
	return c.gradeText(text)
}

func (c *comparison) gradeText(text string) (float64, bool) {
	switch {
	case c.Number:
		n, err := strconv.ParseFloat(text, 64)
		if err == nil && n == 0 && c.Zero == "forever" {
			n = math.Inf(1)
		}
		return n, err == nil && !math.IsNaN(n)
	case len(c.Order) > 0:
		for i, step := range c.Order {
			if matches(step, text) {
				return float64(i), true
			}
		}
	case matches(c.Bad, text):
		return 0, true
	case matches(c.Good, text) || len(c.Bad) > 0 && len(c.Good) == 0:
		return 1, true
	}
	return 0, false
}

// matches reports whether a text is one of some globs.
func matches(globs []string, text string) bool {
	return slices.ContainsFunc(globs, func(g string) bool { return wildcard.Match(g, text) })
}

// said returns the value that the level is of.
func (l level) said() values.Value {
	v, ok := l.node.Value()
	if !ok || v.Kind() == values.Object {
		return values.Value{}
	}
	return v
}

// words returns what is said instead of the value.
func (l level) words(c *comparison) string {
	switch {
	case math.IsInf(l.value, 1):
		return "forever"
	case c.Block && !l.node.IsAbsent():
		return "there"
	}
	return ""
}
