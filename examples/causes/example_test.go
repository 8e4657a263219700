package causes_test

import (
	"context"
	"fmt"
	"os"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/examples/causes"
)

func Example() {
	plan, err := os.Open("../../testdata/example/plan.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer plan.Close()
	opts := planfmt.Options{Format: "causes", Formats: []planfmt.Format{causes.Format()}}
	if _, err := planfmt.Show(context.Background(), os.Stdout, plan, opts); err != nil {
		fmt.Println(err)
	}
	// Output:
	// replace aws_instance.web: ami "ami-0a1b2c3d4e5f60718" -> "ami-0f9e8d7c6b5a41302"
	// delete aws_cloudwatch_log_group.old: not in configuration
}

// Instances of one resource that are replaced for the same reason have one line.
func Example_groups() {
	opts := planfmt.Options{Format: "causes", Formats: []planfmt.Format{causes.Format()}}
	if _, err := planfmt.Show(context.Background(), os.Stdout, planOfInstances(), opts); err != nil {
		fmt.Println(err)
	}
	// Output:
	// replace aws_instance.web["a"], aws_instance.web["b"]: ami "ami-1" -> "ami-2" (each has its own id)
}
