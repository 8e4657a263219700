package differ_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/jsonplan"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/values"
)

// FuzzMade compares the resources of generated plans that could be real. No comparison
// may panic, report an error, show a sensitive value or hide a change. The result must be
// the same each time, and equal sides must not be a change.
func FuzzMade(f *testing.F) {
	for seed := range uint64(max(sampling.Count(40), 4)) {
		f.Add(randplan.Bytes(seed), seed%2 == 1)
	}
	f.Fuzz(func(t *testing.T, data []byte, openTofu bool) {
		made := randplan.Make(data, randplan.Options{OpenTofu: openTofu})
		p, err := jsonplan.Read(context.Background(), bytes.NewReader(made.Plan), jsonplan.Options{KeepNoOps: true})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		var schemas schema.Set
		if err := schemas.Load("schemas.json", bytes.NewReader(made.Schemas)); err != nil {
			t.Fatal(err)
		}
		rules := dialect.Terraform().Rules
		if openTofu {
			rules = dialect.OpenTofu().Rules
		}
		o := differ.Options{Rules: rules}
		drawn := map[string]string{}
		load := p.Loader()
		for _, rc := range append(p.Changes.Slice(), p.Drift...) {
			in, err := load.Resource(rc, nil)
			c := in.Change
			if err != nil {
				t.Fatal(err)
			}
			found, err := schemas.Lookup(schema.ID{Provider: rc.ProviderName, Kind: schema.Resource, Type: rc.Type})
			if err != nil {
				t.Fatal(err)
			}
			block := found[0].Block
			result := o.Resource(c, rc.Action, block)
			for _, err := range result.Errs {
				t.Errorf("%s: %v", rc.Address, err)
			}
			checkResult(t, result)
			checkLazy(t, o, func(d *differ.Differ) differ.Result { return d.Resource(c, rc.Action, block) })
			text := draw(t, result.Diff)
			if again := draw(t, o.Resource(c, rc.Action, block).Diff); text != again {
				t.Errorf("%s is drawn in two ways:\n%s%s", rc.Address, text, again)
			}
			drawn[rc.Address] = text

			readable := o
			readable.Readable = true
			checkReadable(t, result, readable.Resource(c, rc.Action, block))
			checkLazy(t, readable, func(d *differ.Differ) differ.Result { return d.Resource(c, rc.Action, block) })

			same := c
			same.After, same.AfterExplicit, same.AfterSensitive = c.Before, c.BeforeExplicit, c.BeforeSensitive
			same.Unknown, same.ReplacePaths = values.Flags{}, plans.PathSet{}
			if d := o.Resource(same, plans.Update, block).Diff; d.Action != plans.NoOp {
				t.Errorf("%s: nothing differs, and it is drawn as\n%s", rc.Address, draw(t, d))
			}
		}
		for _, want := range made.Shown {
			for _, word := range want.Words {
				if text, ok := drawn[want.Address]; ok && !strings.Contains(text, word) {
					t.Errorf("%s: the change of %s is hidden:\n%s\n%s", want.Address, word, text, made.Plan)
				}
			}
		}
	})
}

func draw(t *testing.T, d computed.Diff) string {
	t.Helper()
	var b strings.Builder
	if err := sinks.Write(&b, sinks.Text{}, d.Lines(computed.RenderHumanOpts{})); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
