package differ

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/yamldoc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/values"
)

// maxYAMLDepth is how many documents in strings there may be around one of YAML. Each is
// parsed on its own, and each but the first is a part of the one before.
const maxYAMLDepth = 4

// compareYAML compares two different strings as YAML documents. It reports false if they are to
// be compared as texts: one of them is not a document, or both are on one line.
func (s inherited) compareYAML(c *values.Change, before, after text) (d computed.Diff, ok bool) {
	if before.Kind != computed.StringLiteral || after.Kind != computed.StringLiteral ||
		!before.isMultiline() && !after.isMultiline() || s.depth >= maxYAMLDepth || changesHead(before.Text, after.Text) {
		return d, false
	}
	was, err := yamldoc.Parse(before.Text)
	if err != nil {
		return d, false
	}
	is, err := yamldoc.Parse(after.Text)
	if err != nil {
		return d, false
	}
	s.around = append(s.partsOf(before.Text, after.Text), s.around...)
	if on := s.findCopiesInNames(c, was.Value, is.Value); on.Any() {
		return s.newCopy(c, on), true
	}
	s.depth++
	s.yaml, s.lazy = true, false // the values have no text of which parts could be made
	change := documentChange(c, was.Value, is.Value)
	document := s.compareJSON(&change)
	switch {
	case document.Action != plans.NoOp:
		return newDiff(c, renderers.Document(computed.KindYAML, document, was.Reformats(is)), plans.Update), true
	case was.Value.Equal(is.Value):
		return newDiff(c, renderers.FormattedDocument(computed.KindYAML, document), plans.Update), true
	}
	return d, false
}

// changesHead reports whether a comment changes that says to programs what the text is:
// #cloud-config or #!/bin/sh, for example. Only comments above everything else count.
func changesHead(before, after string) bool {
	return !slices.Equal(heads(before), heads(after))
}

// heads returns the comments at the beginning of a text without a space behind the sign.
func heads(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch {
		case line == "":
		case line[0] != '#':
			return all
		case len(line) > 1 && line[1] != ' ' && line[1] != '\t':
			all = append(all, line)
		}
	}
	return all
}
