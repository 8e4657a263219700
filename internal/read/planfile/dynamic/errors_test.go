package dynamic_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/base/spoil"
	"github.com/planfmt/planfmt/internal/read/planfile/dynamic"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

func TestErrors(t *testing.T) {
	for name, test := range map[string]struct {
		raw  string
		want string
	}{
		"nothing":                   {"", "at byte 0 of the value: unexpected end of the value"},
		"more":                      {"\xc0\xc0", "at byte 1 of the value: 1 more bytes after the end of the value"},
		"no code":                   {"\xc1", "at byte 0 of the value: the byte 0xc1, which begins no value"},
		"cut in a length":           {"\xdd\x00\x00", "at byte 3 of the value: unexpected end of the value"},
		"cut in a number":           {"\xcf\x00\x00", "at byte 3 of the value: unexpected end of the value"},
		"cut in an element":         {"\x92\xc0\xcd\x01", "[1]: at byte 4 of the value: unexpected end of the value"},
		"cut string":                {"\xdb\xff\xff\xff\xffabc", "at byte 0 of the value: string with 4294967295 bytes, but only 3 bytes are left"},
		"cut array":                 {"\xdd\xff\xff\xff\xffabc", "at byte 0 of the value: list with 4294967295 elements, but only 3 bytes are left"},
		"cut map":                   {"\xdf\x7f\xff\xff\xff\xa1a\xc0", "at byte 0 of the value: object with 2147483647 members, but only 3 bytes are left"},
		"map with too little":       {"\x82\xa1a\xc0", "at byte 0 of the value: object with 2 members, but only 3 bytes are left"},
		"cut extension":             {"\xc9\xff\xff\xff\xff\x00a", "at byte 0 of the value: an unknown value with 4294967295 bytes, but only 1 bytes are left"},
		"bytes":                     {"\x81\xa1a\xc4\x01x", "a: at byte 3 of the value: bytes, which only types are written as"},
		"other extension":           {"\x81\xa1a\xd4\x05\x00", "a: at byte 3 of the value: an extension of the type 5, which is not known"},
		"timestamp":                 {"\xd6\xff\x00\x00\x00\x00", "at byte 0 of the value: an extension of the type -1, which is not known"},
		"unknown with a body":       {"\xd5\x00\x01\x02", "at byte 0 of the value: an unknown value with 2 bytes"},
		"no UTF-8":                  {"\x81\xa1a\x92\xc0\xa2\xff\xfe", "a[1]: at byte 5 of the value: a string that is not UTF-8"},
		"no UTF-8 in a name":        {"\x81\xa1a\x81\xa2\xff\xfe\xc0", "a: at byte 4 of the value: the name of a member is not UTF-8"},
		"surrogate":                 {"\xa3\xed\xa0\x80", "at byte 0 of the value: a string that is not UTF-8"},
		"name that is a number":     {"\x81\x01\xc0", "at byte 1 of the value: the name of a member: want string, have number"},
		"name that is unknown":      {"\x81\xa1a\x81\xd4\x00\x00\xc0", "a: at byte 4 of the value: the name of a member: want string, have an unknown value"},
		"name that is nothing":      {"\x81\xc0\xc0", "at byte 1 of the value: the name of a member: want string, have null"},
		"a name twice":              {"\x81\xa1a\x82\xa6secret\xc0\xa6secret\xc0", "a: at byte 3 of the value: a name stands twice in one object"},
		"NaN":                       {"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x01", "at byte 0 of the value: NaN is not a number that a plan can have"},
		"infinity":                  {"\x91\xcb\xff\xf0\x00\x00\x00\x00\x00\x00", "[0]: at byte 1 of the value: -Inf is not a number that a plan can have"},
		"infinity of 32 bits":       {"\xca\x7f\x80\x00\x00", "at byte 0 of the value: +Inf is not a number that a plan can have"},
		"number that is long":       {"\x92\xc4\x08\"number\"\xda\x4e\x20" + strings.Repeat("9", 20_000), "at byte 11 of the value: a number that is spelled wrong"},
		"unknown, then known":       {"\x82\xa1b\xd4\x00\x00\xa1b\xc0", "at byte 0 of the value: a name stands twice in one object"},
		"known, then unknown":       {"\x82\xa1b\x01\xa1b\xd4\x00\x00", "at byte 0 of the value: a name stands twice in one object"},
		"no type":                   {"\x92\xc4\x01x\xc0", "at byte 1 of the value: the type of a value: at byte 0: "},
		"no such type":              {"\x92\xc4\x05\"int\"\xc0", "at byte 1 of the value: the type of a value: invalid type description: expected the name of a type, found a text of 3 characters; valid names: "},
		"not what the type says":    {"\x92\xc4\x08\"string\"\x01", "at byte 11 of the value: want string, have number"},
		"not in the type":           {"\x92\xc4\x19[\"object\",{\"a\":\"string\"}]\x81\xa1b\xc0", "at byte 30 of the value: a member that the type does not have"},
		"fewer than the type says":  {"\x92\xc4\x19[\"tuple\",[\"bool\",\"bool\"]]\x91\xc2", "at byte 28 of the value: want 2 elements, have 1"},
		"refinement that is long":   {"\xc8\x04\x01\x0c" + strings.Repeat("\x00", 1025), "at byte 0 of the value: a refinement of 1025 bytes, but at most 1024 are allowed"},
		"refinement, no map":        {"\xd5\x0c\x01\x01", "at byte 0 of the value: a refinement: want object, have number"},
		"refinement, cut":           {"\x92\xc7\x02\x0c\x81\x01\xc0", "[0]: at byte 4 of the value: object with 1 members, but only 1 bytes are left"},
		"refinement, beyond":        {"\x92\xc7\x04\x0c\x81\x02\xa4a\xc0", "[0]: at byte 6 of the value: string with 4 bytes, but only 1 bytes are left"},
		"refinement, wrong key":     {"\xc7\x04\x0c\x81\xa1a\xc0", "at byte 4 of the value: a refinement: want the number of a property, have string"},
		"refinement, wrong value":   {"\xc7\x03\x0c\x81\x01\x01", "at byte 5 of the value: a refinement: want bool, have number"},
		"refinement, bound":         {"\xc7\x05\x0c\x81\x03\x91\xc3\xc3", "at byte 5 of the value: the bound of a number: want 2 elements, have 1"},
		"refinement, text":          {"\xc7\x06\x0c\x81\x03\x92\xa1x\xc3", "at byte 6 of the value: the bound of a number is spelled wrong"},
		"refinement, no length":     {"\xc7\x03\x0c\x81\x05\xff", "at byte 5 of the value: the bound of a length is not an integer from 0"},
		"refinement, no UTF-8":      {"\xc7\x04\x0c\x81\x02\xa1\xff", "at byte 5 of the value: a prefix that is not UTF-8"},
		"refinement, contradicts":   {"\xc7\x05\x0c\x82\x05\x03\x06\x02", "at byte 0 of the value: a refinement that contradicts itself"},
		"refinement, contradicts 2": {"\xc7\x0b\x0c\x82\x03\x92\x02\xc3\x04\x92\x02\xc2\x00\x00", "at byte 0 of the value: a refinement that contradicts itself"},
		"refinement, null":          {"\xc7\x03\x0c\x81\x01\xc3", "at byte 5 of the value: an unknown value that is known to be null"},
		"refinement, twice":         {"\xc7\x05\x0c\x82\x01\xc2\x01\xc2", "at byte 6 of the value: a refinement that says the same thing twice"},
		"refinement, no order":      {"\xc7\x07\x0c\x83\x01\xc2\x07\x06\x00\x07", "at byte 6 of the value: a refinement with a property that is not known before others"},
		"refinement, empty":         {"\xc7\x05\x0c\x82\x01\xc2\x06\x00", "at byte 0 of the value: an unknown value of which only one is possible"},
		"refinement, one number":    {"\xc7\x0b\x0c\x83\x01\xc2\x03\x92\x02\xc3\x04\x92\x02\xc3", "at byte 0 of the value: an unknown value of which only one is possible"},
		"refinement, one element":   {"\x92\xc4\x10[\"set\",\"string\"]\xc7\x07\x0c\x83\x01\xc2\x05\x01\x06\x01", "at byte 19 of the value: an unknown value of which only one is possible"},
		"refinement, two types":     {"\xc7\x06\x0c\x82\x02\xa1a\x06\x01", "at byte 0 of the value: a refinement that no value of the type can have"},
		"refinement, other type":    {"\x92\xc4\x06\"bool\"\xc7\x03\x0c\x81\x06\x01", "at byte 9 of the value: a refinement that no value of the type can have"},
		"refinement, no bound":      {"\xc7\x09\x0c\x81\x03\x92\xca\x7f\x80\x00\x00\xc3", "at byte 6 of the value: +Inf as the bound of a number"},
		"no own type":               {"\x92\xc4\x09\"dynamic\"\x92\xa8\"string\"\xa1a", "at byte 12 of the value: want a value with its type, have list"},
		"deep":                      {strings.Repeat("\x91", 1001) + "\xc0", strings.Repeat("[0]", 1000) + ": at byte 1000 of the value: nested deeper than 1000 levels"},
		"deep maps":                 {strings.Repeat("\x81\xa0", 1001) + "\xc0", "at byte 2000 of the value: nested deeper than 1000 levels"},
		"deep types":                {strings.Repeat("\x92\xc4\x09\"dynamic\"", 1001) + "\xc0", "at byte 12000 of the value: nested deeper than 1000 levels"},
		"a deep type":               {"\x92\xc5\x2a\xf8" + strings.Repeat(`["list",[`, 1000) + strings.Repeat(`]]`, 1000) + "\xc0", "the type of a value: at byte"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := dynamic.Decode([]byte(test.raw), dynamic.Type{})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("have %v\nwant %s", err, test.want)
			}
			if _, ok := errors.AsType[*dynamic.Error](err); !ok {
				t.Errorf("%T has no offset", err)
			}
			if _, ok := errors.AsType[*plans.Error](err); !ok {
				t.Errorf("%T has no path", err)
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("%v has a name, which may be a secret", err)
			}
		})
	}
}

