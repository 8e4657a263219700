package hazards_test

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/work/hazards"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// TestPage: docs/hazards.md has each policy, with the types that it is for.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("docs/hazards.md")
	if err != nil {
		t.Fatal(err)
	}
	label := regexp.MustCompile(`^resource_policy "[^"]+" "([^"]+)"`)
	for _, src := range hazards.Sources() {
		for line := range strings.Lines(string(src.Text)) {
			m := label.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			pattern := strings.Split(line, `"`)[1]
			for _, want := range []string{"`" + strings.TrimSuffix(m[1], "_by_update") + "`", "`" + pattern + "`"} {
				if want != "`*`" && !strings.Contains(string(page), want) {
					t.Errorf("docs/hazards.md lacks %s", want)
				}
			}
		}
	}
}

// TestPolicies runs the tests of the policies.
func TestPolicies(t *testing.T) {
	files, err := policy.ReadFiles("internal/work/hazards")
	if err != nil {
		t.Fatal(err)
	}
	res, diags := policy.Test(context.Background(), files, policy.TestOptions{})
	for _, d := range diags {
		t.Error(d)
	}
	judged := map[string]map[verdict.Outcome]bool{}
	for _, f := range res.Files {
		for _, m := range f.Mocks {
			if !m.AsExpected {
				t.Errorf("%s: %s: %s %s", f.Name, m.Name, m.Outcome, m.Message)
			}
			for _, r := range m.Results {
				if judged[r.Policy.Name] == nil {
					judged[r.Policy.Name] = map[verdict.Outcome]bool{}
				}
				judged[r.Policy.Name][r.Outcome] = true
				if r.Level != verdict.Advisory {
					t.Errorf("%s is %s", r.Policy.Name, r.Level)
				}
			}
		}
	}
	set, diags := policy.Load(hazards.Sources()...)
	if len(diags) > 0 {
		t.Error(diags)
	}
	// A policy on updates is the counterpart of one on what is created.
	for _, p := range set.Policies() {
		name := strings.TrimSuffix(p.Name, "_by_update")
		if !judged[name][verdict.Fail] && !judged[name+"_by_update"][verdict.Fail] {
			t.Errorf("%s: there is no test in which it fails", p.Name)
		}
	}
	if len(judged) < 20 {
		t.Errorf("only %d policies have been tested", len(judged))
	}
	if diags = set.Bind(nil); len(diags) > 0 {
		t.Error(diags)
	}
	for _, s := range hazards.Sources() {
		if !strings.HasPrefix(s.Name, hazards.Name+"/") || s.Set != hazards.Name {
			t.Errorf("%s: %s", s.Name, s.Set)
		}
	}
}

// TestSinglePolicies checks that the policies one by one are those of the files, and what is said about them
// without reading them.
func TestSinglePolicies(t *testing.T) {
	set, _ := policy.Load(hazards.Sources()...)
	singles := hazards.Policies()
	if len(singles) != len(set.Policies()) {
		t.Fatalf("%d policies, and not %d", len(singles), len(set.Policies()))
	}
	for i, p := range singles {
		whole := set.Policies()[i]
		single, diags := policy.Load(p.Source)
		diags = append(diags, single.Bind(nil)...)
		inputs, more := single.Inputs(policy.InputValues{})
		if diags = append(diags, more...); len(diags) > 0 || len(single.Policies()) != 1 || single.Policies()[0].Name != whole.Name {
			t.Fatalf("%s: %v", whole.Name, diags)
		}
		if !strings.HasPrefix(whole.Name, "resource_policy."+p.Pattern+".") {
			t.Errorf("%s: the pattern is %q", whole.Name, p.Pattern)
		}
		for _, op := range []policy.Operation{policy.NoOp, policy.Create, policy.Update, policy.Delete} {
			nothing := planvalue.Fixed{Of: value.Object(nil)}
			res := single.Judge(inputs, nil, nil).Results(policy.Target{
				Kind: policy.Resource, Type: strings.ReplaceAll(p.Pattern, "*", "x"), Operation: op, Attrs: nothing, Prior: nothing,
				Meta: planvalue.ResourceMeta(&plans.Header{Type: "aws_db_instance"}, op.String()),
			})
			switch {
			case op.String() != p.Operation && res[0].Outcome != verdict.Skipped:
				t.Errorf("%s: judges %s, and not only %s", whole.Name, op, p.Operation)
			case len(p.Attributes) == 0 && strings.Count(string(p.Source.Text), "meta.") != strings.Count(string(p.Source.Text), "meta.type"):
				t.Errorf("%s: looks at more than the type and the operation", whole.Name)
			case len(p.OnlyWith) > 0 && len(p.Attributes) == 0:
				t.Errorf("%s: needs texts, but not in attributes", whole.Name)
			case len(p.Attributes) > 0 && res[0].Outcome == verdict.Fail:
				t.Errorf("%s: fails without any of %s", whole.Name, p.Attributes)
			}
		}
	}
}

