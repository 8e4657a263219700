package wiring_test

import (
	"slices"
	"testing"

	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/wiring"
)

// TestWiring walks a configuration with a module that is repeated, and one in it that is not.
func TestWiring(t *testing.T) {
	inner := source.ConfigCall{Inputs: map[string][]string{"id": {"aws_vpc.a.id"}}, Module: source.ConfigModule{Outputs: map[string][]string{"b": nil, "a": nil}}}
	outer := source.ConfigCall{Module: source.ConfigModule{Calls: map[string]*source.ConfigCall{"in": &inner}}}
	w := wiring.New(&source.Configuration{Root: source.ConfigModule{Calls: map[string]*source.ConfigCall{"net": &outer}}})
	for _, address := range []string{`module.net["x.y"].module.in`, `module.net["z"]`, `module.net["x.y"]`, "module.gone[0]"} {
		w.AddModule(address)
	}
	addresses := func(all []*wiring.Scope) (texts []string) {
		for _, s := range all {
			texts = append(texts, s.Address+" "+s.Plain)
		}
		return texts
	}
	root := w.Scope("")
	if have, want := addresses(w.Called(root, "module.net")), []string{`module.net["x.y"] module.net`, `module.net["z"] module.net`}; !slices.Equal(have, want) {
		t.Errorf("have %q, want %q", have, want)
	}
	if have := addresses(slices.Collect(w.CalledAll(w.Scope(`module.net["z"]`)))); !slices.Equal(have, []string{`module.net["z"].module.in module.net.module.in`}) {
		t.Errorf("a module of which the plan has no instance: %q", have)
	}
	in := w.Scope(`module.net["x.y"].module.in`)
	if in.Call != &inner || in.Parent != w.Scope(`module.net["x.y"]`) || !slices.Equal(in.Input("var.id"), []string{"aws_vpc.a.id"}) || !slices.Equal(in.Outputs(""), []string{"a", "b"}) {
		t.Errorf("%+v", in)
	}
	gone := w.Scope("module.gone[0].module.in")
	if gone.IsDeclared() || gone.Call != nil || gone.Module == nil || !root.IsDeclared() || !in.IsDeclared() {
		t.Errorf("%+v", gone)
	}
	if !w.Has("module.gone[0]") || w.Has("module.gone") || len(w.Instances("module.gone")) != 1 {
		t.Error("an instance that only the plan has")
	}
	if none := wiring.New(nil).Scope("module.a"); none.IsDeclared() || none.Join("x.y") != "module.a.x.y" || none.Parent.Join("x.y") != "x.y" {
		t.Errorf("without a configuration: %+v", none)
	}
	for range 2 {
		if r, ok := w.Reference("var.id"); !ok || r.Kind != source.VariableReference {
			t.Errorf("%+v", r)
		}
		if _, ok := w.Reference("var"); ok {
			t.Error("var refers to nothing")
		}
	}
}