// A schema may be that of another version, so a value need not have the type that it says.
func TestOtherTypes(t *testing.T) {
	object := cty.ObjectVal(map[string]cty.Value{"a": cty.StringVal("x"), "b": cty.ListVal([]cty.Value{cty.StringVal("y")}), "c": number("0.1")})
	raw := marshal(t, object, object.Type())
	for _, typ := range []cty.Type{
		cty.String, cty.Number, cty.List(cty.Number), cty.Set(cty.Bool), cty.Map(cty.Bool), cty.Tuple([]cty.Type{cty.Bool}), cty.EmptyObject, cty.DynamicPseudoType,
		cty.Object(map[string]cty.Type{"a": cty.Number, "b": cty.Map(cty.Bool), "c": cty.List(cty.Number)}), cty.NilType,
	} {
		v, err := dynamic.Decode(raw, dynamic.AttributeType(&schema.Attribute{Type: typ}))
		if want := `{"a":"x","b":["y"],"c":"0.1"}`; err != nil || v.Known.JSON() != want {
			t.Errorf("%#v: have %s, %v, want %s", typ, v.Known.JSON(), err, want)
		}
	}
}

// A few bytes never take much memory.
func TestMemory(t *testing.T) {
	float := "\xcb\x7f\xef\xff\xff\xff\xff\xff\xff"
	for name, raw := range map[string]string{
		"claimed":   strings.Repeat("\xdd\xff\xff\xff\xff", 10_000),
		"nested":    strings.Repeat("\x91", 1<<20),
		"long text": "\xdd\x00\x0f\x42\x40" + strings.Repeat(float, 1_000_000),
		"types":     strings.Repeat("\x92\xc4\x09\"dynamic\"", 100_000),
		"exponents": "\x92\xc4\x11[\"list\",\"number\"]\xdc\xff\xff" + strings.Repeat("\xa61e9999", 1<<16-1),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := dynamic.Decode([]byte(raw), dynamic.Type{})
		runtime.ReadMemStats(&after)
		if size := after.TotalAlloc - before.TotalAlloc; err == nil || size > 64*uint64(len(raw))+64<<20 {
			t.Errorf("%s: %d bytes take %d, %v", name, len(raw), size, err)
		}
	}
}

