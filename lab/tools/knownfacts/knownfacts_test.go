package main

import (
	"archive/tar"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/know/facts"
)

// write writes the tarball of a package @acme/thing@1.0.0.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "acme-thing-1.0.0.tgz")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(f)
	w := tar.NewWriter(z)
	files["package/package.json"] = `{"name": "@acme/thing", "version": "1.0.0", "cdktf": {"provider": {"name": "registry.terraform.io/Acme/thing", "version": "3.2.1"}}}`
	for name, text := range files {
		if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(text))}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []interface{ Close() error }{w, z, f} {
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return name
}

// entryText is an entry in a function that writes a struct.
func entryText(key, value, typ, storage string) string {
	return fmt.Sprintf("        %s: {\n            value: %s,\n            isBlock: false,\n            type: %q,\n            storageClassType: %q,\n        },\n", key, value, typ, storage)
}

func docText(lines ...string) string {
	return "    /**\n    * " + strings.Join(lines, "\n    * ") + "\n    */\n"
}

const link = "Docs at Terraform Registry: {@link https://example.com/thing#"

// code is a resource type whose blocks are in a second file.
var code = map[string]string{
	"package/lib/thing/index.js": `class Thing extends cdktf.TerraformResource {
    constructor(scope, id, config) {
            terraformResourceType: 'acme_thing',
        this._disk = new structs.ThingDiskList(this, "disk", true);
        this._one = new ThingOneOutputReference(this, "one");
        this._plain = new ThingPlainList(this, "plain", false);
        this._seen = new ThingSeenList(this, "seen", true);
        this._labels = new cdktf.StringMap(this, "labels");
        this._timeouts = new ThingTimeoutsOutputReference(this, "timeouts");
    }
    get name() {
        return this.getStringAttribute('name');
    }
    get size() {
        return this.getNumberAttribute('size');
    }
    get ids() {
        return cdktf.Fn.tolist(this.getListAttribute('ids'));
    }
    get zones() {
        return this.getListAttribute('zones');
    }
    get ports() {
        return cdktf.Token.asNumberList(cdktf.Fn.tolist(this.getNumberListAttribute('ports')));
    }
    get groups() {
        return this.interpolationForAttribute('groups');
    }
    get anything() {
        return this.getAnyMapAttribute('anything');
    }
    synthesizeHclAttributes() {
        const attrs = {
` + entryText("disk", "cdktf.listMapperHcl(thingDiskToHclTerraform, true)(this._disk.internalValue)", "set", "ThingDiskList") +
		entryText("one", "thingOneToHclTerraform(this._one.internalValue)", "list", "ThingOneList") +
		entryText("plain", "cdktf.listMapperHcl(thingPlainToHclTerraform, false)(this._plain.internalValue)", "list", "ThingPlainList") +
		entryText("groups", "cdktf.hashMapperHcl(cdktf.listMapperHcl(cdktf.stringToHclTerraform, false))(this._groups)", "map", "stringListMap") +
		entryText("timeouts", "thingTimeoutsToHclTerraform(this._timeouts.internalValue)", "struct", "ThingTimeouts") +
		`    }
}
function thingPlainToHclTerraform(struct) {
` + entryText("key", "struct.key === undefined ? null : cdktf.stringToHclTerraform(struct.key)", "simple", "string") + `}
class ThingPlainOutputReference extends cdktf.ComplexObject {
    get key() {
        return this.getStringAttribute('key');
    }
}
class ThingOneOutputReference extends cdktf.ComplexObject {
    get on() {
        return this.getBooleanAttribute('on');
    }
}
class ThingSeenOutputReference extends cdktf.ComplexObject {
    get at() {
        return this.getStringAttribute('at');
    }
}
class ThingTimeoutsOutputReference extends cdktf.ComplexObject {
    get create() {
        return this.getStringAttribute('create');
    }
}
//# sourceMappingURL=data:` + strings.Repeat("x", 1<<18) + "\n",
	"package/lib/thing/index-structs/structs0.js": `class ThingDiskOutputReference extends cdktf.ComplexObject {
    constructor(terraformResource, terraformAttribute) {
        this._disk = new ThingDiskOutputReference(this, "disk");
    }
    get path() {
        return this.getStringAttribute('path');
    }
}
`,
	"package/lib/thing/index.d.ts": "export interface ThingConfigA extends cdktf.TerraformMetaArguments {\n" +
		docText(link+"id Thing#id}", "", "Please be aware that the id field is automatically added") + "    readonly id?: string;\n" +
		docText("A name.\n}\nIt has lines.", "", link+"name Thing#name}") + "    readonly name: string;\n" +
		docText("disk block", "", link+"disk Thing#disk}") + "    readonly disk?: ThingDisk[];\n" +
		docText("one block", "", link+"one Thing#one}") + "    readonly one?: ThingOne;\n" +
		docText(link+"plain Thing#plain}") + "    readonly plain?: ThingPlain[];\n" +
		docText("timeouts block", "", link+"timeouts Thing#timeouts}") + "    readonly timeouts?: ThingTimeouts;\n}\n" +
		"export interface ThingDisk {\n" + docText("disk block", "", link+"disk Thing#disk}") + "    readonly disk?: ThingDisk;\n}\n",
}

