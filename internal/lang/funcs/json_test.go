package funcs

import (
	"slices"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/internal/lang/value"
)

var documents = []string{
	`{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["s3:*"],"Resource":"*"}]}`,
	`null`, `true`, ` 1 `, `-0`, `1.50`, `1e400`, `1e99999999999`, `0.1`, `"a\u0062\n"`, `"\ud83d\ude00"`, `"\ud83d"`, `"e` + "\u0301" + `"`,
	`[]`, `{}`, `[[],{},null,[null]]`, `{"b":1,"a":{"c":[1,"2",false]}}`, `{"a":1,"a":2}`, `{"a":1,"a":"2"}`, `{"\u0061":1}`,
	`{"e` + "\u0301" + `":1}`, `{"":0}`, "\"\xff\"", "{\"\xff\":1}", ``, ` `, `{`, `{"a":}`, `[1,]`, `1 2`, `[1]]`, `01`, `nul`, `'a'`, "\"\x01\"", "\ufeff1",
	strings.Repeat("[", 1100) + strings.Repeat("]", 1100),
}

// TestJSONDecode checks that documents are decoded as go-cty does it.
func TestJSONDecode(t *testing.T) {
	decode := decoder()
	for _, text := range documents {
		checkJSONDecode(t, decode, text)
	}
}

func FuzzJSONDecode(f *testing.F) {
	for _, text := range documents {
		f.Add(text)
	}
	decode := decoder()
	f.Fuzz(func(t *testing.T, text string) { checkJSONDecode(t, decode, text) })
}

func decoder() *Function {
	all := ofDocuments()
	return all[slices.IndexFunc(all, func(f *Function) bool { return f.Name == "jsondecode" })]
}

func checkJSONDecode(t *testing.T, decode *Function, text string) {
	arg := cty.StringVal(text)
	want, wantErr := stdlib.JSONDecode(arg)
	got, err := decode.Call([]value.Value{value.Of(arg)})
	switch {
	case wantErr != nil || err != nil:
		if wantErr == nil || err == nil || wantErr.Error() != err.Error() {
			t.Errorf("jsondecode(%.100q): %v, want %v", text, err, wantErr)
		}
	case !got.Value.Cty().RawEquals(want):
		t.Errorf("jsondecode(%.100q) = %#v, want %#v", text, got.Value.Cty(), want)
	}
}

func BenchmarkJSONDecode(b *testing.B) {
	decode := decoder()
	arg := []value.Value{value.Of(cty.StringVal(documents[0]))}
	for b.Loop() {
		if _, err := decode.Call(arg); err != nil {
			b.Fatal(err)
		}
	}
}

// Numbers of a document have the precision of all others, too.
func TestNumbersOfJSON(t *testing.T) {
	for _, text := range []string{"0", "-0", "1", "-1", "80", "443", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1.5", "1e3", "100000000000000000000"} {
		want := cty.MustParseNumberVal(text).AsBigFloat()
		n, ok := numberFromJSON(text)
		if !ok {
			t.Fatalf("%s is no number", text)
		}
		if got := n.AsBigFloat(); got.Cmp(want) != 0 || got.Prec() != want.Prec() || got.Mode() != want.Mode() || got.Signbit() != want.Signbit() {
			t.Errorf("%s is %s with %d bits, want %s with %d", text, got, got.Prec(), want, want.Prec())
		}
	}
}
