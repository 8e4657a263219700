package access_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/meaning/access"
	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/internal/testkit/goldenflag"
	"github.com/planfmt/planfmt/values"
)

// TestChanges tells what each change in testdata/changes.json grants and revokes: for each type that has rights, those that are easily read wrong.
// The golden was read by eye. With -update, it is written anew.
func TestChanges(t *testing.T) {
	text, err := os.ReadFile("testdata/changes.json")
	if err != nil {
		t.Fatal(err)
	}
	known := table.Default()
	var got strings.Builder
	for _, c := range values.Of(string(text)).Elems() {
		before, after := sidesOf(c.Get("change"))
		fmt.Fprintf(&got, "%s\n", c.Get("address").Text())
		for _, f := range factsOfType(known, c.Get("type").Text(), before, after) {
			fmt.Fprintf(&got, "  %s\n", lineOf(f))
		}
	}
	goldenflag.Compare(t, "testdata/facts.txt", got.String())
}

// factsOfType returns the facts by what the table says of a type, and of all.
func factsOfType(t *table.Table, typ string, before, after leaf.Side) []fact.Fact {
	entry, _ := t.Lookup(typ)
	return access.Facts(t, slices.Concat(entry.Access, t.Any.Access), before, after)
}

func sidesOf(c values.Value) (before, after leaf.Side) {
	return leaf.NewSide(leaf.Source{Value: c.Get("before"), Sensitive: values.SensitiveFlags(c.Get("before_sensitive"))}),
		leaf.NewSide(leaf.Source{
			Value: c.Get("after"), Unknown: values.UnknownFlags(c.Get("after_unknown")), Sensitive: values.SensitiveFlags(c.Get("after_sensitive")),
		})
}

// lineOf writes a fact as briefly as its members can be read.
func lineOf(f fact.Fact) string {
	words := []string{f.Certainty.String(), f.Severity.String(), f.Kind.String(), f.What}
	if r := f.Rights; r != nil {
		actions := strings.Join(r.Actions, ", ")
		if actions == "" {
			actions = "(unknown)"
		}
		words = append(words, actions, "on", strings.Join(r.Resources, ", ")+r.Scope, "to", r.Principal, "("+string(r.Who)+")")
		words = append(words, f.Change.String(), "condition", string(r.Condition))
		for _, flag := range r.Flags {
			words = append(words, string(flag))
		}
	}
	if len(f.Because) > 0 {
		words = append(words, "because", strings.Join(f.Because, " "))
	}
	return strings.Join(append(words, "at", strings.Join(f.At, " ")), " ")
}
