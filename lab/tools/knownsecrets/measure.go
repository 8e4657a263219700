package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/know/secrets"
)

// tuned are the providers that the rule was tuned on. All others were held out.
var tuned = []string{"hashicorp/aws", "hashicorp/azurerm"}

// plain is the rule that one might write without measuring.
func plain(name string) bool {
	for _, word := range []string{"password", "secret", "token", "key", "credential", "certificate", "connection_string"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// tally counts how a rule rates the string attributes of a provider.
type tally struct{ sensitive, found, others, taken int }

func (t *tally) add(a attribute, hit bool) {
	switch {
	case a.sensitive && hit:
		t.sensitive++
		t.found++
	case a.sensitive:
		t.sensitive++
	case hit:
		t.others++
		t.taken++
	default:
		t.others++
	}
}

func (t tally) String() string {
	percent := func(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
	return fmt.Sprintf("recall %4d of %4d (%5.1f%%), excess %4d of %5d (%.2f%%)",
		t.found, t.sensitive, percent(t.found, t.sensitive), t.taken, t.others, percent(t.taken, t.others))
}

// measure prints, for each provider, how many of its sensitive string
// attributes the rule on names finds, and how many other attributes it takes
// for secrets. A provider's last figures use only phrases that find something
// in one of the other providers, so that nothing was learned from this one.
func measure(w io.Writer, files []string, verbose bool) error {
	var providers []provider
	for _, file := range files {
		p, err := readSchemas(file)
		if err != nil {
			return err
		}
		providers = append(providers, p...)
	}
	proven := map[string][]string{} // by phrase: the providers in which it finds something
	for _, p := range providers {
		p.texts(func(_ typ, a attribute) {
			if phrase := a.phrase(); phrase != "" && a.sensitive && !slices.Contains(proven[phrase], p.address) {
				proven[phrase] = append(proven[phrase], p.address)
			}
		})
	}
	var all, allPlain, allBlind tally
	for _, p := range providers {
		var rule, simple, blind tally
		missed, taken := map[string]int{}, map[string]int{}
		p.texts(func(_ typ, a attribute) {
			phrase := a.phrase()
			elsewhere := slices.ContainsFunc(proven[phrase], func(address string) bool { return address != p.address })
			for t, hit := range map[*tally]bool{
				&rule: phrase != "", &all: phrase != "",
				&simple: plain(a.name()), &allPlain: plain(a.name()),
				&blind: elsewhere, &allBlind: elsewhere,
			} {
				t.add(a, hit)
			}
			if a.sensitive && phrase == "" {
				missed[a.name()]++
			} else if !a.sensitive && phrase != "" {
				taken[a.name()]++
			}
		})
		held := "held out"
		if slices.ContainsFunc(tuned, func(name string) bool { return strings.HasSuffix(p.address, name) }) {
			held = "tuned on"
		}
		fmt.Fprintf(w, "%s (%s)\n  rule                     %s\n  learned elsewhere only   %s\n  plain rule               %s\n", p.address, held, rule, blind, simple)
		if verbose {
			printNames(w, "missed", missed)
			printNames(w, "taken by mistake", taken)
		}
	}
	fmt.Fprintf(w, "all\n  rule                     %s\n  learned elsewhere only   %s\n  plain rule               %s\n", all, allBlind, allPlain)
	return nil
}

func (a attribute) phrase() string { return secrets.Phrase(a.around, a.name()) }

// texts calls visit with the string attributes of a provider.
func (p provider) texts(visit func(typ, attribute)) {
	for _, t := range p.types {
		for _, a := range t.attributes {
			if string(a.typ) == `"string"` {
				visit(t, a)
			}
		}
	}
}

// printNames prints names, most frequent first.
func printNames(w io.Writer, what string, counts map[string]int) {
	names := make([]string, 0, len(counts))
	for name := range counts {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if n := counts[b] - counts[a]; n != 0 {
			return n
		}
		return strings.Compare(a, b)
	})
	for _, name := range names {
		fmt.Fprintf(w, "    %s: %s %d\n", what, name, counts[name])
	}
}
