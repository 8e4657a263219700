// Command peers does with a JSON document what one would use instead of planfmt,
// or what the least is that any reader has to do. The command bench measures it
// as a process of its own, so that its memory can be measured, too.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/bytedance/sonic"
	"github.com/go-json-experiment/json/jsontext"
)

// tasks are the valid values of the first argument. Nothing changes them.
var tasks = map[string]func(io.Reader) error{
	// The least work: find the end of the document with a tokenizer that checks
	// neither UTF-8 nor names for duplicates.
	"skip": func(r io.Reader) error {
		lax := []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}
		return jsontext.NewDecoder(r, lax...).SkipValue()
	},
	"encoding-json": func(r io.Reader) error {
		var v any
		return json.NewDecoder(r).Decode(&v)
	},
	"sonic": func(r io.Reader) error {
		var v any
		return sonic.ConfigDefault.NewDecoder(r).Decode(&v)
	},
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 || tasks[args[0]] == nil {
		return fmt.Errorf("usage: peers skip|encoding-json|sonic FILE")
	}
	f, err := os.Open(args[1])
	if err != nil {
		return err
	}
	defer f.Close()
	return tasks[args[0]](f)
}
