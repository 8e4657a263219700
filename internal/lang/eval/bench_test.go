package eval

import (
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// attributes is a root that has its attributes at hand, as those of a plan.
type attributes map[string]value.Value

func (a attributes) Root(string) Object { return a }

func (a attributes) Call(*model.HostCall, []value.Value) Result { panic("no calls") }

func (a attributes) Attr(name string) (Result, bool) {
	v, ok := a[name]
	return Of(v), ok
}

func (a attributes) Value() Result { return Of(value.Object(a)) }

func BenchmarkEval(b *testing.B) {
	cause := &value.Cause{Reason: "known after apply"}
	block := func(port int64, cidr string) value.Value {
		return value.Object(map[string]value.Value{
			"from_port":   value.Of(cty.NumberIntVal(port)),
			"cidr_blocks": value.List(cty.String, []value.Value{value.Of(cty.StringVal(cidr))}),
		})
	}
	first := block(443, "10.0.0.0/8")
	host := attributes{
		"encrypted": value.Of(cty.True),
		"name":      value.Of(cty.StringVal("acme-prod-1")),
		"id":        value.Unknown(cty.String, cause),
		"type":      value.Of(cty.StringVal("t3.micro")),
		"tags":      value.Map(cty.String, map[string]value.Value{"Owner": value.Of(cty.StringVal("ops"))}),
		"ingress":   value.List(first.Type(), []value.Value{first, block(22, "10.1.0.0/16"), block(80, "0.0.0.0/0")}),
	}
	for _, bench := range []struct{ name, src string }{
		{"bool", `v.encrypted == true`},
		{"and", `v.encrypted && v.type != ""`},
		{"unknown", `v.id == "x"`},
		{"prefix", `startswith(v.name, "acme-")`},
		{"contains", `contains(["t3.nano", "t3.micro"], v.type)`},
		{"tag", `try(v.tags["Owner"], "") != ""`},
		{"for", `alltrue([for r in v.ingress : r.from_port != 22 || !contains(r.cidr_blocks, "0.0.0.0/0")])`},
		{"template", `"${v.name}-${v.type}" == "acme-prod-1-t3.micro"`},
	} {
		e := bindSource(b, bench.src)
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if r := Eval(e, host, nil); r.Err != nil {
					b.Fatal(r.Err)
				}
			}
		})
	}
}

// BenchmarkManyUnknowns goes over 10,000 objects, each with an unknown attribute of its own.
func BenchmarkManyUnknowns(b *testing.B) {
	all := make([]value.Value, 10000)
	for i := range all {
		all[i] = value.Object(map[string]value.Value{
			"id":   value.Unknown(cty.String, &value.Cause{Reason: "known after apply"}),
			"port": value.Unknown(cty.Number, &value.Cause{Reason: "known after apply"}),
		})
	}
	host := attributes{"all": value.List(all[0].Type(), all)}
	for _, src := range []string{
		"length([for r in v.all : r if r.id == \"x\"]) >= 0",
		"alltrue([for r in v.all : r.port > 0])",
		"{for r in v.all : r.id => r.port}",
		"v.all[*].id",
	} {
		e := bindSource(b, src)
		b.Run(src, func(b *testing.B) {
			for b.Loop() {
				Eval(e, host, nil)
			}
		})
	}
}
