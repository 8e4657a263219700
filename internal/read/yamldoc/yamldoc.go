// Package yamldoc reads YAML documents in strings as values, so that they can be compared by
// their structure. The main call is [Parse].
//
// It is stricter than most readers, because nothing that differs may become the same: it rejects
// whatever it could not keep, such as anchors, tags and keys that occur twice. A scalar that some
// readers take for something other than a string is kept as it is spelled, and is different from
// the same text in quotes.
package yamldoc

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/planfmt/planfmt/internal/base/lazy"
	"github.com/planfmt/planfmt/values"
)

// The limits of a document. They bound the time that it takes to read one.
const (
	MaxSize  = 1 << 18 // bytes
	MaxDepth = 100     // levels of mappings and sequences
)

// Document is a YAML document: a mapping or a sequence.
type Document struct {
	// Value has the mappings as objects and the sequences as lists. A plain scalar is null,
	// true or false if it is spelled like that; a string if every reader takes it for one; and
	// otherwise a number, see [values.NewSpelled].
	Value values.Value
	root  *yaml.Node
}

// errNoStructure is the error for a text that is not a mapping or sequence.
var errNoStructure = errors.New("not a mapping or a sequence")

// Parse reads a text. It returns an error if the text is not a single document that can be kept
// as it is.
func Parse(text string) (Document, error) {
	if err := check(text); err != nil {
		return Document{}, err
	}
	root, err := parse(text)
	if err != nil {
		return Document{}, err
	}
	r := nodeReader{lines: strings.Split(text, "\n")}
	v, err := r.value(root, 0)
	if err != nil {
		return Document{}, err
	}
	if v.Kind() != values.Object && v.Kind() != values.Array {
		return Document{}, errNoStructure
	}
	return Document{Value: v, root: root}, nil
}

// check rejects most texts that are not documents before they are parsed.
func check(text string) error {
	if len(text) > MaxSize {
		return errors.New("too long")
	}
	// Readers do not agree on whether these end a line, or leave them out.
	if strings.ContainsAny(text, "\u0085\u2028\u2029\ufeff\x00") {
		return errors.New("an unusual character")
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "%") {
			return errors.New("a directive")
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line == "---" {
			continue
		}
		if line[0] == '-' || strings.Contains(line, ":") && !isScalar(text) {
			return nil
		}
		break
	}
	return errNoStructure
}

// isScalar reports whether a text is surely a scalar, because it has one line that begins like a plain one, and no colon in it ends a
// key. Addresses and ARNs are like that.
func isScalar(text string) bool {
	c := text[0]
	if c < '0' || c > '9' && c < 'A' || c > 'Z' && c < 'a' || c > 'z' || strings.ContainsAny(text, "\r\n") {
		return false
	}
	for i := range len(text) {
		if text[i] == ':' && (i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\t') {
			return false
		}
	}
	return true
}

// parse returns the only document of a text.
func parse(text string) (root *yaml.Node, err error) {
	// The parser is not ours, and the text comes from anywhere.
	defer func() {
		if r := recover(); r != nil {
			root, err = nil, fmt.Errorf("the parser panics: %v", r)
		}
	}()
	dec := yaml.NewDecoder(strings.NewReader(text))
	var document, next yaml.Node
	if err := dec.Decode(&document); err != nil {
		return nil, err
	}
	if err := dec.Decode(&next); err != io.EOF {
		return nil, errors.New("more than one document")
	}
	if document.Kind != yaml.DocumentNode || len(document.Content) != 1 {
		return nil, errNoStructure
	}
	return document.Content[0], nil
}

// nodeReader turns nodes into values.
type nodeReader struct {
	lines []string
	last  position
	steps int // how many characters isThere has gone over
}

// position is where a scalar begins: a line and a column of it, from 1, and how many bytes of
// the line are before it.
type position struct{ line, column, offset int }

func (r *nodeReader) value(n *yaml.Node, depth int) (values.Value, error) {
	fail := func(what string) (values.Value, error) {
		return values.Value{}, fmt.Errorf("line %d: %s", n.Line, what)
	}
	switch {
	case depth > MaxDepth:
		return fail("too deep")
	case n.Anchor != "" || n.Kind == yaml.AliasNode:
		return fail("an anchor or an alias")
	case n.Style&yaml.TaggedStyle != 0:
		return fail("a tag")
	}
	switch n.Kind {
	case yaml.SequenceNode:
		var elems []values.Value
		for _, part := range n.Content {
			v, err := r.value(part, depth+1)
			if err != nil {
				return v, err
			}
			elems = append(elems, v)
		}
		return values.NewArray(elems...), nil
	case yaml.MappingNode:
		var members []values.Member
		seen := map[string]bool{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			name, err := r.name(n.Content[i])
			if err != nil {
				return values.Value{}, err
			}
			if seen[name] {
				return fail("a name occurs twice")
			}
			seen[name] = true
			v, err := r.value(n.Content[i+1], depth+1)
			if err != nil {
				return v, err
			}
			members = append(members, values.Member{Name: name, Value: v})
		}
		return values.NewObject(members...), nil
	case yaml.ScalarNode:
		return r.scalar(n)
	}
	return fail("neither a scalar nor a mapping nor a sequence")
}

