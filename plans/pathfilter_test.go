package plans

import "testing"

// A filter agrees with its set everywhere, but for the zero filter, which no set makes.
func TestPathFilter(t *testing.T) {
	all := [][]Step{nil, {Key("a")}, {Key("a"), Index(1)}, {Key("b")}, {Key("b"), Key("c"), Index(0)}}
	for n := range 1 << len(all) {
		var paths []Path
		for i, steps := range all {
			if n>>i&1 == 1 {
				paths = append(paths, NewPath(steps...))
			}
		}
		for _, set := range []PathSet{ExactPaths(paths), PrefixPaths(paths)} {
			for _, steps := range all {
				f, s := OnlyPaths(set), set
				for _, step := range steps {
					f, s = f.Under(step), s.Under(step)
				}
				if f.Matches() != s.Matches() || f.All() != s.All() {
					t.Errorf("%s at %s: matches %v, all %v", set, NewPath(steps...), f.Matches(), f.All())
				}
			}
		}
	}
	if f := (PathFilter{}).Under(Key("a")); !f.All() || !f.Matches() {
		t.Error("the zero filter leaves something out")
	}
}