func TestRead(t *testing.T) {
	p, problems, err := read("@acme/thing@1.0.0", write(t, code))
	if err != nil {
		t.Fatal(err)
	}
	if len(problems) > 0 {
		t.Error(problems)
	}
	if p.Address != "acme/thing" || p.Sources[0].Release != "3.2.1" || len(p.Entries) != 1 || p.Entries[0].Name != "acme_thing" || !p.Entries[0].Block.SDK {
		t.Fatalf("have %+v", p)
	}
	data, err := facts.Encode([]facts.Provider{p})
	if err != nil {
		t.Fatal(err)
	}
	table, err := facts.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	root, ok := table.Lookup("acme/thing", facts.Resource, "acme_thing")
	if !ok {
		t.Fatal("not in the table")
	}
	for key, want := range map[string]string{
		"anything": "attribute unknown dynamic",
		"disk":     "block set unknown",
		"groups":   "attribute unknown map(list(string))",
		"ids":      "attribute unknown set(string)",
		"labels":   "attribute unknown map(string)",
		"name":     "attribute unknown string",
		"one":      "block list unknown",
		"plain":    "attribute unknown list(object)",
		"ports":    "attribute unknown set(number)",
		"seen":     "attribute unknown set(object)",
		"size":     "attribute unknown number",
		"timeouts": "block single unknown",
		"zones":    "attribute unknown list(string)",
	} {
		m := root.Member(key)
		if m == nil {
			t.Errorf("%s is missing", key)
			continue
		}
		if have := fmt.Sprint(m.Form, " ", m.Nesting, " ", m.Type); have != want {
			t.Errorf("%s: have %s, want %s", key, have, want)
		}
	}
	if len(root.Members) != 13 {
		t.Errorf("%d members, want 13", len(root.Members))
	}
	// A block within itself is known down to some depth.
	depth := 0
	for b := root; b != nil && b.Member("disk") != nil; b = b.Member("disk").Block {
		depth++
	}
	if depth != 2+unroll {
		t.Errorf("the disk in itself is known %d deep, want %d", depth, 2+unroll)
	}
}

// TestNested checks that nested attributes are distinguished from plain ones:
// by the description of an attribute in them, if the provider has any such
// descriptions.
func TestNested(t *testing.T) {
	files := map[string]string{}
	for name, text := range code {
		files[name] = text
	}
	files["package/lib/thing/index.d.ts"] = strings.ReplaceAll(files["package/lib/thing/index.d.ts"], "Please be aware", "Do not be aware")
	files["package/lib/other/index.js"] = `class Other extends cdktf.TerraformDataSource {
            terraformResourceType: "acme_other",
        this._rule = new OtherRuleMap(this, "rule");
    synthesizeHclAttributes() {
` + strings.Replace(entryText("rule", "cdktf.hashMapperHcl(otherRuleToHclTerraform)(this._rule.internalValue)", "map", "OtherRuleMap"), "false", "true", 1) + `    }
}
function otherRuleToHclTerraform(struct) {
}
class OtherRuleOutputReference extends cdktf.ComplexObject {
}
`
	files["package/lib/other/index.d.ts"] = "export interface OtherRule {\n" + docText("What it does.", "", link+"do Other#do}") + "    readonly do?: string;\n}\n"
	p, _, err := read("@acme/thing@1.0.0", write(t, files))
	if err != nil {
		t.Fatal(err)
	}
	other, thing := p.Entries[0], p.Entries[1]
	if other.Kind != facts.DataSource {
		t.Errorf("a data source is a %s", other.Kind)
	}
	if m := other.Block.Member("rule"); m.Form != facts.FormNested || m.Nesting != facts.Map || m.Guess {
		t.Errorf("described: have %+v", m)
	}
	if m := thing.Block.Member("plain"); m.Form != facts.FormAttribute || m.Guess {
		t.Errorf("written with nulls: have %+v", m)
	}
	if m := thing.Block.Member("seen"); m.Form != facts.FormNested || m.Nesting != facts.Set || !m.Guess {
		t.Errorf("computed: have %+v", m)
	}
}

