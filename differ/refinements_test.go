package differ

import (
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/values"
)

// refined returns refinements of the parts that paths of names and indexes lead to.
func refined(prefixes map[string]values.Refinement) values.Refinements {
	var r values.Refinements
	for path, known := range prefixes {
		var steps []plans.Step
		for name := range strings.SplitSeq(path, ".") {
			if name >= "0" && name <= "9" {
				steps = append(steps, plans.Index(int(name[0]-'0')))
			} else if name != "" {
				steps = append(steps, plans.Key(name))
			}
		}
		r.Add(steps, known)
	}
	return r
}

// drawRefined draws a value with what is known about its unknown parts.
func drawRefined(tb testing.TB, d computed.Diff) string {
	tb.Helper()
	var b strings.Builder
	if err := sinks.Write(&b, sinks.Text{}, d.Lines(computed.RenderHumanOpts{ShowRefinements: true})); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

func refinedBlock() *schema.Block {
	inner := (&schema.Block{Attributes: []schema.Attribute{{Name: "key", Type: cty.String}, {Name: "other", Type: cty.String}}}).Finish()
	return (&schema.Block{
		Attributes: []schema.Attribute{
			{Name: "id", Type: cty.String},
			{Name: "list", Type: cty.List(cty.String)},
			{Name: "nested", Nested: (&schema.Object{Nesting: schema.NestingSingle, Attributes: inner.Attributes}).Finish()},
			{Name: "number", Type: cty.Number},
			{Name: "password", Type: cty.String},
			{Name: "set", Type: cty.Set(cty.Object(map[string]cty.Type{"a": cty.String, "b": cty.String}))},
			{Name: "size", Type: cty.List(cty.String)},
		},
		Blocks: []schema.NestedBlock{{Name: "disk", Nesting: schema.NestingList, Block: inner}, {Name: "one", Nesting: schema.NestingSingle, Block: inner}},
	}).Finish()
}

func TestRefinements(t *testing.T) {
	notNull := values.Refinement{NotNull: true}
	prefix := values.Refinement{NotNull: true, Prefix: "arn:aws:"}
	length := values.Refinement{Length: values.Range{Min: values.Bound{Number: "2"}, Max: values.Bound{Number: "4"}}}
	known := refined(map[string]values.Refinement{
		"id": prefix, "list.1": notNull, "nested": notNull, "number": {Number: values.Range{Min: values.Bound{Number: "0"}}},
		"set.0.b": {Prefix: "in a set"}, "size": length, "disk.0.key": {Prefix: "in a block"}, "one": notNull, "nowhere": notNull,
	})
	c := values.Change{
		Before: values.Of(`{"id":"a","nested":{"key":"k","other":"o"},"number":1,"list":["x"],"set":[],"size":["y"],"disk":[],"one":{"key":"k"}}`),
		After:  values.Of(`{"list":["x",null],"set":[{"a":"x"}],"disk":[{"other":"o"}]}`),
		Unknown: values.UnknownFlags(values.Of(
			`{"id":true,"list":[false,true],"nested":true,"number":true,"set":[{"b":true}],"size":true,"disk":[{"key":true}],"one":true}`)),
		Refinements:  known,
		ReplacePaths: plans.ExactPaths([]plans.Path{plans.NewPath(plans.Key("id"))}),
	}
	want := `{
      ~ id     = "a" -> (known after apply) # not null, starts with "arn:aws:" # forces replacement
      ~ list   = [
            "x",
          + (known after apply), # not null
        ]
      ~ nested = {
          ~ key   = "k" -> (known after apply)
          ~ other = "o" -> (known after apply)
        } -> (known after apply) # not null
      ~ number = 1 -> (known after apply) # 0 or more
      ~ set    = [
          + {
              + a = "x"
              + b = (known after apply) # starts with "in a set"
            },
        ]
      ~ size   = [
          - "y",
        ] -> (known after apply) # 2 to 4 elements

      + disk {
          + key   = (known after apply) # starts with "in a block"
          + other = "o"
        }

      ~ one {
          ~ key   = "k" -> (known after apply)
          + other = (known after apply)
        } -> (known after apply) # not null
    }
`
	d := New(Options{}).Resource(c, plans.DeleteThenCreate, refinedBlock()).Diff
	if have := drawRefined(t, d); have != want {
		t.Errorf("have\n%s\nwant\n%s", have, want)
	}
	if text := d.Text(); strings.Contains(text, "not null") || strings.Contains(text, "starts with") {
		t.Errorf("the text has refinements that nobody has asked for:\n%s", text)
	}
	d = New(Options{Rules: dialect.OpenTofu().Rules}).Resource(c, plans.DeleteThenCreate, refinedBlock()).Diff
	if have := drawRefined(t, d); strings.Count(have, "# not null") != strings.Count(want, "# not null") {
		t.Errorf("OpenTofu's differs in what is known:\n%s", have)
	}

	output := values.Change{Unknown: values.AllFlags(), Refinements: refined(map[string]values.Refinement{"": prefix})}
	if have, want := drawRefined(t, New(Options{}).Output(output).Diff), "(known after apply) # not null, starts with \"arn:aws:\"\n"; have != want {
		t.Errorf("an output: have %s, want %s", have, want)
	}
}

// What is known about a secret is a part of it.
func TestSecretRefinements(t *testing.T) {
	const secret = "THE SECRET"
	known := values.Refinement{NotNull: true, Prefix: secret}
	paths := map[string]values.Refinement{"password": known, "list.0": known, "nested.key": known, "disk.0.key": known, "size": known, "one": known, "set": known}
	change := func(marks string) values.Change {
		return values.Change{
			Before:          values.Of(`{"password":"a","list":["b"],"nested":{"key":"c","other":"d"},"disk":[{"key":"e"}],"one":{"key":"f"},"set":[{"a":"g"}]}`),
			After:           values.Of(`{"list":[null],"nested":{"other":"d"},"disk":[{}]}`),
			Unknown:         values.UnknownFlags(values.Of(`{"password":true,"list":[true],"nested":{"key":true},"disk":[{"key":true}],"size":true,"one":true,"set":true}`)),
			BeforeSensitive: values.SensitiveFlags(values.Of(`{}`)), AfterSensitive: values.SensitiveFlags(values.Of(marks)),
			Refinements: refined(paths),
		}
	}
	for _, marks := range []string{
		`{"password":true,"list":[true],"nested":{"key":true},"disk":[{"key":true}],"size":true,"one":true,"set":true}`,
		`{"password":true,"list":true,"nested":true,"disk":true,"size":true,"one":true,"set":true}`,
		`{"password":true,"list":[true],"nested":{"key":true},"disk":[{"key":true}],"size":[true],"one":{"key":true},"set":[{"a":true}]}`,
		`true`,
	} {
		for _, rules := range []dialect.Rules{dialect.Terraform().Rules, dialect.OpenTofu().Rules} {
			found := textSet{}
			c := change(marks)
			res := New(Options{Rules: rules, Secrets: found}).Resource(c, plans.Update, refinedBlock())
			if have := drawRefined(t, res.Diff); strings.Contains(have, secret) || strings.Contains(have, "not null") {
				t.Errorf("%s: the drawing has what is known about secrets:\n%s", marks, have)
			}
			res.Diff.Walk(func(d computed.Diff) computed.Visit {
				if r := d.Content().After.Refinement; r != nil {
					t.Errorf("%s: %s has %+v", marks, d.Path, *r)
				}
				return computed.Continue
			})
			if !found[secret] {
				t.Errorf("%s: the beginning of a secret is not one of the secrets", marks)
			}
		}
	}
	// A copy of a secret.
	c := values.Change{
		Before: values.Of(`{}`), After: values.Of(`{}`), Unknown: values.UnknownFlags(values.Of(`{"id":true}`)),
		Refinements: refined(map[string]values.Refinement{"id": known}),
	}
	res := New(Options{Copies: textSet{secret: true}}).Resource(c, plans.Update, refinedBlock())
	if have, want := drawRefined(t, res.Diff), "{\n      + id = (known after apply) # not null\n    }\n"; have != want {
		t.Errorf("a copy: have\n%s\nwant\n%s", have, want)
	}
}
