package schema

import (
	"fmt"
	"testing"

	"github.com/planfmt/planfmt/values"
)

var storedSchema = values.Of(`{
 "attributes":{
  "any":{"type":"dynamic"},"obj":{"type":["object",{"d":"dynamic","s":"string"}]},"pair":{"type":["object",{"type":"string","value":"string"}]},
  "n":{"type":"number"},"b":{"type":"bool"},"s":{"type":"string","sensitive":true},"t":{"type":["tuple",["number","dynamic"]]},
  "set":{"type":["set","number"]},"maps":{"type":["map","bool"]},
  "nest":{"nested_type":{"nesting_mode":"list","attributes":{"d":{"type":"dynamic"},"p":{"type":"string","sensitive":true}}}},
  "nmap":{"nested_type":{"nesting_mode":"map","attributes":{"p":{"type":"string","sensitive":true}}}}},
 "block_types":{
  "l":{"nesting_mode":"list","block":{"attributes":{"d":{"type":"dynamic"},"p":{"type":"string","sensitive":true}}}},
  "st":{"nesting_mode":"set","block":{"attributes":{"p":{"type":"string","sensitive":true}}}},
  "m":{"nesting_mode":"map","block":{"attributes":{"d":{"type":"dynamic"}}}},
  "one":{"nesting_mode":"single","block":{"attributes":{"p":{"type":"string","sensitive":true}}}}}}`)

// TestFromStored: only what the schema calls dynamic is taken out of its
// wrapping, and only a flat state's strings become something else.
func TestFromStored(t *testing.T) {
	b, err := decodeBlock(storedSchema)
	if err != nil {
		t.Fatal(err)
	}
	const w = `{"type":"string","value":"x"}`
	for _, c := range []struct {
		in   string
		flat bool
		want string
	}{
		{in: `{"any":` + w + `,"pair":` + w + `}`, want: `{"any":"x","pair":` + w + `}`},
		{in: `{"obj":{"d":` + w + `,"s":"y","z":1}}`, want: `{"obj":{"d":"x","s":"y","z":1}}`},
		{in: `{"t":[1,` + w + `,` + w + `]}`, want: `{"t":[1,"x",` + w + `]}`},
		{in: `{"l":[{"d":` + w + `}],"m":{"k":{"d":` + w + `}},"nest":[{"d":` + w + `}],"other":` + w + `}`, want: `{"l":[{"d":"x"}],"m":{"k":{"d":"x"}},"nest":[{"d":"x"}],"other":` + w + `}`},
		{in: `{"any":null,"pair":` + w + `}`},
		{in: `{"any":{"value":1}}`},
		{in: `{"n":"1.50","b":"true","l":{"d":1},"set":[1]}`},
		{in: `{"n":"1.50","b":"1","s":"1","maps":{"k":"false"},"set":["10","9"]}`, flat: true, want: `{"b":true,"maps":{"k":false},"n":1.50,"s":"1","set":[9,10]}`},
		{in: `{"n":"","b":"no"}`, flat: true, want: `{"b":"no","n":null}`},
	} {
		in := values.Of(c.in)
		have := b.FromStored(in, c.flat)
		if c.want == "" && have != in || c.want != "" && have.JSON() != c.want {
			t.Errorf("%s:\nhave %s\nwant %s", c.in, have.JSON(), c.want)
		}
	}
}

func TestSensitivePaths(t *testing.T) {
	b, err := decodeBlock(storedSchema)
	if err != nil {
		t.Fatal(err)
	}
	in := `{"s":null,"nest":[{},null,{"p":"x"}],"nmap":{"k":{"p":"x"}},"l":[{"p":"x"}],"st":[{"p":"a"},{"p":"b"}],"one":{"p":"x"},"m":{"k":{}}}`
	want := `[nest[0].p nest[1].p nest[2].p nmap.k.p s l[0].p one.p st]`
	if have := fmt.Sprint(b.SensitivePaths(values.Of(in))); have != want {
		t.Errorf("have %s\nwant %s", have, want)
	}
	if have := b.SensitivePaths(values.Of(`{"st":[],"l":null}`)); len(have) != 1 {
		t.Errorf("have %v, want s", have)
	}
}

func TestParseType(t *testing.T) {
	for in, ok := range map[string]bool{`"string"`: true, `["map",["list","number"]]`: true, `"dynamic"`: true, `"what"`: false, `7`: false, `null`: false, ``: false} {
		if _, err := ParseType(values.Of(in)); (err == nil) != ok {
			t.Errorf("%s: %v", in, err)
		}
	}
}
