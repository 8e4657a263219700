package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/internal/read/planfile/made"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/values"
)

// This file damages what the command reads, and checks what the messages say about it: names, positions and types, but
// never text that may be a value (see plans.DescribeText), and no character that a terminal obeys.
//
// Every input of the command has a row in quotedInputs. A row is a text in which values stand between « and ». Of each
// value, and of the text as a whole, there are many broken forms, each with secrets in it.

// What must not come out: a text, which has characters in its middle that a terminal obeys, and a number.
const (
	secretLeft, secretControls, secretRight = "Zq7Kx0Vw3", "\x1b[31m\u202e\r", "Lm9Bt5Rh1"
	secretText                              = secretLeft + secretControls + secretRight
	secretNumber                            = "73918462051"
	secretJSON                              = `"` + secretLeft + `\u001b[31m\u202e\r` + secretRight + `"`
)

// leaked returns a piece of a secret that a text has, of six characters, or a character that a terminal obeys; or "".
func leaked(text string) string {
	for _, secret := range []string{secretLeft, secretRight, secretNumber} {
		for i := range len(secret) - 5 {
			if piece := secret[i : i+6]; strings.Contains(text, piece) {
				return piece
			}
		}
	}
	if i := strings.IndexAny(text, "\x1b\u202e\r"); i >= 0 {
		return text[i : i+1]
	}
	return ""
}

// quotedInput is a kind of input.
type quotedInput struct {
	name string
	text string // values are between « and »; with none of them, those of the JSON
	// names are the members of JSON that have names. A text in their place may be in messages, but nothing of another type.
	names []string
	write func(string) []byte // what is in the file; nil for the text
	file  string
	// runs are the arguments of commands. $FILE is the file, and $DIR its directory, in which are the files of with.
	runs [][]string
	with map[string]string
	// shows says that standard output has values by design.
	shows bool
	// own says that the text is a policy, or a test of one: messages quote it, since it is what its author works on.
	own bool
	env func(text string) map[string]string
}

// brokenForm is a broken form of an input.
type brokenForm struct {
	what, text string
	isName     bool // the secret is where a name is
}

// valuePlace is where a value stands in a text.
type valuePlace struct {
	begin, end int
	member     string // of JSON
	key        int    // of JSON: where the member begins; -1 for elements
}

// forms returns the broken forms of an input.
func (in quotedInput) forms() []brokenForm {
	text, places := cutMarks(in.text)
	isJSON := len(places) == 0
	if isJSON {
		places = jsonPlaces(text)
	}
	var all []brokenForm
	for _, p := range places {
		add := func(what, value string, isName bool) {
			all = append(all, brokenForm{fmt.Sprintf("%s at byte %d (%s)", what, p.begin, p.member), text[:p.begin] + value + text[p.end:], isName})
		}
		old := text[p.begin:p.end]
		if isJSON {
			isName := slices.Contains(in.names, p.member)
			add("a text", secretJSON, isName)
			add("a number", secretNumber, isName)
			add("a list", `[`+secretJSON+`,`+secretNumber+`]`, isName)
			add("an object", `{"v":`+secretJSON+`}`, isName)
			add("a bad escape", `"`+secretLeft+`\q`+secretRight+`"`, isName)
			add("a raw control character", `"`+secretText+`"`, isName)
			add("a text without end", `"`+secretText, isName)
			if p.key >= 0 {
				k := text[p.key:p.begin]
				all = append(all, brokenForm{fmt.Sprintf("a member twice at byte %d", p.key), text[:p.key] + k + secretJSON + "," + text[p.key:], isName})
			}
		} else {
			add("JSON", secretJSON, false)
			add("a list", `["`+secretLeft+`"]`, false)
			add("an object", `{ v = "`+secretLeft+`" }`, false)
			add("a number", secretNumber, false)
			add("quotes", `"`+secretText+`"`, false)
			add("a quote without end", `"`+secretText, false)
		}
		add("a word", secretText, false)
		add("a value and a word", old+" "+secretText, false)
		add("bad UTF-8", "\xff"+secretText, false)
		add("bad UTF-8 in quotes", "\"\xff"+secretText+"\"", isJSON && slices.Contains(in.names, p.member))
	}
	// The whole text, with secrets for values.
	full := text
	for _, p := range slices.Backward(places) {
		if !isJSON || text[p.begin] == '"' && !slices.Contains(in.names, p.member) && !strings.Contains(text[p.begin:p.end], "1.") {
			value := secretJSON
			if !isJSON && text[p.begin] != '"' {
				value = secretLeft + secretRight
			}
			full = full[:p.begin] + value + full[p.end:]
		}
	}
	for i := 1; i < 24; i++ {
		all = append(all, brokenForm{"cut off", full[:len(full)*i/24], false})
	}
	for what, before := range map[string]string{"a word": secretText + " ", "a line": "db_password = \"" + secretText + "\"\n", "JSON": `{"db_password":` + secretJSON + "}\n", "text": secretJSON, "a number": secretNumber + " ", "bad UTF-8": "\xff" + secretText} {
		all = append(all, brokenForm{what + " before", before + text, false}, brokenForm{what + " behind", text + "\n" + before, false}, brokenForm{what + " alone", before, false})
	}
	return append(all, brokenForm{"as it is", text, false}, brokenForm{"all values", full, false})
}

