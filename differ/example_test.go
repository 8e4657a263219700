package differ_test

import (
	"fmt"

	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/jsonplan"
	"github.com/planfmt/planfmt/plans"
)

func ExampleOptions_Output() {
	r := differ.Options{}.Output(jsonplan.Change{
		Before:             jsonplan.Of(`[0, 1, 2]`),
		After:              jsonplan.Of(`[0, 4, 2, 3]`),
		RelevantAttributes: plans.AllPaths(),
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
