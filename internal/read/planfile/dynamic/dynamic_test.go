package dynamic_test

import (
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
	ctymsgpack "github.com/zclconf/go-cty/cty/msgpack"

	"github.com/planfmt/planfmt/internal/read/planfile/dynamic"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// marshal encodes a value as plan files have it.
func marshal(tb testing.TB, v cty.Value, typ cty.Type) []byte {
	tb.Helper()
	raw, err := ctymsgpack.Marshal(v, typ)
	if err != nil {
		tb.Fatal(err)
	}
	return raw
}

func number(text string) cty.Value { return cty.MustParseNumberVal(text) }

func TestDecode(t *testing.T) {
	obj := cty.ObjectVal
	unknown := cty.UnknownVal
	attrs := map[string]cty.Value{
		"id":   unknown(cty.String).Refine().NotNull().StringPrefixFull("arn:aws:").NewValue(),
		"name": cty.StringVal("a\"\n\u00e9"),
		"size": number("0.1"),
		"tags": cty.MapVal(map[string]cty.Value{"a": cty.StringVal("b"), "c": unknown(cty.String)}),
		"list": cty.ListVal([]cty.Value{cty.StringVal("x"), unknown(cty.String), cty.NullVal(cty.String)}),
		"none": cty.NullVal(cty.Bool),
		"set":  unknown(cty.Set(cty.String)).Refine().CollectionLengthLowerBound(2).CollectionLengthUpperBound(4).NewValue(),
	}
	tests := []struct {
		name                    string
		value                   cty.Value
		typ                     cty.Type
		known, unknown, untyped string // untyped, if it differs from known
	}{
		{"string", cty.StringVal("a"), cty.String, `"a"`, ``, ``},
		{"null", cty.NullVal(cty.String), cty.String, `null`, ``, ``},
		{"dynamic null", cty.NullVal(cty.DynamicPseudoType), cty.DynamicPseudoType, `null`, ``, ``},
		{"unknown", unknown(cty.String), cty.String, ``, `true`, ``},
		{"dynamic unknown", cty.DynamicVal, cty.DynamicPseudoType, ``, `true`, ``},
		{"unknown of a type", unknown(cty.String), cty.DynamicPseudoType, ``, `true`, ``},
		{"large number", number("1e400"), cty.Number, number("1e400").AsBigFloat().Text('f', -1), ``, `"` + number("1e400").AsBigFloat().Text('f', -1) + `"`},
		{"fraction", number("0.1"), cty.Number, `0.1`, ``, `"0.1"`},
		{"dyadic", number("-0.125"), cty.Number, `-0.125`, ``, ``},
		{"uint64", number("18446744073709551615"), cty.Number, `18446744073709551615`, ``, `"18446744073709551615"`},
		{"dynamic number", number("0.1"), cty.DynamicPseudoType, `0.1`, ``, ``},
		{
			"object", obj(attrs), cty.Object(map[string]cty.Type{
				"id": cty.String, "name": cty.String, "size": cty.Number, "tags": cty.Map(cty.String), "list": cty.DynamicPseudoType,
				"none": cty.Bool, "set": cty.Set(cty.String),
			}),
			`{"list":["x",null,null],"name":"a\"\né","none":null,"size":0.1,"tags":{"a":"b"}}`,
			`{"id":true,"list":[false,true,false],"set":true,"tags":{"c":true}}`,
			`{"list":["x",null,null],"name":"a\"\né","none":null,"size":"0.1","tags":{"a":"b"}}`,
		},
		{"empty", obj(map[string]cty.Value{"a": cty.EmptyTupleVal, "b": cty.EmptyObjectVal}), cty.DynamicPseudoType, `{"a":[],"b":{}}`, ``, ``},
		{
			"nested", obj(map[string]cty.Value{"a": cty.TupleVal([]cty.Value{cty.Zero, obj(map[string]cty.Value{"b": unknown(cty.Bool)}), cty.False})}),
			cty.DynamicPseudoType, `{"a":[0,{},false]}`, `{"a":[false,{"b":true},false]}`, ``,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			raw := marshal(t, test.value, test.typ)
			if test.untyped == "" {
				test.untyped = test.known
			}
			for known, typ := range map[string]dynamic.Type{
				test.known:   dynamic.AttributeType(&schema.Attribute{Type: test.typ}),
				test.untyped: {},
			} {
				v, err := dynamic.Decode(raw, typ)
				if err != nil {
					t.Fatal(err)
				}
				if v.Known.JSON() != known || v.Unknown.JSON() != test.unknown {
					t.Errorf("have %s and %s, want %s and %s", v.Known.JSON(), v.Unknown.JSON(), known, test.unknown)
				}
				if !v.Known.Equal(values.Of(known)) {
					t.Errorf("%s is not equal to itself when it is parsed", known)
				}
			}
		})
	}
	v, err := dynamic.Decode(marshal(t, tests[11].value, tests[11].typ), dynamic.Type{})
	if err != nil {
		t.Fatal(err)
	}
	if have, want := v.Refinements.At(plans.Key("id")).Of(), (values.Refinement{NotNull: true, Prefix: "arn:aws:"}); have != want {
		t.Errorf("have %+v, want %+v", have, want)
	}
	want := values.Refinement{NotNull: true, Length: values.Range{Min: values.Bound{Number: "2"}, Max: values.Bound{Number: "4"}}}
	if have := v.Refinements.At(plans.Key("set")).Of(); have.Length != want.Length {
		t.Errorf("have %+v, want %+v", have, want)
	}
}

