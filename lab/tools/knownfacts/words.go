package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/internal/know/infer"
)

// The words of names are counted over all providers. A name has the same weight
// in each provider, no matter how many types have it. An attribute has the
// weight of how likely it is to be computed, since only computed attributes are
// unknown as a whole. All blocks together have the weight blockShare, which is
// a little more than their share in public plans (7%). smoothing is the weight
// of a word about which nothing is known, so rare words count for little.
const (
	blockShare = 0.07
	smoothing  = 2.0
)

// counter counts names by provider.
type counter struct {
	names    map[string]map[string]*[2]float64 // by provider: attributes, blocks
	computed map[string]map[string]*[2]float64 // by provider: all attributes, computed attributes
}

// family returns the provider whose types a provider has: for google-beta,
// google.
func family(address string) string { return strings.TrimSuffix(address, "-beta") }

func newCounter(providers []facts.Provider, files []string) (*counter, error) {
	c := &counter{map[string]map[string]*[2]float64{}, map[string]map[string]*[2]float64{}}
	for _, p := range providers {
		for _, e := range p.Entries {
			if e.Kind == facts.Resource {
				c.block(family(p.Address), e.Block)
			}
		}
	}
	for _, file := range files {
		schemas, err := readSchemas(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for provider, s := range schemas.ProviderSchemas {
			for _, t := range s.Resources {
				c.schema(family(facts.Address(provider)), t.Block)
			}
		}
	}
	return c, nil
}

func count(m map[string]map[string]*[2]float64, provider, name string, i int) {
	if m[provider] == nil {
		m[provider] = map[string]*[2]float64{}
	}
	if m[provider][name] == nil {
		m[provider][name] = &[2]float64{}
	}
	m[provider][name][i]++
}

func (c *counter) block(provider string, b *facts.Block) {
	if b == nil {
		return
	}
	for _, m := range b.Members {
		switch {
		case m.Form == facts.FormUnknown, m.Name == "timeouts":
		case m.Form == facts.FormBlock:
			count(c.names, provider, m.Name, 1)
			c.block(provider, m.Block)
		default:
			count(c.names, provider, m.Name, 0)
		}
	}
}

func (c *counter) schema(provider string, b schemaBlock) {
	for name, a := range b.Attributes {
		count(c.computed, provider, name, 0)
		if a.Computed {
			count(c.computed, provider, name, 1)
		}
	}
	for _, n := range b.BlockTypes {
		c.schema(provider, n.Block)
	}
}

func lastWord(name string) string { return name[strings.LastIndexByte(name, '_')+1:] }

// likelihood returns a function that says how likely an attribute with a name
// is to be computed. It leaves out one provider.
func (c *counter) likelihood(without string) func(name string) float64 {
	words, names := map[string][2]float64{}, map[string][2]float64{}
	var all [2]float64
	for p, of := range c.computed {
		if p == without {
			continue
		}
		for name, n := range of {
			share := n[1] / n[0]
			w, v := words[lastWord(name)], names[name]
			words[lastWord(name)] = [2]float64{w[0] + 1, w[1] + share}
			names[name] = [2]float64{v[0] + 1, v[1] + share}
			all = [2]float64{all[0] + 1, all[1] + share}
		}
	}
	base := 1.0
	if all[0] > 0 {
		base = all[1] / all[0]
	}
	return func(name string) float64 {
		w, v := words[lastWord(name)], names[name]
		word := (w[1] + 2*base) / (w[0] + 2)
		return (v[1] + 2*word) / (v[0] + 2)
	}
}

// derive returns the lists. It leaves out one provider, or none if without is
// empty.
func (c *counter) derive(without string) infer.Names {
	likely := c.likelihood(without)
	type weight struct{ blocks, attributes, providers float64 }
	names, words := map[string]weight{}, map[string]weight{}
	var blocks, attributes float64
	for _, p := range slices.Sorted(maps.Keys(c.names)) {
		if p == without {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(c.names[p])) {
			n := c.names[p][name]
			share := n[1] / (n[0] + n[1])
			w := names[name]
			w.blocks += share
			w.attributes += (1 - share) * likely(name)
			w.providers++
			names[name] = w
			blocks += share
			attributes += (1 - share) * likely(name)
		}
	}
	scale := blockShare / (1 - blockShare) * attributes / max(blocks, 1)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		n := names[name]
		n.blocks *= scale
		names[name] = n
		w := words[lastWord(name)]
		w.blocks += n.blocks
		w.attributes += n.attributes
		words[lastWord(name)] = w
	}
	ofWord := func(word string) float64 {
		w := words[word]
		return (w.blocks + smoothing*blockShare) / (w.blocks + w.attributes + smoothing)
	}
	var list [3][]string
	for _, word := range slices.Sorted(maps.Keys(words)) {
		if ofWord(word) > 0.5 {
			list[0] = append(list[0], word)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		n, word := names[name], ofWord(lastWord(name))
		is := (n.blocks+smoothing*word)/(n.blocks+n.attributes+smoothing) > 0.5
		switch {
		case is == (word > 0.5), n.providers < 2:
			// Words that only one provider uses say nothing about others.
		case is:
			list[1] = append(list[1], name)
		default:
			list[2] = append(list[2], name)
		}
	}
	return infer.Names{
		BlockWords:     strings.Join(list[0], " "),
		BlockNames:     strings.Join(list[1], " "),
		AttributeNames: strings.Join(list[2], " "),
	}
}

// countNames counts the names in the table and in complete schemas.
func countNames(table string, files []string) ([]facts.Provider, *counter, error) {
	t, err := load(table)
	if err != nil {
		return nil, nil, err
	}
	providers, err := t.Providers()
	if err != nil {
		return nil, nil, err
	}
	c, err := newCounter(providers, files)
	return providers, c, err
}

// words writes the lists for package infer.
func words(table, out, without string, files []string) error {
	_, c, err := countNames(table, files)
	if err != nil {
		return err
	}
	n := c.derive(family(without))
	var b strings.Builder
	b.WriteString("// Code generated by lab/tools/knownfacts words; DO NOT EDIT.\n\npackage infer\n\nconst (\n")
	for _, l := range []struct{ doc, name, list string }{
		{"blockWords are last words of names that blocks have.", "blockWords", n.BlockWords},
		{"blockNames are whole names of blocks that do not end in such a word.", "blockNames", n.BlockNames},
		{"attributeNames end in one of blockWords, but are names of attributes.", "attributeNames", n.AttributeNames},
	} {
		fmt.Fprintf(&b, "\t// %s\n\t%s = \"\"", l.doc, l.name)
		line := ""
		flush := func(end string) {
			if line != "" {
				fmt.Fprintf(&b, " +\n\t\t%q", strings.TrimSuffix(line, " ")+end)
			}
			line = ""
		}
		for _, w := range strings.Fields(l.list) {
			if len(line)+len(w) > 100 {
				flush(" ")
			}
			line += w + " "
		}
		flush("")
		b.WriteString("\n")
	}
	b.WriteString(")\n")
	return os.WriteFile(out, []byte(b.String()), 0o644)
}
