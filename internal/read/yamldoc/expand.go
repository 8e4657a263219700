package yamldoc

import (
	"math"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Expanded returns how many parts a document has with those that aliases stand for, which a document of a few bytes can
// have by the billion. It expands none of them. A part is a node, or bytesPerPart of the text of one. It reports false for what it cannot
// read.
func Expanded(text string, bytesPerPart int) (parts int, ok bool) {
	root, ok := nodes(text)
	if !ok {
		return 0, false
	}
	c := counter{perPart: bytesPerPart, known: map[*yaml.Node]int{}}
	return c.count(root), true
}

// nodes reads a document with its aliases.
func nodes(text string) (root *yaml.Node, ok bool) {
	// The parser is not ours, and the text comes from anywhere.
	defer func() {
		if recover() != nil {
			root, ok = nil, false
		}
	}()
	root = new(yaml.Node)
	err := yaml.NewDecoder(strings.NewReader(text)).Decode(root)
	return root, err == nil
}

// counter counts the parts of nodes, those of an anchor once.
type counter struct {
	perPart int
	known   map[*yaml.Node]int
}

func (c *counter) count(n *yaml.Node) int {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n == nil {
		return 1
	}
	if known, ok := c.known[n]; ok {
		return known
	}
	c.known[n] = 1 // what has an alias for itself in it is an error
	all := 1 + len(n.Value)/c.perPart
	for _, part := range n.Content {
		if more := c.count(part); more > math.MaxInt-all {
			all = math.MaxInt
		} else {
			all += more
		}
	}
	c.known[n] = all
	return all
}

// Depth returns how many parts of a document are within one another at most. It reports false for what it cannot read.
func Depth(text string) (depth int, ok bool) {
	root, ok := nodes(text)
	if !ok {
		return 0, false
	}
	return depthOf(root), true
}

func depthOf(n *yaml.Node) int {
	deepest := 0
	for _, part := range n.Content {
		deepest = max(deepest, depthOf(part))
	}
	return deepest + 1
}
