package showing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// ExplainSchemas prints where the schema of each type comes from. For types
// whose schema is inferred, it also prints how each key was interpreted, with
// what confidence, and why.
func ExplainSchemas(s *terminal.Streams, types []infer.TypeSchema) {
	var b strings.Builder
	for _, t := range types {
		fmt.Fprintf(&b, "%s (%s): %s%s\n", t.ID.Name(), plans.SpellName(t.ID.Provider), plans.SpellName(t.Layer), versions(t))
		if t.Misfit != nil {
			b.WriteString("  the schema is of another provider version\n")
		}
		for _, reason := range t.MisfitReasons() {
			b.WriteString("  " + reason + "\n")
		}
		for _, d := range t.Decisions {
			fmt.Fprintf(&b, "  %s: %s\n", plans.SpellName(d.Path), explain(d))
		}
	}
	if b.Len() > 0 {
		s.PrintLine(sinks.EscapeLines(strings.TrimSuffix(b.String(), "\n")))
	}
}

// versions returns the versions of the provider and of the type's schema, as
// far as they are known.
func versions(t infer.TypeSchema) string {
	s := ""
	if t.Release != "" {
		s += ", provider version " + plans.SpellName(t.Release)
	}
	if t.Version != "" {
		s += ", type version " + t.Version
	}
	return s
}

// explain says how a key was interpreted, with what confidence, and why.
// Whether it is a block and how it nests are separate: `block (certain), list
// (coin toss)`.
func explain(d infer.Decision) string {
	if d.Nesting.Is == "" {
		return fmt.Sprintf("%s (%s): %s", d.Is, d.Confidence, d.Why)
	}
	what, nesting := "attribute", d.Is
	switch {
	case d.IsBlock:
		what, nesting = "block", d.Nesting.Is
	case !strings.HasPrefix(d.Is, d.Nesting.Is):
		what, nesting = d.Is, d.Nesting.Is
	}
	return fmt.Sprintf("%s (%s), %s (%s): %s; %s", what, d.Confidence, nesting, d.Nesting.Confidence, d.Why, d.Nesting.Why)
}

// ReportBundle says that planfmt has used the project's bundle, which nobody
// named on the command line. The bundle may be empty.
func ReportBundle(s *terminal.Streams, bundle string, types []infer.TypeSchema) {
	if bundle == "" || !slices.ContainsFunc(types, func(t infer.TypeSchema) bool { return t.Layer == bundle }) {
		return
	}
	s.Warn(fmt.Sprintf("using the schemas in %s (to ignore them, use --no-bundle)", plans.SpellName(bundle)))
}

// ReportGuesses says in one line which types were printed with guesses that may
// show, and how to do better.
func ReportGuesses(s *terminal.Streams, types []infer.TypeSchema) {
	if what := infer.Guessed(types); what != "" {
		s.Warn(what + ". For exact output: planfmt schemas add --run")
	}
}
