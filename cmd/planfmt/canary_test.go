package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/forge"
	"github.com/planfmt/planfmt/runlog"
)

// canaryPlan has a canary wherever the document says or means that something is sensitive: on both sides or one, with a mark that is
// no mark, with a list of marks that is too short, by a name, in an output, and as a copy that nothing marks.
const canaryPlan = `{"format_version":"1.2","terraform_version":"1.9.0","resource_changes":[
{"address":"x_y.both","mode":"managed","type":"x_y","name":"both","provider_name":"registry.terraform.io/z/x","change":{"actions":["update"],"before":{"v":"CANARYa1b2c3d4e5f60718","n":1},"after":{"v":"CANARYa2b2c3d4e5f60718","n":2},"after_unknown":{},"before_sensitive":{"v":true},"after_sensitive":{"v":true}}},
{"address":"x_y.before","mode":"managed","type":"x_y","name":"before","provider_name":"registry.terraform.io/z/x","change":{"actions":["delete","create"],"before":{"v":"CANARYa3b2c3d4e5f60718","n":1},"after":{"v":"CANARYa4b2c3d4e5f60718","n":2},"after_unknown":{},"before_sensitive":{"v":true},"after_sensitive":{},"replace_paths":[["n"]]}},
{"address":"x_y.after","mode":"managed","type":"x_y","name":"after","provider_name":"registry.terraform.io/z/x","change":{"actions":["update"],"before":{"v":"CANARYa5b2c3d4e5f60718","w":null},"after":{"v":"CANARYa5b2c3d4e5f60718","w":"CANARYa6b2c3d4e5f60718"},"after_unknown":{},"before_sensitive":{},"after_sensitive":{"v":true,"w":null}}},
{"address":"x_y.list","mode":"managed","type":"x_y","name":"list","provider_name":"registry.terraform.io/z/x","change":{"actions":["create"],"before":null,"after":{"l":["a","CANARYa7b2c3d4e5f60718"]},"after_unknown":{},"before_sensitive":false,"after_sensitive":{"l":[false]}}},
{"address":"x_y.named","mode":"managed","type":"x_y","name":"named","provider_name":"registry.terraform.io/z/x","change":{"actions":["delete"],"before":{"password":"CANARYa8b2c3d4e5f60718"},"after":null,"after_unknown":{}}},
{"address":"x_y.copy","mode":"managed","type":"x_y","name":"copy","provider_name":"registry.terraform.io/z/x","change":{"actions":["update"],"before":{"v":"0"},"after":{"v":"CANARYa1b2c3d4e5f60718","d":"{\"k\":\"CANARYa3b2c3d4e5f60718\"}"},"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}
],"output_changes":{"o":{"actions":["update"],"before":"CANARYa9b2c3d4e5f60718","after":"CANARYaab2c3d4e5f60718","after_unknown":false,"before_sensitive":false,"after_sensitive":true},
"p":{"actions":["create"],"before":null,"after":"CANARYabb2c3d4e5f60718","after_unknown":false,"before_sensitive":false,"after_sensitive":false}},
"configuration":{"root_module":{"outputs":{"p":{"sensitive":true}}}}}`

// canaryPolicy are policies that say all that they can about a resource.
const canaryPolicy = `resource_policy "*" "after" {
  operations = ["create", "update"]
  enforce {
    condition     = core::jsonencode(attrs) == core::try(attrs.v, "")
    error_message = "it is ${core::jsonencode(attrs)} ${core::try(attrs.v, "")}"
  }
}

resource_policy "*" "before" {
  operations = ["update", "delete"]
  enforce {
    condition     = core::jsonencode(prior_attrs) == core::try(prior_attrs.v, "")
    error_message = "it is ${core::jsonencode(prior_attrs)} ${core::try(prior_attrs.v, "")}"
  }
}
`

// noDocument are the commands that read no plan, state or log, and why others are not here.
var noDocument = map[string]string{
	"completion": "reads nothing", "docs": "reads nothing", "functions": "reads nothing", "help": "reads nothing", "version": "reads nothing",
	"schemas": "takes the names of types and providers from a document", "test": "reads policies", "validate": "reads policies",
	"view": "needs a terminal; it has TestSecrets of its own", "policies": "reads policies", "explain": "reads nothing", "mcp": "has TestMCPCanaries",
}

