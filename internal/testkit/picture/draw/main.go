// Command draw draws the output of a terminal as an SVG, see package picture. It
// reads text in colour from standard input and writes the picture to a file.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"

	"github.com/planfmt/planfmt/internal/testkit/picture"
)

func main() {
	command := flag.String("command", "", "draw `TEXT` above the input, after a prompt")
	name := flag.String("o", "", "the `FILE` to write, left alone if there is nothing to draw")
	flag.Parse()
	var out bytes.Buffer
	err := picture.Draw(&out, os.Stdin, *command)
	if err == nil {
		err = os.WriteFile(*name, out.Bytes(), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "draw:", err)
		os.Exit(1)
	}
}
