package jsondoc

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestOutline reads objects with members in any order, most of which have been seen before in
// another one, and compares what one Outliner finds in all of them with what encoding/json does.
func TestOutline(t *testing.T) {
	outer, inner := []string{"a", "b", "change", "long_name"}, []string{"a", "before", "after"}
	names := []string{"a", "b", "change", "before", "after", "Other", "long_name"}
	values := []string{`1`, `-2.5e3`, `null`, `"text"`, `"}\"{"`, `[1,{"a":2}]`, `{}`, `{"a":1}`, `{"a":1,"b":"\\"}`, `{"a":{"a":1}}`}
	r := rand.New(rand.NewPCG(1, 2))
	space := func() string { return []string{"", "", "", " ", "\n\t"}[r.IntN(5)] }
	var object func(depth int) string
	object = func(depth int) string {
		var members []string
		for _, i := range r.Perm(len(names))[:r.IntN(len(names))] {
			name, value := names[i], values[r.IntN(len(values))]
			if name == "change" && depth == 0 {
				value = object(1)
			}
			if r.IntN(40) == 0 {
				name = "a"
			}
			members = append(members, space()+`"`+name+`"`+space()+":"+space()+value+space())
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	var objects []string
	for range 2_000 {
		objects = append(objects, object(0))
	}
	doc := `{"x":[` + strings.Join(objects, ",") + `]}`
	for _, strict := range []bool{false, true} {
		s, err := newScanner(t.Context(), strings.NewReader(doc), Options{Strict: strict})
		if err != nil {
			t.Fatal(err)
		}
		o := NewOutliner(outer, "change", inner, func(name []byte, _ bool) bool { return string(name) != "Other" })
		whole := 0
		_, err = s.Document(func(string) error {
			return s.Array(func(i int) error {
				have, err := s.Outline(o)
				if err != nil {
					return err
				}
				if string(s.raw) != objects[i] {
					t.Fatalf("read %s, want %s", s.raw, objects[i])
				}
				if have.Whole {
					whole++
				}
				checkOutline(t, have, objects[i], outer, inner)
				return nil
			})
		})
		switch {
		case strict && (err == nil || !strings.Contains(err.Error(), "twice")):
			t.Errorf("strict: %v", err)
		case !strict && (err != nil || whole < len(objects)/2 || whole == len(objects)):
			t.Errorf("%d of %d are whole, %v", whole, len(objects), err)
		}
	}
}

// checkOutline checks the outline of an object.
func checkOutline(t *testing.T, o Outline, object string, outer, inner []string) {
	t.Helper()
	var members, changes map[string]json.RawMessage
	if err := json.Unmarshal([]byte(object), &members); err != nil {
		t.Fatal(err)
	}
	_ = json.Unmarshal(members["change"], &changes)
	_, odd := members["Other"]
	_, oddInside := changes["Other"]
	if o.Whole && o.Regular == (odd || oddInside) {
		t.Errorf("%s: regular: %v", object, o.Regular)
	}
	for i, name := range append(append([]string{}, outer...), inner...) {
		want := string(members[name])
		if i >= len(outer) {
			want = string(changes[name])
		}
		if !o.Whole {
			want = ""
		}
		if have := string(o.Raw(i)); have != want {
			t.Errorf("%s: %s is %s, want %s", object, name, have, want)
		}
	}
	if twice := hasTwice(object); o.Whole == twice {
		t.Errorf("%s: whole: %v", object, o.Whole)
	}
}

// hasTwice reports whether a name stands twice in an object, or in the object that is its member
// change.
func hasTwice(object string) bool {
	d := json.NewDecoder(strings.NewReader(object))
	_, _ = d.Token()
	seen := map[string]bool{}
	for d.More() {
		name, _ := d.Token()
		var value json.RawMessage
		_ = d.Decode(&value)
		key := fmt.Sprint(name)
		if seen[key] || key == "change" && hasTwice(string(value)) {
			return true
		}
		seen[key] = true
	}
	return false
}

// TestManyOutlines reads more sequences of names than an Outliner remembers.
func TestManyOutlines(t *testing.T) {
	var doc strings.Builder
	doc.WriteString(`{"x":[{}`)
	for i := range 3 * maxSequences {
		fmt.Fprintf(&doc, `,{"n%d":%d,"a":"%d"}`, i%(2*maxSequences), i, i)
	}
	doc.WriteString(`]}`)
	s, err := newScanner(t.Context(), strings.NewReader(doc.String()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := NewOutliner([]string{"a"}, "", nil, func([]byte, bool) bool { return true })
	_, err = s.Document(func(string) error {
		return s.Array(func(i int) error {
			have, err := s.Outline(o)
			if text, ok := have.Text(0); !have.Whole || !ok || i > 0 && string(text) != fmt.Sprint(i-1) {
				t.Errorf("%d: %v, %s", i, have.Whole, text)
			}
			if o.sequences > maxSequences+maxFields {
				t.Fatalf("%d sequences", o.sequences)
			}
			return err
		})
	})
	if err != nil {
		t.Error(err)
	}
}
