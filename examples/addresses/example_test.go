package addresses_test

import (
	"context"
	"fmt"
	"os"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/examples/addresses"
)

func Example() {
	plan, err := os.Open("../../testdata/example/plan.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer plan.Close()
	_, err = planfmt.Show(context.Background(), os.Stdout, plan, planfmt.Options{
		Formats: []planfmt.Format{addresses.Format()},
		Format:  "addresses",
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// delete        aws_cloudwatch_log_group.old
	// update        aws_db_instance.main
	// update        aws_iam_policy.deploy
	// delete,create aws_instance.web
	// create        aws_route53_record.www
	// 5 changes
}