// cutMarks takes the marks of values out of a text.
func cutMarks(text string) (string, []valuePlace) {
	var b strings.Builder
	var all []valuePlace
	for {
		before, rest, ok := strings.Cut(text, "«")
		b.WriteString(before)
		if !ok {
			return b.String(), all
		}
		value, rest, _ := strings.Cut(rest, "»")
		all = append(all, valuePlace{begin: b.Len(), end: b.Len() + len(value), key: -1})
		b.WriteString(value)
		text = rest
	}
}

// jsonPlaces returns the places of all values in a document.
func jsonPlaces(text string) []valuePlace {
	var all []valuePlace
	dec := json.NewDecoder(strings.NewReader(text))
	skip := func() int { // to the next token
		n := int(dec.InputOffset())
		for strings.ContainsRune(" \n\t\r,:", rune(text[n])) {
			n++
		}
		return n
	}
	var value func(member string, key int)
	value = func(member string, key int) {
		i := len(all)
		all = append(all, valuePlace{begin: skip(), member: member, key: key})
		tok, err := dec.Token()
		if err != nil {
			panic(err)
		}
		if open, ok := tok.(json.Delim); ok {
			for dec.More() {
				if open == '[' {
					value(member, -1)
					continue
				}
				at := skip()
				name, _ := dec.Token()
				value(name.(string), at)
			}
			dec.Token()
		}
		all[i].end = int(dec.InputOffset())
	}
	for dec.More() {
		value("", -1)
	}
	return all
}

func zipped(text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(text))
	z.Close()
	return b.Bytes()
}

const quotedPlan = `{"format_version":"1.2","terraform_version":"1.9.0","variables":{"v":{"value":"u"}},
"planned_values":{"outputs":{"o":{"sensitive":true,"type":"string","value":"s"}},"root_module":{"resources":[{"address":"x_y.a[\"k\"]","mode":"managed","type":"x_y","name":"a","index":"k","provider_name":"registry.terraform.io/z/x","schema_version":0,"values":{"p":"v"},"sensitive_values":{"p":true}}],"child_modules":[{"address":"module.m","resources":[]}]}},
"resource_drift":[{"address":"x_y.a[\"k\"]","mode":"managed","type":"x_y","name":"a","index":"k","provider_name":"registry.terraform.io/z/x","change":{"actions":["update"],"before":{"p":"v"},"after":{"p":"w"},"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}],
"resource_changes":[{"address":"x_y.a[\"k\"]","module_address":"","mode":"managed","type":"x_y","name":"a","index":"k","provider_name":"registry.terraform.io/z/x","previous_address":"x_y.b","action_reason":"replace_because_cannot_update","change":{"actions":["delete","create"],"before":{"p":"v","l":["a",{"q":1}]},"after":{"p":"w","l":["a",{"q":true}]},"after_unknown":{"l":[false]},"before_sensitive":{"p":true},"after_sensitive":{"p":true},"replace_paths":[["l",1,"q"]],"importing":{"id":"i","identity":{"n":"m"}},"generated_config":"g","before_identity":{"n":"m"},"after_identity":{"n":"m"}}},
{"address":"x_y.d","mode":"managed","type":"x_y","name":"d","deposed":"0123abcd","provider_name":"registry.terraform.io/z/x","change":{"actions":["delete"],"before":{"p":"v"},"after":null,"after_unknown":{},"before_sensitive":{"p":true},"after_sensitive":false}}],
"deferred_changes":[{"reason":"instance_count_unknown","resource_change":{"address":"x_y.e","mode":"managed","type":"x_y","name":"e","provider_name":"registry.terraform.io/z/x","change":{"actions":["create"],"before":null,"after":{"p":"v"},"after_unknown":{},"before_sensitive":false,"after_sensitive":{}}}}],
"action_invocations":[{"address":"action.x_act.a","type":"x_act","name":"a","config_values":{"p":"v"},"config_sensitive":{},"config_unknown":{},"provider_name":"registry.terraform.io/z/x","lifecycle_action_trigger":{"triggering_resource_address":"x_y.d","action_trigger_event":"BeforeDestroy","action_trigger_block_index":0,"actions_list_index":0}}],
"output_changes":{"o":{"actions":["update"],"before":"s","after":"t","after_unknown":false,"before_sensitive":true,"after_sensitive":true}},
"prior_state":{"format_version":"1.0","terraform_version":"1.9.0","values":{"root_module":{"resources":[{"address":"x_y.a[\"k\"]","mode":"managed","type":"x_y","name":"a","index":"k","provider_name":"registry.terraform.io/z/x","schema_version":0,"values":{"p":"v"},"sensitive_values":{"p":true}}]}}},
"configuration":{"provider_config":{"x":{"name":"x","full_name":"registry.terraform.io/z/x","expressions":{"token":{"constant_value":"s"}}}},"root_module":{"outputs":{"o":{"sensitive":true,"expression":{"references":["x_y.a"]}}},"variables":{"v":{"default":"u","sensitive":true}},"resources":[{"address":"x_y.a","mode":"managed","type":"x_y","name":"a","provider_config_key":"x","expressions":{"p":{"constant_value":"v"}},"schema_version":0}]}},
"relevant_attributes":[{"resource":"x_y.a","attribute":["p",0]}],"checks":[{"address":{"kind":"output_value","name":"o","to_display":"output.o"},"status":"fail","instances":[{"address":{"to_display":"output.o"},"status":"fail","problems":[{"message":"m"}]}]}],"timestamp":"2026-01-01T00:00:00Z","applyable":true,"complete":true,"errored":false}
`

