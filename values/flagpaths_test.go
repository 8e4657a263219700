package values

import (
	"testing"

	"github.com/planfmt/planfmt/plans"
)

func TestFlagsFromPaths(t *testing.T) {
	v := Of(`{"c":[1,{"d":[1,2,3]},3]}`)
	for _, c := range []struct {
		paths []plans.Path
		want  string
	}{
		{[]plans.Path{plans.NewPath(plans.Key("c"), plans.Index(1), plans.Key("d"), plans.Index(0))}, `{"c":[false,{"d":[true,false,false]},false]}`}, // as long as the lists
		{[]plans.Path{{}}, `true`},
		{[]plans.Path{plans.NewPath(plans.Key("a"), plans.Index(2)), plans.NewPath(plans.Key("a"), plans.Index(0), plans.Key("b"))}, `{"a":[{"b":true},false,true]}`},
		{[]plans.Path{plans.NewPath(plans.Key("a")), plans.NewPath(plans.Key("a"), plans.Index(1))}, `{"a":true}`},
		{[]plans.Path{plans.NewPath(plans.Key("a"), plans.Key("b")), plans.NewPath(plans.Key("a"), plans.Index(0))}, `{"a":true}`},
		{[]plans.Path{plans.NewPath(plans.Key("a"), plans.Index(maxFlagIndex))}, `{"a":true}`},
	} {
		if have := FlagsFromPaths(v, c.paths).String(); have != c.want {
			t.Errorf("%v: have %s, want %s", c.paths, have, c.want)
		}
	}
	var far plans.Path
	for range 2 * maxFlagSteps {
		far = far.Child(plans.Index(maxFlagIndex - 1))
	}
	if have := FlagsFromPaths(v, []plans.Path{far}).String(); have != "true" {
		t.Errorf("have %d bytes of a path that is not meant", len(have))
	}
}

// TestFlagsFromPathsOfLongLists checks that the limits are none for what the value
// has.
func TestFlagsFromPathsOfLongLists(t *testing.T) {
	row := make([]Value, maxFlagIndex+1)
	rows := make([]Value, maxFlagParts/len(row)+2)
	for i := range rows {
		rows[i] = NewArray(row...)
	}
	var paths []plans.Path
	for i := range rows {
		paths = append(paths, plans.NewPath(plans.Index(i), plans.Index(maxFlagIndex)))
	}
	f := FlagsFromPaths(NewArray(rows...), paths)
	for i := range rows {
		first, last := f.At(plans.Index(i)).At(plans.Index(0)), f.At(plans.Index(i)).At(plans.Index(maxFlagIndex))
		if first.Any() || !last.All() {
			t.Fatalf("row %d: %v, %v", i, first, last)
		}
	}
}
