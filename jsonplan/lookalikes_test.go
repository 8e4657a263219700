package jsonplan

import (
	"encoding/json"
	"fmt"
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