const quotedState = `{"format_version":"1.0","terraform_version":"1.11.4","values":{"outputs":{"o":{"sensitive":true,"value":"s","type":"string"}},"root_module":{"resources":[{"address":"thing.a[\"x\"]","mode":"managed","type":"thing","name":"a","index":"x","provider_name":"registry.terraform.io/a/thing","schema_version":0,"values":{"id":"1","none":null},"sensitive_values":{"id":true},"depends_on":["thing.b"],"tainted":true}],"child_modules":[{"address":"module.m"}]}},"checks":[]}`

const quotedStateFile = `{"version":4,"terraform_version":"1.11.4","serial":2,"lineage":"l","outputs":{"o":{"value":"s","type":"string","sensitive":true}},"resources":[{"module":"module.m","mode":"managed","type":"thing","name":"a","each":"map","provider":"provider[\"registry.terraform.io/a/thing\"]","instances":[{"index_key":"x","status":"tainted","deposed":"0123abcd","schema_version":0,"attributes":{"id":"1","none":null},"sensitive_attributes":[[{"type":"get_attr","value":"id"}]],"private":"cA==","dependencies":["thing.b"]}]}],"check_results":[{"object_kind":"output","config_addr":"output.o","status":"pass","objects":[{"object_addr":"output.o","status":"pass"}]}]}`

const quotedLog = `{"@level":"info","@message":"Terraform 1.9.0","@module":"terraform.ui","@timestamp":"2026-01-01T00:00:00Z","terraform":"1.9.0","type":"version","ui":"1.2"}
{"@level":"info","@message":"m","@module":"terraform.ui","@timestamp":"2026-01-01T00:00:00Z","change":{"resource":{"addr":"x_y.a","module":"","resource":"x_y.a","implied_provider":"x","resource_type":"x_y","resource_name":"a","resource_key":null},"action":"create","reason":"tainted"},"type":"planned_change"}
{"@level":"info","@message":"m","@module":"terraform.ui","@timestamp":"2026-01-01T00:00:00Z","hook":{"resource":{"addr":"x_y.a","module":"","resource":"x_y.a","implied_provider":"x","resource_type":"x_y","resource_name":"a","resource_key":null},"action":"create","id_key":"id","id_value":"i","elapsed_seconds":1},"type":"apply_complete"}
{"@level":"info","@message":"m","@module":"terraform.ui","@timestamp":"2026-01-01T00:00:00Z","changes":{"add":1,"change":0,"import":0,"remove":0,"operation":"apply"},"type":"change_summary"}
{"@level":"info","@message":"m","@module":"terraform.ui","@timestamp":"2026-01-01T00:00:00Z","outputs":{"o":{"sensitive":true,"type":"string","value":"s"}},"type":"outputs"}
{"@level":"error","@message":"m","@module":"terraform.ui","@timestamp":"2026-01-01T00:00:00Z","diagnostic":{"severity":"error","summary":"m","detail":"m","address":"x_y.a","range":{"filename":"main.tf","start":{"line":1,"column":2,"byte":3},"end":{"line":1,"column":2,"byte":3}},"snippet":{"context":"c","code":"d","start_line":1,"highlight_start_offset":0,"highlight_end_offset":1,"values":[{"traversal":"t","statement":"s"}]}},"type":"diagnostic"}
`

