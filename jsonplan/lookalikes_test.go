package jsonplan

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// TestLookalikes changes the case of each name of a plan in turn, at every level that planfmt knows. encoding/json, which ignores
// case, reads the member all the same, so planfmt has to say that it does not.
func TestLookalikes(t *testing.T) {
	const plan = `{"format_version":"1.2","%s":[%s],"%s":{"a":{"%s":["create"],"before":null,"%s":1}},"%s":[{"reason":"r","%s":{"address":"t.d","mode":"managed","type":"t","name":"d","change":{"actions":["create"],"%s":{}}}}],"%s":{"%s":{"%s":[]}},"resource_changes":[%s],"resource_drift":[]}`
	const entry = `{"address":"t.a","mode":"managed","type":"t","name":"a","provider_name":"p","%s":{"actions":["%s"],"%s":{"id":"1","Actions":1},"after":{"id":"1","Before":2},"%s":{},"%s":{}}}`
	for _, action := range []string{"no-op", "update"} {
		names := []string{"resource_drift2", "", "output_changes", "actions", "after", "deferred_changes", "resource_change", "after", "planned_values", "root_module", "resources"}
		inner := []string{"change", "before", "after_unknown", "after_sensitive"}
		make := func(at int, spelled func(string) string) string {
			spell := func(n, i int, names []string) string {
				if n+i == at {
					return spelled(names[i])
				}
				return names[i]
			}
			var in []any
			for i := range inner {
				if i == 1 {
					in = append(in, action)
				}
				in = append(in, spell(len(names), i, inner))
			}
			e := fmt.Sprintf(entry, in...)
			var out []any
			for i, name := range names {
				if name == "" {
					out = append(out, "")
				} else {
					out = append(out, spell(0, i, names))
				}
			}
			return fmt.Sprintf(plan, append(out, e)...)
		}
		warnings := func(doc string) string {
			if !json.Valid([]byte(doc)) {
				t.Fatal(doc)
			}
			return strings.Join(readString(t, doc, Options{}).Warnings, "\n")
		}
		if w := warnings(make(-1, nil)); strings.Contains(w, "case of letters") {
			t.Errorf("nothing is spelled differently: %s", w)
		}
		all := append(append([]string{}, names...), inner...)
		for at, name := range all {
			if at < 2 {
				continue
			}
			for _, spelled := range []func(string) string{strings.ToUpper, func(s string) string { return strings.ToUpper(s[:1]) + s[1:] }, func(s string) string { return strings.Replace(s, "s", "ſ", 1) }} {
				if spelled(name) == name {
					continue
				}
				doc := make(at, spelled)
				if w := warnings(doc); !strings.Contains(w, fmt.Sprintf("%q", spelled(name))) || !strings.Contains(w, fmt.Sprintf("for %q", name)) {
					t.Errorf("%s %s: %q: %s", action, name, w, doc)
				}
			}
		}
	}
}

// TestLookalikesInside changes the case of each name inside of instances, outputs, variables and the configuration, one at a time. Names that
// users choose may be the same as known ones.
func TestLookalikesInside(t *testing.T) {
	const plan = `{"format_version":"1.2","resource_changes":[{"address":"t.a","mode":"managed","type":"t","name":"a","change":{"actions":["no-op"],"before":{},"after":{}}}],"output_changes":{"Sensitive":{"actions":["no-op"],"before":1,"after":1}},"planned_values":{"outputs":{"Sensitive":{"sensitive":false,"value":{"Type":1}}},"root_module":{` +
		`"resources":[{"address":"t.a","mode":"managed","type":"t","name":"a","provider_name":"p","schema_version":0,"values":{"Name":"Values"},"sensitive_values":{"Type":true}}],` +
		`"child_modules":[{"resources":[],"address":"module.Name"}]}},` +
		`"prior_state":{"format_version":"1.0","values":{"root_module":{"resources":[{"address":"t.a","mode":"managed","type":"t","name":"a","values":{"Mode":1}}]}}},` +
		`"variables":{"Name":{"value":{"Sensitive":1}}},"relevant_attributes":[{"resource":"t.a","attribute":["Name"]}],` +
		`"configuration":{"provider_config":{"Name":{"name":"p","full_name":"f/p/p","expressions":{"Name":{"Alias":1}}}},"root_module":{"outputs":{"Name":{"expression":{"References":[]},"sensitive":false}},` +
		`"resources":[{"address":"t.a","mode":"managed","type":"t","name":"a","expressions":{"Name":{"references":[]}},"depends_on":[]}],` +
		`"module_calls":{"Source":{"source":"./m","expressions":{"Name":{}},"module":{"variables":{"Name":{}}}}},"variables":{"Type":{"sensitive":false}}}}}`
	read := func(doc string) string {
		p := readString(t, doc, Options{KeepReferences: true, KeepVariables: true})
		defer p.Close()
		return strings.Join(p.Warnings, "\n")
	}
	if w := read(plan); w != "" {
		t.Fatal(w)
	}
	known := regexp.MustCompile(`"(prior_state|values|root_module|resources|outputs|child_modules|address|mode|type|name|provider_name|schema_version|sensitive_values|sensitive|value|variables|resource|attribute|provider_config|full_name|expressions|expression|depends_on|module_calls|source|module)":`)
	all := known.FindAllStringSubmatchIndex(plan, -1)
	if len(all) < 40 {
		t.Fatalf("%d names", len(all))
	}
	for _, at := range all {
		name := plan[at[2]:at[3]]
		spelled := strings.ToUpper(name[:1]) + name[1:]
		if w, want := read(plan[:at[2]]+spelled+plan[at[3]:]), fmt.Sprintf("%q for %q", spelled, name); !strings.Contains(w, want) {
			t.Errorf("%s: have %q, want %s", plan[:at[3]], w, want)
		}
	}
	var many strings.Builder
	for i := range 8 {
		fmt.Fprintf(&many, `,%q:1`, "Variables"[:1+i]+strings.ToUpper("ariables"[i:]))
	}
	if w := read(`{"format_version":"1.2","resource_changes":[]` + many.String() + `}`); !strings.Contains(w, "and 5 more") {
		t.Error(w)
	}
}
