package secrets_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/know/secrets"
	"github.com/planfmt/planfmt/values"
)

func TestNamed(t *testing.T) {
	for name, want := range map[string]bool{
		"password": true, "db_password": true, "clientSecret": true, "API-KEY": true, "admin_password_wo": true,
		"private_key_pem": true, "primary_connection_string_alias": true, "DB_PASSWORD": true, "token": true,
		"password_policy": false, "token_ttl": false, "secret_arn": false, "secret_name": false, "next_token": false,
		"public_key": false, "kms_key": false, "key": false, "name": false, "value": false, "": false, "___": false,
	} {
		if have := secrets.Named("", name); have != want {
			t.Errorf("%q: have %v", name, have)
		}
	}
	for around, want := range map[string]bool{"connection_string": true, "set_secret": true, "setting": false, "value": false} {
		if have := secrets.Named(around, "value"); have != want {
			t.Errorf("%s.value: have %v", around, have)
		}
	}
}

// TestDefault checks that the table is whole, and a few of its entries.
func TestDefault(t *testing.T) {
	entries, err := secrets.Default().Entries()
	if err != nil || len(entries) < 1000 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	for _, e := range entries {
		for _, path := range e.Hidden {
			if slices.Contains(e.Open, path) {
				t.Errorf("%s: %s is both hidden and open", e.Name, path)
			}
		}
	}
	for typ, want := range map[string]string{
		"aws_db_instance": "password", "google_sql_database_instance": "root_password", "kubernetes_secret": "data", "random_password": "result",
		"tls_private_key": "private_key_pem",
	} {
		if !slices.Contains(secrets.Default().Lookup(secrets.Resource, typ).Hidden, want) {
			t.Errorf("%s.%s is not hidden", typ, want)
		}
	}
	if none := secrets.Default().Lookup(secrets.Resource, "acme_thing"); len(none.Hidden)+len(none.Open) > 0 {
		t.Error(none)
	}
}

func TestEncode(t *testing.T) {
	b := secrets.Entry{Name: "b", Kind: secrets.Resource, Type: secrets.Type{Hidden: []string{"y", "x.z", "x.z"}}}
	a := secrets.Entry{Name: "a", Kind: secrets.DataSource, Type: secrets.Type{Open: []string{"tags"}}}
	data, err := secrets.Encode([]secrets.Entry{b, {Name: "none", Kind: secrets.Resource}, a})
	if err != nil {
		t.Fatal(err)
	}
	again, err := secrets.Encode([]secrets.Entry{a, b})
	if err != nil || string(again) != string(data) {
		t.Errorf("the order shows: %v", err)
	}
	table, err := secrets.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if have := table.Lookup(secrets.Resource, "b").Hidden; !slices.Equal(have, []string{"x.z", "y"}) {
		t.Error(have)
	}
	if have := table.Lookup(secrets.Resource, "a"); len(have.Open) > 0 {
		t.Error(have)
	}
	if _, err := secrets.Encode([]secrets.Entry{b, b}); err == nil {
		t.Error("the same type twice is no error")
	}
	if _, err := secrets.Encode([]secrets.Entry{{Name: "a b", Kind: secrets.Resource, Type: b.Type}}); err == nil {
		t.Error("a space in a name is no error")
	}
	for _, bad := range []string{"", "x", string(data[:len(data)-3]), "planfmt secrets 1\n\x00"} {
		if _, err := secrets.Decode([]byte(bad)); err == nil {
			t.Errorf("%q is no error", bad)
		}
	}
}

func TestFinder(t *testing.T) {
	known := secrets.Type{Hidden: []string{"disk.key", "whole"}, Open: []string{"tags", "open_token"}}
	for name, tt := range map[string]struct {
		side  secrets.Side
		want  string
		found string
	}{
		"nothing": {secrets.Side{Value: values.Of(`{"a":1,"tags":{"password":"x"},"open_token":"x"}`)}, "", ""},
		"known": {
			secrets.Side{Value: values.Of(`{"disk":[{"a":1},{"key":"x"}],"whole":{"k":[1]}}`)},
			`{"disk":[false,{"key":true}],"whole":true}`, "disk.key whole",
		},
		"named": {
			secrets.Side{Value: values.Of(`{"password":"x","m":{"API_TOKEN":"x","n":1},"pin_token":1,"secret":null,"passwords":["x"],"token":[{"key":"x"}]}`)},
			`{"m":{"API_TOKEN":true},"password":true,"passwords":true}`, "m.API_TOKEN password passwords",
		},
		"marks are kept": {
			secrets.Side{Value: values.Of(`{"a":{"b":"x"},"password":"x","l":["x","y"]}`), Marks: values.SensitiveFlags(values.Of(`{"a":{"b":true},"l":[false,true]}`))},
			`{"a":{"b":true},"l":[false,true],"password":true}`, "password",
		},
		"to come": {
			secrets.Side{Value: values.Of(`{}`), Unknown: values.UnknownFlags(values.Of(`{"password":true,"token":true}`)), Twin: values.Of(`{"password":"x"}`)},
			`{"password":true}`, "password",
		},
		"moved": {
			secrets.Side{Value: values.Of(`{"l":["x","y"],"v":"x"}`), Other: values.SensitiveFlags(values.Of(`{"l":[false,true],"v":true}`))},
			`{"l":true}`, "",
		},
		"marks of no list": { // they hide what is in the same place on the other side, and nothing moves
			secrets.Side{Value: values.Of(`{"l":["x"],"m":["x"],"n":[]}`), Other: values.SensitiveFlags(values.Of(`{"l":{"a":true},"m":"x","n":null}`))},
			"", "",
		},
	} {
		f := secrets.Finder{Type: known}
		have := f.Marks(tt.side).String()
		if have != tt.want || strings.Join(f.Found, " ") != tt.found {
			t.Errorf("%s: have %s, found %v", name, have, f.Found)
		}
	}
	f := secrets.Finder{Show: func(path string) bool { return path == "a.password" }}
	if have := f.Marks(secrets.Side{Value: values.Of(`{"a":[{"password":"x","b":{"token":"x"}}],"password":"x"}`)}).String(); have != `{"a":[{"b":{"token":true}}],"password":true}` {
		t.Error(have)
	}
}

// TestFoundIsCopied checks that what was found does not keep the document in memory.
func TestFoundIsCopied(t *testing.T) {
	doc := []byte(`{"password":"x"}`)
	v, err := new(values.Parser).Parse(doc)
	if err != nil {
		t.Fatal(err)
	}
	var f secrets.Finder
	f.Marks(secrets.Side{Value: v})
	clear(doc)
	if !slices.Equal(f.Found, []string{"password"}) {
		t.Errorf("%q", f.Found)
	}
}

func BenchmarkNamed(b *testing.B) {
	for b.Loop() {
		secrets.Named("disk", "availability_zone_id")
	}
}
