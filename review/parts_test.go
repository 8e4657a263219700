package review_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// object is a container, or a variable of one, as the test draws it.
type object map[string]any

// drawn draws lists of objects with names.
type drawn struct{ *rand.Rand }

// containers draws a list in which one element always is.
func (d drawn) containers() []object {
	return d.list("main", func(name string) object {
		o := object{"name": name, "image": d.pick("a:1", "a:2"), "env": d.list("BASE", func(name string) object {
			return object{"name": name, "value": d.pick("1", "2", "10.0.0.0/8", "0.0.0.0/0")}
		})}
		if d.IntN(2) == 0 {
			o["user"] = d.pick("app", "web")
		}
		return o
	})
}

func (d drawn) list(always string, draw func(name string) object) []object {
	all := []object{draw(always)}
	for _, name := range []string{"A", "B", "C", "D", "E"} {
		if d.IntN(2) == 0 {
			all = append(all, draw(name))
		}
	}
	d.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

func (d drawn) pick(all ...string) string { return all[d.IntN(len(all))] }

// expected says what changes from one list to another, by the names of the elements: it knows nothing of a diff.
type expected map[string]string

func (e expected) lists(path string, before, after []object) {
	byName := func(all []object) map[string]object {
		m := map[string]object{}
		for _, o := range all {
			m[fmt.Sprintf("%s[%q]", path, o["name"])] = o
		}
		return m
	}
	old, now := byName(before), byName(after)
	for name, o := range now {
		if old[name] == nil {
			e[name] = "added"
			e.open(name, o)
		}
	}
	for name, o := range old {
		if now[name] == nil {
			e[name] = "removed"
		} else {
			e.objects(name, o, now[name])
		}
	}
}

// open adds what is open to everybody in a new element.
func (e expected) open(path string, o object) {
	for key, v := range o {
		switch v := v.(type) {
		case string:
			if v == "0.0.0.0/0" {
				e[path+"."+key] = `null -> "0.0.0.0/0"`
			}
		case []object:
			for _, in := range v {
				e.open(fmt.Sprintf("%s.%s[%q]", path, key, in["name"]), in)
			}
		}
	}
}

func (e expected) objects(path string, before, after object) {
	spell := func(v any) string {
		if v == nil {
			return "null"
		}
		return fmt.Sprintf("%q", v)
	}
	all := maps.Clone(before)
	maps.Copy(all, after)
	for key := range all {
		if list, ok := before[key].([]object); ok {
			e.lists(path+"."+key, list, after[key].([]object))
		} else if b, a := spell(before[key]), spell(after[key]); b != a {
			e[path+"."+key] = b + " -> " + a
		}
	}
}

// taskBlock is a schema with a document in a string and, for the same, with blocks.
func taskBlock() *schema.Block {
	text := func(names ...string) (all []schema.Attribute) {
		for _, n := range names {
			all = append(all, schema.Attribute{Name: n, Type: cty.String})
		}
		return all
	}
	env := (&schema.Block{Attributes: text("name", "value")}).Finish()
	container := (&schema.Block{
		Attributes: text("name", "image", "user"), Blocks: []schema.NestedBlock{{Name: "env", Nesting: schema.NestingList, Block: env}},
	}).Finish()
	return (&schema.Block{Attributes: text("document"), Blocks: []schema.NestedBlock{{Name: "block", Nesting: schema.NestingList, Block: container}}}).Finish()
}

// causeOf returns the cause if an attribute forces the replacement.
func causeOf(t *testing.T, name string, before, after any) computed.ForcingAttribute {
	t.Helper()
	side := func(v any) values.Value {
		text, err := json.Marshal(map[string]any{name: v})
		if err != nil {
			t.Fatal(err)
		}
		return values.Of(string(text))
	}
	paths := plans.ExactPaths([]plans.Path{path(name)})
	r := differ.Options{Readable: true}.Resource(values.Change{Before: side(before), After: side(after), ReplacePaths: paths}, plans.DeleteThenCreate, taskBlock())
	all := review.Forcing(r.Diff, paths)
	if len(all) != 1 || len(r.Errs) > 0 {
		t.Fatalf("%+v, %v", all, r.Errs)
	}
	return all[0]
}

// spellPart says what a part of a cause says.
func spellPart(p computed.ForcingPart) string {
	side := func(s computed.Side) string {
		if s.Kind == computed.StringLiteral {
			return fmt.Sprintf("%q", s.Text)
		}
		return "null"
	}
	switch {
	case p.Element && p.Action == plans.Create:
		return "added"
	case p.Element && p.Action == plans.Delete:
		return "removed"
	}
	return side(p.Before) + " -> " + side(p.After)
}

// Each change that a cause names is one, and all are counted. What is open to everybody is among them, even if there is little room.
func TestCausesNameWhatChanges(t *testing.T) {
	t.Parallel()
	orders := 0
	for seed := range sampling.Seeds(8_000) {
		d := drawn{rand.New(rand.NewPCG(seed, 1))}
		before, after := d.containers(), d.containers()
		if seed%8 == 0 { // only in another order, if at all
			after = append([]object{}, before...)
			d.Shuffle(len(after), func(i, j int) { after[i], after[j] = after[j], after[i] })
		}
		document := func(all []object) string {
			text, err := json.Marshal(all)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		for name, a := range map[string]computed.ForcingAttribute{
			"document": causeOf(t, "document", document(before), document(after)), "block": causeOf(t, "block", before, after),
		} {
			want := expected{}
			want.lists(name, before, after)
			if len(want) == 0 {
				orders += len(a.Parts)
				checkForms(t, a)
				continue
			}
			checkParts(t, a, want)
			if t.Failed() {
				t.Fatalf("seed %d: %s\n%s", seed, document(before), document(after))
			}
		}
	}
	if orders == 0 {
		t.Error("no cause is an order")
	}
}

func checkForms(t *testing.T, a computed.ForcingAttribute) {
	t.Helper()
	for _, p := range a.Parts {
		if len(p.Form) == 0 || !p.FormOnly {
			t.Errorf("nothing changes, and the cause is %s %s", p.Name, spellPart(p))
		}
	}
}

func checkParts(t *testing.T, a computed.ForcingAttribute, want expected) {
	t.Helper()
	if n := len(a.Parts) + a.MoreParts; n != len(want) {
		t.Errorf("%d changes are counted of %d: %v", n, len(want), want)
	}
	for _, p := range a.Parts {
		if text := spellPart(p); p.Name == "" || want[p.Name] != text {
			t.Errorf("the cause is %s %s, and changes are %v", p.Name, text, want)
		}
	}
	open := 0
	for _, change := range want {
		if strings.HasSuffix(change, `-> "0.0.0.0/0"`) {
			open++
		}
	}
	for _, most := range []int{1, 2, len(a.Parts)} {
		told := 0
		for _, p := range review.Foremost(a.Parts, most) {
			if p.After.Text == "0.0.0.0/0" {
				told++
			}
		}
		if told != min(open, most, len(a.Parts)) {
			t.Errorf("%d of %d open values are among the first %d: %v", told, open, most, want)
		}
	}
}

// If there is no room, an image comes before the variables of its container, however many, and a container before both.
func TestForemost(t *testing.T) {
	t.Parallel()
	env := func(names ...string) (all []object) {
		for _, n := range names {
			all = append(all, object{"name": n, "value": "1"})
		}
		return all
	}
	before := []object{{"name": "app", "image": "a:1", "env": env("Z")}}
	after := []object{{"name": "app", "image": "a:2", "env": env("A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "Z")}, {"name": "proxy", "env": env("Z")}}
	a := causeOf(t, "block", before, after)
	if len(a.Parts)+a.MoreParts != 12 {
		t.Errorf("%d and %d parts", len(a.Parts), a.MoreParts)
	}
	for most, want := range map[int]string{
		1: `block["proxy"]`,
		2: `block["app"].image block["proxy"]`,
		3: `block["app"].image block["app"].env["A"] block["proxy"]`,
	} {
		var names []string
		for _, p := range review.Foremost(a.Parts, most) {
			names = append(names, p.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("the first %d are %s, not %s", most, got, want)
		}
	}
}
