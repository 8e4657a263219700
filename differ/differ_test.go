package differ_test

import (
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

func change(before, after string) values.Change {
	return values.Change{Before: values.Of(before), After: values.Of(after)}
}

func strs(names ...string) []schema.Attribute {
	var out []schema.Attribute
	for _, n := range names {
		out = append(out, schema.Attribute{Name: n, Type: cty.String})
	}
	return out
}

// thing returns the schema of a resource with everything that the tests need.
func thing() *schema.Block {
	inner := (&schema.Block{Attributes: append(strs("a", "b"), schema.Attribute{Name: "pass", Type: cty.String, WriteOnly: true})}).Finish()
	return (&schema.Block{
		Attributes: append(strs("a", "b"),
			schema.Attribute{Name: "pass", Type: cty.String, WriteOnly: true},
			schema.Attribute{Name: "list", Type: cty.List(cty.String)},
			schema.Attribute{Name: "object", Nested: (&schema.Object{
				Attributes: append(strs("a", "b"), schema.Attribute{Name: "pass", Type: cty.String, WriteOnly: true}),
			}).Finish()},
		),
		Blocks: []schema.NestedBlock{
			{Name: "one", Nesting: schema.NestingSingle, Block: inner},
			{Name: "many", Nesting: schema.NestingList, Block: inner},
		},
	}).Finish()
}

// The rules are independent of each other, so each is tested on its own.
func TestRules(t *testing.T) {
	for _, test := range []struct {
		name   string
		rules  dialect.Rules
		change values.Change
		action plans.Action
		want   string
	}{
		{
			name:   "null for an empty string",
			rules:  dialect.Rules{FoldDirectStringsOnly: true},
			change: change(`{"a":"x","b":"","list":["",null],"object":{"a":"","b":"x"}}`, `{"a":"","b":null,"list":["x",""],"object":{"a":"y","b":""}}`),
			want: `
			{
			      - a      = "x" -> null
			      ~ list   = [
			          ~ "" -> "x",
			          ~ null -> "",
			        ]
			      ~ object = {
			          ~ a    = "" -> "y"
			          ~ b    = "x" -> ""
			            # (1 unchanged attribute hidden)
			        }
			        # (1 unchanged attribute hidden)
			    }`,
		},
		{
			name:   "forget",
			change: change(`{"a":"x"}`, `null`),
			action: plans.Forget,
			want: `
			{
			        # (2 unchanged attributes hidden)
			    }`,
		},
		{
			name:   "forget as delete",
			rules:  dialect.Rules{ForgetAsDelete: true},
			change: change(`{"a":"x"}`, `null`),
			action: plans.Forget,
			want: `
			{
			      - a    = "x" -> null
			      - pass = (write-only attribute) -> null
			    }`,
		},
		{
			name:   "unknown blocks",
			change: withUnknown(change(`{"a":"x","many":[{"a":"1"}],"one":{"a":"1"}}`, `{"a":"x"}`), `{"many":true,"one":true}`),
			want: `
			{
			        # (2 unchanged attributes hidden)

			      ~ many (known after apply)
			      - many {
			          - a    = "1" -> null
			          - pass = (write-only attribute) -> null
			        }

			      ~ one {
			          ~ a    = "1" -> (known after apply)
			          + b    = (known after apply)
			            # (1 unchanged attribute hidden)
			        } -> (known after apply)
			    }`,
		},
		{
			name:   "unknown blocks apart",
			rules:  dialect.Rules{UnknownBlockApart: true},
			change: withUnknown(change(`{"a":"x","many":[{"a":"1"}],"one":{"a":"1"}}`, `{"a":"x"}`), `{"many":true,"one":true}`),
			want: `
			{
			        # (2 unchanged attributes hidden)

			      ~ many {
			          + a    = (known after apply)
			          + b    = (known after apply)
			            # (1 unchanged attribute hidden)
			        } -> (known after apply)

			      ~ one {
			          ~ a    = "1" -> (known after apply)
			          + b    = (known after apply)
			            # (1 unchanged attribute hidden)
			        } -> (known after apply)
			    }`,
		},
		{
			name:   "a null that becomes unknown, apart",
			rules:  dialect.Rules{UnknownBlockApart: true},
			change: withUnknown(change(`{"a":"x","many":null}`, `{"a":"y"}`), `{"many":true,"one":true}`),
			want: `
			{
			      ~ a    = "x" -> "y"
			        # (1 unchanged attribute hidden)

			      + many (known after apply)

			      + one (known after apply)
			    }`,
		},
		{
			name:   "the flag of an unknown value",
			rules:  dialect.Rules{FlagBeforeUnknown: true},
			change: replaces(withUnknown(change(`{"a":"x"}`, `{}`), `{"a":true}`), "a"),
			want: `
			{
			      ~ a    = "x" # forces replacement -> (known after apply) # forces replacement
			        # (1 unchanged attribute hidden)
			    }`,
		},
		{
			name:   "write-only as the attributes",
			rules:  dialect.Rules{WriteOnlyAsAttribute: true},
			change: change(`{"a":"x","object":{"a":"x"},"one":{"a":"x"}}`, `{"a":"y","object":{"a":"x"},"one":{"a":"x"}}`),
			want: `
			{
			      ~ a      = "x" -> "y"
			      ~ pass   = (write-only attribute)
			        # (1 unchanged attribute hidden)

			        # (1 unchanged block hidden)
			    }`,
		},
		{
			name:   "write-only and replacing",
			rules:  dialect.Rules{WriteOnlyAsAttribute: true},
			change: replaces(change(`{"a":"x","one":{"a":"x"}}`, `{"a":"x","one":{"a":"x"}}`), "one", "pass"),
			want: `
			{
			        # (2 unchanged attributes hidden)

			      ~ one {
			          ~ pass = (write-only attribute) # forces replacement
			            # (1 unchanged attribute hidden)
			        }
			    }`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := differ.Options{Rules: test.rules}.Resource(test.change, test.action, thing())
			if len(r.Errs) > 0 {
				t.Error(r.Errs)
			}
			want := strings.ReplaceAll(strings.TrimPrefix(test.want, "\n\t\t\t"), "\n\t\t\t", "\n")
			if got := r.Diff.Text(); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func withUnknown(c values.Change, unknown string) values.Change {
	c.Unknown = values.UnknownFlags(values.Of(unknown))
	return c
}

func replaces(c values.Change, names ...string) values.Change {
	var p plans.Path
	for _, n := range names {
		p = p.Child(plans.Key(n))
	}
	c.ReplacePaths = plans.ExactPaths([]plans.Path{p})
	return c
}

// A sensitive value stays hidden while its neighbours are drawn, and also if its flags
// have a different shape.
func TestSensitiveParts(t *testing.T) {
	for _, test := range []struct {
		name                        string
		before, wasHidden           string
		after, isHidden, wantHidden string
	}{
		{
			"a block that comes, of a type that was sensitive", `{"many":[]}`, `{"many":true}`,
			`{"many":[{"a":"secret","b":"open"}]}`, `{"many":[{"a":true}]}`, "secret",
		},
		{
			"a block that goes, of a type that becomes sensitive", `{"many":[{"a":"secret","b":"open"}]}`, `{"many":[{"a":true}]}`,
			`{"many":[]}`, `{"many":true}`, "secret",
		},
		{"flags of an object for a string", `{"a":"secret","b":"open"}`, `{"a":{"x":true}}`, `{"b":"x"}`, ``, "secret"},
		{"flags of a list for an object", `{"object":{"a":"secret"},"b":"open"}`, `{"object":[{"a":true}]}`, `{"b":"x"}`, ``, "secret"},
		{"a value of the wrong type", `{"list":{"k":"secret"},"b":"open"}`, `{"list":{"k":true}}`, `{"b":"x"}`, ``, "secret"},
		{"keys below it", `{"list":{"secret":["x"]},"b":"open"}`, `{"list":true}`, `{"b":"x"}`, ``, "secret"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := change(test.before, test.after)
			c.BeforeSensitive, c.AfterSensitive = values.SensitiveFlags(values.Of(test.wasHidden)), values.SensitiveFlags(values.Of(test.isHidden))
			for _, d := range dialect.All() {
				r := differ.Options{Rules: d.Rules}.Resource(c, plans.Update, thing())
				text := r.Diff.Text()
				for _, err := range r.Errs {
					text += "\n" + err.Error()
				}
				text += "\n" + strings.Join(r.Extra, " ")
				if strings.Contains(text, test.wantHidden) || !strings.Contains(text, "open") {
					t.Errorf("%s:\n%s", d.Name, text)
				}
			}
		})
	}
}

// With ShowSensitive, sensitive values are drawn, with their warnings. Sensitive blocks
// stay hidden.
func TestShowSensitive(t *testing.T) {
	c := change(`{"a":"old","list":["x","y"],"many":[{"a":"1"}]}`, `{"a":"old","list":["x","z"],"many":[{"a":"2"}]}`)
	c.AfterSensitive = values.SensitiveFlags(values.Of(`{"a":true,"list":true,"many":[true]}`))
	c.BeforeSensitive = values.SensitiveFlags(values.Of(`{"list":true,"many":[true]}`))
	for _, d := range dialect.All() {
		dropped := differ.Options{Rules: d.Rules}.Resource(c, plans.Update, thing()).Diff
		dropped.Walk(func(v computed.Diff) computed.Visit {
			for _, l := range []computed.Side{v.Content().Before, v.Content().After} {
				if l.Text != "" {
					t.Errorf("%s: %q is in the tree", d.Name, l.Text)
				}
			}
			return computed.Continue
		})
	}
	have := differ.Options{ShowSensitive: true}.Resource(c, plans.Update, thing()).Diff.Text()
	want := `{
      # Warning: this attribute value will be marked as sensitive and will not
      # display in UI output after applying this change. The value is unchanged.
      ~ a    = "old"
      ~ list = [
            "x",
          ~ "y" -> "z",
        ]
        # (1 unchanged attribute hidden)

      ~ many {
          # At least one attribute in this block is (or was) sensitive,
          # so its contents will not be displayed.
        }
    }`
	if have != want {
		t.Errorf("have\n%s\nwant\n%s", have, want)
	}
}

// A value that contradicts its schema is reported, and drawn by its JSON type. Nothing
// panics.
func TestOddInput(t *testing.T) {
	for _, test := range []struct{ name, before, after, unknown, want string }{
		{"a string for a block", `{"one":"x"}`, `{"one":{"a":"y"}}`, ``, "before.one: want object, have string"},
		{"a string for blocks", `{"many":"x"}`, `{"many":[]}`, ``, "before.many: want list, have string"},
		{"a list for a resource", `[1]`, `{"a":"x"}`, ``, "before: want object, have list"},
		{"a number for a list", `{"list":[]}`, `{"list":7}`, ``, "after.list: want list, have number"},
		{"an object in a list", `{"list":[{}]}`, `{"list":["x"]}`, ``, "before.list[0]: want string, have object"},
		{"a list for a nested object", `{"object":[1]}`, `{"object":null}`, ``, "before.object: want object, have list"},
		{"and unknown", `{"one":[1]}`, `{}`, `{"one":true}`, "before.one: want object, have list"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, d := range dialect.All() {
				r := differ.Options{Rules: d.Rules}.Resource(withUnknown(change(test.before, test.after), test.unknown), plans.Update, thing())
				if len(r.Errs) != 1 || r.Errs[0].Error() != test.want {
					t.Errorf("%s: got %v, want %s", d.Name, r.Errs, test.want)
				}
				if text := r.Diff.Text(); !strings.Contains(text, "# does not match the schema") {
					t.Errorf("%s: no remark in\n%s", d.Name, text)
				}
			}
		})
	}
}

// A string is only drawn as a JSON document if the document is all that it holds, so that
// nothing is lost.
func TestJSONStrings(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{`{"a":1}`, "jsonencode(\n            {\n              + a = 1\n            }\n        )"},
		{`{"a":1} `, "jsonencode(\n            {\n              + a = 1\n            }\n        )"},
		{` {"a":1}`, `" {\"a\":1}"`},
		{`{"a":1}x`, `"{\"a\":1}x"`},
		{`{"a":1}{}`, `"{\"a\":1}{}"`},
		{`[`, `"["`},
		{`"x"`, `"\"x\""`},
		{`[]`, `jsonencode([])`},
	} {
		c := values.Change{After: values.NewString(test.in)}
		for _, d := range dialect.All() {
			got := differ.Options{Rules: d.Rules}.Output(c).Diff.Text()
			if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(test.want), " ") {
				t.Errorf("%s: %s: got %s, want %s", d.Name, test.in, got, test.want)
			}
		}
	}
}

// The zero value of each field of a change hides nothing.
func TestZeroChange(t *testing.T) {
	r := differ.Options{}.Output(values.Change{Before: values.Of(`{"name":"a"}`), After: values.Of(`{"name":"b"}`)})
	if got := r.Diff.Action; got != plans.Update || len(r.Errs) > 0 {
		t.Errorf("action %s, errors %v", got, r.Errs)
	}
	if got := r.Diff.Text(); !strings.Contains(got, `~ name = "a" -> "b"`) {
		t.Errorf("text:\n%s", got)
	}
}
