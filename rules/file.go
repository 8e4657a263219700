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

// File has the rules of a file.
//
// Whoever proposes a change can also propose a change of the file, to hide the other one. So
// rules of a file do not apply to everything that [Set] matches: see [ProtectsResource] and
// [ProtectsName].
type File struct {
	Name string // as it is to be printed
	Set
	Drift         Drift // AutoDrift if the file does not say
	ShowUnchanged bool
}

// ProtectsResource reports whether the rules of a file never mute a resource, nor changes in
// it: something is destroyed, replaced or forgotten, or the type says that it is about
// permissions.
func ProtectsResource(h *plans.Header) bool {
	switch h.Action {
	case plans.Delete, plans.DeleteThenCreate, plans.CreateThenDelete,
		plans.Forget, plans.CreateThenForget, plans.ForgetThenCreate, plans.Unknown:
		return true
	}
	return ProtectsName(h.Type)
}

// ProtectsName reports whether the name of a type or of an attribute says that it is about
// permissions. The rules of a file never mute such a resource or attribute, nor anything in
// it.
func ProtectsName(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "policy") || strings.Contains(name, "iam")
}

// Limits for files. They are far above what anybody writes.
const (
	maxFileSize  = 256 << 10 // bytes
	maxFileRules = 2000
)

// Read reads a file of rules in YAML: docs/schema/rules-1.0.json describes it. name is what
// the file is called in errors, which also have the line. An empty file has no rules.
func Read(name string, r io.Reader) (*File, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFileSize+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", plans.SpellName(name), err)
	case len(data) > maxFileSize:
		return nil, fmt.Errorf("%s: the file has more than %d bytes", plans.SpellName(name), maxFileSize)
	}
	f := &File{Name: name}
	if err := f.parse(data); err != nil {
		return nil, fmt.Errorf("%s: %w", plans.SpellName(name), err)
	}
	return f, nil
}

// fileKeys are the keys of a file.
var fileKeys = []struct {
	name string
	set  func(*File, *yaml.Node) error
}{
	{"only", func(f *File, n *yaml.Node) error { return eachRule(n, f.AddOnly) }},
	{"hide", func(f *File, n *yaml.Node) error { return eachRule(n, f.AddHide) }},
	{"ignore", func(f *File, n *yaml.Node) error { return eachRule(n, f.AddIgnore) }},
	{"drift", func(f *File, n *yaml.Node) error { return f.setDrift(n) }},
	{"show-unchanged", func(f *File, n *yaml.Node) error { return f.setShowUnchanged(n) }},
}

// FileKeys returns the keys that a file can have.
func FileKeys() []string {
	all := make([]string, 0, len(fileKeys))
	for _, k := range fileKeys {
		all = append(all, k.name)
	}
	return all
}

// parse parses the file. It reads the tree of YAML nodes, and never decodes it into values:
// nodes have lines, keep duplicate keys, and do not expand aliases.
func (f *File) parse(data []byte) error {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var document, another yaml.Node
	switch err := decoder.Decode(&document); {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return syntaxError(err)
	}
	switch err := decoder.Decode(&another); {
	case err == nil:
		return atLine(&another, errors.New("there is a second document; only one is allowed"))
	case !errors.Is(err, io.EOF):
		return syntaxError(err)
	}
	root := document.Content[0]
	if isNull(root) {
		return nil
	}
	if err := want(root, yaml.MappingNode); err != nil {
		return err
	}
	lines := map[string]int{}
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, value := root.Content[i], root.Content[i+1]
		if err := want(key, yaml.ScalarNode); err != nil {
			return err
		}
		if line, ok := lines[key.Value]; ok {
			return atLine(key, fmt.Errorf("the key %q is also in line %d", key.Value, line))
		}
		lines[key.Value] = key.Line
		if err := f.set(key, value); err != nil {
			return err
		}
	}
	if f.Len() > maxFileRules {
		return fmt.Errorf("it has %d rules; there can be %d", f.Len(), maxFileRules)
	}
	return nil
}

// set sets what a key says. A key without a value says nothing.
func (f *File) set(key, value *yaml.Node) error {
	for _, k := range fileKeys {
		if k.name != key.Value {
			continue
		}
		if isNull(value) {
			return nil
		}
		if err := k.set(f, value); err != nil {
			var e *lineError
			if !errors.As(err, &e) {
				err = atLine(value, err)
			}
			return within(key.Value, err)
		}
		return nil
	}
	return atLine(key, unknownName("key", key.Value, FileKeys()))
}

// eachRule adds the rules of a list.
func eachRule(list *yaml.Node, add func(string) error) error {
	if err := want(list, yaml.SequenceNode); err != nil {
		return err
	}
	for _, n := range list.Content {
		text, err := text(n)
		if err != nil {
			return err
		}
		if err := add(text); err != nil {
			return atLine(n, errors.New(describe(err)))
		}
	}
	return nil
}

func (f *File) setDrift(n *yaml.Node) error {
	name, err := text(n)
	if err != nil {
		return err
	}
	for _, c := range []Drift{AllDrift, RelevantDrift, NoDrift} {
		if c.String() == name {
			f.Drift = c
			return nil
		}
	}
	return errors.New(describe(unknownName("value", name, []string{AllDrift.String(), RelevantDrift.String(), NoDrift.String()})))
}

func (f *File) setShowUnchanged(n *yaml.Node) error {
	if err := want(n, yaml.ScalarNode); err != nil {
		return err
	}
	if n.ShortTag() != "!!bool" || n.Decode(&f.ShowUnchanged) != nil {
		return atLine(n, fmt.Errorf("want true or false, have %s", kindOf(n)))
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

// within adds the key to an error.
func within(key string, err error) error {
	var e *lineError
	if errors.As(err, &e) {
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
