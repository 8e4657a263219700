package differ_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/jsonplan"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// TestSchemaHidesNoAction compares the resources of generated plans with their schemas, and with
// the same schemas that call every attribute sensitive. Each part that is hidden has the action
// that it has when it is shown. The marks of the plans are left out: a mark of a null inside of a
// value makes Terraform call the value changed, and goes with the value.
func TestSchemaHidesNoAction(t *testing.T) {
	hidden, compared := 0, 0
	for seed := range sampling.Seeds(200) {
		made := randplan.Make(randplan.Bytes(seed), randplan.Options{OpenTofu: seed%2 == 1})
		p, err := jsonplan.Read(context.Background(), bytes.NewReader(made.Plan), jsonplan.Options{KeepNoOps: true})
		if err != nil {
			t.Fatal(err)
		}
		open, secret := loadSchemas(t, made.Schemas), loadSchemas(t, made.Schemas)
		rules := dialect.Terraform().Rules
		if seed%2 == 1 {
			rules = dialect.OpenTofu().Rules
		}
		load := p.Loader()
		for _, rc := range append(p.Changes.Slice(), p.Drift...) {
			in, err := load.Resource(rc, nil)
			if err != nil {
				t.Fatal(err)
			}
			in.BeforeSensitive, in.AfterSensitive = values.Flags{}, values.Flags{}
			shown, covered := lookUp(t, open, rc.ProviderName, rc.Type), lookUp(t, secret, rc.ProviderName, rc.Type)
			hideAll(covered)
			want := map[string]computed.Diff{}
			for path, d := range parts(differ.NewEager(differ.Options{Rules: rules}).Resource(in.Change, rc.Action, shown).Diff) {
				want[path] = d
			}
			for path, d := range parts(differ.NewEager(differ.Options{Rules: rules}).Resource(in.Change, rc.Action, covered).Diff) {
				was, ok := want[path]
				if d.Renderer == nil || ok && was.Renderer == nil {
					continue // several parts have the path
				}
				compared++
				if d.Renderer.Content().Kind == computed.KindSensitive {
					hidden++
				}
				if !ok && d.Action != plans.NoOp || ok && was.Action != d.Action {
					t.Errorf("seed %d: %s: %s: %v (%v), and %v if its schema hides it", seed, rc.Address, path, was.Action, ok, d.Action)
				}
			}
		}
		p.Close()
	}
	if hidden < sampling.Count(1000) {
		t.Errorf("only %d of %d parts are hidden", hidden, compared)
	}
}

func loadSchemas(t *testing.T, text []byte) *schema.Set {
	t.Helper()
	var s schema.Set
	if err := s.Load("schemas.json", bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return &s
}

func lookUp(t *testing.T, s *schema.Set, provider, typ string) *schema.Block {
	t.Helper()
	found, err := s.Lookup(schema.ID{Provider: provider, Kind: schema.Resource, Type: typ})
	if err != nil || len(found) == 0 {
		t.Fatal("no schema", err)
	}
	return found[0].Block
}

// hideAll makes each attribute of a block sensitive that may have a value in a plan.
func hideAll(b *schema.Block) {
	for i := range b.Attributes {
		b.Attributes[i].Sensitive = !b.Attributes[i].WriteOnly
	}
	for _, n := range b.Blocks {
		hideAll(n.Block)
	}
	b.Finish()
}

// parts returns the parts of a diff that have a place of their own, by their paths.
func parts(d computed.Diff) map[string]computed.Diff {
	all, twice := map[string]computed.Diff{}, map[string]bool{}
	d.Walk(func(d computed.Diff) computed.Visit {
		path := d.Path.String()
		if _, ok := all[path]; ok {
			twice[path] = true
		}
		all[path] = d
		return computed.Continue
	})
	for path := range twice {
		all[path] = computed.Diff{}
	}
	return all
}