// name returns the name of a member. If the text between quotes would be something else without
// them, the quotes are a part of the name.
func (r *nodeReader) name(n *yaml.Node) (string, error) {
	if n.Kind != yaml.ScalarNode {
		return "", fmt.Errorf("line %d: a name that is not a scalar", n.Line)
	}
	v, err := r.value(n, 0)
	switch {
	case err != nil:
		return "", err
	case n.Style == 0 && n.Value == "<<":
		return "", fmt.Errorf("line %d: a merge", n.Line)
	case strings.HasPrefix(n.Value, `"`): // it would be the same as one with quotes
		return "", fmt.Errorf("line %d: a name that begins with a quote", n.Line)
	case v.Kind() == values.String && n.Style != 0 && isAmbiguous(n.Value):
		return `"` + n.Value + `"`, nil
	}
	return n.Value, nil
}

// scalar returns a scalar. A plain one must be on one line: a text that is not meant to be YAML
// often looks like one on several, and its line ends would be lost.
func (r *nodeReader) scalar(n *yaml.Node) (values.Value, error) {
	if n.Style != 0 {
		return values.NewString(n.Value), nil
	}
	switch n.Value {
	case "", "~", "null":
		return values.NewNull(), nil
	}
	if !r.isThere(n) {
		return values.Value{}, fmt.Errorf("line %d: a plain scalar on several lines", n.Line)
	}
	switch {
	case n.Value == "true" || n.Value == "false":
		return values.NewBool(n.Value == "true"), nil
	case isAmbiguous(n.Value) || n.ShortTag() != "!!str":
		return values.NewSpelled(n.Value), nil
	}
	return values.NewString(n.Value), nil
}

// isThere reports whether the text has a plain scalar as it is.
func (r *nodeReader) isThere(n *yaml.Node) bool {
	if n.Line < 1 || n.Line > len(r.lines) {
		return false
	}
	line := r.lines[n.Line-1]
	// A line may have a hundred thousand scalars, which come in order: each one is looked for from
	// the last one on.
	at := r.last
	if at.line != n.Line || at.column > n.Column {
		at = position{line: n.Line, column: 1}
	}
	for ; at.column < n.Column; at.column++ { // in characters
		if at.offset == len(line) {
			return false
		}
		_, size := utf8.DecodeRuneInString(line[at.offset:])
		at.offset += size
		r.steps++
	}
	r.last = at
	return strings.HasPrefix(line[at.offset:], n.Value)
}

// ambiguous matches what some readers take for a number, a time or a date.
var ambiguous = lazy.Regexp(`^[-+]?(0[bB][01_]+|0[oO]?[0-7_]+|0[xX][0-9a-fA-F_]+|[0-9][0-9_]*(:[0-5]?[0-9])*(\.[0-9_]*)?([eE][-+]?[0-9]+)?|\.[0-9_]+([eE][-+]?[0-9]+)?|\.(?i:inf|nan))$` +
	`|^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt \t].*)?$`)

// words are what some readers take for a bool, a null or something special, in lower case.
var words = []string{"", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "=", "<<"}

// isAmbiguous reports whether some readers take a plain scalar for something else than a string.
func isAmbiguous(text string) bool {
	return ambiguous().MatchString(text) || slices.Contains(words, strings.ToLower(text))
}

// Reformats reports whether comments, or the quotes around scalars that are the same, are
// different in another document. It need not find all of these.
func (d Document) Reformats(other Document) bool {
	return !slices.Equal(comments(nil, d.root), comments(nil, other.root)) || restyles(d.root, other.root)
}

func comments(all []string, n *yaml.Node) []string {
	for _, c := range []string{n.HeadComment, n.LineComment, n.FootComment} {
		if c != "" {
			all = append(all, c)
		}
	}
	for _, part := range n.Content {
		all = comments(all, part)
	}
	return all
}

func restyles(a, b *yaml.Node) bool {
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case yaml.ScalarNode:
		isOther := isAmbiguous(a.Value) && (a.Style == 0) != (b.Style == 0) // so the values differ
		return a.Value == b.Value && a.Style != b.Style && !isOther
	case yaml.SequenceNode:
		for i := range min(len(a.Content), len(b.Content)) {
			if restyles(a.Content[i], b.Content[i]) {
				return true
			}
		}
	case yaml.MappingNode:
		index := map[string]int{}
		for i := 0; i+1 < len(b.Content); i += 2 {
			index[b.Content[i].Value] = i
		}
		for i := 0; i+1 < len(a.Content); i += 2 {
			j, ok := index[a.Content[i].Value]
			if ok && (restyles(a.Content[i], b.Content[j]) || restyles(a.Content[i+1], b.Content[j+1])) {
				return true
			}
		}
	}
	return false
}
