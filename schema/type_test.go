package schema_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

func parse(t testing.TB, text string) values.Value {
	t.Helper()
	v, err := new(values.Parser).Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestTypeErrors(t *testing.T) {
	deep := func(n int) string { return strings.Repeat(`["list",`, n) + `"string"` + strings.Repeat("]", n) }
	for text, want := range map[string]string{
		`["object",{"a":"string","b":["map","dynamic"]},["a"]]`: "", `["tuple",[]]`: "", `["object",{}]`: "", `["object",{},[]]`: "",
		// The same name, composed and decomposed, is one name.
		"[\"object\",{\"e\u0301\":\"string\"},[\"\u00e9\"]]": "",
		deep(200):                         "",
		`["object",{"a":"string"},["z"]]`: `invalid type description: object: something is said to be optional that is not an attribute: a text of one character`,
		"[\"object\",{\"e\u0301\":\"string\",\"\u00e9\":\"number\"}]": "invalid type description: object: two attributes are called \"\u00e9\"",
		`["object",{"a":["list"]}]`:                                   `invalid type description: object: attribute "a": list: 0 elements behind the kind`,
		`["list","string","string"]`:                                  `invalid type description: list: 2 elements behind the kind`,
		`["object",{},[],[]]`:                                         `invalid type description: object: 3 elements behind the kind`,
		`["object",[]]`:                                               `invalid type description: object: expected an object of types, found list`,
		`["object",{},"a"]`:                                           `invalid type description: object: expected the names of optional attributes, found string`,
		`["object",{},[1]]`:                                           `invalid type description: object: expected the name of an optional attribute, found number`,
		`["tuple",["string",1]]`:                                      `invalid type description: tuple: element 1: expected the name of a type or an array, found number`,
		`["tuple",{}]`:                                                `invalid type description: tuple: expected an array of types, found object`,
		`["wrong"]`:                                                   `invalid type description: an array begins with one of list, set, map, object, tuple`,
		`[]`:                                                          `invalid type description: an array begins with one of list, set, map, object, tuple`,
		`{}`:                                                          `invalid type description: expected the name of a type or an array, found object`,
		`"capsule"`:                                                   `invalid type description: expected the name of a type, found a text of 7 characters; valid names: string, number, bool, dynamic`,
		`"` + strings.Repeat("x", 101) + `"`:                          `invalid type description: expected the name of a type, found a text of 101 characters; valid names: string, number, bool, dynamic`,
		deep(201):                                                     "*nested in more than 200 others",
		`null`:                                                        "neither a type nor a nested type",
	} {
		_, err := schema.ParseType(parse(t, text))
		switch suffix, isSuffix := strings.CutPrefix(want, "*"); {
		case want == "" && err != nil, want != "" && err == nil, isSuffix && !strings.HasSuffix(err.Error(), suffix), !isSuffix && want != "" && err.Error() != want:
			t.Errorf("%.100s: %v, want %s", text, err, want)
		}
	}
}

// TestTypesOutliveTheirText overwrites the text that a type was read from.
func TestTypesOutliveTheirText(t *testing.T) {
	text := []byte(`["object",{"name":"string","other":["object",{"inner":"bool"},["inner"]]},["name"]]`)
	v, err := new(values.Parser).Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	got, err := schema.ParseType(v)
	if err != nil {
		t.Fatal(err)
	}
	for i := range text {
		text[i] = 'x'
	}
	if s := got.TypeString(); s != "object({name=string, other=object({inner=bool})})" || !got.Type.AttributeOptional("name") {
		t.Error(s)
	}
}

// TestTypesAreThoseOfCty draws types, most of them with a mistake, and compares what becomes of
// them with what go-cty's own decoder makes of them. Ours may refuse what makes that one panic,
// and objects in which two names are the same once they are normalised.
func TestTypesAreThoseOfCty(t *testing.T) {
	n := sampling.Count(24_000)
	d := drawer{rand.New(rand.NewPCG(1, 2))}
	good, panics, twins := 0, 0, 0
	for range n {
		text, err := json.Marshal(d.typ(4))
		if err != nil {
			t.Fatal(err)
		}
		got, err := schema.ParseType(parse(t, string(text)))
		want, wantErr, panicked := unmarshal(text)
		switch {
		case err == nil && wantErr == nil:
			good++
			if !got.Type.Equals(want) {
				t.Fatalf("%s: %#v, want %#v", text, got.Type, want)
			}
		case err != nil && panicked:
			panics++
		case err != nil && strings.Contains(err.Error(), "two attributes are called"):
			twins++
		case (err == nil) != (wantErr == nil):
			t.Fatalf("%s: %v, want %v", text, err, wantErr)
		}
	}
	if good < n/4 || panics < n/1000 || twins < n/1000 {
		t.Errorf("of %d types, %d are good, %d make cty panic, %d have twins: too few", n, good, panics, twins)
	}
	t.Logf("%d types: %d good, %d make cty panic, %d have twins", n, good, panics, twins)
}

func unmarshal(text []byte) (typ cty.Type, err error, panicked bool) {
	defer func() {
		if p := recover(); p != nil {
			err, panicked = fmt.Errorf("panic: %v", p), true
		}
	}()
	typ, err = ctyjson.UnmarshalType(text)
	return typ, err, false
}

type drawer struct{ *rand.Rand }

func (d drawer) one(names ...string) string { return names[d.IntN(len(names))] }

func (d drawer) name() string {
	return d.one("a", "b", "e\u0301", "\u00e9", "", "A", "\u212b", "\u00c5")
}

// typ draws a type, with a mistake now and then.
func (d drawer) typ(depth int) any {
	if d.IntN(40) == 0 {
		return []any{"", 1, 1.5, true, map[string]any{}, []any{}, []any{"list"}, []any{1, "string"}, "object", "tuple", "any"}[d.IntN(11)]
	}
	if depth == 0 || d.IntN(3) == 0 {
		return d.one("string", "number", "bool", "dynamic")
	}
	var spelled []any
	switch kind := d.one("list", "set", "map", "object", "object", "tuple"); kind {
	case "tuple":
		elems := []any{}
		for range d.IntN(3) {
			elems = append(elems, d.typ(depth-1))
		}
		spelled = []any{kind, elems}
	case "object":
		attrs := map[string]any{}
		var names []string
		for range d.IntN(4) {
			name := d.name()
			attrs[name] = d.typ(depth - 1)
			names = append(names, name)
		}
		slices.Sort(names)
		spelled = []any{kind, attrs}
		if d.IntN(3) == 0 {
			optional := []any{}
			for _, name := range names {
				if d.IntN(2) == 0 {
					optional = append(optional, name)
				}
			}
			if d.IntN(10) == 0 {
				optional = append(optional, d.name())
			}
			if d.IntN(40) == 0 {
				optional = append(optional, 1)
			}
			spelled = append(spelled, optional)
		}
	default:
		spelled = []any{kind, d.typ(depth - 1)}
	}
	switch d.IntN(60) {
	case 0:
		return append(spelled, "string")
	case 1:
		return spelled[:len(spelled)-1]
	}
	return spelled
}
