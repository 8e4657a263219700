package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestProjectExceptions: what a checkout brings along counts only where a person sees what is excepted.
func TestProjectExceptions(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"p/a.policy.hcl":           "resource_policy \"*\" \"never\" {\n  enforce {\n    condition = false\n  }\n}\n",
		".planfmt/exceptions.yaml": "exceptions:\n  - {policy: never, address: a_b.c, until: 2027-03-31, reason: OPS-1}\n",
		"plan.json": `{"format_version":"1.2","terraform_version":"1.14.0","complete":true,"applyable":true,"errored":false,"resource_changes":[
{"address":"a_b.c","mode":"managed","type":"a_b","name":"c","provider_name":"registry.terraform.io/a/a","change":{"actions":["create"],"before":null,"after":{}}}]}`,
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		terminal bool
		env      string
		flags    []string
		status   int
		said     bool
	}{
		{terminal: true},
		{terminal: true, env: "TF_BUILD", status: 1, said: true},
		{terminal: true, env: "CI", status: 1, said: true},
		{status: 1, said: true},
		{terminal: true, flags: []string{"--no-exceptions"}, status: 1},
		{flags: []string{"--exceptions", ".planfmt/exceptions.yaml"}},
		{env: "CI", flags: []string{"--exceptions", ".planfmt/exceptions.yaml"}},
		{terminal: true, flags: []string{"--today", "2027-04-01"}, status: 1},
	} {
		f, out, errs := newTestFactory(map[string]string{tt.env: "true"}, nil)
		f.Streams.OutTTY = tt.terminal
		args := append([]string{"check", "plan.json", "--policies", "p", "--no-cache", "--today", "2027-03-31"}, tt.flags...)
		if status := run(t.Context(), f, args); status != tt.status || strings.Contains(errs.String(), "not using .planfmt/exceptions.yaml") != tt.said {
			t.Errorf("%+v: the status is %d\n%s\n%s", tt, status, out, errs)
		}
		if excepted := strings.Contains(out.String(), "OPS-1"); excepted != (tt.status == 0) {
			t.Errorf("%+v: excepted is %t\n%s", tt, excepted, out)
		}
	}
}
