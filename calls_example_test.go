package planfmt_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/sinks"
)

// This writes a plan for people and, at the same time, for another program.
func ExampleShowAll() {
	var data bytes.Buffer
	_, err := planfmt.ShowAll(context.Background(), strings.NewReader(examplePlan), planfmt.Options{},
		planfmt.Target{W: os.Stdout, Format: "compact"},
		planfmt.Target{W: &data, Format: "jsonl"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("lines of JSON:", bytes.Count(data.Bytes(), []byte("\n")))
	// Output:
	// Plan: 0 to add, 1 to change, 0 to destroy.  1 update
	//
	// UPDATE 1
	//     ~ demo_disk.data  size 8 -> 16
	// lines of JSON: 3
}

// This writes one report of several plans, one of which cannot be read.
func ExampleShowMany() {
	document := func(name, plan string) planfmt.Document {
		return planfmt.Document{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(plan)), nil }}
	}
	docs := []planfmt.Document{document("network", `{"format_version": "1.2"`), document("storage", examplePlan)}
	res, err := planfmt.ShowMany(context.Background(), docs, planfmt.Options{}, planfmt.Target{W: os.Stdout, Format: "compact"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range res.Documents {
		fmt.Printf("%s: changes: %t, error: %v\n", d.Name, d.Changes, d.Err)
	}
	// Output:
	// 2 plans: 1 with changes, 0 without, 1 could not be read.
	// Plan: 0 to add, 1 to change, 0 to destroy.  1 update
	//
	//       network           could not be read: the document is cut off at byte 24, line 1
	//       storage           1 update
	// storage
	//   UPDATE 1
	//       ~ demo_disk.data  size 8 -> 16
	// network: changes: false, error: the document is cut off at byte 24, line 1
	// storage: changes: true, error: <nil>
}

// This judges a plan by a policy.
func ExampleCheck() {
	report, err := planfmt.Check(context.Background(), strings.NewReader(examplePlan), planfmt.Options{
		Policies: &planfmt.PolicyOptions{Policies: []policy.Source{{Name: "disks.policy.hcl", Text: []byte(`
			resource_policy "demo_disk" "small" {
			  enforce {
			    condition     = attrs.size <= 10
			    error_message = "A disk has 10 GB at most."
			  }
			}`)}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range report.Results.All() {
		fmt.Printf("%s: %s: %s\n", r.Outcome, r.Address, r.Message)
	}
	fmt.Println(report.Conclusion())
	// Output:
	// fail: demo_disk.data: A disk has 10 GB at most.
	// fail
}

// This evaluates an expression over a plan.
func ExampleNewQuery() {
	query, diags := planfmt.NewQuery("query", `{ for r in resources : r.address => r.after.size if r.type == "demo_disk" }`)
	if diags.HasErrors() {
		fmt.Println(diags)
		return
	}
	if _, err := query.Run(context.Background(), os.Stdout, strings.NewReader(examplePlan), planfmt.Options{}, "json"); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {
	//   "demo_disk.data": 16
	// }
}

// This makes a plan that can be shown to somebody who may not see its secrets.
func ExampleRedact() {
	secret := strings.Replace(examplePlan, `"after_sensitive": {}`, `"after_sensitive": {"zone": true}`, 1)
	var redacted strings.Builder
	if err := planfmt.Redact(context.Background(), &redacted, strings.NewReader(secret), planfmt.Options{}); err != nil {
		fmt.Println(err)
		return
	}
	_, after, _ := strings.Cut(redacted.String(), `"after":`)
	after, _, _ = strings.Cut(after, "}")
	fmt.Println(strings.Join(strings.Fields(after), " "), "}")
	// Output:
	// {"name": "data", "size": 16, "zone": "(sensitive value)" }
}

// This finds out whether two files are the same plan, in whatever form.
func ExampleIdentify() {
	id := func(plan string) planfmt.Identity {
		id, err := planfmt.Identify(context.Background(), strings.NewReader(plan), planfmt.Options{})
		if err != nil {
			fmt.Println(err)
		}
		return id
	}
	spaced := strings.ReplaceAll(examplePlan, ",", ",\n")
	fmt.Println(id(examplePlan) == id(spaced), id(examplePlan).TerraformVersion)
	// Output: true 1.14.0
}

// This lists each value that changes. Text from a plan is escaped.
func ExampleResources_values() {
	for r, err := range planfmt.Resources(context.Background(), strings.NewReader(examplePlan), planfmt.Options{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		for l := range r.Body.ChangedLeaves() {
			fmt.Println(sinks.Escape(fmt.Sprintf("%s: %s: %s -> %s", r.Address, l.Path, l.Before.Text, l.After.Text)))
		}
	}
	// Output: demo_disk.data: size: 8 -> 16
}

// countFormat is a format of one's own, of which several plans can be one report. It counts what plans change.
var countFormat = planfmt.Format{
	Name: "count", Help: "how much changes",
	New: func(w io.Writer, _ planfmt.Layout) (planfmt.Writer, error) { return &counter{w: w}, nil },
}

type counter struct {
	w io.Writer
	n int
}

func (*counter) Begin(computed.Summary) error { return nil }

func (c *counter) Resource(r computed.Resource) error {
	for range r.Body.ChangedLeaves() {
		c.n++
	}
	return nil
}

func (c *counter) End(computed.Outcome) error {
	_, err := fmt.Fprintln(c.w, "values that change:", c.n)
	return err
}

func ExampleFormat() {
	opts := planfmt.Options{Formats: []planfmt.Format{countFormat}, Format: "count"}
	if _, err := planfmt.Show(context.Background(), os.Stdout, strings.NewReader(examplePlan), opts); err != nil {
		fmt.Println(err)
	}
	// Output: values that change: 1
}

// ownSchemas is a source of schemas of one's own: from a registry, for example.
type ownSchemas map[schema.ID]*schema.Block

func (s ownSchemas) Has(id schema.ID) bool { return s[id] != nil }

func (s ownSchemas) Lookup(id schema.ID) ([]schema.Schema, error) {
	if block := s[id]; block != nil {
		return []schema.Schema{{Block: block}}, nil
	}
	return nil, nil
}

// This hides what a schema of one's own calls sensitive.
func ExampleComparison() {
	disk := &schema.Block{Attributes: []schema.Attribute{
		{Name: "name", Type: cty.String, Required: true},
		{Name: "size", Type: cty.Number, Required: true, Sensitive: true},
		{Name: "zone", Type: cty.String},
	}}
	own := ownSchemas{{Provider: "registry.terraform.io/example/demo", Kind: schema.Resource, Type: "demo_disk"}: disk}
	opts := planfmt.Options{Format: "compact", Comparison: planfmt.Comparison{Layers: []schema.Layer{{Name: "registry", Source: own}}}}
	if _, err := planfmt.Show(context.Background(), os.Stdout, strings.NewReader(examplePlan), opts); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Plan: 0 to add, 1 to change, 0 to destroy.  1 update
	//
	// UPDATE 1
	//     ~ demo_disk.data  size (sensitive)
}
