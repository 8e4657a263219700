package golden_test

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/test/kit"
	"github.com/planfmt/planfmt/values"
)

// refinedPlan has unknown values in all places in which formats show some.
const refinedPlan = `{"format_version":"1.2","terraform_version":"1.11.4","resource_changes":[
{"address":"aws_instance.a","mode":"managed","type":"aws_instance","name":"a","provider_name":"registry.terraform.io/hashicorp/aws","change":{
 "actions":["update"],"before":{"arn":"x","ami":"y","tags":["t"]},"after":{"ami":"z","tags":[null]},"after_unknown":{"arn":true,"tags":[true]}}},
{"address":"aws_instance.b","mode":"managed","type":"aws_instance","name":"b","provider_name":"registry.terraform.io/hashicorp/aws","change":{
 "actions":["create"],"before":null,"after":{"ami":"z"},"after_unknown":{"arn":true}}},
{"address":"aws_instance.c","mode":"managed","type":"aws_instance","name":"c","provider_name":"registry.terraform.io/hashicorp/aws","change":{
 "actions":["delete","create"],"before":{"subnet":"s","ami":"y"},"after":{"ami":"y"},"after_unknown":{"subnet":true},"replace_paths":[["subnet"]]}}],
"output_changes":{"o":{"actions":["update"],"before":"p","after_unknown":true}}}`

// refineAll says something about each unknown value.
func refineAll(_ planfmt.Owner, d computed.Diff) computed.Diff {
	return d.Transform(func(d computed.Diff) computed.Diff {
		c := d.Renderer.Content()
		if c.Kind != computed.KindUnknown {
			return d
		}
		known := &values.Refinement{NotNull: true, Prefix: "arn:\x1b[31m|*x*<b>"}
		if path := d.Path.String(); path == "" {
			known = &values.Refinement{Number: values.Range{Min: values.Bound{Number: "0"}, Max: values.Bound{Number: "1e3", IsBeyond: true}}}
		}
		var before *computed.Diff
		for p := range c.Children() {
			before = &p.Diff
		}
		d.Renderer = renderers.Unknown(before, known)
		return d
	})
}

func TestRefinements(t *testing.T) {
	for _, test := range []struct {
		format string
		want   []string
	}{
		{"human", []string{
			"\n      ~ arn  = \"x\" -> (known after apply) # not null, starts with \"arn:\\x1b[31m|*x*<b>\"\n",
			"\n          ~ \"t\" -> (known after apply), # not null, starts",
			"\n      + arn = (known after apply) # not null",
			"(known after apply) # not null, starts with \"arn:\\x1b[31m|*x*<b>\" # forces replacement\n",
			"\n  ~ o = \"p\" -> (known after apply) # 0 or more, less than 1e3\n",
		}},
		{"compact", []string{
			"arn \"x\" -> (known after apply) (not null, starts with \"arn:\\x1b[31m|*x*<b>\")",
			"\"p\" -> (known after apply) (0 or more, less than 1e3)",
		}},
		{"markdown", []string{
			"-> (known after apply) # not null, starts with \"arn:\\x1b[31m|*x*<b>\"", "(known after apply) # 0 or more, less than 1e3",
		}},
		{"html", []string{"# not null, starts with &#34;arn:\\x1b[31m|*x*&lt;b&gt;&#34;", "# 0 or more, less than 1e3"}},
		{"json", nil},
		{"jsonl", nil},
	} {
		run := func(asks, has bool) string {
			opts := kit.WithFormat(planfmt.Options{}, test.format)
			opts.Refinements = asks
			if has {
				opts.Wrap = refineAll
			}
			text, remarks := kit.RenderGolden([]byte(refinedPlan), opts)
			if strings.Contains(remarks, "error") {
				t.Error(remarks)
			}
			return text
		}
		plain, shown := run(false, true), run(true, true)
		if have := run(true, false); test.want != nil && have != plain {
			t.Errorf("%s: the flag changes what is said where nothing is known:\n%s", test.format, kit.LineDiff(plain, have))
		}
		if test.want == nil {
			if shown != plain || strings.Count(shown, `"refinement":{"not_null":true,"prefix":"arn:\u001b[31m|*x*<b>"}`) != 4 || !strings.Contains(shown, `"refinement":{"minimum":0,"exclusive_maximum":1e3}`) {
				t.Errorf("%s:\n%s", test.format, shown)
			}
			continue
		}
		if have := run(false, false); have != plain {
			t.Errorf("%s: what is known is told although nobody asks:\n%s", test.format, kit.LineDiff(have, plain))
		}
		for _, want := range test.want {
			if !strings.Contains(shown, want) {
				t.Errorf("%s lacks %q:\n%s", test.format, want, shown)
			}
		}
	}
	schema := kit.NewDiffSchema(t)
	opts := kit.WithFormat(planfmt.Options{Comparison: planfmt.Comparison{Wrap: refineAll}}, "json")
	text, _ := kit.RenderGolden([]byte(refinedPlan), opts)
	if err := kit.Validate(schema.Document, text); err != nil {
		t.Error(err)
	}
}

// Resources of which different things are known are not on one line.
func TestRefinementsApart(t *testing.T) {
	const one = `{"address":"a.NAME","mode":"managed","type":"a","name":"NAME","provider_name":"x/y/z","change":{"actions":["update"],"before":{"arn":"x"},"after":{},"after_unknown":{"arn":true}}}`
	var all []string
	for _, name := range []string{"a", "b", "c"} {
		all = append(all, strings.ReplaceAll(one, "NAME", name))
	}
	plan := `{"format_version":"1.2","resource_changes":[` + strings.Join(all, ",") + `]}`
	opts := kit.WithFormat(planfmt.Options{}, "compact")
	opts.Wrap = func(o planfmt.Owner, d computed.Diff) computed.Diff {
		known := &values.Refinement{Prefix: "same"}
		if o.Resource.Address == "a.b" {
			known.Prefix = "other"
		}
		return d.Transform(func(d computed.Diff) computed.Diff {
			if d.Renderer.Content().Kind == computed.KindUnknown {
				d.Renderer = renderers.Unknown(nil, known)
			}
			return d
		})
	}
	text, _ := kit.RenderGolden([]byte(plan), opts)
	if n := strings.Count(text, "(known after apply)"); n != 1 {
		t.Errorf("%d lines without refinements:\n%s", n, text)
	}
	opts.Refinements = true
	text, _ = kit.RenderGolden([]byte(plan), opts)
	if strings.Count(text, `starts with "same"`) != 1 || strings.Count(text, `starts with "other"`) != 1 {
		t.Errorf("with refinements:\n%s", text)
	}
}
