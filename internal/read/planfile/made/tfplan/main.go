// Command tfplan makes a plan file of the JSON of a plan, for measurements: both are standard
// streams.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/planfmt/planfmt/internal/read/planfile/made"
)

func main() {
	document, err := io.ReadAll(os.Stdin)
	var file []byte
	if err == nil {
		file, err = made.FromJSON(document, made.Options{Lenient: true})
	}
	if err == nil {
		_, err = os.Stdout.Write(file)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tfplan:", err)
		os.Exit(1)
	}
}
