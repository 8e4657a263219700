package review_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/values"
)

func path(names ...string) (p plans.Path) {
	for _, n := range names {
		p = p.Child(plans.Key(n))
	}
	return p
}

// replaced returns a resource x.NAME that is replaced, because p is known only after apply.
func replaced(name, key string) *source.Resource {
	return &source.Resource{Header: plans.Header{
		Address: "x." + name + key, Type: "x", Name: name, Action: plans.DeleteThenCreate,
	}}
}

var seenOfAll = review.Seen{
	Unknown: []plans.Path{path("id"), path("p")},
	Forcing: []computed.ForcingAttribute{{Path: path("p"), Found: true}},
}

// resolve adds all resources, each with its own copy of what is unknown, and resolves.
func resolve(all []*source.Resource, config *source.Configuration) map[*source.Resource]*computed.Cause {
	for i, r := range all {
		r.Handle = source.Handle(i + 1)
	}
	c := review.NewCauses(slices.Values(all), config, false)
	for _, r := range all {
		seen := seenOfAll
		seen.Forcing = slices.Clone(seen.Forcing)
		c.Add(r, seen)
	}
	found, causes := c.Resolve(), map[*source.Resource]*computed.Cause{}
	for _, r := range all {
		if cause := found[r.Handle]; cause != nil {
			causes[r] = cause
		}
	}
	return causes
}

func refersTo(refs ...string) *source.ConfigResource {
	return &source.ConfigResource{Expressions: []source.ConfigExpression{{Path: path("p"), References: refs}}}
}

// A chain of very many replacements, and very many instances that refer to very many others,
// cost little, and all references to a resource share its cause.
func TestCausesAreLinear(t *testing.T) {
	small, large := causesOfMany(t, 2_000), causesOfMany(t, 8_000)
	if large > 6*small {
		t.Errorf("%d bytes are allocated, and %d for four times as many resources", small, large)
	}
}

// causesOfMany resolves the causes of n replacements in a chain, and of twice as many that refer to one another. It returns how many
// bytes that allocates.
func causesOfMany(t *testing.T, n int) uint64 {
	t.Helper()
	config := &source.Configuration{Root: source.ConfigModule{Resources: map[string]*source.ConfigResource{}}}
	resources := config.Root.Resources
	var all []*source.Resource
	for i := range n {
		name := fmt.Sprint("r", i)
		all = append(all, replaced(name, ""))
		resources["x."+name] = refersTo(fmt.Sprintf("x.r%d.id", i+1))
	}
	for i := range n {
		key := fmt.Sprintf("[%d]", i)
		all = append(all, replaced("many", key), replaced("others", key))
	}
	resources["x.many"], resources["x.others"] = refersTo("x.others", "count.index"), refersTo("x.r0.id")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	causes := resolve(all, config)
	runtime.ReadMemStats(&after)
	for i := range n - 1 {
		from := causes[all[i]].Attributes[0].From
		if len(from) != 1 || from[0].Address != all[i+1].Address || from[0].Cause != causes[all[i+1]] && from[0].End != computed.EndsTooFar {
			t.Fatalf("%s leads to %+v", all[i].Address, from)
		}
	}
	from := causes[all[n]].Attributes[0].From
	if len(from) != 1 || !from[0].OneOf || len(from[0].From) != 8 || from[0].More != n-8 {
		t.Errorf("x.many[0] leads to %+v", from)
	}
	return after.TotalAlloc - before.TotalAlloc
}

// A way through very many attributes ends.
func TestLongWay(t *testing.T) {
	config := &source.Configuration{Root: source.ConfigModule{Resources: map[string]*source.ConfigResource{}}}
	var all []*source.Resource
	for i := range 1000 {
		r := replaced(fmt.Sprint("r", i), "")
		all = append(all, r)
		config.Root.Resources["x."+r.Name] = refersTo(fmt.Sprintf("x.r%d.p", i+1))
	}
	refs := resolve(all, config)[all[0]].Attributes[0].From
	steps := 0
	for len(refs) > 0 {
		steps++
		refs = refs[0].From
	}
	if steps < 10 || steps > 200 {
		t.Errorf("the way has %d steps", steps)
	}
}

func TestReferenceSpellings(t *testing.T) {
	a, b := replaced("a", ""), replaced("b", `["k.\"]["]`)
	for ref, want := range map[string]string{
		"x.a":                        "x.a",
		"x.a.id":                     "x.a .id",
		"x.a.p[0].q":                 "x.a .p[0].q",
		`x.a.p["k l"]`:               `x.a .p["k l"]`,
		"x.a.p[*].q":                 "x.a .p",
		"x.a.p[":                     "x.a .p",
		`x.b["k.\"]["].id`:           `x.b["k.\"]["] .id`,
		"x.b":                        `x.b["k.\"]["]`,
		`x.b["none"].id`:             "x.b[\"none\"] no-change",
		"x.none":                     "x.none without-configuration",
		"data.x.a.id":                "data.x.a without-configuration",
		"data.x":                     "data.x without-configuration",
		"var.v":                      "var.v no-change",
		"local.l.m":                  "local.l outside-plan",
		"each.value":                 "each.value outside-plan",
		"each.key":                   "each.key no-change",
		"count.index":                "count.index no-change",
		"path.module":                "path.module no-change",
		"terraform.workspace":        "terraform.workspace no-change",
		"module.none.o":              "module.none without-configuration",
		"module.empty.o":             "module.empty.o without-configuration",
		"module.empty":               "module.empty no-change",
		"module.empty[0]":            "module.empty[0] no-change",
		"x":                          "x without-configuration",
		"[0]":                        "[0] without-configuration",
		"..":                         ".. without-configuration",
		"x.a[":                       "x.a",
		strings.Repeat("module.", 9): "module.module without-configuration",
	} {
		r := replaced("test", "")
		config := &source.Configuration{Root: source.ConfigModule{
			Resources: map[string]*source.ConfigResource{"x.a": {}, "x.b": {}, "x.test": refersTo(ref)},
			Calls:     map[string]*source.ConfigCall{"empty": {}},
		}}
		from := resolve([]*source.Resource{a, b, r}, config)[r].Attributes[0].From
		if len(from) != 1 {
			t.Errorf("%s leads to %+v", ref, from)
			continue
		}
		got := from[0].Address
		switch {
		case from[0].Cause == nil:
			got += " " + from[0].End.String()
		case !from[0].Attribute.IsEmpty():
			got += " ." + from[0].Attribute.String()
		}
		if got != want {
			t.Errorf("%s leads to %s, want %s", ref, got, want)
		}
	}
}

func TestUnknownParts(t *testing.T) {
	many := `{"a": {"b": true}, "c": [` + strings.Repeat("true,", 500) + `false], "d": {"e": false}}`
	for flags, want := range map[string]string{
		`{}`:    "[]",
		`false`: "[]",
		`{"a": true, "b": false, "c": [false, true, {"d": true}]}`: "[a c[1] c[2].d]",
		many: "[a c]",
	} {
		got := fmt.Sprint(review.UnknownParts(values.UnknownFlags(values.Of(flags))))
		if got != want {
			t.Errorf("%.40s: %s, want %s", flags, got, want)
		}
	}
	if all := review.UnknownParts(values.AllFlags()); len(all) != 1 || !all[0].IsEmpty() {
		t.Errorf("all is unknown: %v", all)
	}
}
