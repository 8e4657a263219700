package differ

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/copies"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// textSet is a set of strings.
type textSet map[string]bool

func (s textSet) Has(text string) bool { return s[text] }
func (s textSet) HasIn(text string) bool {
	for copied := range s {
		if strings.Contains(text, copied) {
			return true
		}
	}
	return false
}

func (s textSet) PartsOf(text string) iter.Seq2[int, int] {
	return copies.Parts(text, s.Has)
}
func (s textSet) Add(text string) { s[strings.Clone(text)] = true }

var copiesBlock = &schema.Block{
	Attributes: []schema.Attribute{
		{Name: "in_json", Type: cty.String},
		{Name: "in_names", Type: cty.String},
		{Name: "list", Type: cty.List(cty.String)},
		{Name: "map", Type: cty.Map(cty.String)},
		{Name: "name", Type: cty.String},
		{Name: "number", Type: cty.Number},
		{Name: "other", Type: cty.String},
		{Name: "secret", Type: cty.String, Sensitive: true},
		{Name: "set", Type: cty.Set(cty.String)},
		{Name: "text", Type: cty.String},
	},
	Blocks: []schema.NestedBlock{{Name: "disk", Nesting: schema.NestingList, Block: &schema.Block{Attributes: []schema.Attribute{{Name: "key", Type: cty.String}}}}},
}

func TestCopies(t *testing.T) {
	const secret = "THE SECRET"
	multiline := "line\n" + secret + "\n"
	c := values.Change{
		Before: values.Of(`{"name":"` + secret + `","other":"` + secret + `","list":["a","` + secret + `","c"],"map":{"k":"v"},"number":1,
			"in_json":"{\"a\":[\"THE SECRET\"],\"b\":1}","in_names":"{\"a\":[{\"THE SECRET\":1}]}","set":["` + secret + `"],"disk":[{"key":"a"}],"text":"a ` + secret + `"}`),
		After: values.Of(`{"name":"` + secret + `","other":"` + secret + `","list":["a","` + secret + `","d"],"map":{"k":"` + secret + `"},"number":2,
			"in_json":"{\"a\":[\"\\u0054HE SECRET\",1],\"b\":1}","in_names":"{\"a\":[{\"\\u0054HE SECRET\":2}]}","set":[],"disk":[{"key":"` + secret + `"}],"text":"b ` + secret + `"}`),
	}
	res := New(Options{Copies: textSet{secret: true, multiline: true}}).Resource(c, plans.Update, copiesBlock)
	var paths []string
	for _, p := range res.Copies {
		paths = append(paths, p.String())
	}
	if got, want := strings.Join(paths, " "), `in_json.a[0] in_names list[1] map.k name set[0] text disk[0].key`; got != want {
		t.Errorf("the copies are %s, want %s", got, want)
	}
	seen := map[string]string{}
	res.Diff.Walk(func(d computed.Diff) computed.Visit { // this makes all parts
		c := d.Content()
		for _, text := range []string{c.Before.Text, c.After.Text} {
			if text == secret {
				t.Errorf("%s has the secret", d.Path)
			}
		}
		if slices.Contains(c.Notes, computed.NoteCopy) {
			seen[d.Path.String()] = fmt.Sprintf("%s %s %v-%v", c.Kind, d.Action, c.Before.Sensitive, c.After.Sensitive)
		}
		return computed.Continue
	})
	want := map[string]string{
		"in_json.a[0]": "sensitive no-op true-true",
		"in_names":     "sensitive update true-true",
		"text":         "sensitive update true-true",
		"list[1]":      "sensitive no-op true-true",
		"map.k":        "sensitive update false-true",
		"name":         "sensitive no-op true-true",
		"other":        "sensitive no-op true-true",
		"set[0]":       "sensitive delete true-false",
		"disk[0].key":  "sensitive update false-true",
	}
	for path, text := range want {
		if seen[path] != text {
			t.Errorf("%s is %q, want %q", path, seen[path], text)
		}
	}
	if len(seen) != len(want) {
		t.Errorf("there are %d copies: %v", len(seen), seen)
	}
}

// What forces the replacement is never hidden, nor what is in it.
func TestCopiesThatForce(t *testing.T) {
	const secret = "THE SECRET"
	c := values.Change{
		Before: values.Of(`{"name":"a","other":"a","map":{"k":"a"},"in_json":"{\"a\":\"b\"}","disk":[{"key":"a"}]}`),
		After:  values.Of(`{"name":"` + secret + `","other":"` + secret + `","map":{"k":"` + secret + `"},"in_json":"{\"a\":\"THE SECRET\"}","disk":[{"key":"` + secret + `"}]}`),
		ReplacePaths: plans.ExactPaths([]plans.Path{
			{}, plans.NewPath(plans.Key("name")), plans.NewPath(plans.Key("map")), plans.NewPath(plans.Key("in_json")), plans.NewPath(plans.Key("disk")),
		}),
	}
	res := New(Options{Copies: textSet{secret: true}}).Resource(c, plans.DeleteThenCreate, copiesBlock)
	if len(res.Copies) != 1 || res.Copies[0].String() != "other" {
		t.Errorf("the copies are %v, want other", res.Copies)
	}
}

// The differ tells the strings that it drops, whoever says that they are sensitive.
func TestTellSecrets(t *testing.T) {
	c := values.Change{
		Before:          values.Of(`{"secret":"by schema, before","list":["open"],"map":{"k":"no longer"},"number":"redacted by mistake"}`),
		After:           values.Of(`{"secret":"by schema, after","list":["open","marked"],"map":{"k":"open now"},"number":1}`),
		BeforeSensitive: values.SensitiveFlags(values.Of(`{"map":true}`)),
		AfterSensitive:  values.SensitiveFlags(values.Of(`{"list":[false,true]}`)),
	}
	got := textSet{}
	New(Options{Secrets: got}).Resource(c, plans.Update, copiesBlock)
	for _, text := range []string{"by schema, before", "by schema, after", "marked", "no longer"} {
		if !got[text] {
			t.Errorf("%q is missing", text)
		}
		delete(got, text)
	}
	if len(got) > 0 {
		t.Errorf("too much: %v", got)
	}
}
