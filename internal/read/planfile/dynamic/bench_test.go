package dynamic_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
	ctymsgpack "github.com/zclconf/go-cty/cty/msgpack"

	"github.com/planfmt/planfmt/internal/read/planfile/dynamic"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// resource returns a value like that of a resource, some 3 kB of it.
func resource() cty.Value {
	var rules []cty.Value
	for i := range 12 {
		rules = append(rules, cty.ObjectVal(map[string]cty.Value{
			"cidr_blocks": cty.ListVal([]cty.Value{cty.StringVal(fmt.Sprintf("10.0.%d.0/24", i)), cty.StringVal("10.1.0.0/16")}),
			"description": cty.StringVal("allows the service to be reached"), "from_port": cty.NumberIntVal(int64(i * 100)), "protocol": cty.StringVal("tcp"),
			"security_groups": cty.NullVal(cty.Set(cty.String)), "self": cty.False, "to_port": cty.NumberIntVal(65535),
		}))
	}
	return cty.ObjectVal(map[string]cty.Value{
		"arn": cty.UnknownVal(cty.String).RefineNotNull(), "id": cty.UnknownVal(cty.String).RefineNotNull(), "name": cty.StringVal("service"),
		"policy": cty.StringVal(strings.Repeat(`{"Action":["s3:GetObject","s3:PutObject"],"Effect":"Allow"},`, 10)), "ratio": number("0.1"),
		"rules": cty.ListVal(rules), "tags": cty.MapVal(map[string]cty.Value{"Name": cty.StringVal("service"), "Team": cty.StringVal("platform"), "Stage": cty.StringVal("production")}),
	})
}

// BenchmarkDecode compares the Decoder with go-cty, and with a parser of the same value as JSON.
func BenchmarkDecode(b *testing.B) {
	v := resource()
	raw := marshal(b, v, v.Type())
	typ := dynamic.AttributeType(&schema.Attribute{Type: v.Type()})
	run := func(name string, size int, f func() error) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	var d dynamic.Decoder
	decoded, err := dynamic.Decode(raw, typ)
	if err != nil {
		b.Fatal(err)
	}
	text := decoded.Known.JSON()
	decode := func(typ dynamic.Type) func() error {
		return func() error {
			d.Reset()
			_, err := d.Decode(raw, typ)
			return err
		}
	}
	run("typed", len(raw), decode(typ))
	run("untyped", len(raw), decode(dynamic.Type{}))
	run("cty", len(raw), func() error {
		_, err := ctymsgpack.Unmarshal(raw, v.Type())
		return err
	})
	var p values.Parser
	run("json", len(text), func() error {
		_, err := p.ParseString(text)
		return err
	})
}
