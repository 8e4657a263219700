package rules

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/planfmt/planfmt/plans"
)

// singleDocument returns the root of a text in YAML, or nil if there is nothing in it. The tree of nodes is never decoded into
// values: nodes have lines, keep duplicate keys, and do not expand aliases.
func singleDocument(data []byte) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var document, another yaml.Node
	switch err := decoder.Decode(&document); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, syntaxError(err)
	}
	switch err := decoder.Decode(&another); {
	case err == nil:
		return nil, atLine(&another, errors.New("there is a second document; only one is allowed"))
	case !errors.Is(err, io.EOF):
		return nil, syntaxError(err)
	}
	return document.Content[0], nil
}

// eachMember calls a function for each key of a mapping with its value. Keys that are not among the known ones, and keys
// that occur twice, are errors. Those of the function get the line and the key.
func eachMember(n *yaml.Node, known []string, do func(key string, value *yaml.Node) error) error {
	if err := want(n, yaml.MappingNode); err != nil {
		return err
	}
	lines := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if err := want(key, yaml.ScalarNode); err != nil {
			return err
		}
		if line, ok := lines[key.Value]; ok {
			return atLine(key, fmt.Errorf("the key %q is also in line %d", key.Value, line))
		}
		lines[key.Value] = key.Line
		if !slices.Contains(known, key.Value) {
			return atLine(key, unknownName("key", key.Value, known))
		}
		if err := do(key.Value, value); err != nil {
			var e *lineError
			if !errors.As(err, &e) {
				err = atLine(value, err)
			}
			return errorUnder(key.Value, err)
		}
	}
	return nil
}

// text returns the text of a node.
func text(n *yaml.Node) (string, error) {
	if err := want(n, yaml.ScalarNode); err != nil {
		return "", err
	}
	if n.ShortTag() != "!!str" {
		return "", atLine(n, fmt.Errorf("want text, have %s", kindOf(n)))
	}
	return n.Value, nil
}

// want checks the kind of a node. No node may have an anchor or a tag, or be an alias: a file
// of rules is short, and whoever reviews it must see what it says.
func want(n *yaml.Node, kind yaml.Kind) error {
	switch {
	case n.Kind == yaml.AliasNode || n.Anchor != "":
		return atLine(n, errors.New("anchors and aliases cannot be used here; repeat the text"))
	case n.Style&yaml.TaggedStyle != 0:
		if tag := n.ShortTag(); slices.Contains(knownTags, tag) {
			return atLine(n, fmt.Errorf("the tag %s cannot be used here", tag))
		}
		return atLine(n, errors.New("a tag cannot be used here; a text that begins with ! needs quotes"))
	case n.Kind != kind:
		return atLine(n, fmt.Errorf("want %s, have %s", kindNames[kind], kindOf(n)))
	}
	return nil
}

// knownTags are the tags that messages name. In others, there may be anything.
var knownTags = []string{"!!str", "!!null", "!!bool", "!!int", "!!float", "!!binary", "!!timestamp", "!!map", "!!seq", "!!merge", "!!set", "!!omap"}

var kindNames = map[yaml.Kind]string{
	yaml.MappingNode:  "keys with values",
	yaml.SequenceNode: "a list",
	yaml.ScalarNode:   "text",
}

// kindOf says what a node is. It does not quote it: who knows what was written in the wrong place.
func kindOf(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode {
		return kindNames[n.Kind]
	}
	switch n.ShortTag() {
	case "!!str":
		return "text"
	case "!!null":
		return "nothing"
	}
	return "a value that needs quotes to be text"
}

func isNull(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Anchor == "" && n.Style&yaml.TaggedStyle == 0 && n.ShortTag() == "!!null"
}

// lineError says in which line something is wrong, and below which key.
type lineError struct {
	line int
	key  string
	err  error
}

func (e *lineError) Error() string {
	if e.key != "" {
		return fmt.Sprintf("line %d: %s: %v", e.line, e.key, e.err)
	}
	return fmt.Sprintf("line %d: %v", e.line, e.err)
}

func (e *lineError) Unwrap() error { return e.err }

func atLine(n *yaml.Node, err error) error { return &lineError{line: n.Line, err: err} }

// errorUnder adds the key to an error that has none yet.
func errorUnder(key string, err error) error {
	var e *lineError
	if errors.As(err, &e) && e.key == "" {
		e.key = key
	}
	return err
}

// syntaxError removes from an error of the library what says that it comes from there. Of these errors, only those about
// anchors quote text of the file: in *hunter2, which may be a value, hunter2 is an anchor.
func syntaxError(err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if strings.Contains(text, "anchor '") {
		text = "anchors and aliases cannot be used here; a text that begins with * or & needs quotes"
	}
	return errors.New("invalid YAML: " + plans.SpellName(text))
}