const quotedSchemas = `{"format_version":"1.0","provider_schemas":{"registry.terraform.io/z/x":{"provider":{"version":0,"block":{"attributes":{}}},"resource_schemas":{"x_y":{"version":0,"block":{"attributes":{"p":{"type":"string","description":"d","description_kind":"plain","optional":true,"sensitive":true},"l":{"type":["list",["object",{"q":"string"},["q"]]],"computed":true},"n":{"nested_type":{"nesting_mode":"set","attributes":{"m":{"type":"string","required":true}}},"optional":true}},"block_types":{"b":{"nesting_mode":"list","min_items":0,"max_items":1,"block":{"attributes":{"c":{"type":"bool","optional":true}}}}},"description_kind":"plain"}}},"action_schemas":{"x_act":{"version":0,"block":{"attributes":{"p":{"type":"string","optional":true}}}}}}}}`

const quotedPolicy = `resource_policy "x_y" "a" {
  operations = ["delete"]
  enforce {
    condition     = attrs.p == "w"
    error_message = "no"
  }
}
input "want" { type = string }
input "most" { type = list(number) }
input "many" { type = object({ a = string, b = number }) }
`

// quotedPlanFile can be said by a plan file.
const quotedPlanFile = `{"format_version":"1.2","terraform_version":"1.9.0","resource_changes":[
{"address":"x_y.a","mode":"managed","type":"x_y","name":"a","provider_name":"registry.terraform.io/z/x","change":{"actions":["update"],"before":{"p":` + secretJSON + `,"l":["Lm9Bt5Rh1"],"n":73918462051},"after":{"p":"Zq7Kx0Vw3","l":["Zq7Kx0Vw3"],"n":73918462051},"after_unknown":{"l":[false]},"before_sensitive":{"p":true},"after_sensitive":{"p":true}}}],
"output_changes":{"o":{"actions":["create"],"before":null,"after":` + secretJSON + `,"after_unknown":false,"before_sensitive":true,"after_sensitive":true}}}`

var planNames = []string{
	"address", "module_address", "type", "name", "index", "provider_name", "full_name", "previous_address", "deposed", "resource", "attribute", "replace_paths",
	"triggering_resource_address", "to_display", "provider_config_key", "references", "resources",
}

