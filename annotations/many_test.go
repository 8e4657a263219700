package annotations_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/annotations"
)

// TestManyPlaces has many annotations about all of many instances. There would be as many copies as their product; none is lost, and those beyond the
// limit stand where something changes.
func TestManyPlaces(t *testing.T) {
	const instances, entries = 1000, 1500
	var in strings.Builder
	for i := range entries {
		fmt.Fprintf(&in, `{"address":"a.b","level":"error","title":"t%d"}`+"\n", i)
	}
	r, err := annotations.Read("r", annotations.Own, strings.NewReader(in.String()))
	if err != nil {
		t.Fatal(err)
	}
	const changing = 77
	m := annotations.Matcher{Subjects: make([]annotations.Subject, instances)}
	for i := range instances {
		address := fmt.Sprintf("a.b[%d]", i)
		m.Subjects[i] = annotations.Subject{Address: address, Changes: i == changing}
		m.Addresses.Add(i, address)
	}
	found, sum := m.Match([]*annotations.Report{r}, nil)
	copies := 0
	for _, list := range found {
		copies += len(list)
	}
	if copies > annotations.MaxPlaces+entries {
		t.Errorf("%d copies", copies)
	}
	seen := map[string]bool{}
	for _, a := range found[changing] {
		if a.Shared != instances {
			t.Fatalf("%s is said to be for %d", a.Title, a.Shared)
		}
		seen[a.Title] = true
	}
	if len(seen) != entries || sum.Nothing.Sum() != 0 {
		t.Errorf("%d annotations are where something changes, and %d are about nothing", len(seen), sum.Nothing.Sum())
	}
}

// TestTooMany has one annotation more than are used. What it says is not known, so nothing is certain about any kind.
func TestTooMany(t *testing.T) {
	for _, extra := range []int{0, 1} {
		note := annotations.Annotation{Place: annotations.Place{Address: "a.b"}, Level: annotations.Note, Title: "t"}
		last := annotations.Annotation{Place: annotations.Place{Address: "a.c"}, Level: annotations.Error, Title: "last"}
		r := &annotations.Report{Name: "r", Format: annotations.Own, Annotations: append(slices.Repeat([]annotations.Annotation{note}, annotations.MaxAnnotations-1+extra), last)}
		m := annotations.Matcher{Subjects: []annotations.Subject{{Address: "a.b", Changes: true}, {Address: "a.c", Changes: true}}}
		m.Addresses.Add(0, "a.b")
		m.Addresses.Add(1, "a.c")
		found, sum := m.Match([]*annotations.Report{r}, nil)
		if len(found[0])+len(found[1]) != annotations.MaxAnnotations || len(found[1]) != 1-extra || sum.LeftOut != extra {
			t.Errorf("%d more: %d and %d are used, %d left out", extra, len(found[0]), len(found[1]), sum.LeftOut)
		}
		for _, c := range []annotations.Coverage{sum.OfFindings, sum.OfCosts, sum.OfOwners} {
			if (c.Doubt != "") != (extra > 0) {
				t.Errorf("%d more: the doubt is %q", extra, c.Doubt)
			}
		}
	}
}

// TestNothingToFind looks for addresses where there are none.
func TestNothingToFind(t *testing.T) {
	var a annotations.Addresses
	for _, address := range []string{"", "a.b", "a.b[0]", "module.m.a.b"} {
		if got := a.Find(address); len(got) > 0 {
			t.Errorf("%s: %v", address, got)
		}
	}
}
