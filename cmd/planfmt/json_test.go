package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
)

// TestJSONOnTerminal checks that secrets go to a terminal only if somebody insists.
func TestJSONOnTerminal(t *testing.T) {
	const state = `{"version":4,"terraform_version":"1.14.0","serial":1,"lineage":"a","outputs":{"o":{"value":"secret","type":"string","sensitive":true}},"resources":[]}`
	for _, tt := range []struct {
		args []string
		want bool
	}{
		{[]string{"json"}, false},
		{[]string{"json", "-o", "-"}, false},
		{[]string{"json", "--force"}, true},
	} {
		var out, errs bytes.Buffer
		f := &command.Factory{Getenv: func(string) string { return "" }, Streams: &terminal.Streams{In: strings.NewReader(state), Out: &out, Err: &errs, OutTTY: true}}
		status := run(context.Background(), f, append(tt.args, "--no-cache", "--no-bundle"))
		if printed := strings.Contains(out.String(), "secret"); printed != tt.want || (status == 0) != tt.want {
			t.Errorf("%q: status %d, output %q, errors %q", tt.args, status, &out, &errs)
		}
		if !tt.want && !strings.Contains(errs.String(), "add --force") {
			t.Errorf("%q: the message does not say what to do: %q", tt.args, &errs)
		}
	}
}
