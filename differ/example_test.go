package differ_test

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

func ExampleOptions_Output() {
	r := differ.Options{}.Output(values.Change{
		Before: values.Of(`[0, 1, 2]`),
		After:  values.Of(`[0, 4, 2, 3]`),
	})
	fmt.Println(r.Diff.Action)
	fmt.Println(r.Diff.Text())
	// Output:
	// update
	// [
	//         0,
	//       - 1,
	//       + 4,
	//         2,
	//       + 3,
	//     ]
}

func ExampleOptions_Resource() {
	block := (&schema.Block{
		Attributes: []schema.Attribute{{Name: "name", Type: cty.String}, {Name: "password", Type: cty.String}, {Name: "zones", Type: cty.Set(cty.String)}},
	}).Finish()
	r := differ.Options{}.Resource(values.Change{
		Before:          values.Of(`{"name": "db", "password": "old", "zones": ["b", "a"], "size": 1}`),
		After:           values.Of(`{"name": "db", "password": "new", "zones": ["a", "c"], "size": 1}`),
		AfterSensitive:  values.SensitiveFlags(values.Of(`{"password": true}`)),
		BeforeSensitive: values.SensitiveFlags(values.Of(`{"password": true}`)),
		ReplacePaths:    plans.ExactPaths([]plans.Path{plans.NewPath(plans.Key("zones"))}),
	}, plans.DeleteThenCreate, block)
	fmt.Println(r.Diff.Text())
	fmt.Println("not in the schema:", r.Extra)
	// Output:
	// {
	//         name     = "db"
	//       ~ password = (sensitive value)
	//       ~ zones    = [ # forces replacement
	//           - "b",
	//           + "c",
	//             # (1 unchanged element hidden)
	//         ]
	//     }
	// not in the schema: [size]
}
