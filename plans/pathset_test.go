package plans

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
)

// pathList is a PathSet that looks at every path.
type pathList struct {
	paths  [][]Step
	prefix bool
}

func (l pathList) under(taken Step) pathList {
	below := pathList{prefix: l.prefix}
	for _, p := range l.paths {
		switch {
		case len(p) == 0 && l.prefix:
			below.paths = append(below.paths, p)
		case len(p) == 0:
		case p[0] == taken, p[0].isKey() && !taken.isKey() && p[0].key == strconv.Itoa(taken.index):
			below.paths = append(below.paths, p[1:])
		}
	}
	return below
}

func (l pathList) here() bool {
	for _, p := range l.paths {
		if len(p) == 0 {
			return true
		}
	}
	return false
}

func TestPathSetIsTheListOfPaths(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	step := func() Step {
		switch n := r.IntN(6); {
		case n < 2:
			return Index(r.IntN(3) - n)
		case n < 4:
			return Key(strconv.Itoa(r.IntN(3) - n%2))
		}
		return Key([]string{"a", "b", "01", ""}[r.IntN(4)])
	}
	path := func(n int) []Step {
		p := make([]Step, r.IntN(n))
		for i := range p {
			p[i] = step()
		}
		return p
	}
	for range 20_000 {
		lists := make([][]Step, r.IntN(12))
		paths := make([]Path, len(lists))
		for i := range lists {
			lists[i] = path(5)
			paths[i] = NewPath(lists[i]...)
		}
		spelled := fmt.Sprint(paths)
		for _, list := range []pathList{{lists, false}, {lists, true}} {
			set := newPathSet(paths, list.prefix)
			if i := r.IntN(2 * (len(paths) + 1)); i <= len(paths) {
				set = newPathSet(paths[:i], list.prefix).Unite(newPathSet(paths[i:], list.prefix))
			}
			at := path(6)
			for n, l := 0, list; ; n++ {
				matches, all := l.here(), list.prefix && l.here()
				if list.prefix {
					matches = len(l.paths) > 0
				}
				if set.Matches() != matches || set.All() != all || set.Empty() != (len(l.paths) == 0) {
					t.Fatalf("%v (prefixes: %v) at %v: matches %v, all %v, empty %v", paths, list.prefix, NewPath(at[:n]...), set.Matches(), set.All(), set.Empty())
				}
				if n == len(at) {
					break
				}
				set, l = set.Under(at[n]), l.under(at[n])
			}
		}
		if fmt.Sprint(paths) != spelled {
			t.Fatalf("%s has become %v", spelled, paths)
		}
	}
}

// BenchmarkUnder walks into a map of which each member has a path of its own.
func BenchmarkUnder(b *testing.B) {
	for _, n := range []int{1, 80, 8_000} {
		var paths []Path
		var keys []Step
		for i := range n {
			keys = append(keys, Key(fmt.Sprint("key ", i)))
			paths = append(paths, NewPath(Key("map"), keys[i]))
		}
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				members := ExactPaths(paths).Under(Key("map"))
				for i := range paths {
					if !members.Under(keys[i]).Matches() {
						b.Fatal(paths[i])
					}
				}
			}
		})
	}
}
