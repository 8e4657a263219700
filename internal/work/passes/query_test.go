package passes_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
)

// A binary plan and its JSON have the same values, except that a binary plan knows more about unknown ones.
func TestQueryPlanFiles(t *testing.T) {
	for _, name := range []string{"opentofu-1.10", "terraform-1.11", "terraform-1.11-moved", "terraform-1.14"} {
		// One keeps the resources, and the other goes through them one by one.
		for _, expr := range []string{"{ for r in resources : r.address => r }", "[for r in resources : r.after]"} {
			t.Run(name+" "+expr, func(t *testing.T) {
				binary, text := queryFile(t, filepath.Join(name, "tfplan"), expr), queryFile(t, filepath.Join(name, "plan.json"), expr)
				if a, b := withoutFacts(t, binary), withoutFacts(t, text); !reflect.DeepEqual(a, b) {
					t.Errorf("the binary plan has\n%s\nand its JSON\n%s", binary, text)
				}
				if name != "terraform-1.11-moved" && !strings.Contains(binary, `"prefix":"./none-"`) {
					t.Errorf("what the plan file says about config.path is missing in\n%s", binary)
				}
			})
		}
	}
}

// queryFile evaluates an expression over one of the plan files for tests, and returns the result as JSON.
func queryFile(t *testing.T, name, expr string) string {
	t.Helper()
	q, diags := planfmt.NewQuery("EXPR", expr)
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join("testdata", "planfiles", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out bytes.Buffer
	if _, err := q.Run(context.Background(), &out, f, planfmt.Options{}, "json"); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// withoutFacts decodes JSON, and leaves out all that it says about unknown values.
func withoutFacts(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	var strip func(any) any
	strip = func(v any) any {
		switch v := v.(type) {
		case []any:
			for i, e := range v {
				v[i] = strip(e)
			}
		case map[string]any:
			if _, ok := v["$unknown"]; ok {
				return "$unknown"
			}
			for k, e := range v {
				v[k] = strip(e)
			}
		}
		return v
	}
	return strip(v)
}

// TestQueryMarkedObjects asks for objects that are sensitive or unknown as a whole, of which no schema says which attributes they have. The
// answers tell nothing of what is hidden, not even names, and never that there is nothing.
func TestQueryMarkedObjects(t *testing.T) {
	questions := []string{
		"PLACE", "PLACE.a", "PLACE.b", "PLACE.x", "[PLACE]", "{ p = PLACE }", `try(PLACE.a, "none")`, "can(PLACE.a)", "can(PLACE.b)", "keys(PLACE)", "length(PLACE)",
		"[for k, v in PLACE : k]", "jsonencode(PLACE)", "PLACE.a == PLACE.b", `PLACE == {}`, "r", "r.unknown", `try(PLACE["a"], 1)`, "merge(PLACE, { c = 1 })",
	}
	ask := func(expr, before, after, marks string) string {
		q, diags := planfmt.NewQuery("EXPR", expr)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		plan := `{"format_version":"1.2","terraform_version":"1.9.0","resource_changes":[{"address":"a.b","mode":"managed","type":"a","name":"b","provider_name":"p",
			"change":{"actions":["update"],"before":` + before + `,"after":` + after + `,` + marks + `}}]}`
		var out bytes.Buffer
		if _, err := q.WithoutSecrets().Run(t.Context(), &out, strings.NewReader(plan), planfmt.Options{}, "json"); err != nil {
			return err.Error()
		}
		return out.String()
	}
	for _, side := range []string{"before", "after"} {
		for _, marks := range []string{
			`"before_sensitive":true,"after_sensitive":true,"after_unknown":{}`, `"before_sensitive":null,"after_sensitive":null,"after_unknown":{}`,
			`"before_sensitive":true,"after_sensitive":false,"after_unknown":true`,
		} {
			for _, question := range questions {
				expr := "[for r in resources : " + strings.ReplaceAll(question, "PLACE", "r."+side) + "]"
				one := ask(expr, `{"a":"CANARY","x":1}`, `{"a":"CANARY","x":1}`, marks)
				other := ask(expr, `{"b":"CANARY","x":2}`, `{"b":"CANARY","x":2}`, marks)
				if one != other || strings.Contains(one, "CANARY") {
					t.Errorf("%s with %s:\n%s\n%s", expr, marks, one, other)
				}
				if text := strings.Join(strings.Fields(one), ""); question == "PLACE" && (strings.Contains(text, "{}") || strings.Contains(text, "null")) {
					t.Errorf("%s with %s is %s", expr, marks, one)
				}
			}
		}
	}
}

// What some resources lack is null, with a warning that counts them. What all of them lack is an error, and so is each with Strict.
func TestQueryOfWhatResourcesLack(t *testing.T) {
	resource := func(name, after string) string {
		return `{"address":"x_` + name + `.` + name + `","mode":"managed","type":"x_` + name + `","name":"` + name + `","provider_name":"example.com/x/x","change":{"actions":["create"],"before":null,"after":` + after + `,"after_unknown":{},"before_sensitive":false,"after_sensitive":{}}}`
	}
	plan := `{"format_version":"1.2","resource_changes":[` + resource("a", `{"size":"x"}`) + `,` + resource("b", `{"colour":"x"}`) + `,` + resource("c", `{"colour":"x"}`) + `]}`
	for _, test := range []struct{ expr, warning, fails string }{
		{`[for r in resources : r.address if r.after.size == "x"]`, "in 2 of 3 values", ""},
		{`[for r in resources : r.address if r.after.colour == "x"]`, "in 1 of 3 values", ""},
		{`[for r in resources : r.address if r.after.weight == "x"]`, "", `"weight"`},
	} {
		q, diags := planfmt.NewQuery("EXPR", test.expr)
		if err := diags.Err(); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		var warned []string
		opts := planfmt.Options{Warn: func(w planfmt.Warning) { warned = append(warned, w.Text) }}
		_, err := q.Run(t.Context(), &out, strings.NewReader(plan), opts, "json")
		if (err != nil) != (test.fails != "") || err != nil && !strings.Contains(err.Error(), test.fails) {
			t.Errorf("%s: error %v", test.expr, err)
		}
		if all := strings.Join(warned, "\n"); !strings.Contains(all, test.warning) || test.warning == "" && strings.Contains(all, " values") {
			t.Errorf("%s: warnings %q, want %q", test.expr, warned, test.warning)
		}
	}
}
