package rules_test

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
)

// FuzzRules parses rules and matches them. An address without stars matches itself.
func FuzzRules(f *testing.F) {
	for _, rule := range []string{
		"a.b", "module.net.**", `a.b["x.y"]`, `a.b["\"*"]`, "type=aws_*", "module=root", "provider=h*/aws", "action=read", "**.a.*[*]",
		`aws_*:tags["LastRun"]`, "a:b[0].c.*[*]", "a:", "=", "[", `"`,
	} {
		f.Add(rule, `module.a["x"].b.c[0]`)
	}
	f.Fuzz(func(t *testing.T, rule, address string) {
		var s rules.Set
		h := plans.Header{Address: address, ModuleAddress: address, Type: address, ProviderName: address}
		for _, add := range []func(string) error{s.AddHide, s.AddOnly, s.AddIgnore} {
			n := s.Len()
			if err := add(rule); (err == nil) != (s.Len() == n+1) {
				t.Fatalf("%q: %v, and %d rules are %d", rule, err, n, s.Len())
			} else if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("the error has a line feed: %q", err)
			}
		}
		s.Mutes(&h)
		if p := s.Paths(address); !p.IsEmpty() {
			p.Under(plans.Key(address)).UnderSet().Here()
		}
		var own rules.Set
		if own.AddHide(rule) == nil && !strings.ContainsAny(rule, "*=") && !own.Mutes(&plans.Header{Address: rule}) {
			t.Errorf("%q does not match itself", rule)
		}
		path := plans.NewPath(plans.Key(address), plans.Index(len(rule)), plans.Key(rule))
		if err := s.AddIgnore("x:" + path.String()); err != nil {
			t.Errorf("a printed path: %v", err)
		}
	})
}

// FuzzRead reads files of rules.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"hide: [action=read]\nonly:\n- module.a.**\nignore: ['a:b']\ndrift: none\nshow-unchanged: true\n",
		"a: &a [*a, *a]", "? - a\n: b", "hide: !!set {a}", "--- |\n a\n...\n---\n", "<<: *x", "{hide: {}, hide: []}", "\xff\xfeh\x00",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := rules.Read("r.yaml", strings.NewReader(text))
		if (file == nil) != (err != nil) {
			t.Fatalf("%v and %v", file, err)
		}
		if err != nil && (strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "r.yaml: ")) {
			t.Errorf("the error is %q", err)
		}
	})
}