func TestMerge(t *testing.T) {
	text, number := &facts.Type{Kind: facts.TypeString}, &facts.Type{Kind: facts.TypeNumber}
	attr := func(name string, t *facts.Type) facts.Member {
		return facts.Member{Name: name, Form: facts.FormAttribute, Type: t}
	}
	guess := func(m facts.Member) facts.Member { m.Guess = true; return m }
	block := func(name string, mode facts.Nesting, members ...facts.Member) facts.Member {
		return facts.Member{Name: name, Form: facts.FormBlock, Nesting: mode, Block: &facts.Block{Members: members}}
	}
	provider := func(release string, members ...facts.Member) facts.Provider {
		return facts.Provider{Address: "a/b", Sources: []facts.Source{{Release: release}}, Entries: []facts.Entry{{Name: "t", Block: &facts.Block{Members: members}}}}
	}
	packages := []facts.Provider{
		provider("3.0.0", attr("a", text), block("b", facts.List, attr("x", text)), attr("c", text), facts.Member{Name: "d", Form: facts.FormBlock}, block("g", facts.Set)),
		provider("2.10.0", attr("a", number), block("b", facts.List, attr("y", text)), block("c", facts.Set), block("d", facts.Set), attr("e", text), guess(block("g", facts.List))),
		provider("2.9.0", attr("a", number), block("b", facts.List, attr("y", text)), block("c", facts.Set), attr("e", text)),
	}
	packages[2].Entries[0].Name = "old"
	packages = append(packages, packages[2])
	packages[3].Entries = []facts.Entry{{Name: "t", Block: packages[2].Entries[0].Block}}
	if err := check(packages); err != nil {
		t.Error(err)
	}
	if err := check([]facts.Provider{packages[1], packages[0]}); err == nil {
		t.Error("an older release before a newer one: no error")
	}
	p := merge(packages)
	if len(p.Sources) != 4 || len(p.Entries) != 2 || p.Entries[0].Name != "old" || p.Entries[0].Block.Releases != 0b100 || p.Entries[1].Block.Releases != 0b1011 {
		t.Fatalf("have %+v", p)
	}
	b := p.Entries[1].Block
	if m := b.Member("a"); m.Type != text || !m.Guess || len(m.Variants) != 2 || m.Variants[1].Type != number || m.Variants[1].Guess || m.Variants[1].Releases != 0b1010 || m.Releases != 0 {
		t.Errorf("other type: %+v", m)
	}
	if m := b.Member("b"); m.Guess || m.Variants != nil || m.Block.Member("x").Releases != 1 || m.Block.Member("y").Releases != 0b1010 {
		t.Errorf("same block: %+v", m)
	}
	if m := b.Member("c"); m.Form != facts.FormAttribute || !m.Guess || m.Variants[0].Guess || m.Variants[1].Nesting != facts.Set {
		t.Errorf("other form: %+v", m)
	}
	if m := b.Member("d"); m.Nesting != facts.Set || m.Guess || m.Releases != 0b0011 {
		t.Errorf("unknown block: %+v", m)
	}
	if m := b.Member("e"); m.Releases != 0b1010 {
		t.Errorf("a key of older releases: %+v", m)
	}
	if m := b.Member("g"); m.Nesting != facts.Set || m.Guess || m.Variants != nil || m.Releases != 0b0011 {
		t.Errorf("one is sure: %+v", m)
	}
	if _, err := facts.Encode([]facts.Provider{p}); err != nil {
		t.Error(err)
	}
}

