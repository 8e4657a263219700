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