// TestUnchanged checks that no policy fails for an update that changes none of its attributes: it says that something
// is not so, or was so before.
func TestUnchanged(t *testing.T) {
	for _, p := range hazards.Policies() {
		// In such an update, both sides are the same.
		text := strings.ReplaceAll(string(p.Source.Text), "prior_attrs", "attrs")
		if strings.Count(text, "attrs") != strings.Count(text, "attrs.") {
			t.Errorf("%s: looks at something else than attributes", text)
		}
		if p.Operation != "update" {
			continue
		}
		part := func(name string) string {
			m := regexp.MustCompile(`(?m)^ +`+name+` += (.*)$`).FindAllStringSubmatch(text, -1)
			if len(m) != 1 {
				return "not there once: " + name
			}
			return m[0][1]
		}
		if strings.Contains(text, "local.were_denied") && part("denied") == part("were_denied") { // the same list, then
			text = strings.ReplaceAll(text, "local.were_denied", "local.denied")
		}
		never := part("condition") == "!local.is || local.was" && part("is") == part("was") || part("condition") == part("filter")
		if !never || len(p.Attributes) == 0 {
			t.Errorf("%s: may fail although nothing changes", text)
		}
	}
}

// TestOnlyWith checks that no policy fails without the texts that it needs: in the tests of the policies, other texts take their places.
func TestOnlyWith(t *testing.T) {
	wanted := map[string]policyTexts{}
	for i, p := range hazards.Policies() {
		if len(p.OnlyWith) == 0 {
			continue
		}
		key := strings.Join(p.OnlyWith, "\n")
		w := wanted[key]
		set, _ := policy.Load(hazards.Sources()...)
		w.texts, w.policies = p.OnlyWith, append(w.policies, set.Policies()[i].Name)
		wanted[key] = w
		for _, text := range p.OnlyWith {
			if strings.ContainsAny(text, "\\K;`") || !isASCII(text) {
				t.Errorf("%s: %q has another spelling, which is not looked for", p.Pattern, text)
			}
			if p.MayFailWith(`{"a":["x"]}`) || !p.MayFailWith(`["x`+strings.ReplaceAll(text, `"`, `\"`)+`"]`) || !p.MayFailWith(`"\u002a"`) || !p.MayFailWith(`"::\/0"`) {
				t.Errorf("%s: %q is not found, or found where it is not", p.Pattern, text)
			}
		}
	}
	if len(wanted) < 8 {
		t.Errorf("only %d lists of texts", len(wanted))
	}
	for _, w := range wanted {
		failed, without := w.failures(t, false), w.failures(t, true)
		if failed == 0 || without > 0 {
			t.Errorf("only with %q: %d failures, and %d without", w.texts, failed, without)
		}
	}
}

// other returns something else of the same kind.
func other(text string) string {
	if text == "true" {
		return "false"
	}
	return strings.Map(func(r rune) rune {
		if r == '"' {
			return r
		}
		return 'z'
	}, text)
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= 0x80 })
}

// policyTexts are the texts that some policies need to fail.
type policyTexts struct {
	texts    []string
	policies []string
}

// failures runs the tests of all policies, with or without the texts, and counts the failures of those that need them.
func (w policyTexts) failures(t *testing.T, without bool) (n int) {
	files, err := policy.ReadFiles("internal/work/hazards")
	if err != nil {
		t.Fatal(err)
	}
	for i := range files.Tests {
		lines := strings.Split(string(files.Tests[i].Text), "\n")
		for k, line := range lines {
			for _, text := range w.texts {
				if without && strings.Contains(line, "attrs") {
					line = strings.ReplaceAll(line, text, other(text))
				}
			}
			lines[k] = line
		}
		files.Tests[i].Text = []byte(strings.Join(lines, "\n"))
	}
	res, diags := policy.Test(context.Background(), files, policy.TestOptions{})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for _, f := range res.Files {
		for _, m := range f.Mocks {
			for _, r := range m.Results {
				if r.Outcome == verdict.Fail && slices.Contains(w.policies, r.Policy.Name) {
					n++
				}
			}
		}
	}
	return n
}

func BenchmarkPolicies(b *testing.B) {
	for b.Loop() {
		hazards.Policies()
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		set, _ := policy.Load(hazards.Sources()...)
		set.Bind(nil)
	}
}
