package review_test

import (
	"slices"
	"testing"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/review"
)

func TestClassOf(t *testing.T) {
	for _, test := range []struct {
		r    computed.Resource
		want review.Class
	}{
		{computed.Resource{Header: plans.Header{Action: plans.CreateThenForget}, Section: computed.ChangesSection}, review.Replace},
		{computed.Resource{Header: plans.Header{Action: plans.DeleteThenCreate}, Section: computed.DriftSection}, review.Drift},
		{computed.Resource{Header: plans.Header{Action: plans.Create}, Section: computed.DeferredSection}, review.Deferred},
		{computed.Resource{Header: plans.Header{Address: "a", PreviousAddress: "b"}, Section: computed.ChangesSection}, review.Move},
		{computed.Resource{Header: plans.Header{Address: "a", PreviousAddress: "b", Importing: &plans.Importing{}}, Section: computed.ChangesSection}, review.Import},
		{computed.Resource{Header: plans.Header{Address: "a", PreviousAddress: "b", Action: plans.Update}, Section: computed.ChangesSection}, review.Update},
		{computed.Resource{Section: computed.ChangesSection}, review.Unchanged},
		{computed.Resource{Section: computed.ChangesSection, Err: errUnread{}}, review.Unknown},
		{computed.Resource{Section: computed.StateSection}, review.Stored},
	} {
		if got := review.ClassOf(&test.r); got != test.want {
			t.Errorf("%+v: got %v, want %v", test.r.Header, got, test.want)
		}
	}
}

type errUnread struct{}

func (errUnread) Error() string { return "it cannot be read" }

// vm returns the change of an instance with these attributes, each changed from one value to
// the other.
func vm(a plans.Action, key string, attributes ...computed.Member) computed.Resource {
	address := "cloud_vm.a"
	if key != "" {
		address += `["` + key + `"]`
	}
	return computed.Resource{
		Header:  plans.Header{Address: address, Type: "cloud_vm", Mode: "managed", Action: a},
		Section: computed.ChangesSection,
		Body:    computed.Diff{Renderer: renderers.Block(attributes, nil, nil), Action: plans.Update},
	}
}

func text(name, before, after string) computed.Member {
	literal := func(s string) computed.Literal { return computed.Literal{Kind: computed.StringLiteral, Text: s} }
	d := computed.Diff{Action: plans.Update, Path: plans.NewPath(plans.Key(name))}
	switch {
	case before == "":
		d.Action, d.Renderer = plans.Create, renderers.String(computed.Literal{}, literal(after))
	default:
		d.Renderer = renderers.String(literal(before), literal(after))
	}
	return computed.Member{Key: name, Diff: d}
}

func forcing(m computed.Member) computed.Member {
	m.Diff.Replace = true
	return m
}

func unknown(name, before string) computed.Member {
	m := text(name, "", before)
	m.Diff.Action = plans.Delete
	return computed.Member{Key: name, Diff: computed.Diff{Renderer: renderers.Unknown(&m.Diff, nil), Action: plans.Update, Path: m.Diff.Path}}
}

func secret(name string) computed.Member {
	return computed.Member{Key: name, Diff: computed.Diff{
		Renderer: renderers.Sensitive(plans.Update, plans.Sides{Before: true, After: true}), Action: plans.Update, Path: plans.NewPath(plans.Key(name)),
	}}
}

