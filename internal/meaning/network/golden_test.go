package network_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/testkit/goldenflag"
	"github.com/planfmt/planfmt/values"
)

// TestChanges tells what each change in testdata/changes.json opens and closes: for each type that has rules, those that are easily read
// wrong. The golden was read by eye. With -update, it is written anew.
func TestChanges(t *testing.T) {
	text, err := os.ReadFile("testdata/changes.json")
	if err != nil {
		t.Fatal(err)
	}
	r := newReader()
	var got strings.Builder
	for _, c := range values.Of(string(text)).Elems() {
		before, after := sidesOf(c.Get("change"))
		fmt.Fprintf(&got, "%s\n", c.Get("address").Text())
		for _, f := range r.facts(c.Get("type").Text(), before, after) {
			fmt.Fprintf(&got, "  %s\n", lineOf(f))
		}
	}
	goldenflag.Compare(t, "testdata/facts.txt", got.String())
}

func sidesOf(c values.Value) (before, after leaf.Side) {
	return leaf.NewSide(leaf.Source{Value: c.Get("before"), Sensitive: values.SensitiveFlags(c.Get("before_sensitive"))}),
		leaf.NewSide(leaf.Source{
			Value: c.Get("after"), Unknown: values.UnknownFlags(c.Get("after_unknown")), Sensitive: values.SensitiveFlags(c.Get("after_sensitive")),
		})
}

func lineOf(f fact.Fact) string {
	words := []string{f.Certainty.String(), f.Severity.String(), f.Kind.String(), f.What}
	if t := f.Traffic; t != nil {
		words = append(words, t.Direction, t.Ports+"/"+t.Protocol, string(t.Peer), strings.Join(t.Peers, " "))
		if len(t.Except) > 0 {
			words = append(words, "except", strings.Join(t.Except, " "))
		}
		if len(t.Was) > 0 {
			words = append(words, "was", strings.Join(t.Was[:min(len(t.Was), 3)], " "))
		}
		words = append(words, f.Change.String())
	}
	if len(f.Because) > 0 {
		words = append(words, "because", strings.Join(f.Because, " "))
	}
	return strings.Join(append(words, "at", strings.Join(f.At, " ")), " ")
}