// quotedInputs are all kinds of inputs. The files of with are as they should be.
func quotedInputs() []quotedInput {
	plan, _ := cutMarks(quotedPlan)
	policies := map[string]string{"plan.json": plan, "p.policy.hcl": quotedPolicy, "schemas.json": quotedSchemas}
	policy := []string{"--policies", "$DIR/p.policy.hcl", "--input", "want=w", "--input", "most=[1]", "--input", "many={a = 1, b = 2}"}
	with := func(args ...string) []string { return slices.Concat(args, policy) }
	return []quotedInput{
		{name: "plan", text: quotedPlan, names: planNames, with: policies, runs: [][]string{
			{"hash", "$FILE"}, {"hash", "--strict", "$FILE"}, with("check", "$FILE"), {"schemas", "bundle", "--schemas", "$DIR/schemas.json", "-o", "$DIR/out.gz", "$FILE"},
		}},
		{name: "plan that is shown", text: quotedPlan, names: planNames, with: policies, shows: true, runs: [][]string{
			{"show", "$FILE"},
			{"show", "$FILE", "-f", "json", "--schemas", "$DIR/schemas.json"},
			{"redact", "$FILE"},
			{"diff", "$FILE", "$DIR/plan.json"},
			{"diff", "$DIR/plan.json", "$FILE", "-f", "json"},
			{"json", "$FILE"},
			{"query", "$FILE", "resources"},
			{"graph", "$FILE", "--all"},
			{"why", "x_y.d", "$FILE"},
			{"show", "$FILE", "$DIR/plan.json", "-f", "compact"},
			{"show", "$FILE", "--where", "parseint(jsonencode(after), 10) > 1"},
			{"show", "$FILE", "-f", "markdown", "--source"},
			{"comment", "$FILE", "--dry-run", "--target", "github"},
		}},
		{name: "plan in gzip", text: quotedPlan, names: planNames, write: zipped, runs: [][]string{{"hash", "$FILE"}}},
		{name: "state", text: quotedState, names: planNames, shows: true, runs: [][]string{{"show", "$FILE"}, {"show", "$FILE", "-f", "json"}, {"redact", "$FILE"}, {"query", "$FILE", "resources"}}},
		{name: "state file", text: quotedStateFile, names: append([]string{"module", "index_key", "config_addr", "object_addr", "provider"}, planNames...), shows: true, runs: [][]string{{"show", "$FILE"}, {"json", "$FILE"}, {"redact", "$FILE"}}},
		{name: "log", text: quotedLog, shows: true, runs: [][]string{{"log", "$FILE"}, {"log", "$FILE", "-f", "json"}, {"log", "$FILE", "-f", "markdown"}}},
		{name: "schemas", text: quotedSchemas, with: policies, runs: [][]string{
			{"hash", "$FILE"}, {"show", "$DIR/plan.json", "-f", "human", "--schemas", "$FILE"}, {"schemas", "bundle", "--schemas", "$FILE", "-o", "$DIR/out.gz", "$DIR/plan.json"}, {"schemas", "show", "--schemas", "$FILE", "x_y"}, with("check", "$DIR/plan.json", "--schemas", "$FILE"),
		}, shows: true},
		{name: "schemas for the cache", text: quotedSchemas, runs: [][]string{{"schemas", "add", "$FILE"}}},
		{name: "lock file", file: ".terraform.lock.hcl", with: policies, text: `provider "registry.terraform.io/z/x" {
  version     = "1.2.3"
  constraints = «"~> 1.0"»
  hashes = [
    «"h1:abc"»,
  ]
}
`, runs: [][]string{{"schemas", "add", "$DIR/schemas.json"}}},
		{name: "bundle", file: ".planfmt/schemas.json.gz", write: zipped, text: quotedSchemas, with: policies, shows: true, runs: [][]string{{"show", "$DIR/plan.json"}, {"schemas", "bundle", "--schemas", "$DIR/schemas.json", "-o", "$FILE", "$DIR/plan.json"}}},
		{name: "rules", file: "rules.yaml", with: policies, shows: true, text: `# rules
ignore:
  - «"x_*:p"»
  - «x_y:l[*].q»
hide:
  - «action=read»
only:
  - «type=x_*»
`, runs: [][]string{{"show", "$DIR/plan.json", "-f", "compact", "--rules", "$FILE"}}},
		{name: "key", file: "key", with: policies, text: "«0123456789abcdef0123456789abcdef»\n", runs: [][]string{{"hash", "$DIR/plan.json", "--key-file", "$FILE"}}},
		{name: "short key", file: "key", with: policies, text: "«short»", runs: [][]string{{"hash", "$DIR/plan.json", "--key-file", "$FILE"}, {"hash", "$FILE"}}},
		{name: "inputs", file: "values.tfvars", with: policies, text: `want = «"w"»
most = [«1», «2»]
many = { a = «"x"», b = «1» }
`, runs: [][]string{
			{"check", "$DIR/plan.json", "--policies", "$DIR/p.policy.hcl", "--input-file", "$FILE"},
			{"validate", "$DIR/p.policy.hcl", "--input-file", "$FILE"},
			{"check", "$DIR/plan.json", "--policies", "$DIR/p.policy.hcl", "--input-file", "$FILE", "-f", "json"},
			{"test", "$DIR/p.policy.hcl", "--input-file", "$FILE"},
		}},
		{name: "input flag", text: "want=«w»", with: policies, runs: [][]string{
			{"check", "$DIR/plan.json", "--policies", "$DIR/p.policy.hcl", "--input", "$TEXT"}, {"check", "$DIR/plan.json", "--policies", "$DIR/p.policy.hcl", "--input", "most=$TEXT"}, {"check", "$DIR/plan.json", "--policies", "$DIR/p.policy.hcl", "--input", "many=$TEXT"},
		}},
		{name: "input variable", text: "«[1]»", with: policies, env: func(text string) map[string]string {
			return map[string]string{"TFPOLICY_INPUT_want": text, "TFPOLICY_INPUT_most": text, "TFPOLICY_INPUT_many": text}
		}, runs: [][]string{{"check", "$DIR/plan.json", "--policies", "$DIR/p.policy.hcl"}, {"validate", "$DIR/p.policy.hcl"}}},
		{name: "assumptions", file: "a.assume.hcl", with: policies, text: `assume "x_y.*" {
  p = «"v"»
  l = [«"a"», «1»]
}
`, runs: [][]string{with("check", "$DIR/plan.json", "--assume", "$FILE")}},
		{name: "policy instead of", file: "a.assume.hcl", with: policies, text: "password = «\"v\"»\n", runs: [][]string{
			with("check", "$DIR/plan.json", "--assume", "$FILE"),
			{"schemas", "add", "$FILE"},
			{"show", "$DIR/plan.json", "--rules", "$FILE", "-f", "compact"},
			{"show", "$FILE"},
			{"log", "$FILE", "-f", "json", "-o", "$DIR/out"},
			{"show", "$DIR/plan.json", "--schemas", "$FILE", "-o", "$DIR/out"},
			{"query", "$FILE", "resources"},
			{"schemas", "bundle", "$FILE"},
			{"redact", "$FILE"},
			{"diff", "$FILE", "$DIR/plan.json"},
			{"comment", "$FILE", "--dry-run", "--target", "gitlab"},
			{"why", "x_y.a", "$FILE"},
			{"json", "$FILE"},
		}},
		{name: "configuration", file: "main.tf", with: policies, shows: true, text: `resource "x_y" "a" {
  p     = «"v"»
  count = «2»
}
variable "v" {
  default   = «"u"»
  sensitive = «true»
}
module "m" {
  source = «"./m"»
}
`, runs: [][]string{{"show", "$DIR/plan.json", "-f", "compact", "--source", "--config", "$DIR"}}},
		{name: "configuration in JSON", file: "main.tf.json", names: []string{"source"}, with: policies, shows: true, text: `{"resource":{"x_y":{"a":{"p":"v","count":2}}},"variable":{"v":{"default":"u","sensitive":true}},"module":{"m":{"source":"./m"}}}`, runs: [][]string{{"show", "$DIR/plan.json", "-f", "compact", "--source", "--config", "$DIR"}}},
		{name: "modules of the configuration", file: ".terraform/modules/modules.json", names: []string{"Key", "Source", "Dir"}, shows: true, with: map[string]string{"plan.json": plan, "main.tf": "module \"m\" {\n  source = \"./m\"\n}\n"}, text: `{"Modules":[{"Key":"","Source":"","Dir":"."},{"Key":"m","Source":"./m","Version":"1.0.0","Dir":"m"}]}`, runs: [][]string{{"show", "$DIR/plan.json", "-f", "compact", "--source", "--config", "$DIR"}}},
		{name: "mocks", file: "p.policytest.hcl", with: policies, text: `policytest {
  targets = ["p.policy.hcl"]
}
inputs {
  want = «"w"»
  most = [«1»]
  many = { a = «"x"», b = «1» }
}
resource "x_y" "a" {
  attrs = {
    p = «"v"»
    l = [«1»]
  }
  meta = { operation = «"create"» }
}
`, runs: [][]string{{"test", "$DIR"}, {"test", "$DIR", "-f", "json"}}, own: true},
		{name: "variables for proxies", text: "«http://u:p@proxy.example.com:3128»", with: policies, env: func(text string) map[string]string {
			return map[string]string{"HTTPS_PROXY": text, "https_proxy": text, "GITHUB_TOKEN": "ghp_0", "GITHUB_REPOSITORY": "o/r", "GITHUB_REF": "refs/pull/7/merge", "GITHUB_API_URL": "$URL", "GITHUB_ACTIONS": "true"}
		}, runs: [][]string{{"comment", "$DIR/plan.json", "--target", "github"}}},
		{name: "variable with the token", text: "«ghp_0»", with: policies, env: func(text string) map[string]string {
			return map[string]string{"GITHUB_TOKEN": text + " ", "GITHUB_REPOSITORY": "o/r", "GITHUB_REF": "refs/pull/7/merge", "GITHUB_API_URL": "$URL", "GITHUB_ACTIONS": "true"}
		}, runs: [][]string{{"comment", "$DIR/plan.json", "--target", "github"}}},
		{name: "variables of the job", text: "«u:p»", with: policies, env: func(text string) map[string]string {
			return map[string]string{"GITHUB_TOKEN": "ghp_0", "GITHUB_REPOSITORY": "o/r", "GITHUB_REF": "refs/pull/7/merge", "GITHUB_API_URL": "https://" + text + "@127.0.0.1:9", "GITHUB_ACTIONS": "true", "BUILD_REPOSITORY_URI": "https://" + text, "GITHUB_SERVER_URL": text}
		}, runs: [][]string{{"comment", "$DIR/plan.json", "--target", "github"}}},
		{name: "event of GitHub", file: "event.json", names: []string{"number"}, text: `{"number":7,"pull_request":{"number":7}}`, with: policies, env: func(string) map[string]string {
			return map[string]string{"GITHUB_TOKEN": "ghp_0", "GITHUB_REPOSITORY": "o/r", "GITHUB_EVENT_PATH": "$FILE", "GITHUB_API_URL": "$URL", "GITHUB_ACTIONS": "true"}
		}, runs: [][]string{{"comment", "$DIR/plan.json", "--target", "github"}}},
	}
}

