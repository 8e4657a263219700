package golden_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/test/kit"
)

func loadMuted(t *testing.T, plan []byte, opts planfmt.Options) *computed.Plan {
	t.Helper()
	p, err := planfmt.Load(context.Background(), bytes.NewReader(plan), opts)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// checkMuted checks what is muted in a plan against the same plan without rules.
func checkMuted(t *testing.T, plan []byte, opts planfmt.Options, own, file string) {
	t.Helper()
	opts.Needs = planfmt.Needs{Drift: true, Muted: true, RulesFile: true}
	all := loadMuted(t, plan, opts)
	opts = kit.WithRules(t, opts, own, file)
	marked := loadMuted(t, plan, opts)
	if len(all.Resources) != len(marked.Resources) || fmt.Sprint(all.Summary.Totals(), all.Summary.Counts) != fmt.Sprint(marked.Summary.Totals(), marked.Summary.Counts) {
		t.Fatalf("%q, %q: counts are different with rules", own, file)
	}
	var list []computed.Muted
	for i, r := range marked.Resources {
		if r.Address != all.Resources[i].Address || len(r.Problems) != len(all.Resources[i].Problems) {
			t.Fatalf("%s is in the place of %s", r.Address, all.Resources[i].Address)
		}
		if r.Muted && (r.Action != plans.NoOp || r.Moved() || r.Importing != nil) {
			list = append(list, computed.Muted{Section: r.Section, Address: r.Address, Deposed: r.Deposed})
		}
		for _, part := range r.Body.MutedParts() {
			list = append(list, computed.Muted{Section: r.Section, Address: r.Address, Deposed: r.Deposed, Path: part.Path})
		}
		checkMarks(t, &r, own == "")
		unmark := func(d computed.Diff) computed.Diff { d.Muted = false; return d }
		if got, want := r.Body.Transform(unmark).Text(), all.Resources[i].Body.Text(); r.Body.Renderer != nil && got != want {
			t.Errorf("%s: without its marks, it is\n%s\nwant\n%s", r.Address, got, want)
		}
	}
	if got, want := fmt.Sprint(marked.Summary.Muted), fmt.Sprint(list); got != want {
		t.Errorf("%q, %q: the list is\n%s\nwant\n%s", own, file, got, want)
	}
	if strings.Contains(fmt.Sprint(list), randplan.Secret) {
		t.Errorf("a secret is in %v", list)
	}
	// A format that does not ask for what is muted gets all else.
	opts.Needs.Muted = false
	shown := loadMuted(t, plan, opts).Resources
	want := slices.DeleteFunc(marked.Resources, func(r computed.Resource) bool { return r.Muted })
	if len(shown) != len(want) {
		t.Errorf("%q, %q: %d resources are shown, want %d", own, file, len(shown), len(want))
	}
}

// checkMarks checks that nothing is muted that must not be. byFile says that all rules are those
// of a file.
func checkMarks(t *testing.T, r *computed.Resource, byFile bool) {
	t.Helper()
	if byFile && rules.ProtectsResource(&r.Header) && (r.Muted || len(r.Body.MutedParts()) > 0) {
		t.Errorf("%s: rules of a file mute what they must not", r.Address)
	}
	onlyUpdated := r.Action == plans.Update && !r.Moved() && r.Importing == nil
	if r.Body.Muted && !onlyUpdated {
		t.Errorf("%s: all of it is muted", r.Address)
	}
	if replaced := r.Action == plans.DeleteThenCreate || r.Action == plans.CreateThenDelete; r.Action != plans.Update && !replaced && len(r.Body.MutedParts()) > 0 {
		t.Errorf("%s: changes are muted, and the action is %v", r.Address, r.Action)
	}
	for _, part := range r.Body.MutedParts() {
		part.Walk(func(d computed.Diff) computed.Visit {
			name := d.Path.String()
			if d.Replace || slices.ContainsFunc(r.ReplacePaths, d.Path.Equal) {
				t.Errorf("%s: %s is muted, and forces the replacement", r.Address, name)
			}
			if byFile && rules.ProtectsName(name) && d.Action != plans.NoOp {
				t.Errorf("%s: rules of a file mute %s", r.Address, name)
			}
			return computed.Continue
		})
	}
}

// Whatever rules there are, nothing is lost, and nothing is muted that must not be.
func TestMutedAndShownAreAll(t *testing.T) {
	t.Parallel()
	for seed := range sampling.Seeds(50) {
		made := randplan.Make(randplan.Bytes(seed), randplan.Options{OpenTofu: seed%2 == 1})
		opts := planfmt.Options{Input: planfmt.Input{Product: made.Product}, Comparison: planfmt.Comparison{Workers: int(seed % 3)}}
		if seed%3 != 0 {
			opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(made.Schemas)}
		}
		for _, test := range []struct{ own, file string }{
			{"ignore!*:*", ""},
			{"ignore!*:*.* ignore!*:*[*][*]", ""},
			{"action=update", ""},
			{"only!*.r0 ignore!*:*[*][0]", ""},
			{"", "hide: ['**']"},
			{"", "ignore: ['*:*']\ndrift: none"},
			{"", "ignore: ['*:*.*']\ndrift: relevant\nonly: ['*.r1', '*.drifted']"},
			{"action=create", "ignore: ['*:*']"},
		} {
			checkMuted(t, made.Plan, opts, test.own, test.file)
		}
	}
}

