package jsonstate_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/internal/read/jsonstate"
	"github.com/planfmt/planfmt/internal/read/source"
)

func ExampleRead() {
	file := `{"version":4,"terraform_version":"1.11.4","serial":2,"lineage":"l","outputs":{},"resources":[
	  {"mode":"managed","type":"null_resource","name":"b","provider":"provider[\"registry.terraform.io/hashicorp/null\"]","instances":[
	    {"index_key":10,"attributes":{"id":"2"},"sensitive_attributes":[]},
	    {"index_key":9,"status":"tainted","attributes":{"id":"1"},"sensitive_attributes":[[{"type":"get_attr","value":"id"}]]}]}]}`
	state, err := jsonstate.Read(context.Background(), strings.NewReader(file), source.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer state.Close()
	load := state.Loader()
	for _, r := range state.Resources {
		in, err := load.Resource(r, nil)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s tainted=%v values=%s sensitive=%s\n", r.Address, r.Tainted, in.After.JSON(), in.AfterSensitive)
	}
	// Output:
	// null_resource.b[9] tainted=true values={"id":"1"} sensitive={"id":true}
	// null_resource.b[10] tainted=false values={"id":"2"} sensitive=
}
