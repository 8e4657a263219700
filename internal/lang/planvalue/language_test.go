package planvalue_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/test/kit"
)

// askLanguage writes what expressions, conditions and policies say about a plan.
func askLanguage(t *testing.T, plan string, expressions ...string) string {
	t.Helper()
	var out bytes.Buffer
	opts := planfmt.Options{Warn: func(w planfmt.Warning) { fmt.Fprintln(&out, w.Text) }}
	for _, text := range expressions {
		q, diags := planfmt.NewQuery("q", text)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		for _, f := range []string{"hcl", "json", "raw"} {
			_, err := q.Run(context.Background(), &out, strings.NewReader(plan), opts, f)
			fmt.Fprintln(&out, err)
		}
	}
	rules := `resource_policy "*" "made" {
  operations = ["create"]
  enforce {
    condition     = core::try(attrs.v == "0", false)
    error_message = "it is ${core::jsonencode(core::try(attrs.v, 0))}"
  }
}
resource_policy "*" "changed" {
  operations = ["update"]
  enforce {
    condition     = core::try(attrs.v == "0" || prior_attrs.v == "0", false)
    error_message = "it is ${core::jsonencode(core::try(attrs.v, 0))}, and was ${core::jsonencode(core::try(prior_attrs.v, 0))}"
  }
}`
	judged := opts
	judged.Policies = &planfmt.PolicyOptions{Policies: []policy.Source{{Name: "p", Text: []byte(rules)}}}
	found, err := planfmt.Check(context.Background(), strings.NewReader(plan), judged)
	if err != nil {
		t.Fatal(err)
	}
	if found.Results.Len() == 0 {
		t.Error("nothing was judged")
	}
	for _, r := range found.Results.All() {
		fmt.Fprintln(&out, r.Message)
		for _, c := range r.Conditions {
			fmt.Fprintf(&out, "%+v\n", c)
		}
	}
	return out.String()
}

// What is sensitive on one side is hidden on both, with whatever it is paired, as the formats hide it.
func TestLanguageHidesBothSides(t *testing.T) {
	for name, change := range map[string]string{
		"before":         `"before":{"v":"hunter2","n":1},"after":{"v":"hunter2","n":2},"before_sensitive":{"v":true},"after_sensitive":{}`,
		"after":          `"before":{"v":"hunter2"},"after":{"v":"hunter22"},"before_sensitive":false,"after_sensitive":{"v":true}`,
		"moved":          `"before":{"v":["hunter2","b"]},"after":{"v":["a","hunter2","b"]},"before_sensitive":{"v":[true,false]},"after_sensitive":{}`,
		"inside":         `"before":{"v":[{"k":"hunter2"}]},"after":{"v":[{"k":"hunter2"}]},"before_sensitive":{},"after_sensitive":{"v":[{"k":true}]}`,
		"too short":      `"before":{"v":["a","hunter2"]},"after":{"v":["a","hunter2"]},"before_sensitive":{"v":[false]},"after_sensitive":{"v":[false]}`,
		"not a flag":     `"before":{"v":"hunter2"},"after":{"v":"hunter2"},"before_sensitive":{"v":null},"after_sensitive":{}`,
		"another shape":  `"before":{"v":"hunter2"},"after":{"v":"hunter2"},"before_sensitive":{"v":[true]},"after_sensitive":{}`,
		"of another one": `"before":{"v":{"k":"hunter2"}},"after":{"v":{"k":"hunter2"}},"before_sensitive":{"v":[{"k":true}]},"after_sensitive":{}`,
		"unknown":        `"before":{"v":"hunter2"},"after":{},"after_unknown":{"v":true},"before_sensitive":{},"after_sensitive":{"v":true}`,
	} {
		plan := kit.PlanOf([]string{kit.EntryOf("a", `"actions":["update"],`+change+`}`)},
			`,"output_changes":{"o":{"actions":["update"],`+strings.NewReplacer(`{"v":[true]}`, "true", `{"v":true}`, "true").Replace(change)+`}}`)
		out := askLanguage(t, plan, "resources", "resources[0].before.v", `"${jsonencode(resources[0])}"`)
		if i := strings.Index(out, "hunter2"); i >= 0 {
			t.Errorf("%s: a secret comes out: %s", name, out[max(0, i-200):min(len(out), i+40)])
		}
	}
}

// A copy of a sensitive string is as sensitive, and so is what is made of it, wherever it stands.
func TestLanguageHidesCopies(t *testing.T) {
	const secret = "kT9zQ4vW2mX7pL5rC8hJ"
	for _, v := range []string{
		`"` + secret + `"`, `["a","` + secret + `"]`, `{"k":"` + secret + `"}`, `"{\"DB\":\"` + secret + `\"}"`, `"db:\n  password: ` + secret + `\n  port: 1\n"`,
	} {
		plan := kit.PlanOf([]string{
			kit.EntryOf("a", `"actions":["create"],"before":null,"after":{"v":"x","p":"`+secret+`"},"after_unknown":{},"before_sensitive":false,"after_sensitive":{"p":true}}`),
			kit.EntryOf("b", `"actions":["create"],"before":null,"after":{"v":`+v+`},"after_unknown":{},"before_sensitive":false,"after_sensitive":{}}`),
		}, `,"output_changes":{"o":{"actions":["create"],"before":null,"after":`+v+`,"after_unknown":false,"before_sensitive":false,"after_sensitive":false}}`)
		out := askLanguage(t, plan, "resources", "outputs", "resources[1].after.v", `"x${jsonencode(resources[1].after)}"`, "base64decode(base64encode(jsonencode(resources[1].after.v)))",
			"split(\"W\", jsonencode(outputs))", "[for r in resources : upper(jsonencode(r.after.v))]", "{ for r in resources : jsonencode(r.after.v) => 1 }")
		for _, part := range []string{secret, secret[:7], secret[8:], strings.ToUpper(secret)} {
			if i := strings.Index(out, part); i >= 0 {
				t.Errorf("%s: a copy comes out: %s", v, out[max(0, i-200):min(len(out), i+40)])
			}
		}
	}
}
