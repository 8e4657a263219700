package golden_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

// TestWhereIsARule checks that a condition on the type mutes the same as a rule.
func TestWhereIsARule(t *testing.T) {
	t.Parallel()
	plans := [][]byte{}
	for _, g := range kit.SomeGoldens(t) {
		if doc := g.Document(); len(doc) > 0 {
			plans = append(plans, doc)
		}
	}
	for seed := range sampling.Seeds(40) {
		plans = append(plans, []byte(randplan.Make(randplan.Bytes(seed), randplan.Options{}).Plan))
	}
	for i, plan := range plans {
		opts := planfmt.Options{Needs: planfmt.Needs{Drift: true, Muted: true, NoOps: true}}
		opts.ShowUnchanged = true
		if _, err := planfmt.Load(context.Background(), bytes.NewReader(plan), opts); err != nil {
			continue
		}
		byRule := loadMuted(t, plan, kit.WithRules(t, opts, "action=update", ""))
		opts.Where = kit.NewWhere(t, `action != "update"`)
		byWhere := loadMuted(t, plan, opts)
		if got, want := mutedText(byWhere), mutedText(byRule); got != want {
			t.Errorf("plan %d: --where mutes\n%s\n, a rule\n%s", i, got, want)
		}
		w := byWhere.Summary.Where
		if n := strings.Count(mutedText(byWhere), "true"); w.Total != len(byWhere.Resources) || w.Shown != w.Total-n {
			t.Errorf("plan %d: %+v, but %d of %d are muted", i, w, n, len(byWhere.Resources))
		}
	}
}

func mutedText(p *computed.Plan) string {
	var b strings.Builder
	for i := range p.Resources {
		r := &p.Resources[i]
		fmt.Fprintln(&b, r.Section, r.Address, r.Deposed, r.Muted)
	}
	return b.String()
}

const wherePlan = `{"format_version":"1.2","resource_changes":[
 {"address":"t.a","mode":"managed","type":"t","name":"a","provider_name":"registry.terraform.io/x/x","change":{"actions":["update"],"before":{"size":1,"name":"a"},"after":{"size":2},"after_unknown":{"name":true},"before_sensitive":{},"after_sensitive":{}}},
 {"address":"t.b","mode":"managed","type":"t","name":"b","provider_name":"registry.terraform.io/x/x","change":{"actions":["create"],"before":null,"after":{"size":3,"name":"b"},"after_unknown":{},"before_sensitive":false,"after_sensitive":{}}},
 {"address":"u.c","mode":"managed","type":"u","name":"c","provider_name":"registry.terraform.io/x/x","change":{"actions":["delete"],"before":{"secret":"CANARY"},"after":null,"after_unknown":{},"before_sensitive":{"secret":true},"after_sensitive":false}}
]}`

func TestWhere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ where, shown, undecided, problem string }{
		{`type == "t"`, "t.a t.b", "", ""},
		{`type == "t" && after.size > 2`, "t.b", "", ""},
		{`type == "t" && before.size != after.size`, "t.a t.b", "", ""}, // null before a create
		{`try(after.name, null) == "b"`, "t.b", "t.a", ""},
		{`type == "u" || after.name == "b"`, "t.b u.c", "t.a", ""},
		{`after.size > 2`, "t.b", "", "u.c: --where:1:7: Unsupported attribute"},
		{`try(before.secret, "") == "CANARY"`, "u.c", "", ""},
		{`before.secret > 1`, "", "", "t.a, t.b: --where:1:8: Unsupported attribute"},
		{`action == "delete" && parseint(before.secret, 10) > 1`, "", "", "u.c"},
		{`can(after.nothing)`, "", "", ""},
		{`length(cause) > 0 || length(replace_paths) > 0`, "", "", ""},
		{`try(after.nothing, null)`, "", "", "t.a, t.b, u.c: --where:1:1: Invalid condition: The condition is null"},
	} {
		opts := planfmt.Options{Needs: planfmt.Needs{Muted: true}}
		opts.Where = kit.NewWhere(t, c.where)
		p := loadMuted(t, []byte(wherePlan), opts)
		var shown, undecided []string
		for i := range p.Resources {
			if !p.Resources[i].Muted {
				shown = append(shown, p.Resources[i].Address)
			}
		}
		for _, u := range p.Summary.Where.Undecided {
			undecided = append(undecided, u.Address)
			if len(u.Causes) == 0 {
				t.Errorf("%s: no cause for %s", c.where, u.Address)
			}
		}
		if got := strings.Join(shown, " "); got != c.shown {
			t.Errorf("%s: shows %s, want %s", c.where, got, c.shown)
		}
		if got := strings.Join(undecided, " "); got != c.undecided {
			t.Errorf("%s: undecided %s, want %s", c.where, got, c.undecided)
		}
		problems := fmt.Sprint(p.Problems)
		if (c.problem == "") != (len(p.Problems) == 0) || !strings.Contains(problems, c.problem) || strings.Contains(problems, "CANARY") {
			t.Errorf("%s: problems %s, want %s", c.where, problems, c.problem)
		}
	}
}

// TestWhereInFormats checks that every format says that it does not show everything, and which resources are undecided.
func TestWhereInFormats(t *testing.T) {
	t.Parallel()
	schema := kit.NewDiffSchema(t)
	for _, f := range planfmt.Formats() {
		opts := planfmt.Options{}
		opts.Where = kit.NewWhere(t, `try(after.name, null) == "b"`)
		var out bytes.Buffer
		if _, err := planfmt.Show(context.Background(), &out, strings.NewReader(wherePlan), kit.WithFormat(opts, f.Name)); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"after.name", "t.a.name (known after apply)"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: no %q in\n%s", f.Name, want, out.String())
			}
		}
		if strings.Contains(out.String(), "CANARY") {
			t.Errorf("%s: a secret comes out", f.Name)
		}
	}
	opts := planfmt.Options{}
	opts.Where = kit.NewWhere(t, `after.size > 2`)
	schema.CheckJSON(t, "where", []byte(wherePlan), opts)
}
