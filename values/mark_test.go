package values

import "testing"

func TestMark(t *testing.T) {
	want := func(v Value) bool { return v.Text() == "s" }
	for _, test := range []struct{ value, flags, want string }{
		{`"s"`, ``, `true`},
		{`"s"`, `false`, `true`},
		{`"s"`, `true`, `true`},
		{`"a"`, ``, ``},
		{`{"a":"s","b":"x"}`, ``, `{"a":true}`},
		{`{"a":"s","b":"x"}`, `{"b": true}`, `{"a":true,"b":true}`},
		{`{"a":"s"}`, `{"a": true, "c": false}`, `{"a": true, "c": false}`},
		{`{"a":"s"}`, `false`, `{"a":true}`},
		{`{"a":"s"}`, `true`, `true`},
		{`{"a":"s"}`, `{"a":"odd"}`, `{"a":true}`},
		{`["a","s","a"]`, ``, `[false,true,false]`},
		{`["a","s"]`, `[true,false,true]`, `[true,true,true]`},
		{`[{"a":["s"]},{}]`, `[{"b":true},{}]`, `[{"a":[true],"b":true},{}]`},
		{`[{"a":"x"}]`, `[{"b":true}]`, `[{"b":true}]`},
	} {
		if have := SensitiveFlags(Of(test.flags)).Mark(Of(test.value), want).String(); have != test.want {
			t.Errorf("%s, flags %q: have %s, want %s", test.value, test.flags, have, test.want)
		}
	}
}

func TestMarkAs(t *testing.T) {
	for _, test := range []struct{ value, flags, others, want string }{
		{`{"a":"s","b":"x"}`, `{"b":true}`, `{"a":true}`, `{"a":true,"b":true}`},
		{`{"a":"s"}`, ``, ``, ``},
		{`{"a":"s"}`, `{}`, `true`, `true`},
		{`{"a":"s"}`, `true`, `{"a":true}`, `true`},
		{`{"a":{"b":"s","c":1}}`, `{"a":{"c":true}}`, `{"a":{"b":true}}`, `{"a":{"b":true,"c":true}}`},
		{`{"a":["x","y"]}`, ``, `{"a":[false,true]}`, `{"a":[false,true]}`},
		{`{"a":["x","y"]}`, ``, `{"a":[true]}`, `{"a":[true,true]}`}, // the list of flags is too short
		{`{"a":["x","y"]}`, ``, `{"a":[false]}`, `{"a":[false,true]}`},
		{`{"a":["x","y"],"b":{}}`, `{"b":{}}`, `{"a":[],"b":false,"c":{"d":{}}}`, `{"b":{}}`}, // nothing is set, whatever the value
		{`{"a":"s"}`, ``, `{"a":{"b":true}}`, `{"a":true}`},                                   // the value has another shape
		{`{"a":"s"}`, ``, `{"a":"odd"}`, `{"a":true}`},
		{`{"b":"s"}`, ``, `{"a":true}`, ``},
	} {
		if have := SensitiveFlags(Of(test.flags)).MarkAs(Of(test.value), SensitiveFlags(Of(test.others))).String(); have != test.want {
			t.Errorf("%s, flags %q, and %q: have %s, want %s", test.value, test.flags, test.others, have, test.want)
		}
	}
}
