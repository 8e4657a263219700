package eval

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// TestTraceChangesNothing evaluates expressions with and without a trace. The result and the steps that it takes must be the same, and
// what the trace has of each part must be what that part evaluates to on its own, if it needs no variables.
func TestTraceChangesNothing(t *testing.T) {
	n := uint64(sampling.Count(1500))
	parts := 0
	for seed := range n {
		r := rand.New(rand.NewPCG(seed, 4))
		d := &drawer{Rand: r, known: 6}
		g := &generator{Rand: r, vars: scope(), all: true, calls: testCalls, forms: true}
		values := map[string]value.Value{}
		for _, a := range attrs {
			values[a.name] = d.partly(a.t)
		}
		host := roots{"v": value.Object(values)}
		src := g.expr(g.someType(), 1+r.IntN(4))
		e := bindSource(t, src)
		plain, traced := budget.New(0), budget.New(0)
		want := Eval(e, host, plain)
		got, trace := TraceOf(e, host, traced)
		if describeResult(got) != describeResult(want) || plain.Used() != traced.Used() {
			t.Fatalf("seed %d: %s\nis %s in %d steps, and with a trace %s in %d", seed, src, describeResult(want), plain.Used(), describeResult(got), traced.Used())
		}
		var check func(s *Step)
		check = func(s *Step) {
			if closed(s.Expr, 0) || isOverRoots(s.Expr) {
				parts++
				// Where errors are caught, nobody looks for names that might have been meant.
				if alone := Eval(s.Expr, host, nil); meantName.ReplaceAllString(describeResult(alone), "") != meantName.ReplaceAllString(describeResult(s.Result), "") {
					t.Fatalf("seed %d: %s\nhas the part %s, which is %s, and in the trace %s", seed, src, s.Expr.Range(), describeResult(alone), describeResult(s.Result))
				}
			}
			for _, part := range s.Steps {
				check(part)
			}
		}
		if trace.Root != nil {
			check(trace.Root)
		}
	}
	if parts < int(n) {
		t.Errorf("only %d parts have been checked", parts)
	}
}

var meantName = regexp.MustCompile(` Did you mean "[^"]*"\?`)

// isOverRoots reports whether an expression has no variables of expressions around it.
func isOverRoots(e model.Expr) bool {
	var free func(e model.Expr, bound map[int]bool) bool
	free = func(e model.Expr, bound map[int]bool) bool {
		switch x := e.(type) {
		case *model.Variable:
			return bound[x.Slot] && !x.NotNull
		case *model.For, *model.Splat:
			return false // it is enough to check what is simple
		}
		for _, c := range model.Children(e) {
			if !free(c, bound) {
				return false
			}
		}
		return true
	}
	switch x := e.(type) {
	case *model.Attr:
		if x.NotNull {
			return false
		}
	case *model.Index:
		if x.NotNull {
			return false
		}
	}
	return free(e, nil)
}

func describeResult(r Result) string {
	text := fmt.Sprintf("%v, %v, %d causes", r.Err, r.MayFail, len(r.Causes))
	if r.Err == nil {
		text += fmt.Sprintf(", %#v, sensitive %t", r.Value.Cty(), r.Value.HasSensitive())
	}
	return text
}

// TestTracedElements: of a large collection, the trace has the first elements with each outcome, with their keys, and counts the others.
func TestTracedElements(t *testing.T) {
	e := bindSource(t, "alltrue([for k, n in range(0, 1000) : n % 3 != 0])")
	_, trace := TraceOf(e, roots{"v": value.Object(nil)}, budget.New(0))
	if trace.Root == nil || len(trace.Root.Steps) != 1 {
		t.Skipf("the expression is a constant: %v", trace.Root)
	}
	loop := trace.Root.Steps[0]
	keys := ""
	for _, s := range loop.Steps {
		if s.Key != nil && OutcomeOf(s.Result) == IsFalse {
			keys += fmt.Sprintf(" %#v", s.Key.Cty())
		}
	}
	if loop.More[IsFalse] != 334-tracedElements || loop.More[IsTrue] != 666-tracedElements {
		t.Errorf("%v more elements, and the keys%s", loop.More, keys)
	}
}
