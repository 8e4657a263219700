package yamldoc_test

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/read/yamldoc"
	"github.com/planfmt/planfmt/values"
)

func TestParse(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a: 1\nb: x\n", `{"a":1,"b":"x"}`},
		{"---\n- a\n- \"b\"\n", `["a","b"]`},
		{"# comment\na: 0777\nb: 1e3\nc: yes\nd: 2026-01-02\ne: ~\nf:\ng: 0x1F\nh: .inf\ni: 1_000\nj: 12:30:00\nk: True\nl: 1.10", `{"a":0777,"b":1e3,"c":yes,"d":2026-01-02,"e":null,"f":null,"g":0x1F,"h":.inf,"i":1_000,"j":12:30:00,"k":True,"l":1.10}`},
		{"a: '0777'\nb: \"yes\"\nc: 'true'\nd: '1'\n", `{"a":"0777","b":"yes","c":"true","d":"1"}`},
		{"a: 10.0.0.1\nb: v1.2\nc: 1.2.3\nd: 5m\ne: 2026-01-02-x\n", `{"a":"10.0.0.1","b":"v1.2","c":"1.2.3","d":"5m","e":"2026-01-02-x"}`},
		{"on: push\nyes: 1\n", `{"on":"push","yes":1}`},
		{"\"on\": push\n'1': 1\n1: 2\n", `{"\"1\"":1,"\"on\"":"push","1":2}`},
		{"a: |\n  x\n  y\nb: |-\n  x\nc: >\n  x\n  y\nd: |+\n  x\n\n", `{"a":"x\ny\n","b":"x","c":"x y\n","d":"x\n\n"}`},
		{"\"0X1F\": 1\n0X1F: 1\n", `{"\"0X1F\"":1,"0X1F":1}`},
		{"a: {b: [1, 'x']}\nc: []\n", `{"a":{"b":[1,"x"]},"c":[]}`},
		{"a: 1\r\nb: x\r\n", `{"a":1,"b":"x"}`},
		{"été: ö # x\n", `{"été":"ö"}`},
		{"\"a\\tb\": \"\\u0041\"\n", `{"a\tb":"A"}`},
	} {
		d, err := yamldoc.Parse(test.text)
		if err != nil || d.Value.JSON() != test.want {
			t.Errorf("%q is %s, %v; want %s", test.text, d.Value.JSON(), err, test.want)
		}
	}
	for _, text := range []string{
		"", "\n", "word\n", "some text: it goes on\nand on\n", "a: b: c\n", "a: &x 1\nb: *x\n", "a: &x 1\n", "a: !!str 1\n", "a: !own x\n", "a: ! 12\n",
		"a: 1\na: 2\n", "a: 1\n\"a\": 2\n", "<<: {a: 1}\n", "a: 1\n---\nb: 1\n", "a: 1\n...\nb: 1\n", "a:\n\tb: 1\n", "%YAML 1.1\n---\na: 1\n",
		"? [a]\n: 1\n", "? {a: 1}\n: 1\n", "a: x\u2028y\n", "a: 1\x00\n", "\ufeffa: 1\n", "#!/bin/sh\necho a: b\nif x; then\n", "a: [\n", "a: 'x\n", "A=1\nB=2\n",
		"a: " + strings.Repeat("[", 200) + strings.Repeat("]", 200) + "\n", "a: " + strings.Repeat("x", yamldoc.MaxSize),
		"'\"1\"': a\n'1': b\n", "'\"1\"': a\n",
	} {
		if d, err := yamldoc.Parse(text); err == nil {
			t.Errorf("%.100q is a document: %s", text, d.Value.JSON())
		}
	}
}

// A long line is gone over once, however many scalars are in it.
func TestParseLongLine(t *testing.T) {
	text := "a: [" + strings.Repeat("é,", 10_000) + "]\nb: 1\n"
	d, err := yamldoc.Parse(text)
	if err != nil || d.Value.Get("a").Len() != 10_000 {
		t.Fatalf("%d elements, %v", d.Value.Get("a").Len(), err)
	}
	if steps, err := yamldoc.Steps(text); err != nil || steps > len(text) {
		t.Errorf("%d steps for %d bytes, %v", steps, len(text), err)
	}
}

func TestReformats(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"a: 1\nb: x\n", "a: 2\nb: x\n", false},
		{"a: 1\nb: x\n", "a: 2\nb: 'x'\n", true},
		{"a: 1\nb: [x]\n", "a: 2\nb: ['x']\n", true},
		{"a: 1\nb: x # y\n", "a: 2\nb: x\n", true},
		{"a: 1\nb: yes\n", "a: 1\nb: 'yes'\n", false},
		{"a: 1\nb: \"yes\"\n", "a: 1\nb: 'yes'\n", true},
		{"# y\na: 1\n", "# y\na: 2\n", false},
		{"a: 1\nb: x\n", "a: 2\nb: |-\n  x\n", true},
	} {
		a, err := yamldoc.Parse(test.a)
		if err != nil {
			t.Fatal(err)
		}
		b, err := yamldoc.Parse(test.b)
		if err != nil {
			t.Fatal(err)
		}
		if a.Reformats(b) != test.want || b.Reformats(a) != test.want {
			t.Errorf("%q -> %q: %v, want %v", test.a, test.b, a.Reformats(b), test.want)
		}
	}
}

// FuzzParse writes what it has read as flow collections, and reads that again. Nothing may get
// lost, and nothing may panic.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"a: 0777\nb: [x, 'y', \"z\\n\"]\nc:\n  - d: ~\n    e: |\n      f\n", "on: yes\n\"on\": 1\n", "- a\n- - b\n", "? a\n: b\n", "a: >-\n x\n\n y\n", "a: 'it''s'\n# c\n",
		"a: &b 1\nc: *b\n", "{a: 1}\n", "a: !!binary x\n", "a: 2026-01-02\r\nb: .5\r\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := yamldoc.Parse(text)
		if err != nil {
			return
		}
		var b strings.Builder
		write(&b, d.Value)
		again, err := yamldoc.Parse("---\n" + b.String() + "\n")
		if err != nil {
			again, err = yamldoc.Parse("- " + b.String() + "\n")
			if err != nil {
				t.Fatalf("%q is written as %s: %v", text, b.String(), err)
			}
			again.Value = again.Value.Elem(0)
		}
		if !again.Value.Equal(d.Value) {
			t.Fatalf("%q is %s, and read again %s", text, d.Value.JSON(), again.Value.JSON())
		}
	})
}

func write(b *strings.Builder, v values.Value) {
	switch v.Kind() {
	case values.Array:
		b.WriteString("[")
		for i, e := range v.Elems() {
			if i > 0 {
				b.WriteString(", ")
			}
			write(b, e)
		}
		b.WriteString("]")
	case values.Object:
		b.WriteString("{")
		for i, m := range v.Members() {
			if i > 0 {
				b.WriteString(", ")
			}
			// A name between quotes has been between quotes, one without may have been.
			name := m.Name
			if len(name) < 2 || name[0] != '"' || name[len(name)-1] != '"' {
				d, err := yamldoc.Parse("k: [" + name + "]\n")
				if v := d.Value.Get("k").Elem(0); err != nil || v.Kind() >= values.String || v.Text() != name {
					name = quote(name)
				}
			}
			b.WriteString("? " + name + " : ")
			write(b, m.Value)
		}
		b.WriteString("}")
	case values.String:
		b.WriteString(quote(v.Text()))
	default:
		b.WriteString(v.Text())
	}
}

func quote(s string) string { return values.NewString(s).JSON() }
