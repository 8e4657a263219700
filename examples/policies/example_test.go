package policies_test

import (
	"context"
	"fmt"
	"os"

	"github.com/planfmt/planfmt/examples/policies"
)

func Example() {
	plan, err := os.Open("../../testdata/example/plan.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer plan.Close()
	ok, err := policies.Check(context.Background(), os.Stdout, plan)
	fmt.Println("may be applied:", ok, err)
	// Output:
	// fail: aws_db_instance.main: The tag Owner is missing.
	// fail: aws_iam_policy.deploy: The tag Owner is missing.
	// fail: aws_instance.web: The tag Owner is missing.
	// undecided: aws_route53_record.www: It is not known yet whether the policy applies.
	// may be applied: false <nil>
}
