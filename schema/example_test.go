package schema_test

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/schema"
)

func ExampleSet() {
	// What `terraform providers schema -json` prints.
	const file = `{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/example/demo": {
	  "resource_schemas": {"demo_disk": {"version": 0, "block": {
	    "attributes": {"size": {"type": "number", "required": true}, "labels": {"type": ["map", "string"], "optional": true}},
	    "block_types": {"mount": {"nesting_mode": "list", "block": {"attributes": {"path": {"type": "string", "required": true}}}}}}}}}}}`

	var set schema.Set
	if err := set.Load("schemas.json", strings.NewReader(file)); err != nil {
		fmt.Println(err)
		return
	}
	found, err := set.Lookup(schema.ID{Provider: "registry.terraform.io/example/demo", Kind: schema.Resource, Type: "demo_disk"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range found[0].Block.Attributes {
		fmt.Println(a.Name, a.Type.FriendlyName())
	}
	for _, b := range found[0].Block.Blocks {
		fmt.Println(b.Name, b.Nesting, "of blocks")
	}
	fmt.Println(set.Load("plan.json", strings.NewReader(`{"resource_changes": []}`)))
	// Output:
	// labels map of string
	// size number
	// mount list of blocks
	// plan.json: not provider schemas; expected the output of `terraform providers schema -json`
}