// A Decoder's values are valid until Reset, and its memory is used again.
func TestDecoder(t *testing.T) {
	var d dynamic.Decoder
	before := marshal(t, cty.StringVal("before"), cty.String)
	after := marshal(t, cty.ListVal([]cty.Value{cty.StringVal(strings.Repeat("after", 1000)), cty.UnknownVal(cty.String)}), cty.List(cty.String))
	for range 3 {
		d.Reset()
		a, err := d.Decode(before, dynamic.Type{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := d.Decode(after, dynamic.Type{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Decode([]byte("\x91\x91\xc1"), dynamic.Type{}); err == nil {
			t.Fatal("no error")
		}
		if a.Known.Text() != "before" || a.Unknown.Kind() != values.Absent || b.Known.Elem(0).Text() != strings.Repeat("after", 1000) || b.Unknown.JSON() != "[false,true]" {
			t.Errorf("have %s, %s, %s, %s", a.Known.JSON(), a.Unknown.JSON(), b.Known.JSON(), b.Unknown.JSON())
		}
	}
	if spoil.On {
		return // memory that is spoiled is not used again
	}
	if n := testing.AllocsPerRun(100, func() {
		d.Reset()
		_, _ = d.Decode(after, dynamic.Type{})
	}); n > 2 {
		t.Errorf("%v allocations", n)
	}
}
