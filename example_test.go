package planfmt_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/plans"
)

// What `terraform show -json` and `terraform providers schema -json` print,
// cut down to what matters here.
const (
	examplePlan = `{"format_version": "1.2", "terraform_version": "1.14.0", "resource_changes": [{
		"address": "demo_disk.data", "mode": "managed", "type": "demo_disk", "name": "data",
		"provider_name": "registry.terraform.io/example/demo",
		"change": {"actions": ["update"],
			"before": {"name": "data", "size": 8, "zone": "a"}, "after": {"name": "data", "size": 16, "zone": "a"},
			"after_unknown": {}, "before_sensitive": {}, "after_sensitive": {}}}]}`

	exampleSchemas = `{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/example/demo": {
		"resource_schemas": {"demo_disk": {"version": 0, "block": {"attributes": {
			"name": {"type": "string", "required": true},
			"size": {"type": "number", "required": true},
			"zone": {"type": "string", "optional": true}}}}}}}}`
)

// This prints a plan in colour, without schemas.
func Example() {
	ctx, file := context.Background(), strings.NewReader(examplePlan)
	res, err := planfmt.Show(ctx, os.Stdout, file, planfmt.Options{Layout: planfmt.Layout{Color: true}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("\nanything to do:", res.Changes)
}

func ExampleShow() {
	res, err := planfmt.Show(context.Background(), os.Stdout, strings.NewReader(examplePlan), planfmt.Options{
		Comparison: planfmt.Comparison{
			Schemas: []planfmt.SchemaSource{{
				Name: "schemas.json",
				Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(exampleSchemas)), nil },
			}},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("\nanything to do:", res.Changes)
	// Output:
	// Terraform used the selected providers to generate the following execution
	// plan. Resource actions are indicated with the following symbols:
	//   ~ update in-place
	//
	// Terraform will perform the following actions:
	//
	//   # demo_disk.data will be updated in-place
	//   ~ resource "demo_disk" "data" {
	//         name = "data"
	//       ~ size = 8 -> 16
	//         # (1 unchanged attribute hidden)
	//     }
	//
	// Plan: 0 to add, 1 to change, 0 to destroy.
	//
	// anything to do: true
}

func ExampleHash() {
	hash, err := planfmt.Hash(context.Background(), strings.NewReader(examplePlan), planfmt.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(hash.Text)
	if !hash.CoversSensitive {
		fmt.Println("It does not cover sensitive values.")
	}
	// Output:
	// sha256:a58c3453e5346c20debfa2e05818d9aab6f5dae202fb18d1ac8791e575cb99ad
}

// This asks whether a plan is the one that was approved.
func ExampleDiffPlans() {
	now := strings.Replace(examplePlan, `"size": 16`, `"size": 32`, 1)
	res, err := planfmt.DiffPlans(context.Background(), strings.NewReader(examplePlan), strings.NewReader(now), planfmt.Options{},
		planfmt.Target{W: os.Stdout, Format: "compact"})
	if err != nil {
		fmt.Println(err)
		return
	}
	if len(res.Problems) > 0 || res.Different {
		fmt.Println("It is not the plan that was approved.")
	}
	// Output:
	// The plans are different: 1 has other values.
	//
	// OTHER VALUES 1
	//     ~ demo_disk.data  size 8 -> 16; now 8 -> 32
	// It is not the plan that was approved.
}

func ExampleParseMode() {
	_, err := plans.ParseMode("destory")
	fmt.Println(err)
	// Output: unknown mode "destory"; valid values: auto, normal, destroy, refresh-only
}
