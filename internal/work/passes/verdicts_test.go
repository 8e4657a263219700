package passes_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
	"github.com/planfmt/planfmt/verdict"
)

const verdictPolicies = `policy {}
resource_policy "*" "alone" {
  enforce {
    condition     = core::length(core::getresources(meta.type)) < 2
    error_message = "There are several."
  }
}
resource_policy "aws_db_instance" "stays" {
  operations = ["delete"]
  enforce {
    condition     = prior_attrs.id == "d0"
    error_message = "It is ${prior_attrs.id}."
  }
}
`

func verdictsText(t *testing.T, rep *verdict.Report) string {
	t.Helper()
	if rep == nil {
		t.Fatal("no verdicts")
	}
	var b bytes.Buffer
	if err := report.CheckText(&b, rep, nil, layout.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestVerdictsOfShow checks that Show judges a document as Check does, although it needs more of it.
func TestVerdictsOfShow(t *testing.T) {
	t.Parallel()
	docs := map[string][]byte{"made": []byte(kit.HazardsPlan(30))}
	files, _ := filepath.Glob("testdata/planfiles/*/*plan*")
	for _, f := range files {
		if !sampling.Takes(t.Name(), filepath.ToSlash(f)) {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		docs[f] = text
	}
	for name, text := range docs {
		for _, copies := range []planfmt.Choice{planfmt.ChoiceAuto, planfmt.ChoiceNever} {
			opts := planfmt.Options{Format: "markdown"}
			opts.MaskCopies = copies
			opts.Policies = kit.JudgedBy(verdictPolicies)
			rep, err := planfmt.Check(context.Background(), bytes.NewReader(text), opts)
			var out bytes.Buffer
			res, showErr := planfmt.Show(context.Background(), &out, bytes.NewReader(text), opts)
			if (err == nil) != (showErr == nil) {
				t.Errorf("%s: %v, but Show: %v", name, err, showErr)
			}
			if err != nil || showErr != nil {
				continue
			}
			want, got := verdictsText(t, rep), verdictsText(t, res.Summary.Verdicts)
			if got != want {
				t.Errorf("%s: Show says\n%s\nbut Check\n%s", name, got, want)
			}
		}
	}
}

func TestVerdictsInFormats(t *testing.T) {
	t.Parallel()
	const counted = "verdicts: "
	for _, name := range []string{"compact", "brief", "markdown", "html"} {
		got := kit.ShowText(t, kit.HazardsPlan(3), planfmt.Options{Format: name, Policies: kit.JudgedBy(verdictPolicies)})
		for _, want := range []string{counted, "It is d1.", "stays"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", name, want, got)
			}
		}
		if strings.Contains(got, "CANARY") {
			t.Errorf("%s: a secret comes out", name)
		}
	}
	for _, name := range []string{"human", "json", "jsonl"} {
		opts := planfmt.Options{Format: name}
		want := kit.ShowText(t, kit.HazardsPlan(3), opts)
		opts.Policies = kit.JudgedBy(verdictPolicies)
		if got := kit.ShowText(t, kit.HazardsPlan(3), opts); got != want {
			t.Errorf("%s: policies change it:\n%s", name, got)
		}
	}
	for _, limit := range []int{500, 700, 1000, 1500, 2500, 4000} {
		opts := planfmt.Options{Format: "markdown", Policies: kit.JudgedBy(verdictPolicies)}
		opts.Markdown.MaxSize = limit
		if got := kit.ShowText(t, kit.HazardsPlan(30), opts); len(got) > limit {
			t.Errorf("%d bytes, but the limit is %d:\n%s", len(got), limit, got)
		}
	}
}

// TestVerdictsHideCopies checks that what policies say has no strings that formats hide elsewhere.
func TestVerdictsHideCopies(t *testing.T) {
	t.Parallel()
	const secret = "Tr0ub4dor&3-very-long"
	plan := fmt.Sprintf(`{"format_version":"1.2","resource_changes":[
 {"address":"x_y.a","mode":"managed","type":"x_y","name":"a","provider_name":"registry.terraform.io/x/x","change":{"actions":["create"],
  "before":null,"after":{"password":%q,"motto":%[1]q},"after_unknown":{},"before_sensitive":false,"after_sensitive":{"password":true}}}]}`, secret)
	text := `policy {}
resource_policy "x_y" "m" {
  enforce {
    condition     = attrs.motto == "other"
    error_message = "The motto is ${attrs.motto}."
  }
  enforce {
    condition = attrs.motto == "third"
  }
}
`
	for _, name := range []string{"compact", "brief", "markdown", "html"} {
		opts := planfmt.Options{Format: name, Policies: kit.JudgedBy(text)}
		if got := kit.ShowText(t, plan, opts); strings.Contains(got, "Tr0ub4dor") {
			t.Errorf("%s: a copy comes out:\n%s", name, got)
		}
		opts.MaskCopies = planfmt.ChoiceNever
		if got := kit.ShowText(t, plan, opts); !strings.Contains(got, "The motto is Tr0ub4dor") {
			t.Errorf("%s: the message is not there:\n%s", name, got)
		}
	}
}

// TestCheckHidesCopies checks that nothing that Check says has a copy of a secret, wherever the copy is and whatever
// calls the original sensitive: a mark of the document, the schema, or its name.
func TestCheckHidesCopies(t *testing.T) {
	t.Parallel()
	const secret = "CANARY-Tr0ub4dor&3-very-long"
	const change = `{"actions":["create"],"before":null,"after":{"password":%q,"motto":%q},"after_unknown":{},"before_sensitive":false,"after_sensitive":%s}`
	resource := func(name, change string) string {
		return fmt.Sprintf(`{"address":"x_y.%[1]s","mode":"managed","type":"x_y","name":%[1]q,"provider_name":"registry.terraform.io/x/x","change":%s}`, name, change)
	}
	plan := func(marks string) string {
		return `{"format_version":"1.2","terraform_version":"1.14.0","resource_changes":[` +
			resource("a", fmt.Sprintf(change, secret, "none", marks)) + "," +
			resource("b", fmt.Sprintf(change, "", secret, marks)) + "," +
			resource("c", fmt.Sprintf(change, "", `{"in":["`+secret+`"]}`, marks)) +
			`],"configuration":{"provider_config":{"x":{"name":"x","full_name":"registry.terraform.io/x/x","expressions":{"motto":{"constant_value":"` + secret + `"}}}},"root_module":{}}}`
	}
	policies := `policy {}
resource_policy "x_y" "m" {
  locals {
    found = core::getresources("x_y", { motto = attrs.motto })
  }
  enforce {
    condition     = attrs.motto == "other"
    error_message = "The motto is ${attrs.motto}."
  }
  enforce {
    condition    = core::length(local.found) == 0
    info_message = core::jsonencode(local.found)
  }
  enforce {
    condition = core::parseint(attrs.motto, 10) > 3
  }
}
provider_policy "x" "p" {
  enforce {
    condition     = attrs.motto == "third"
    error_message = "The motto is ${attrs.motto}."
  }
}
`
	const wordSchema = `{"format_version":"1.0","provider_schemas":{"registry.terraform.io/x/x":{"resource_schemas":{"x_y":{"version":0,"block":{"attributes":{
		"word":{"type":"string","optional":true,"sensitive":true},"motto":{"type":"string","optional":true}}}}}}}}`
	for name, c := range map[string]struct {
		plan   string
		schema string
	}{
		"mark":   {plan: plan(`{"password":true}`)},
		"schema": {plan: strings.ReplaceAll(plan(`{}`), "password", "word"), schema: wordSchema},
		"name":   {plan: strings.ReplaceAll(plan(`{}`), `,"before_sensitive":false,"after_sensitive":{}`, "")},
	} {
		opts := planfmt.Options{Policies: kit.JudgedBy(policies)}
		if c.schema != "" {
			opts.Schemas = []planfmt.SchemaSource{kit.SchemaText([]byte(c.schema))}
		}
		for _, choice := range []planfmt.Choice{planfmt.ChoiceAuto, planfmt.ChoiceNever} {
			opts.MaskCopies = choice
			rep, err := planfmt.Check(t.Context(), strings.NewReader(c.plan), opts)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if len(rep.Unmatched) > 0 {
				t.Errorf("%s: nothing is judged by %v", name, rep.Unmatched)
			}
			var out bytes.Buffer
			kit.WriteVerdicts(&out, rep)
			if shown := strings.Contains(out.String(), "CANARY"); shown != (choice == planfmt.ChoiceNever) {
				t.Errorf("%s, hidden: %v: the copy is shown: %v\n%s", name, choice, shown, out.String())
			}
		}
	}
}

func TestVerdictsStaticErrors(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"policy {}\nresource_policy \"*\" \"x\" {\n  enforce {\n    condition = core::nope(1)\n  }\n}\n", "{"} {
		var out bytes.Buffer
		_, err := planfmt.Show(context.Background(), &out, strings.NewReader(kit.HazardsPlan(1)), planfmt.Options{Format: "markdown", Policies: kit.JudgedBy(text)})
		if _, ok := errors.AsType[diag.List](err); !ok || out.Len() > 0 {
			t.Errorf("%v, and %q", err, out.String())
		}
	}
	var out bytes.Buffer
	if _, err := planfmt.Show(context.Background(), &out, strings.NewReader(kit.HazardsPlan(1)), planfmt.Options{Format: "markdown", Policies: &planfmt.PolicyOptions{}}); !errors.Is(err, planfmt.ErrNoPolicies) {
		t.Error(err)
	}
}
