package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// score counts how keys are interpreted if only their names are known.
type score struct{ blocks, blocksRight, attributes, attributesRight int }

func (s *score) add(o score) {
	s.blocks += o.blocks
	s.blocksRight += o.blocksRight
	s.attributes += o.attributes
	s.attributesRight += o.attributesRight
}

func (s score) String() string {
	percent := func(n, of int) string {
		if of == 0 {
			return "    -"
		}
		return fmt.Sprintf("%5.1f", 100*float64(n)/float64(of))
	}
	takenForBlocks := s.blocksRight + s.attributes - s.attributesRight
	takenForAttributes := s.attributesRight + s.blocks - s.blocksRight
	return fmt.Sprintf("block: precision %s recall %s of %6d   attribute: precision %s recall %s of %6d",
		percent(s.blocksRight, takenForBlocks), percent(s.blocksRight, s.blocks), s.blocks,
		percent(s.attributesRight, takenForAttributes), percent(s.attributesRight, s.attributes), s.attributes)
}

// guesser asks planfmt how it interprets keys whose values are unknown. Keys
// with the same name count once per provider, since large types repeat theirs.
type guesser struct {
	score
	names infer.Names // empty for those that are compiled into planfmt
	done  map[key]bool
}

type key struct {
	name  string
	block bool
}

func (g *guesser) guess(typ string, keys map[string]bool) error {
	names := slices.Sorted(maps.Keys(keys))
	e := &infer.Evidence{}
	id := schema.ID{Provider: "example.com/nobody/knows", Kind: schema.Resource, Type: typ}
	e.Add(id, values.Change{After: values.Of("{}"), Unknown: values.FlagsFromNames(names)})
	found, err := (&infer.Resolver{Evidence: e, Names: g.names}).Resolve(id)
	if err != nil {
		return err
	}
	for _, n := range names {
		if g.done[key{n, keys[n]}] {
			continue
		}
		g.done[key{n, keys[n]}] = true
		taken := found.Block.NestedBlock(n) != nil
		switch {
		case keys[n]:
			g.blocks++
			if taken {
				g.blocksRight++
			}
		default:
			g.attributes++
			if !taken {
				g.attributesRight++
			}
		}
	}
	return nil
}

// guesses measures, for each provider, how well names distinguish blocks from
// attributes. It first does so for the table, where every key counts, and then
// for complete schemas, where only keys count that a provider computes or that
// may be left out. With apart, it derives the words anew for each provider,
// from all the others.
func guesses(table string, files []string, apart bool) error {
	providers, c, err := countNames(table, files)
	if err != nil {
		return err
	}
	newGuesser := func(provider string) *guesser {
		g := &guesser{done: map[key]bool{}}
		if apart {
			g.names = c.derive(family(provider))
		}
		return g
	}
	var total score
	for _, p := range providers {
		g := newGuesser(p.Address)
		for _, e := range p.Entries {
			if e.Kind != facts.Resource {
				continue
			}
			if err := g.block(e.Name, e.Block); err != nil {
				return err
			}
		}
		total.add(g.score)
		fmt.Printf("%-34s %s\n", p.Address, g.score)
	}
	fmt.Printf("%-34s %s\n", "all", total)
	return guessSchemas(files, newGuesser)
}

func (g *guesser) block(typ string, b *facts.Block) error {
	if b == nil {
		return nil
	}
	keys := map[string]bool{}
	for _, m := range b.Members {
		if m.Form == facts.FormUnknown {
			continue
		}
		keys[m.Name] = m.Form == facts.FormBlock
		if m.Form == facts.FormBlock {
			if err := g.block(typ, m.Block); err != nil {
				return err
			}
		}
	}
	return g.guess(typ, keys)
}

func guessSchemas(files []string, newGuesser func(string) *guesser) error {
	for _, name := range files {
		schemas, err := readSchemas(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, provider := range slices.Sorted(maps.Keys(schemas.ProviderSchemas)) {
			g := newGuesser(facts.Address(provider))
			types := schemas.ProviderSchemas[provider].Resources
			for _, typ := range slices.Sorted(maps.Keys(types)) {
				if err := g.schema(typ, types[typ].Block); err != nil {
					return err
				}
			}
			fmt.Printf("%-34s %s\n", facts.Address(provider), g.score)
		}
	}
	return nil
}

func (g *guesser) schema(typ string, b schemaBlock) error {
	keys := map[string]bool{}
	for name, a := range b.Attributes {
		if a.Computed {
			keys[name] = false
		}
	}
	for name, n := range b.BlockTypes {
		// A required block is never unknown as a whole.
		if n.MinItems == 0 && name != "timeouts" {
			keys[name] = true
		}
		if err := g.schema(typ, n.Block); err != nil {
			return err
		}
	}
	return g.guess(typ, keys)
}