// TestCanaryCommands runs every command that reads a document, in every format. No canary is in what it prints, whether or not it is an
// error.
func TestCanaryCommands(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	plan, policy := file("plan.json", canaryPlan), file("p.policy.hcl", canaryPolicy)
	other := file("other.json", strings.ReplaceAll(canaryPlan, "CANARY", "BARLEY"))
	broken := file("broken.json", canaryPlan[:strings.Index(canaryPlan, "a5b2c3d4e5f60718")+4])
	log := file("log.jsonl", `{"@level":"info","@message":"Terraform 1.9.0","@module":"terraform.ui","@timestamp":"2026-01-01T00:00:00Z","terraform":"1.9.0","type":"version","ui":"1.2"}
{"@level":"info","@message":"Outputs: 1","@module":"terraform.ui","@timestamp":"2026-01-01T00:00:00Z","outputs":{"o":{"sensitive":true,"type":"string","value":"CANARYaab2c3d4e5f60718"}},"type":"outputs"}
{"@level":"error","@message":"Error: CANARYaab2c3d4e5f60718","@module":"terraform.ui","@timestamp":"2026-01-01T00:00:00Z","diagnostic":{"severity":"error","summary":"CANARYaab2c3d4e5f60718","detail":""},"type":"diagnostic"}
`)
	state := file("state.json", `{"format_version":"1.0","terraform_version":"1.9.0","values":{"root_module":{"resources":[
{"address":"x_y.both","mode":"managed","type":"x_y","name":"both","provider_name":"registry.terraform.io/z/x","values":{"v":"CANARYb1b2c3d4e5f60718","n":1},"sensitive_values":{"v":true}},
{"address":"x_y.named","mode":"managed","type":"x_y","name":"named","provider_name":"registry.terraform.io/z/x","values":{"password":"CANARYb2b2c3d4e5f60718"},"sensitive_values":{}},
{"address":"x_y.copy","mode":"managed","type":"x_y","name":"copy","provider_name":"registry.terraform.io/z/x","values":{"v":"CANARYa1b2c3d4e5f60718"},"sensitive_values":{}}]}}}`)
	approved := filepath.Join(dir, "approved.json")
	if f, _, errs := newTestFactory(nil, nil); run(context.Background(), f, []string{"approve", plan, "--by", "a", "--yes", "--unsigned", "-o", approved}) != 0 {
		t.Fatal(errs)
	}
	runs := map[string][][]string{
		"approve": {
			{plan, "--by", "a", "--yes", "--unsigned"}, {plan, other, "--by", "a", "--yes", "--statement", "--policies", policy}, {broken, "--by", "a", "--yes", "--unsigned"},
		},
		"verify":  {{plan, "--approval", plan, "--unsigned"}, {broken, "--approval", broken, "--unsigned"}, {broken, "--approval", approved, "--unsigned", "--match", "hash"}, {other, "--approval", approved, "--unsigned", "--approved-plan", plan}},
		"outcome": {{plan, "--log", log}, {broken, "--log", log}, {plan, "--state", plan}},
		"stale":   {{plan, state}, {other, state}, {broken, state}, {state, plan}, {plan, broken}},
		"hash":    {{plan}, {broken}}, "redact": {{plan}, {broken}}, "json": {{broken}, {plan, "-o", filepath.Join(dir, "out.json")}},
	}
	for _, name := range forge.Names() {
		runs["comment"] = append(runs["comment"], []string{plan, "--dry-run", "--target", name}, []string{plan, other, "--dry-run", "--target", name, "--policies", policy})
	}
	for _, f := range planfmt.Formats() {
		mask := []string{"-f", f.Name, "--mask-copies"}
		runs["show"] = append(runs["show"], slices.Concat([]string{plan}, mask), slices.Concat([]string{plan, other}, mask), slices.Concat([]string{plan}, mask, []string{"--where", "parseint(jsonencode(after), 10) > 1"}),
			slices.Concat([]string{broken}, mask))
		if f.Uses.Verdicts {
			runs["show"] = append(runs["show"], slices.Concat([]string{plan}, mask, []string{"--policies", policy}))
		}
	}
	for _, f := range planfmt.VerdictFormats() {
		runs["check"] = append(runs["check"], []string{plan, "--policies", policy, "-f", f.Name}, []string{broken, "--policies", policy, "-f", f.Name})
	}
	for _, f := range planfmt.PlanDiffFormats() {
		runs["diff"] = append(runs["diff"], []string{plan, other, "-f", f.Name}, []string{other, plan, "-f", f.Name}, []string{plan, broken, "-f", f.Name})
	}
	for _, f := range planfmt.OutcomeFormats() {
		runs["outcome"] = append(runs["outcome"], []string{plan, "--log", log, "--state", state, "-f", f.Name}, []string{other, "--state", state, "-f", f.Name})
	}
	for _, f := range runlog.Formats() {
		runs["log"] = append(runs["log"], []string{log, "-f", f.Name}, []string{log, "--plan", plan, "-f", f.Name}, []string{log, "--plan", broken, "-f", f.Name})
	}
	for _, name := range []string{"both", "before", "after", "list", "named", "copy"} {
		runs["why"] = append(runs["why"], []string{"x_y." + name, plan})
	}
	for _, f := range planfmt.GraphFormats() {
		runs["graph"] = append(runs["graph"], []string{plan, "--all", "-f", f.Name}, []string{broken, "--all", "-f", f.Name})
	}
	for _, f := range planfmt.QueryFormats() {
		for _, text := range []string{
			"resources", "drift", "outputs", "plan", "jsonencode(resources)", "[for r in resources : r.after.v]", "[for r in resources : parseint(jsonencode(r.before), 10)]",
			"base64decode(base64encode(jsonencode(resources)))", "{ for r in resources : jsonencode(r.after) => 1 }",
		} {
			runs["query"] = append(runs["query"], []string{plan, text, "-f", f.Name})
		}
	}
	f, _, _ := newTestFactory(nil, nil)
	for _, c := range newCmdRoot(f).Commands() {
		if len(runs[c.Name()]) == 0 && noDocument[c.Name()] == "" {
			t.Errorf("%s has no run here: add some, or say why it needs none", c.Name())
		}
	}
	n, shown := 0, 0
	for name, all := range runs {
		for _, args := range all {
			f, out, errs := newTestFactory(nil, planfmt.ShowAll)
			status := run(context.Background(), f, slices.Concat([]string{name}, args))
			text := out.String() + errs.String()
			if strings.Contains(text, "x_y") {
				shown++
			}
			if n++; len(text) == 0 && status != 0 {
				t.Errorf("%s %v: status %d, and no text", name, args, status)
			}
			if i := strings.Index(text, "CANARY"); i >= 0 {
				t.Errorf("%s %v: a secret comes out: …%s", name, args, text[max(0, i-200):min(len(text), i+40)])
			}
			if bytes.Contains(errs.Bytes(), []byte("unknown flag")) || status == 70 {
				t.Errorf("%s %v: %s", name, args, errs)
			}
		}
	}
	if t.Logf("%d runs, %d of them about resources", n, shown); shown < n/3 {
		t.Error("too few of them: most others are about sensitive values as a whole, and damaged files")
	}
}
