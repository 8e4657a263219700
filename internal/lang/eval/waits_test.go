package eval

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// waits is a condition over a root with attributes that are known in part, and which of these the result waits for.
type waits struct {
	src      string
	members  map[string]value.Value
	listed   map[string]bool
	abstract Result
}

func decided(r Result) bool {
	return r.MayFail == nil && (r.Err != nil || r.Value.IsWhollyKnown())
}

// drawWaits draws an undecided condition, or reports false.
func drawWaits(t *testing.T, d *drawer, g *generator) (waits, bool) {
	w := waits{members: map[string]value.Value{}, listed: map[string]bool{}}
	of := map[string]string{} // the attributes by the reasons of causes
	for _, a := range attrs {
		first := d.n
		w.members[a.name] = d.partly(a.t)
		for i := first + 1; i <= d.n; i++ {
			of[strconv.Itoa(i)] = a.name
		}
	}
	w.src = g.expr(cty.Bool, 1+d.IntN(3))
	w.abstract = Eval(bindSource(t, w.src), roots{"v": value.Object(w.members)}, nil)
	if decided(w.abstract) {
		return w, false
	}
	causes := w.abstract.Causes
	if w.abstract.Err == nil {
		causes = append(causes[:len(causes):len(causes)], w.abstract.Value.Causes()...)
	}
	for _, c := range causes {
		w.listed[of[c.Reason]] = true
	}
	return w, true
}

// with evaluates the condition with known values in place of the attributes for which known is true.
func (w *waits) with(t *testing.T, world map[string]cty.Value, known func(name string) bool) Result {
	members := map[string]value.Value{}
	for name, v := range w.members {
		if members[name] = v; known(name) {
			members[name] = value.Of(world[name])
		}
	}
	return Eval(bindSource(t, w.src), roots{"v": value.Object(members)}, nil)
}

func (d *drawer) worldOf(w *waits) (map[string]cty.Value, bool) {
	world := map[string]cty.Value{}
	for _, a := range attrs {
		c, ok := d.world(w.members[a.name], map[string]cty.Value{})
		if !ok {
			return nil, false
		}
		world[a.name] = c
	}
	return world, true
}

// TestWaitsFor: with values in place of all that a condition does not wait for, it stays undecided, and with values in place of just what it waits
// for, it is decided. Whether each of the values matters is not asked: no evaluation finds all conditions that are always true.
func TestWaitsFor(t *testing.T) {
	n := 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 7))
		d := &drawer{Rand: r, known: 3 + r.IntN(6), nulls: r.IntN(2) == 0, apart: true}
		g := &generator{Rand: r, vars: scope(), nulls: d.nulls, calls: testCalls, all: true}
		w, ok := drawWaits(t, d, g)
		if !ok {
			continue
		}
		n++
		for range 4 {
			world, ok := d.worldOf(&w)
			if !ok {
				continue
			}
			if x := w.with(t, world, func(name string) bool { return !w.listed[name] }); decided(x) {
				t.Errorf("seed %d: %s waits for %v, and is %s without it", seed, w.src, w.listed, show(x))
			}
			if x := w.with(t, world, func(name string) bool { return w.listed[name] }); !decided(x) {
				t.Errorf("seed %d: %s waits for %v, and is %s with it: %v", seed, w.src, w.listed, show(x), x.MayFail)
			}
		}
	}
	if n < 50 {
		t.Errorf("only %d conditions were undecided", n)
	}
}

// TestWaitsForWhatMatters logs, with PLANFMT_TEST=exhaustive, which of the values that undecided conditions wait for make no difference in pairs of worlds that differ
// in nothing else: 41 of 160. The most frequent shape is an operand beside an index, which is rarely that of an element: such values matter in rare worlds. The others are
// two results of a condition that are the same, conditions that are true or an error whatever the value is, and comparisons of what is never equal.
func TestWaitsForWhatMatters(t *testing.T) {
	if !sampling.Exhaustive() {
		t.Skip("it only logs")
	}
	listed, never := 0, 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 7))
		d := &drawer{Rand: r, known: 3 + r.IntN(6), nulls: r.IntN(2) == 0, apart: true}
		g := &generator{Rand: r, vars: scope(), nulls: d.nulls, calls: testCalls, all: true}
		w, ok := drawWaits(t, d, g)
		if !ok {
			continue
		}
		for _, a := range attrs {
			if !w.listed[a.name] {
				continue
			}
			drawn := 0
			matters := func(pairs int) bool {
				for range pairs {
					one, ok1 := d.worldOf(&w)
					other, ok2 := d.worldOf(&w)
					if !ok1 || !ok2 {
						continue // a value that no draw finds
					}
					drawn++
					x := w.with(t, one, func(string) bool { return true })
					one[a.name] = other[a.name]
					y := w.with(t, one, func(string) bool { return true })
					if (x.Err != nil) != (y.Err != nil) || x.Err == nil && !x.Value.Cty().RawEquals(y.Value.Cty()) {
						return true
					}
				}
				return false
			}
			early := matters(30)
			if drawn == 0 {
				continue
			}
			if listed++; early {
				continue
			}
			never++
			t.Logf("seed %d, later %t: %s in %s = %s", seed, matters(300), a.name, w.src, strconv.Quote(w.members[a.name].Cty().GoString()))
		}
	}
	t.Logf("%d values are waited for, %d of them make no difference in 30 pairs of worlds", listed, never)
}
