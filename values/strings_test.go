package values_test

import (
	"slices"
	"testing"

	"github.com/planfmt/planfmt/values"
)

func TestStrings(t *testing.T) {
	v := values.Of(`{"a":"x","b":["y","\u00e9\n",1,null,{"c":"z"}],"d":true}`)
	if got, want := slices.Collect(v.Strings()), []string{"x", "y", "é\n", "z"}; !slices.Equal(got, want) {
		t.Errorf("the strings are %q, want %q", got, want)
	}
	for range v.Strings() {
		break
	}
	for _, test := range []struct {
		marks string
		want  []string
	}{
		{``, nil},
		{`false`, nil},
		{`{}`, nil},
		{`true`, []string{"x", "y", "é\n", "z"}},
		{`{"a":true}`, []string{"x"}},
		{`{"b":true}`, []string{"y", "é\n", "z"}},
		{`{"b":[false,true]}`, []string{"é\n", "z"}}, // the others are behind the list
		{`{"b":[false,true,false,false,{"c":false}]}`, []string{"é\n"}},
		{`{"b":{"0":true}}`, []string{"y", "é\n", "z"}}, // of another shape
		{`{"a":null}`, []string{"x"}},
		{`{"e":true}`, nil},
	} {
		if got := slices.Collect(values.SensitiveFlags(values.Of(test.marks)).Strings(v)); !slices.Equal(got, test.want) {
			t.Errorf("marks %s: the strings are %q, want %q", test.marks, got, test.want)
		}
	}
	for range values.AllFlags().Strings(v) {
		break
	}
	for _, text := range []string{`"a"`, `"\n"`, `1.50`, `true`, `null`, `[]`} {
		if v := values.Of(text); v.SharedText() != v.Text() {
			t.Errorf("%s: the shared text is %q", text, v.SharedText())
		}
	}
}
