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