// quoter runs forms of inputs.
type quoter struct {
	t    *testing.T
	full bool
	n    int
	// say is for the counter-proof: it changes what the command has written.
	say func(text, written string) string
	// server is a forge without pull requests, unless there is an answer.
	server string
	answer func(http.ResponseWriter, *http.Request)
	// found are the leaks of each input.
	found map[string][]string
}

// quotedBudget is how many forms of an input are run by default. CI takes five times as many, and PLANFMT_TEST=exhaustive all.
const quotedBudget = 20

func (q *quoter) input(in quotedInput) {
	forms := in.forms()
	step := 1
	if !q.full {
		most := quotedBudget
		if testing.Short() {
			most /= 4
		}
		if sampling.Full() {
			most *= 5
		}
		step = max(1, len(forms)/most)
		// Not every multiple: else it would be the same kind of form at each place.
		for step > 1 && step%2 == 0 {
			step++
		}
	}
	dir := q.t.TempDir()
	put := func(name string, text []byte) string {
		path := filepath.Join(dir, filepath.FromSlash(name))
		os.MkdirAll(filepath.Dir(path), 0o700)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			q.t.Fatal(err)
		}
		return path
	}
	for name, text := range in.with {
		put(name, []byte(text))
	}
	for i, f := range forms {
		// A text in the place of any value is what messages quote most often: CI never leaves it out.
		if i%step != 0 && (!sampling.Full() && i%3 != 0 || f.isName || q.say != nil || !strings.HasPrefix(f.what, "a text at") || len(forms) > 3000 && i%3 != 0) {
			continue
		}
		var path string
		if in.env == nil || in.file != "" {
			text := []byte(f.text)
			if in.write != nil {
				text = in.write(f.text)
			}
			path = put(cmp.Or(in.file, "file"), text)
		}
		replace := strings.NewReplacer("$FILE", path, "$DIR", dir, "$TEXT", f.text)
		for r, args := range in.runs {
			if !q.full && r != i%len(in.runs) {
				continue
			}
			env := map[string]string{"XDG_CACHE_HOME": filepath.Join(dir, "cache")}
			if in.env != nil {
				maps.Copy(env, in.env(f.text))
				for k, v := range env {
					env[k] = strings.NewReplacer("$FILE", path, "$URL", q.server).Replace(v)
				}
			}
			words := make([]string, len(args))
			for k, a := range args {
				words[k] = replace.Replace(a)
			}
			q.run(in, f, env, words)
		}
	}
}

