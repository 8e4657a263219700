package wording

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
)

// GraphWord says what happens to an instance.
func GraphWord(i *computed.GraphInstance) string {
	var word string
	switch {
	case i.Failed:
		return "not readable"
	case i.Deferred:
		return "deferred"
	case i.Action == plans.NoOp && i.Imported:
		return "import"
	case i.Action == plans.NoOp && i.Moved:
		return "move"
	default:
		word = strings.ReplaceAll(JSONAction(i.Action), "-", " ")
	}
	if i.Deposed != "" {
		word += " a deposed object"
	}
	return word
}

// NodeWords says what happens to a node.
func NodeWords(n *computed.GraphNode) []string {
	var words []string
	counts := map[string]int{}
	for i := range n.Instances {
		word := GraphWord(&n.Instances[i])
		if counts[word]++; counts[word] == 1 {
			words = append(words, word)
		}
	}
	total := len(n.Instances) + n.Unchanged
	for i, word := range words {
		if total > 1 {
			words[i] = fmt.Sprintf("%d %s", counts[word], word)
		}
	}
	switch {
	case len(words) > 0 && n.Unchanged > 0:
		words = append(words, fmt.Sprintf("%d unchanged", n.Unchanged))
	case n.Unchanged > 1:
		words = append(words, fmt.Sprintf("%d unchanged", n.Unchanged))
	case len(words) == 0 && n.Kind != computed.ResourceNode && n.Kind != computed.OutputNode:
		words = append(words, strings.ReplaceAll(n.Kind.String(), "_", " "))
	case len(words) == 0:
		words = append(words, "unchanged")
	}
	if n.Kind == computed.ModuleNode && n.Members > 0 {
		words = append(words, CountOf(n.Members, "resource", "resources"))
	}
	if n.Drifted {
		words = append(words, "changed outside")
	}
	return words
}

// EdgeWords says how a node depends on another one; it is empty for a reference.
func EdgeWords(how computed.Dependency) string {
	var words []string
	for _, w := range []struct {
		how  computed.Dependency
		text string
	}{{computed.ForcesReplacement, "forces"}, {computed.ByDependsOn, "depends_on"}, {computed.ByProvider, "provider"}, {computed.ByState, "state"}} {
		if how&w.how != 0 && (w.how == computed.ForcesReplacement || how&computed.ByReference == 0) {
			words = append(words, w.text)
		}
	}
	if how&computed.AnyInstance != 0 {
		words = append(words, "some instance")
	}
	return strings.Join(words, ", ")
}
