package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/planfmt/planfmt/internal/forge/forgetest"
)

// fakeForge is the forge of a script.
type fakeForge struct {
	*forgetest.Server
}

// cmdForge is the command forge of scripts:
//
//	forge start KIND       starts a forge. FORGE has the address of its API
//	forge add me|other FILE
//	forge fail STATUS [match=METHOD_PATH] [late] [forever] [Header=VALUE]... [body=TEXT]
//	forge read-only
//	forge label NAME...    gives the pull request these labels, and no others
//	forge labels           prints the labels
//	forge comments         prints the comments: the author, whether it is minimised, the text
//	forge log              prints the requests since the last time
func cmdForge(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: forge COMMAND")
	}
	f := ts.Value(fakeForge{}).(*fakeForge)
	out := ts.Stdout() // of this command, even if it prints nothing
	switch args[0] {
	case "start":
		f.Server = forgetest.New(args[1])
		ts.Defer(func() {
			f.Close()
			if p := f.Problems(); len(p) > 0 {
				ts.Fatalf("wrong requests: %q", p)
			}
		})
		ts.Setenv("FORGE", f.URL+f.Path())
		ts.Setenv("FORGE_TOKEN", forgetest.Token)
	case "add":
		author := map[string]string{"me": forgetest.Me, "other": forgetest.Other}[args[1]]
		f.Add(author, ts.ReadFile(args[2]))
	case "edit":
		author := map[string]string{"me": forgetest.Me, "other": forgetest.Other}[args[1]]
		f.Edit(author, ts.ReadFile(args[2]))
	case "fail":
		ts.Check(f.fail(args[1:]))
	case "read-only":
		f.RefuseWrites()
	case "label":
		f.SetLabels(args[1:]...)
	case "labels":
		for _, name := range f.Labels() {
			fmt.Fprintln(out, name)
		}
	case "comments":
		for _, c := range f.Comments() {
			who := map[string]string{forgetest.Me: "me", forgetest.Other: "other"}[c.Author]
			if c.Minimised {
				who += " (minimised)"
			}
			fmt.Fprintf(out, "--- %s\n%s", who, c.Body)
		}
	case "log":
		for _, line := range f.TakeLog() {
			fmt.Fprintln(out, line)
		}
	default:
		ts.Fatalf("unknown command %q", args[0])
	}
}

func (f *fakeForge) fail(args []string) error {
	status, err := strconv.Atoi(args[0])
	fault := forgetest.Fault{Status: status, Header: map[string]string{}}
	for _, arg := range args[1:] {
		name, value, _ := strings.Cut(arg, "=")
		switch name {
		case "match":
			fault.Match = value
		case "late":
			fault.Late = true
		case "forever":
			fault.Forever = true
		case "body":
			fault.Body = os.Expand(value, func(string) string { return forgetest.Token })
		default:
			fault.Header[name] = value
		}
	}
	f.Fail(fault)
	return err
}