func (q *quoter) run(in quotedInput, f brokenForm, env map[string]string, args []string) {
	fac, out, errs := newTestFactory(env, planfmt.ShowAll)
	fac.Streams.In = strings.NewReader("")
	status := run(context.Background(), fac, args)
	q.n++
	text := errs.String()
	if !in.shows {
		text += out.String()
	}
	if q.say != nil {
		text = q.say(f.text, text)
	}
	if f.isName || in.own { // only what a terminal obeys
		text = strings.NewReplacer(secretLeft, "", secretRight, "").Replace(text)
		text = strings.ReplaceAll(text, secretNumber, "")
		for piece := leaked(text); piece != "" && strings.Contains(secretLeft+secretRight+secretNumber, piece); piece = leaked(text) {
			text = strings.ReplaceAll(text, piece, "") // one that was cut off
		}
	}
	if piece := leaked(text); piece != "" || status == int(command.StatusPanic) {
		q.found[in.name] = append(q.found[in.name], fmt.Sprintf("%s: planfmt %s: status %d, has %q: %q", f.what, strings.Join(args, " "), status, piece, around(text, piece)))
	}
}

func around(text, piece string) string {
	i := max(0, strings.Index(text, piece))
	return text[max(0, i-200):min(len(text), i+80)]
}

func (q *quoter) report() {
	for _, name := range slices.Sorted(maps.Keys(q.found)) {
		all := q.found[name]
		for i, text := range all {
			if i < 6 || testing.Verbose() {
				q.t.Errorf("%s: %s", name, text)
			}
		}
		q.t.Errorf("%s: %d runs with a secret, or with something that a terminal obeys", name, len(all))
	}
	q.t.Logf("%d runs", q.n)
}

func newQuoter(t *testing.T) *quoter {
	q := &quoter{t: t, full: sampling.Exhaustive(), found: map[string][]string{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if q.answer != nil {
			q.answer(w, r)
			return
		}
		http.NotFound(w, r)
	}))
	t.Cleanup(server.Close)
	q.server = server.URL
	return q
}

// TestMessagesQuoteNoValues damages every input in many ways. No message has a piece of a value, or a character that a
// terminal obeys.
func TestMessagesQuoteNoValues(t *testing.T) {
	t.Parallel()
	q := newQuoter(t)
	for _, in := range quotedInputs() {
		q.input(in)
	}
	q.report()
}

// TestQuotedValuesAreFound lets messages quote a bit of what has been read: six characters of a value.
func TestQuotedValuesAreFound(t *testing.T) {
	sampling.SkipShort(t)
	t.Parallel()
	for _, in := range quotedInputs() {
		q := newQuoter(t)
		q.full = false
		q.say = func(text, written string) string {
			if i := strings.Index(text, secretLeft); i >= 0 {
				return written + text[i+1:i+7]
			}
			return written
		}
		q.input(in)
		if len(q.found[in.name]) < 8 && !in.own {
			t.Errorf("%s: of %d runs, only %d are found to quote values", in.name, q.n, len(q.found[in.name]))
		}
	}
}

