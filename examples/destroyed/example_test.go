package destroyed_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/planfmt/planfmt/examples/destroyed"
)

func Example() {
	plan, err := os.Open("../../testdata/example/plan.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer plan.Close()
	addresses, err := destroyed.List(context.Background(), plan)
	fmt.Println(strings.Join(addresses, "\n"), err)
	// Output:
	// aws_cloudwatch_log_group.old
	// aws_instance.web <nil>
}

// What is not a plan is an error, and not a plan that destroys nothing.
func Example_error() {
	_, err := destroyed.List(context.Background(), strings.NewReader(`{"format_version": "1.2", "resource_changes": [`))
	fmt.Println(err)
	// Output:
	// the document is cut off at byte 47, line 1, inside /resource_changes
}

// The same goes for what cannot be judged.
func Example_unknown() {
	for _, resource := range []string{`"type": "a_b", "change": {"actions": ["explode"]}`, `"type": "a_b", "change": {"actions": ["delete"], "before": 1}`} {
		_, err := destroyed.List(context.Background(), strings.NewReader(`{"format_version": "1.2", "resource_changes": [{"address": "a_b.c", "mode": "managed", "name": "c", `+resource+`}]}`))
		fmt.Println(err)
	}
	// Output:
	// a_b.c: change.actions: no such action: ["explode"]
	// a_b.c: before: want object, have number
}