func TestAfterUnknown(t *testing.T) {
	for in, want := range map[string]string{
		`"a"`: `false`, `null`: `false`, `{}`: `{}`, `[]`: `[]`,
		`{"a":1,"b":{"c":null,"d":[1,{}]},"e":[]}`: `{"b":{"d":[false,{}]},"e":[]}`,
	} {
		v := dynamic.Value{Known: values.Of(in)}
		if have := v.AfterUnknown().JSON(); have != want {
			t.Errorf("%s: have %s, want %s", in, have, want)
		}
	}
	v := dynamic.Value{Known: values.Of(`{"a":[1,null,{}],"b":2,"c":{}}`), Unknown: values.Of(`{"a":[false,true,{"x":true}],"d":true}`)}
	if have, want := v.AfterUnknown().JSON(), `{"a":[false,true,{"x":true}],"c":{},"d":true}`; have != want {
		t.Errorf("have %s, want %s", have, want)
	}
	if have := (dynamic.Value{Unknown: values.NewBool(true)}).AfterUnknown().JSON(); have != `true` {
		t.Errorf("have %s", have)
	}
}

// TestNumberTexts checks that numbers are spelled as go-cty spells them in JSON.
func TestNumberTexts(t *testing.T) {
	texts := []string{
		"0", "-0", "0.0", "-0.0", "00", "007", "1.50", "1.", ".5", "-.5", "+1", "1e3", "1E-3", "-1e+2", "1e400", "1e-400",
		strings.Repeat("9", 153), strings.Repeat("9", 154), strings.Repeat("9", 160), strings.Repeat("1", 1000),
		"0." + strings.Repeat("3", 151), "0." + strings.Repeat("3", 152), "0." + strings.Repeat("3", 300), "1." + strings.Repeat("0", 300) + "1",
		"9007199254740993", "18446744073709551616", "-9223372036854775809", "123456789012345678901234567890.5",
	}
	for _, text := range texts {
		want := number(text).AsBigFloat().Text('f', -1)
		typ := dynamic.AttributeType(&schema.Attribute{Type: cty.Number})
		v, err := dynamic.Decode(append([]byte{0xda, byte(len(text) >> 8), byte(len(text))}, text...), typ)
		if err != nil || v.Known.Kind() != values.Number || v.Known.JSON() != want {
			t.Errorf("%s: have %s, %v, want %s", text, v.Known.JSON(), err, want)
		}
	}
	for text, isOdd := range map[string]bool{
		"": false, "-": false, ".": false, "a": false, "1a": false, "1e": false, "e1": false, "0x10": false, "1_000": false, " 1": false, "1 ": false,
		"1e99999999999999999999": false,
		// go-cty takes these for numbers, but no program writes them.
		"Inf": true, "-inf": true, "1p3": true, "1e10001": true, "1e600000000": true,
	} {
		v, err := dynamic.Decode(append([]byte{0xd9, byte(len(text))}, text...), dynamic.AttributeType(&schema.Attribute{Type: cty.Number}))
		if isOdd && err == nil || !isOdd && (err != nil || v.Known.Kind() != values.String || v.Known.Text() != text) {
			t.Errorf("%q: have %s, %v; want the string, or an error: %v", text, v.Known.JSON(), err, isOdd)
		}
		own := "\x92\xc4\x08\"number\"\xd9" + string(rune(len(text))) + text
		if _, err := dynamic.Decode([]byte(own), dynamic.Type{}); err == nil {
			t.Errorf("%q: no error for a value that says that it is a number", text)
		}
	}
}