// TestMessagesOfPlanFiles damages a plan file, byte by byte. What is in it is compressed, so the archive is made anew.
func TestMessagesOfPlanFiles(t *testing.T) {
	sampling.SkipShort(t)
	t.Parallel()
	q := newQuoter(t)
	in := quotedInput{name: "plan file", shows: true}
	var p values.Parser
	doc, err := p.Parse([]byte(quotedPlanFile))
	if err != nil {
		t.Fatal(err)
	}
	message, err := made.Message(doc, made.Options{Lenient: true})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "tfplan")
	step := 1
	if !q.full {
		step = max(1, len(message)/150)
	}
	try := func(what string, plan []byte, arg ...string) {
		var b bytes.Buffer
		if err := made.Write(&b, map[string][]byte{}, func(w io.Writer) error { _, err := w.Write(plan); return err }); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		q.run(in, brokenForm{what: what}, nil, append(arg, path))
	}
	for i := 0; i < len(message); i += step {
		for k, c := range []byte{message[i] ^ 1, message[i] ^ 8, message[i] ^ 0x80, 0xc1, 0xff} {
			if !q.full && k != i/step%5 {
				continue
			}
			plan := bytes.Clone(message)
			plan[i] = c
			try(fmt.Sprintf("byte %d is %#x", i, c), plan, []string{"hash", "show"}[k%2])
		}
		if i%3 == 0 {
			try(fmt.Sprintf("cut off at byte %d", i), message[:i], "show")
		}
	}
	q.report()
}

// quotedAnswers are what forges answer when somebody asks for the comments of a pull request.
var quotedAnswers = map[string]string{
	"github": `{"data":{"repository":{"pullRequest":{"comments":{"nodes":[{"id":"IC_5","number":"5","body":"<!-- planfmt:plan 2 0 all 0,0,0,0,0,0 - -->","viewerDidAuthor":true,"isMinimized":false,"url":"https://github.example/5"}],"pageInfo":{"hasNextPage":false,"endCursor":null}}}}},"message":"m","errors":[{"message":"m","type":"t"}]}`,
	"gitlab": `[{"id":5,"body":"<!-- planfmt:plan -->","system":false,"author":{"id":12}},{"id":6,"body":"a"}]`,
}

// TestMessagesOfForges has forges whose answers are broken, and some that repeat what they get.
func TestMessagesOfForges(t *testing.T) {
	t.Parallel()
	q := newQuoter(t)
	dir := t.TempDir()
	plan := filepath.Join(dir, "plan.json")
	title := "of " + secretLeft + " and " + secretRight + " and " + secretNumber
	if err := os.WriteFile(plan, []byte(quotedPlan), 0o600); err != nil {
		t.Fatal(err)
	}
	for kind, text := range quotedAnswers {
		in := quotedInput{name: "answers of " + kind, text: text, names: []string{"url", "message"}}
		env := map[string]string{
			"GITHUB_ACTIONS": "true", "GITHUB_API_URL": q.server, "GITHUB_REPOSITORY": "o/r", "GITHUB_REF": "refs/pull/7/merge", "GITHUB_TOKEN": "ghp_0",
			"CI_API_V4_URL": q.server, "CI_PROJECT_ID": "1", "CI_MERGE_REQUEST_IID": "7", "GITLAB_TOKEN": "glpat-0",
		}
		args := []string{"comment", plan, "--quiet", "--no-cache", "--no-bundle", "--no-rules", "--target", kind}
		forms := in.forms()
		for i := 0; i < len(forms); i++ {
			if !q.full && i%9 != 0 {
				continue
			}
			q.answer = func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader([]int{200, 422}[i/9%2])
				io.WriteString(w, forms[i].text)
			}
			q.run(in, forms[i], env, args)
		}
		// What is sent comes back, in whole or in part.
		for _, member := range []string{"message", "error", "error_description"} {
			for _, size := range []int{0, 300} {
				sent := 0
				q.answer = func(w http.ResponseWriter, r *http.Request) {
					body, _ := io.ReadAll(r.Body)
					if strings.HasSuffix(r.URL.Path, "/user") {
						io.WriteString(w, `{"id":12,"username":"u"}`)
						return
					}
					if !bytes.Contains(body, []byte(secretLeft)) {
						io.WriteString(w, map[string]string{"github": `{"data":{"repository":{"pullRequest":{"comments":{"nodes":[],"pageInfo":{"hasNextPage":false,"endCursor":null}}}}}}`, "gitlab": `[]`}[kind])
						return
					}
					sent++
					var doc struct{ Body string }
					json.Unmarshal(body, &doc)
					at := strings.Index(doc.Body, secretLeft)
					answer, _ := json.Marshal(map[string]string{member: "invalid: " + doc.Body[min(size/20, at):]})
					w.WriteHeader(422)
					w.Write(answer)
				}
				q.run(in, brokenForm{what: "it repeats what is sent in " + member}, env, slices.Concat(args, []string{"--title", title}))
				if sent == 0 {
					t.Errorf("%s: nothing was sent", kind)
				}
			}
		}
	}
	q.report()
}
