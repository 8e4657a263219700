package leaf_test

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/values"
)

func side(value, unknown, sensitive string) leaf.Side {
	return leaf.NewSide(leaf.Source{
		Value: values.Of(value), Unknown: values.UnknownFlags(values.Of(unknown)), Sensitive: values.SensitiveFlags(values.Of(sensitive)),
	})
}

// told says what is at a path.
func told(s leaf.Side, path string) string {
	var all []string
	for _, n := range s.Walk(s.Root, path) {
		text, _ := n.Text()
		switch n.State() {
		case leaf.Unknown:
			text = "?"
		case leaf.Hidden:
			text = "*"
		}
		all = append(all, n.Path()+"="+text)
	}
	return strings.Join(all, " ")
}

func TestWalk(t *testing.T) {
	s := side(`{"a": [{"b": ["x", "y"], "n": 1.0}, {"b": [], "n": null}], "one": {"b": true}}`, `{"a": [{}, {"b": true}], "late": {"b": true}}`, `{"one": {"b": true}}`)
	for path, want := range map[string]string{
		"a.b":    "a[0].b[0]=x a[0].b[1]=y a[1].b=?",
		"a.n":    "a[0].n=1.0",
		"one.b":  "one.b=*",
		"late.b": "late.b=?",
		"none.b": "",
		"^a.n":   "a[0].n=1.0",
	} {
		if got := told(s, path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestUnknownElements(t *testing.T) {
	// Terraform leaves elements that are unknown as a whole out of the list.
	if got, want := told(side(`{"a": ["x"]}`, `{"a": [true, false]}`, `{}`), "a"), "a[0]=? a[1]=x"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := told(side(`{}`, `{"a": true}`, `{}`), "a.b.c"), "a=?"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestNothingOfWhatIsHidden(t *testing.T) {
	s := side(`{"a": {"b": ["secret"]}, "c": "{\"d\": 1}"}`, `{}`, `{"a": true, "c": true}`)
	for _, name := range []string{"a", "c"} {
		n := s.Root.Member(name)
		_, hasText := n.Text()
		_, hasValue := n.Value()
		_, hasDocument := n.Document()
		if n.State() != leaf.Hidden || hasText || hasValue || hasDocument || n.Kind() != values.Absent || len(n.Names()) > 0 || len(n.Elems()) != 1 {
			t.Errorf("%s tells something", name)
		}
		if n.Member("b").Path() != name {
			t.Errorf("%s has members", name)
		}
	}
	if _, ok := s.Root.Value(); ok {
		t.Error("the object has a value, with what is hidden in it")
	}
}

func TestCopies(t *testing.T) {
	s := leaf.NewSide(leaf.Source{
		Value:  values.Of(`{"text": "my hunter2", "doc": "{\"a\": \"hunter2\", \"b\": \"c\"}", "map": {"hunter2": "x"}}`),
		IsCopy: func(text string) bool { return strings.Contains(text, "hunter2") },
	})
	if got := told(s, "text"); got != "text=*" {
		t.Errorf("a copy is shown: %s", got)
	}
	if n := s.Root.Member("map"); n.State() != leaf.Hidden {
		t.Error("a name that is a copy is shown")
	}
	doc, ok := s.Root.Member("doc").Document()
	if !ok {
		t.Fatal("a document with a copy in it cannot be read")
	}
	if got := told(leaf.Side{Root: doc}, "a") + " " + told(leaf.Side{Root: doc}, "b"); got != "doc.a=* doc.b=c" {
		t.Errorf("%q", got)
	}
}

func TestDiffers(t *testing.T) {
	before := side(`{"a": "1", "b": "2", "c": null}`, `{}`, `{"a": true}`).Root
	after := side(`{"a": "1", "b": "3"}`, `{"c": true}`, `{"b": true}`).Root
	for name, want := range map[string]bool{"a": false, "b": true, "c": true, "d": false} {
		if got := leaf.Differs(before.Member(name), after.Member(name)); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if leaf.Equal(before.Member("a"), after.Member("a")) {
		t.Error("a hidden value is known to be equal")
	}
}

func TestSpelled(t *testing.T) {
	s := leaf.Side{Root: side(`{"roleRef": {"kind": "ClusterRole"}, "subjects": [{"name": "a"}]}`, `{}`, `{}`).Root.Spelled()}
	if got, want := told(s, "role_ref.kind")+" "+told(s, "subject.name"), "roleRef.kind=ClusterRole subjects[0].name=a"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for name, want := range map[string]string{"roleRef": "role_ref", "clusterIP": "cluster_ip", "HTTPRoute": "http_route", "a": "a", "": ""} {
		if got := leaf.Snake(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
