package jsonplan

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/values"
)

// TestUnmarked checks that an entry that is not parsed has nothing that is sensitive, and nothing that is wrong.
func TestUnmarked(t *testing.T) {
	const entry = `{"address":"a.b[0]","mode":"managed","type":"a","name":"b","index":0,"provider_name":"p","change":{"actions":["update"],` +
		`"before":{"x":1},"after":{"x":[]},"after_unknown":{"y":true},"before_sensitive":{},"after_sensitive":{"x":[]}}}`
	const instance = `{"address":"a.b","mode":"managed","type":"a","name":"b","provider_name":"p","values":{"x":1},"sensitive_values":{"x":false}}`
	deep := strings.Repeat("[", 1001) + strings.Repeat("]", 1001)
	for _, test := range []struct {
		text, old, new string
		want           bool
	}{
		{entry, "", "", true},
		{entry, `"update"`, `"delete","create"`, true},
		{entry, `"mode":"managed"`, `"mode":"data"`, false},
		{entry, `a.b[0]","mode":"managed"`, `data.a.b[0]","mode":"data"`, true},
		{entry, `"index":0`, `"index":1`, false},
		{entry, `"y":true`, `"y":[{"z":false}]`, true},
		{entry, `"x":1`, `"x":` + deep, false},
		{entry, `"update"`, `"upgrade"`, false},
		{entry, `["update"]`, `"update"`, false},
		{entry, `"mode":"managed"`, `"mode":"ephemeral"`, false},
		{entry, `"mode":"managed",`, ``, false},
		{entry, `"type":"a"`, `"type":""`, false},
		{entry, `"type":"a"`, `"type":1`, false},
		{entry, `"name":"b"`, `"name":""`, false},
		{entry, `"address":"a.b[0]"`, `"address":""`, false},
		{entry, `"index":0`, `"index":[0]`, false},
		{entry, `"index":0`, `"deposed":1`, false},
		{entry, `"index":0`, `"previous_address":{}`, false},
		{entry, `"before":`, `"importing":{"id":"i"},"before":`, false},
		{entry, `"before":`, `"generated_config":1,"before":`, false},
		{entry, `"y":true`, `"y":1`, false},
		{entry, `"before_sensitive":{},`, ``, false},
		{entry, `"before_sensitive":{}`, `"before_sensitive":null`, false},
		{entry, `"before_sensitive":{}`, `"before_sensitive":[]`, false},
		{entry, `"before_sensitive":{}`, `"before_sensitive":{"x":true}`, false},
		{entry, `"before_sensitive":{}`, `"before_sensitive":true`, false},
		{entry, `"before_sensitive":{}`, `"before_sensitive":{"x":"true"}`, false},
		{entry, `"before_sensitive":{}`, `"before_sensitive":{"x\"":true}`, false},
		{entry, `"after_sensitive":{"x":[]}`, `"after_sensitive":{"x":[{"":true}]}`, false},

		{instance, "", "", true},
		{instance, `"x":1`, `"x":` + deep, false},
		{instance, `"mode":"managed",`, ``, false},
		{instance, `"type":"a"`, `"type":1`, false},
		{instance, `"sensitive_values":{"x":false}`, `"sensitive_values":{"x":true}`, false},
		{instance, `"sensitive_values":{"x":false}`, `"sensitive_values":{}`, true},
		{instance, `,"sensitive_values":{"x":false}`, ``, false},
		{instance, `"values":{"x":1}`, `"values":[]`, false},
		{instance, `"values":{"x":1}`, `"values":null`, true},
	} {
		if text := strings.Replace(test.text, test.old, test.new, 1); isUnmarked(t, text) != test.want {
			t.Errorf("%s: have %v", text, !test.want)
		}
	}
}

// isUnmarked reports whether an entry or an instance need not be parsed. Such an entry is parsed all the same, to see whether this is right.
func isUnmarked(t *testing.T, text string) (ok bool) {
	t.Helper()
	in, err := jsondoc.Open(t.Context(), strings.NewReader(`{"a":`+text+`}`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := jsondoc.NewScanner(in, jsondoc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Store().Close()
	_, err = s.Document(func(string) error {
		u := NewUnmarked()
		var err error
		if !strings.Contains(text, `"change":`) {
			_, ok, err = u.Instance(s)
			return err
		}
		if _, ok, err = u.Change(s); err != nil {
			return err
		}
		v, err := s.Parse()
		if !ok || err != nil {
			return nil
		}
		if r := ReadHeader(v, ""); r.Err() != nil {
			t.Errorf("%s: %v", text, r.Err())
		}
		if in := ReadSides(v.Get("change")); in.BeforeUnmarked || in.AfterUnmarked || in.BeforeSensitive.Any() || in.AfterSensitive.Any() {
			t.Errorf("%s: it has marks, or none at all", text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var p values.Parser
	if _, err := p.Parse([]byte(text)); ok && err != nil {
		t.Errorf("%s: %v", text, err)
	}
	return ok
}
