package kit

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/rules"
)

// WithRules returns options with rules, some of which may be those of a file.
func WithRules(t *testing.T, opts planfmt.Options, own, file string) planfmt.Options {
	t.Helper()
	for rule := range strings.FieldsSeq(own) {
		add := opts.Rules.AddHide
		switch key, rest, _ := strings.Cut(rule, "!"); key {
		case "only":
			add, rule = opts.Rules.AddOnly, rest
		case "ignore":
			add, rule = opts.Rules.AddIgnore, rest
		}
		if err := add(rule); err != nil {
			t.Fatal(err)
		}
	}
	if file != "" {
		f, err := rules.Read("rules.yaml", strings.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		opts.FileRules = f
	}
	return opts
}
