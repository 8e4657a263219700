package search_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/examples/search"
)

func Example() {
	plan, err := os.Open("../../testdata/example/plan.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer plan.Close()
	matches, problems, err := search.Values(context.Background(), plan, "ami-")
	for _, m := range matches {
		fmt.Printf("%s %s: %s: %s -> %s\n", m.Address, m.Path, m.Action, m.Before, m.After)
	}
	fmt.Println(len(problems), err)
	// Output:
	// aws_instance.web ami: update: ami-0a1b2c3d4e5f60718 -> ami-0f9e8d7c6b5a41302
	// 0 <nil>
}

// TestValues checks what is easy to miss: the value before one that is known only after apply, values in lists, sets and documents, values that do
// not change; and that no sensitive value is found, nor a copy of one.
func TestValues(t *testing.T) {
	const plan = `{"format_version":"1.2","terraform_version":"1.9.0","resource_changes":[{"address":"a_b.c","mode":"managed","type":"a_b","name":"c","provider_name":"p/p/p",
		"change":{"actions":["update"],
			"before":{"gone":"needle 1","later":{"deep":["needle 2"]},"same":"needle 3","doc":"{\"x\":\"needle 4\"}","secret":["needle 5 of a long haystack"],"other":"a","copy":"b","kind":"needle 7"},
			"after":{"gone":null,"same":"needle 3","doc":"{\"x\":\"1\"}","secret":["needle 5 of a long haystack"],"other":"b","copy":"needle 5 of a long haystack","kind":["needle 8"]},
			"after_unknown":{"later":true},"before_sensitive":{"secret":[true]},"after_sensitive":{"secret":[true]}}}]}`
	matches, problems, err := search.Values(t.Context(), strings.NewReader(plan), "needle")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	found := map[string]string{}
	for _, m := range matches {
		found[m.Path] += m.Action + " " + m.Before + " -> " + m.After + ";"
	}
	for path, want := range map[string]string{
		"gone": "delete needle 1 -> ", "later.deep[0]": "needle 2", "same": "no-op needle 3 -> needle 3", "doc.x": "update needle 4 -> 1", "kind": "needle 7", "kind[0]": "needle 8",
	} {
		if !strings.Contains(found[path], want) {
			t.Errorf("%s: %q is not in %q", path, want, found[path])
		}
		delete(found, path)
	}
	if len(found) > 0 {
		t.Errorf("found, too: %v", found)
	}
	if _, _, err := search.Values(t.Context(), strings.NewReader(plan[:200]), "needle"); err == nil {
		t.Error("no error for a plan that is cut off")
	}
}
