package jsonplan

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/read/source"
)

// readConfiguration reads a plan with this root module.
func readConfiguration(t *testing.T, root string, opts Options) *source.Configuration {
	t.Helper()
	p, err := Read(context.Background(), strings.NewReader(
		`{"format_version":"1.2","resource_changes":[],"configuration":{"root_module":`+root+`}}`), opts)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	return p.Configuration
}

func TestReferences(t *testing.T) {
	const root = `{
		"outputs": {"o": {"sensitive": true, "expression": {"references": ["module.net.id", "module.net"]}}, "const": {"expression": {"constant_value": 1}}, "odd": 1},
		"resources": [
			{"address": "a.b", "mode": "managed", "type": "a", "name": "b", "depends_on": ["c.d", 1], "provider_config_key": "p.x",
			 "provisioners": [{"type": "local-exec", "expressions": {"command": {"references": ["q.r.s", "q.r", "self.ip", "self"]}}}],
			 "count_expression": {"references": ["var.n"]},
			 "expressions": {
				"x": {"references": ["c.d[\"k\"].id", "c.d[\"k\"]", "c.d", "c.dd", "var.v", ""]},
				"known": {"constant_value": "references"},
				"none": {},
				"list": [{"y": {"references": ["e.f.z", "e.f"]}}, {"y": {"constant_value": 1}}, {"deep": [{"z": {"references": ["local.l"]}}]}],
				"single": {"y": {"references": ["each.value"]}},
				"map": {"k": {"y": {"references": ["path.module"]}}},
				"odd": 1, "null": null
			 }},
			{"address": "data.a.b", "mode": "data", "type": "a", "name": "b", "for_each_expression": {"constant_value": []}, "expressions": []},
			{"address": "data.g.h", "type": "g", "name": "h"}
		],
		"module_calls": {"net": {
			"source": "./net", "for_each_expression": {"references": ["local.nets"]}, "depends_on": ["a.b"],
			"expressions": {"cidr": {"references": ["var.cidr"]}, "odd": null},
			"module": {"outputs": {"id": {"expression": {"references": ["s.t.id", "s.t"]}, "depends_on": ["s.t"]}, "odd": []}, "resources": [{"mode": "managed", "type": "s", "name": "t"}]}
		}, "empty": {}, "odd": 1}
	}`
	const want = `{"Root":{
		"Resources":{
			"a.b":{"Repeated":true,"Count":["var.n"],"ForEach":null,"Expressions":[
				{"Path":["list",0,"y"],"References":["e.f.z"]},
				{"Path":["list",2,"deep",0,"z"],"References":["local.l"]},
				{"Path":["map","k","y"],"References":["path.module"]},
				{"Path":["single","y"],"References":["each.value"]},
				{"Path":["x"],"References":["c.d[\"k\"].id","c.dd","var.v"]}
			],"DependsOn":["c.d"],"Provider":"p.x","Lifecycle":null,"Provisioned":["q.r.s","self.ip"],"Provisioners":[{"Kind":"local-exec","When":""}]},
			"data.a.b":{"Repeated":true,"Count":null,"ForEach":null,"Expressions":null,"DependsOn":null,"Provider":"","Lifecycle":null,"Provisioned":null,"Provisioners":null},
			"data.g.h":{"Repeated":false,"Count":null,"ForEach":null,"Expressions":null,"DependsOn":null,"Provider":"","Lifecycle":null,"Provisioned":null,"Provisioners":null}
		},
		"Calls":{
			"empty":{"Source":"","Version":"","Locked":false,"Repeated":false,"Count":null,"ForEach":null,"Inputs":{},"DependsOn":null,"Module":{"Resources":null,"Calls":null,"Outputs":null,"OutputsDependOn":null,"Locals":null}},
			"net":{"Source":"./net","Version":"","Locked":false,"Repeated":true,"Count":null,"ForEach":["local.nets"],"Inputs":{"cidr":["var.cidr"],"odd":null},"DependsOn":["a.b"],
				"Module":{"Resources":{"s.t":{"Repeated":false,"Count":null,"ForEach":null,"Expressions":null,"DependsOn":null,"Provider":"","Lifecycle":null,"Provisioned":null,"Provisioners":null}},"Calls":null,"Outputs":{"id":["s.t.id"]},"OutputsDependOn":{"id":["s.t"]},"Locals":null}},
			"odd":{"Source":"","Version":"","Locked":false,"Repeated":false,"Count":null,"ForEach":null,"Inputs":{},"DependsOn":null,"Module":{"Resources":null,"Calls":null,"Outputs":null,"OutputsDependOn":null,"Locals":null}}
		},
		"Outputs":{"const":null,"o":["module.net.id"]},"OutputsDependOn":null,"Locals":null
	},"Providers":null}`
	for _, evidence := range []source.EvidenceSink{nil, &notes{}} {
		got, err := json.Marshal(readConfiguration(t, root, Options{KeepReferences: true, Evidence: evidence}))
		if err != nil {
			t.Fatal(err)
		}
		if unspaced := strings.Join(strings.Fields(want), ""); string(got) != unspaced {
			t.Errorf("got  %s\nwant %s", got, unspaced)
		}
		if c := readConfiguration(t, root, Options{Evidence: evidence}); c != nil {
			t.Errorf("nobody wants it, but there is %+v", c)
		}
	}
}

// What is kept does not change when more is read.
func TestReferencesAreKept(t *testing.T) {
	var root strings.Builder
	const n = 500
	pad := strings.Repeat("x", 1000)
	root.WriteString(`{"resources":[`)
	for i := range n {
		if i > 0 {
			root.WriteByte(',')
		}
		fmt.Fprintf(&root, `{"mode":"managed","type":"a","name":"r%d","expressions":{"name%d":{"references":["b.c%d"]},"pad":{"constant_value":%q}}}`, i, i, i, pad)
	}
	root.WriteString(`],"module_calls":{`)
	for i := range n {
		if i > 0 {
			root.WriteByte(',')
		}
		fmt.Fprintf(&root, `"m%d":{"expressions":{"input%d":{"references":["b.c%d"]}}}`, i, i, i)
	}
	root.WriteString(`}}`)
	config := readConfiguration(t, root.String(), Options{KeepReferences: true})
	for i := range n {
		ref := fmt.Sprint("b.c", i)
		e := config.Root.Resources[fmt.Sprint("a.r", i)].Expressions
		if len(e) != 1 || e[0].Path.String() != fmt.Sprint("name", i) || e[0].References[0] != ref {
			t.Fatalf("resource %d has %v", i, e)
		}
		if in := config.Root.Calls[fmt.Sprint("m", i)].Inputs[fmt.Sprint("input", i)]; len(in) != 1 || in[0] != ref {
			t.Fatalf("call %d has %v", i, config.Root.Calls[fmt.Sprint("m", i)].Inputs)
		}
	}
}
