package eval

import (
	"math/rand/v2"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// withLocals are roots beside which there are locals. Each is evaluated wherever somebody asks for it.
type withLocals struct {
	Host
	locals map[string]model.Expr
}

func (h withLocals) Root(name string) Object {
	if name == "local" {
		return h
	}
	return h.Host.Root(name)
}

func (h withLocals) Attr(name string) (Result, bool) { return Eval(h.locals[name], h, nil), true }

func (h withLocals) Value() Result { panic("all locals") }

// checkLocals evaluates a condition with locals, each of which may be another name of a value, or say that it is not null, and compares what is
// decided with worlds.
func checkLocals(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 3))
	d := &drawer{Rand: r, known: 1 + r.IntN(4), nulls: true}
	root := drawRoot(d)
	first, second := attrs[r.IntN(6)], attrs[r.IntN(6)]
	g := &generator{Rand: r, nulls: true, calls: testCalls, all: true, vars: []variable{
		{"v." + first.name, first.t}, {"local.same", first.t}, {"v." + second.name, second.t}, {"local.says", cty.Bool},
	}}
	locals := []struct{ name, src string }{
		{"same", g.pick("v."+first.name, "try(v."+first.name+", null)")},
		{"again", g.pick("local.same", "try(local.same, null)", "v."+second.name)},
		{"says", ""},
	}
	g.vars[1].name = g.pick("local.same", "local.again")
	vars := g.vars
	g.vars = vars[:3]
	locals[2].src = g.pick(vars[r.IntN(3)].name+" != null", "can("+g.expr(g.someType(), 1)+")", g.guarded(cty.Bool, 2))
	g.vars = vars
	bind := func(src string, scope model.Scope) model.Expr {
		scope.Roots = map[string]types.Type{"v": types.Any, "local": types.Object{Attrs: map[string]types.Attr{"same": {Type: types.Any}, "again": {Type: types.Any}, "says": {Type: types.Any}}}}
		scope.Functions, scope.Bare, scope.Constant, scope.Source = funcs.All(), true, Constants(budget.New(0)), []byte(src)
		e, diags := model.Bind(parse(t, src), scope)
		if diags.HasErrors() {
			return nil
		}
		return e
	}
	bound, text := map[string]model.Expr{}, ""
	for _, l := range locals {
		text += l.name + " = " + l.src + "\n"
		e := bind(l.src, model.Scope{Locals: bound})
		if e == nil {
			return
		}
		bound[l.name] = e
	}
	src := g.guarded(cty.Bool, 3)
	e, plain := bind(src, model.Scope{Locals: bound}), bind(src, model.Scope{})
	if e == nil || plain == nil {
		return
	}
	abstract := Eval(e, withLocals{roots{"v": root}, bound}, nil)
	if !decided(abstract) {
		return
	}
	for range 12 {
		chosen := map[string]cty.Value{}
		w, ok := d.world(root, chosen)
		if !ok {
			continue
		}
		concrete := Eval(plain, withLocals{roots{"v": value.Of(w)}, bound}, nil)
		if why := disagree(abstract, concrete, chosen); why != "" {
			t.Fatalf("seed %d: %s%s\nv = %#v\nworld = %#v\nabstract: %s\nconcrete: %s\n%s", seed, text, src, root.Cty(), w, show(abstract), show(concrete), why)
		}
	}
}

// TestWorldsWithLocals: what is decided with the help of locals holds in all worlds.
func TestWorldsWithLocals(t *testing.T) {
	for seed := range uint64(sampling.Count(1500)) {
		checkLocals(t, seed)
	}
}