// mutedPlan has what rules of a file must not mute.
const mutedPlan = `{"format_version":"1.2","terraform_version":"1.14.0","resource_changes":[
	{"address":"a_bucket.b","mode":"managed","type":"a_bucket","name":"b","provider_name":"p","change":{"actions":["update"],
		"before":{"size":1,"Policy":"x","conf":{"n":1,"sub_policy":{"k":1}},"text":"{\"iam\":1,\"n\":1}"},
		"after":{"size":2,"Policy":"y","conf":{"n":2,"sub_policy":{"k":2}},"text":"{\"iam\":2,\"n\":2}"}}},
	{"address":"a_bucket.plain","mode":"managed","type":"a_bucket","name":"plain","provider_name":"p","change":{"actions":["update"],
		"before":{"size":1,"policy":"x"},"after":{"size":2,"policy":"x"}}},
	{"address":"a_bucket.unknown","mode":"managed","type":"a_bucket","name":"unknown","provider_name":"p","change":{"actions":["update"],
		"before":{"conf":{"policy":1}},"after":{},"after_unknown":{"conf":true}}},
	{"address":"a_bucket.new","mode":"managed","type":"a_bucket","name":"new","provider_name":"p","change":{"actions":["create"],
		"before":null,"after":{"size":2,"policy":"x"}}},
	{"address":"a_bucket.other","mode":"managed","type":"a_bucket","name":"other","provider_name":"p","change":{"actions":["create"],
		"before":null,"after":{"size":2}}},
	{"address":"a_IAM_role.r","mode":"managed","type":"a_IAM_role","name":"r","provider_name":"p","change":{"actions":["update"],
		"before":{"size":1},"after":{"size":2}}},
	{"address":"a_disk.d","mode":"managed","type":"a_disk","name":"d","provider_name":"p","change":{"actions":["delete","create"],
		"before":{"size":1},"after":{"size":2},"replace_paths":[["size"]]}},
	{"address":"a_disk.gone","mode":"managed","type":"a_disk","name":"gone","provider_name":"p","deposed":"1234","change":{"actions":["delete"],
		"before":{"size":1},"after":null}},
	{"address":"a_disk.kept","mode":"managed","type":"a_disk","name":"kept","provider_name":"p","change":{"actions":["forget"],
		"before":{"size":1},"after":null}}]}`

func TestFileCannotMute(t *testing.T) {
	for file, want := range map[string]string{
		"hide: ['**']":             `a_bucket.plain a_bucket.other`,
		"only: [type=none]":        `a_bucket.plain a_bucket.other`,
		"ignore: ['*:*']":          `a_bucket.b.conf.n a_bucket.b.size a_bucket.b.text.n a_bucket.plain.size`,
		"ignore: ['*:text']":       `a_bucket.b.text.n`,
		"ignore: ['*:conf.*']":     `a_bucket.b.conf.n`,
		"ignore: ['*:Policy']":     ``,
		"ignore: ['*:*.iam']":      ``,
		"ignore: ['a_disk:*']":     ``,
		"hide: [type=a_IAM_*]":     ``,
		"hide: [action=delete]":    ``,
		"hide: [action=replace]":   ``,
		"hide: [action=forget]":    ``,
		"hide: [a_bucket.unknown]": ``,
	} {
		opts := kit.WithRules(t, planfmt.Options{Needs: planfmt.Needs{Muted: true, RulesFile: true}}, "", file)
		p := loadMuted(t, []byte(mutedPlan), opts)
		var got []string
		for _, m := range p.Summary.Muted {
			got = append(got, strings.TrimSuffix(m.Address+"."+m.Path.String(), "."))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s mutes %s, want %s", file, got, want)
		}
		if p.Summary.RulesFile != "rules.yaml" {
			t.Errorf("%s: the file is %q", file, p.Summary.RulesFile)
		}
		checkMuted(t, []byte(mutedPlan), planfmt.Options{}, "", file)
		// A view that does not want the file has none of it.
		opts.Needs.RulesFile = false
		if p := loadMuted(t, []byte(mutedPlan), opts); len(p.Summary.Muted) > 0 || p.Summary.RulesFile != "" {
			t.Errorf("%s applies where it must not: %v", file, p.Summary)
		}
	}
}

// AllMuted depends on the user's own rules only.
func TestAllMuted(t *testing.T) {
	for _, test := range []struct {
		own, file string
		want      bool
	}{
		{"", "", false},
		{"**", "", true},
		{"only!type=none", "", true},
		{"type=a_*", "", true},
		{"type=a_b*", "", false},
		{"", "hide: ['**']", false},
		{"ignore!*:*", "", false},
		{"ignore!*:* type=a_disk action=create", "", true},
	} {
		opts := kit.WithRules(t, planfmt.Options{Format: "json"}, test.own, test.file)
		res, err := planfmt.Show(t.Context(), &bytes.Buffer{}, strings.NewReader(mutedPlan), opts)
		if err != nil {
			t.Fatal(err)
		}
		if !res.Changes || res.AllMuted != test.want {
			t.Errorf("%q, %q: changes %v, all muted %v", test.own, test.file, res.Changes, res.AllMuted)
		}
	}
}
