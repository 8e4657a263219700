package sizes_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/examples/sizes"
)

func Example() {
	plan, err := os.Open("../../testdata/example/plan.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer plan.Close()
	var out bytes.Buffer
	if _, err := planfmt.Show(context.Background(), &out, plan, planfmt.Options{Comparison: planfmt.Comparison{Wrap: sizes.Wrap}}); err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(out.String()) {
		if strings.Contains(line, "user_data") {
			fmt.Println(strings.TrimSpace(line))
		}
	}
	// Output: ~ user_data              = (77 bytes) -> (96 bytes)
}
