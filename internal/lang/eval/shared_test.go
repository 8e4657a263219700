package eval

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// remembering is a host with a memory.
type remembering struct {
	Host
	memory *Memory
}

func (r remembering) Memory() *Memory { return r.memory }

// TestMemory evaluates expressions that stand in several places. Whether the results of some parts are remembered must not matter: not for
// the result, nor for the error, nor for the steps that it takes, nor for whether there are enough of them.
func TestMemory(t *testing.T) {
	n, remembered := sampling.Count(1500), 0
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 7))
		d := &drawer{Rand: r, known: 3 + r.IntN(8), nulls: r.IntN(2) == 0}
		g := &generator{Rand: r, vars: scope(), nulls: d.nulls, calls: testCalls, all: true, forms: true}
		root := drawRoot(d)
		if r.IntN(3) == 0 {
			members := map[string]value.Value{}
			for _, a := range attrs {
				v, _ := root.Attr(a.name)
				if r.IntN(4) == 0 {
					v = v.WithSensitive()
				}
				members[a.name] = v
			}
			root = value.Object(members)
		}
		host := roots{"v": root}
		src := g.expr(g.someType(), 1+r.IntN(4))
		all := []model.Expr{bindSource(t, src), bindSource(t, "  "+src), bindSource(t, "["+src+", try("+src+", null), ["+src+"]]")}
		want := make([]Result, len(all))
		steps := make([]int, len(all))
		for i, e := range all {
			b := budget.New(0)
			want[i], steps[i] = Eval(e, host, b), b.Used()
		}
		sharing := model.Sharing{Roots: []string{"v"}}
		for _, e := range all {
			sharing.Add(e)
		}
		memory := &Memory{}
		for _, i := range []int{0, 0, 1, 2, 2, 1} {
			b := budget.New(0)
			got := Eval(all[i], remembering{host, memory}, b)
			if !reflect.DeepEqual(got, want[i]) || b.Used() != steps[i] {
				t.Fatalf("seed %d: %s\nv = %#v\n%s after %d steps, want %s after %d", seed, src, root.Cty(), show(got), b.Used(), show(want[i]), steps[i])
			}
			few := r.IntN(steps[i] + 2)
			one, other := budget.New(max(1, few)), budget.New(max(1, few))
			if got, want := Eval(all[i], remembering{host, memory}, one), Eval(all[i], host, other); !reflect.DeepEqual(got, want) || one.Used() != other.Used() {
				t.Fatalf("seed %d: %s\nv = %#v\nwith %d steps: %s %v, want %s %v", seed, src, root.Cty(), few, show(got), got.Err, show(want), want.Err)
			}
		}
		remembered += len(memory.results)
	}
	if remembered < n {
		t.Errorf("only %d results are remembered", remembered)
	}
}