func TestLikeness(t *testing.T) {
	replace := plans.DeleteThenCreate
	for name, test := range map[string]struct {
		a, b  computed.Resource
		alike bool
		own   []string // the paths in which they differ
	}{
		"the same":           {vm(plans.Update, "a", text("size", "1", "2")), vm(plans.Update, "b", text("size", "1", "2")), true, nil},
		"another value":      {vm(plans.Update, "a", text("size", "1", "2")), vm(plans.Update, "b", text("size", "1", "3")), false, nil},
		"another attribute":  {vm(plans.Update, "a", text("size", "1", "2")), vm(plans.Update, "b", text("zone", "1", "2")), false, nil},
		"another action":     {vm(plans.Update, "a", text("size", "1", "2")), vm(replace, "b", text("size", "1", "2")), false, nil},
		"the key in a value": {vm(plans.Update, "a", text("dns", "a.old", "a.new")), vm(plans.Update, "b", text("dns", "b.old", "b.new")), true, []string{"dns"}},
		"part of a word":     {vm(plans.Update, "a", text("dns", "xa.old", "a.new")), vm(plans.Update, "b", text("dns", "xb.old", "b.new")), false, nil},
		"the key elsewhere":  {vm(plans.Update, "a", text("dns", "a.old", "b.new")), vm(plans.Update, "b", text("dns", "b.old", "a.new")), false, nil},
		"ids":                {vm(replace, "a", unknown("id", "i-1"), text("x", "1", "2")), vm(replace, "b", unknown("id", "i-2"), text("x", "1", "2")), true, []string{"id"}},
		"ids with the key":   {vm(replace, "a", unknown("id", "i-a")), vm(replace, "b", unknown("id", "i-b")), true, []string{"id"}},
		"equal ids":          {vm(replace, "a", unknown("id", "i-1")), vm(replace, "b", unknown("id", "i-1")), true, nil},
		"new names":          {vm(plans.Create, "", text("name", "", "x")), vm(plans.Create, "", text("name", "", "y")), true, []string{"name"}},
		"changed names":      {vm(plans.Update, "", text("name", "x", "y")), vm(plans.Update, "", text("name", "x", "z")), false, nil},
		"secrets":            {vm(plans.Update, "a", secret("p")), vm(plans.Update, "b", secret("p")), true, nil},
		"a secret or not":    {vm(plans.Update, "a", secret("p")), vm(plans.Update, "b", text("p", "1", "2")), false, nil},
		"a forcing value":    {vm(replace, "a", forcing(text("dns", "a.old", "a.new"))), vm(replace, "b", forcing(text("dns", "b.old", "b.new"))), false, nil},
		"destroyed":          {vm(plans.Delete, "a", text("x", "1", "2")), vm(plans.Delete, "b", text("x", "1", "3")), true, nil},
	} {
		a, b := review.LikenessOf(&test.a), review.LikenessOf(&test.b)
		if alike := a.Signature == b.Signature; alike != test.alike {
			t.Errorf("%s: alike is %v", name, alike)
			continue
		}
		var g review.Grouper[string]
		g.Add(review.PlaceOf(&test.a), a, "", func() string { return "first" })
		g.Add(review.PlaceOf(&test.b), b, "", func() string { return "second" })
		groups := g.Groups()
		if test.alike && (len(groups) != 1 || len(groups[0].Members) != 2 || groups[0].Value != "first" || !slices.Equal(groups[0].Differs(), test.own)) {
			t.Errorf("%s: %d groups, %+v, which differ in %q", name, len(groups), groups[0], groups[0].Differs())
		}
		if !test.alike && len(groups) != 2 {
			t.Errorf("%s: %d groups", name, len(groups))
		}
	}
}

// Groups are in the order of their most important members, and kept apart where that is wanted.
func TestGroups(t *testing.T) {
	var g review.Grouper[string]
	for _, p := range []review.Place{
		{Class: review.Create, Address: "a.b"},
		{Class: review.Update, Address: "a.b[10]"},
		{Class: review.Update, Address: "module.m.a.b"},
		{Class: review.Update, Address: "a.b[9]"},
		{Class: review.Delete, Address: "a.b", Deposed: "key"},
		{Class: review.Delete, Address: "a.b"},
	} {
		apart, _ := plans.SplitModule(p.Address)
		g.Add(p, review.Likeness{Signature: review.Signature{byte(p.Class)}}, apart, func() string { return p.Address })
	}
	var got []string
	for _, group := range g.Groups() {
		for _, m := range group.Members {
			got = append(got, m.Class.String()+" "+m.Address+m.Deposed)
		}
		got = append(got, "")
	}
	want := []string{"delete a.b", "delete a.bkey", "", "update a.b[9]", "update a.b[10]", "", "update module.m.a.b", "", "create a.b", ""}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
