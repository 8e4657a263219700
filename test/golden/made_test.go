package golden_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/test/kit"
)

// FuzzMade shows plans that could be real, of both products. Whatever happens
// in them nothing is wrong, no secret is shown, no change is hidden, a plan
// without changes has none, and it all reads the same each time.
func FuzzMade(f *testing.F) {
	for seed := range sampling.Seeds(60) {
		f.Add(randplan.Bytes(seed), uint8(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte, flags uint8) {
		made := randplan.Make(data, randplan.Options{OpenTofu: flags&1 != 0, NoChanges: flags&2 != 0})
		opts := planfmt.Options{Input: planfmt.Input{Product: made.Product}, Layout: planfmt.Layout{Color: flags&4 != 0}}
		if made.Mode == "refresh-only" {
			opts.Mode = plans.RefreshOnlyMode
		}
		if flags&8 == 0 {
			opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(made.Schemas)}
		}
		text, result := showMade(t, made, opts)
		if again, _ := showMade(t, made, opts); text != again {
			t.Errorf("it is drawn in two ways:\n%s%s", text, again)
		}
		if strings.Contains(text, randplan.Secret) {
			t.Errorf("a secret is shown:\n%s\n%s", text, made.Plan)
		}
		kit.CheckSafe(t, text, opts.Color)
		for _, f := range kit.AllFormats() {
			other, _ := showMade(t, made, kit.WithFormat(opts, f.Name))
			if strings.Contains(other, randplan.Secret) {
				t.Errorf("a secret is in %s:\n%s\n%s", f.Name, other, made.Plan)
			}
			kit.CheckSafe(t, other, opts.Color)
			if again, _ := showMade(t, made, kit.WithFormat(opts, f.Name)); other != again {
				t.Errorf("%s is written in two ways:\n%s%s", f.Name, other, again)
			}
			if !kit.SaysEverything(f) {
				continue
			}
			for _, want := range made.Shown {
				for _, word := range want.Words {
					if !strings.Contains(other, word) {
						t.Errorf("%s: the change of %s is hidden in %s:\n%s\n%s", want.Address, word, f.Name, other, made.Plan)
					}
				}
			}
		}
		if flags&2 != 0 && (result.Changes || !strings.Contains(text, "No changes.")) {
			t.Errorf("nothing changes, and it is drawn as\n%s\n%s", text, made.Plan)
		}
	})
}

func showMade(t *testing.T, made randplan.Document, opts planfmt.Options) (string, *planfmt.Result) {
	t.Helper()
	var out bytes.Buffer
	result, err := planfmt.Show(context.Background(), &out, bytes.NewReader(made.Plan), opts)
	if err != nil {
		t.Fatalf("%v\n%s", err, made.Plan)
	}
	if len(opts.Schemas) > 0 {
		for _, problem := range result.Problems {
			t.Errorf("%v\n%s", problem, made.Plan)
		}
	}
	return out.String(), result
}
