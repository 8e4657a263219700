package stacks_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/examples/stacks"
	"github.com/planfmt/planfmt/policy"
)

const noPublic = `resource_policy "demo_disk" "private" {
  enforce {
    condition     = attrs.public != true
    error_message = "The disk is public: ${attrs.note}."
  }
}
`

// options are those with the format and the policy.
func options() planfmt.Options {
	return planfmt.Options{
		Format: "stacks", Formats: []planfmt.Format{stacks.Format()},
		Policies: &planfmt.PolicyOptions{Policies: []policy.Source{{Name: "disks.policy.hcl", Text: []byte(noPublic)}}},
	}
}

// planOf returns a plan that creates disks with a secret and a note. The second disk is public, and every third one after it.
func planOf(disks int, secret, note string) string {
	var all []string
	for i := range disks {
		all = append(all, fmt.Sprintf(`{
			"address": "demo_disk.data[%[1]d]", "mode": "managed", "type": "demo_disk", "name": "data", "index": %[1]d, "provider_name": "example.com/demo/demo",
			"change": {
				"actions": ["create"], "before": null, "after": {"note": %[2]q, "public": %[3]t, "token": %[4]q},
				"after_unknown": {}, "before_sensitive": false, "after_sensitive": {"token": true}
			}
		}`, i, note, i%3 == 1, secret))
	}
	return `{"format_version": "1.2", "terraform_version": "1.14.0", "resource_changes": [` + strings.Join(all, ",") + "]}"
}

func documents(texts map[string]string, names ...string) []planfmt.Document {
	var all []planfmt.Document
	for _, name := range names {
		all = append(all, planfmt.Document{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(texts[name])), nil }})
	}
	return all
}

func Example() {
	texts := map[string]string{"network": planOf(1, "", "old"), "storage": planOf(2, "", "new"), "broken": "{"}
	_, err := planfmt.ShowMany(context.Background(), documents(texts, "network", "storage", "broken"), options(), planfmt.Target{W: os.Stdout})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// network: 1 changes, 0 failures
	//   create demo_disk.data[0]
	// storage: 2 changes, 1 failures
	//   ! demo_disk.data[1]: The disk is public: new.
	//       disks.policy.hcl:3: attrs.public != true
	//   create demo_disk.data[0]
	//   create demo_disk.data[1]
	// broken cannot be read: the document is cut off at byte 1, line 1
}

// TestLimits checks that several plans are written like each alone, however much of that can be in memory, and that no file is left.
func TestLimits(t *testing.T) {
	t.Parallel()
	texts := map[string]string{}
	var names []string
	var want strings.Builder
	for i := range 12 {
		name := fmt.Sprintf("stack-%d", i)
		names = append(names, name)
		texts[name] = planOf(1+i*37%200, "", "disk")
		var alone bytes.Buffer
		if _, err := planfmt.Show(t.Context(), &alone, strings.NewReader(texts[name]), options()); err != nil {
			t.Fatal(err)
		}
		want.WriteString(strings.Replace(alone.String(), "plan:", name+":", 1))
	}
	if !strings.Contains(want.String(), "stack-1: 38 changes, 13 failures\n") {
		t.Fatalf("%.300s", want.String())
	}
	for _, limit := range []int64{-1, 500, 20_000, 0} {
		opts := options()
		opts.MemoryLimit, opts.TempDir = limit, t.TempDir()
		var got bytes.Buffer
		if _, err := planfmt.ShowMany(t.Context(), documents(texts, names...), opts, planfmt.Target{W: &got}); err != nil {
			t.Fatal(err)
		}
		if got.String() != want.String() {
			t.Errorf("with a limit of %d: %.500s", limit, &got)
		}
		if left, err := os.ReadDir(opts.TempDir); err != nil || len(left) > 0 {
			t.Errorf("%v, left: %v", err, left)
		}
	}
}

// TestSecrets checks that a plan that shows what is secret in another one is written without it, and once.
func TestSecrets(t *testing.T) {
	t.Parallel()
	const secret = "tok_9fQ7xLr2Vb81ZsKe4"
	texts := map[string]string{"first": planOf(2, "", secret), "second": planOf(1, secret, "disk")}
	show := func(names ...string) string {
		var got bytes.Buffer
		if _, err := planfmt.ShowMany(t.Context(), documents(texts, names...), options(), planfmt.Target{W: &got}); err != nil {
			t.Fatal(err)
		}
		return got.String()
	}
	if alone := show("first"); !strings.Contains(alone, secret) {
		t.Fatalf("the message does not show the note: %s", alone)
	}
	if got := show("first", "second"); strings.Contains(got, secret) || strings.Count(got, "is public") != 1 || strings.Count(got, "first:") != 1 {
		t.Errorf("%s", got)
	}
}