// TestLayouts checks that types are found in every directory layout that
// packages have had.
func TestLayouts(t *testing.T) {
	js := "class Thing extends cdktf.TerraformResource {\n    constructor(scope, id, config) {\n            terraformResourceType: 'acme_%s',\n" +
		"        this._disk = new ThingDiskList(this, \"disk\", false);\n    }\n}\n"
	disk := "class ThingDiskOutputReference extends cdktf.ComplexObject {\n    get path() {\n        return this.getStringAttribute('path');\n    }\n}\n"
	p, problems, err := read("@acme/thing@1.0.0", write(t, map[string]string{
		"package/lib/a/index.js":                  fmt.Sprintf(js, "a"),
		"package/lib/a/index-structs/structs0.js": disk,
		"package/lib/b.js":                        fmt.Sprintf(js, "b") + disk,
		"package/lib/s/c.js":                      fmt.Sprintf(js, "c"),
		"package/lib/s/c-structs/structs0.js":     disk,
		"package/lib/s/c-structs/index.js":        "exports.x = 1;\n",
		"package/lib/d-provider.js":               fmt.Sprintf(js, "d_provider") + disk,
		"package/lib/acme-provider.js":            "class AcmeProvider extends cdktf.TerraformProvider {\n            terraformResourceType: 'acme',\n}\n",
		"package/lib/index.js":                    "exports.y = 1;\n",
		"package/lib/s/index.js":                  "exports.z = 1;\n",
	}))
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	var names []string
	for _, e := range p.Entries {
		names = append(names, e.Name)
		if m := e.Block.Member("disk"); m == nil || m.Type == nil || m.Type.Elem == nil || m.Type.Elem.Object.Member("path") == nil {
			t.Errorf("%s: have %+v", e.Name, e.Block.Members)
		}
	}
	if have := strings.Join(names, " "); have != "acme_a acme_b acme_d_provider acme_c" {
		t.Errorf("have %s", have)
	}
}

func TestMeasure(t *testing.T) {
	p, _, err := read("@acme/thing@1.0.0", write(t, code))
	if err != nil {
		t.Fatal(err)
	}
	data, err := facts.Encode([]facts.Provider{p})
	if err != nil {
		t.Fatal(err)
	}
	table, err := facts.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "schemas.json")
	schemas := `{"provider_schemas": {"registry.terraform.io/acme/thing": {"resource_schemas": {
		"acme_thing": {"block": {
			"attributes": {"name": {"type": "string"}, "ids": {"type": ["list", "string"]}, "new": {"type": "bool"}, "seen": {"type": ["set", ["object", {"at": "string"}]]}},
			"block_types": {"one": {"nesting_mode": "list", "block": {}}, "disk": {"nesting_mode": "list", "block": {}}}}},
		"acme_new": {"block": {}}}}}}`
	if err := os.WriteFile(name, []byte(schemas), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := readSchemas(name)
	if err != nil {
		t.Fatal(err)
	}
	c := tally{provider: "acme/thing", counts: map[string]int{}}
	c.types(table, facts.Resource, s.ProviderSchemas["registry.terraform.io/acme/thing"].Resources)
	for class, want := range map[string]int{
		agree: 4, both: 1, "type not in the table": 1, "key not in the table": 1,
		"set(string) where the schema has list(string)": 1, "block set where the schema has block list": 1,
	} {
		if c.counts[class] != want {
			t.Errorf("%s: have %d, want %d (%v)", class, c.counts[class], want, c.counts)
		}
	}
}

func TestSpecs(t *testing.T) {
	specs, err := readList("packages.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, spec := range specs {
		if _, _, err := splitSpec(spec); err != nil || seen[spec] {
			t.Errorf("%s: twice, or %v", spec, err)
		}
		seen[spec] = true
	}
	if table, err := load("../../../internal/know/facts/facts.bin"); err != nil {
		t.Error(err)
	} else if n := len(table.Versions()); n != len(specs) {
		t.Errorf("the table is of %d packages, the list has %d", n, len(specs))
	} else {
		for _, v := range table.Versions() {
			if !seen[v.Package+"@"+v.Version] {
				t.Errorf("%s@%s is not in the list", v.Package, v.Version)
			}
		}
	}
}
