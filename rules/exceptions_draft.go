package rules

import (
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Draft is a file of exceptions that people have still to complete: its exceptions have no reasons.
type Draft struct {
	// Until is the last day of all exceptions.
	Until Day

	lines []string
	left  []string // what cannot be excepted
	seen  map[exceptionKey]bool
}

// Add adds an exception for an object that a policy is about, once. An empty address stands for the plan as a whole.
func (d *Draft) Add(policy, address string) {
	if address == "" {
		address = wholePlan
	}
	key := exceptionKey{policy, literalGlob(address)}
	if d.seen[key] {
		return
	}
	if d.seen == nil {
		d.seen = map[exceptionKey]bool{}
	}
	d.seen[key] = true
	if p, err := parseExceptionAddress(key.address); err != nil || !p.isLiteral() || !p.matches(splitAddress(address)) {
		d.left = append(d.left, fmt.Sprintf("%q", address)) // no address that planfmt knows of
		return
	}
	d.lines = append(d.lines, fmt.Sprintf("  - policy: %s\n    address: %s\n    reason:\n    until: %s\n    owner:\n", scalar(policy), scalar(key.address), d.Until))
}

// Len returns how many exceptions there are.
func (d *Draft) Len() int { return len(d.lines) }

// scalar returns a text as YAML in one line.
func scalar(s string) string {
	n := yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s}
	if strings.ContainsAny(s, "\"\\\n\r\t") {
		n.Style = yaml.DoubleQuotedStyle
	}
	text, err := yaml.Marshal(&n)
	if err != nil {
		return fmt.Sprintf("%q", s) // no input comes here: a text can always be written
	}
	return strings.TrimSuffix(string(text), "\n")
}

// WriteTo writes the file.
func (d *Draft) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	b.WriteString("# Failures of policies that are accepted until a day. Say why for each: without a reason, nothing is excepted.\n")
	for _, address := range d.left {
		b.WriteString("# There can be no exception for " + address + ".\n")
	}
	b.WriteString("exceptions:")
	if len(d.lines) == 0 {
		b.WriteString(" []")
	}
	b.WriteString("\n")
	for _, line := range d.lines {
		b.WriteString(line)
	}
	n, err := io.WriteString(w, b.String())
	return int64(n), err
}
