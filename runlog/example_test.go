package runlog_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/planfmt/planfmt/runlog"
)

const exampleLog = `{"@level":"info","@message":"Terraform 1.11.4","terraform":"1.11.4","type":"version","ui":"1.2"}
{"@level":"info","@message":"a.b: Creating...","hook":{"resource":{"addr":"a.b"},"action":"create"},"type":"apply_start"}
{"@level":"info","@message":"a.b: Creation complete after 2s","hook":{"resource":{"addr":"a.b"},"action":"create","elapsed_seconds":2},"type":"apply_complete"}
{"@level":"info","@message":"Apply complete! Resources: 1 added, 0 changed, 0 destroyed.","changes":{"add":1,"change":0,"remove":0,"operation":"apply"},"type":"change_summary"}
`

func ExampleShow() {
	res, err := runlog.Show(context.Background(), os.Stdout, strings.NewReader(exampleLog), runlog.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("failed:", res.Failed())
	// Output:
	// a.b: Creating...
	// a.b: Creation complete after 2s
	//
	// Apply complete! Resources: 1 added, 0 changed, 0 destroyed.
	// failed: false
}
