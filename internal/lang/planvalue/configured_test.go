package planvalue_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// configuration reads a configuration from files.
func configuration(t *testing.T, files map[string]string) *config.Config {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, err := config.Dir(dir, config.DirOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Problems) > 0 {
		t.Fatal(c.Problems[0])
	}
	return c
}

// describe spells facts, the last of which is the most specific.
func describe(facts []planvalue.Fact) string {
	var all []string
	for _, f := range facts {
		if f.NotNull {
			all = append(all, "not null")
		}
		if f.Prefix != "" {
			all = append(all, fmt.Sprintf("begins with %q", f.Prefix))
		}
		if f.Suffix != "" {
			all = append(all, fmt.Sprintf("ends with %q", f.Suffix))
		}
		if f.Identity != "" && f.Identity != "acme_thing.t.name as string" {
			all = append(all, "is "+f.Identity)
		}
	}
	return strings.Join(all, ", ")
}

// TestConfigured shows what expressions say about a string.
func TestConfigured(t *testing.T) {
	block := thing(t)
	for expr, want := range map[string]string{
		`"acme-${var.env}-${acme_net.n.id}"`:               `not null, begins with "acme-prod-"`,
		`"${acme_net.n.id}-end"`:                           `not null, ends with "-end"`,
		`"a-${acme_net.n.id}-${var.env}"`:                  `not null, begins with "a-", ends with "-prod"`,
		`"${acme_net.n.id}"`:                               `is acme_net.n.id as string`,
		`acme_net.n.id`:                                    `is acme_net.n.id as string`,
		`(acme_net.n.id)`:                                  `is acme_net.n.id as string`,
		`acme_net.n["id"]`:                                 `is acme_net.n.id as string`,
		`acme_net.many[0].id`:                              `is acme_net.many[0].id as string`,
		`acme_net.many[var.index].id`:                      `is acme_net.many[1].id as string`,
		`acme_net.many.id`:                                 ``,
		`acme_net.many[*].id`:                              `not null`,
		`acme_net.each["k"].id`:                            `is acme_net.each["k"].id as string`,
		`acme_net.nowhere.id`:                              ``,
		`data.acme_net.d.id`:                               `is data.acme_net.d.id as string`,
		`local.prefix`:                                     `not null, begins with "local-"`,
		`"${local.prefix}/x"`:                              `not null, begins with "local-", ends with "/x"`,
		`local.loop`:                                       `not null, ends with "x"`,
		`var.env == "prod" ? "abc-${acme_net.n.id}" : "b"`: `not null, begins with "abc-"`,
		`var.env == "dev" ? "abc-${acme_net.n.id}" : acme_net.n.id`:                     ``,
		`acme_net.n.id == "x" ? "abc-1" : "abd-2"`:                                      `not null, begins with "ab"`,
		`acme_net.n.id == "x" ? "abc" : null`:                                           ``,
		`replace("acme-${acme_net.n.id}", "a", "b")`:                                    `not null`,
		`"${replace("acme", "a", "b")}-${acme_net.n.id}"`:                               `not null, begins with "bcme-"`,
		`upper("acme-${acme_net.n.id}-end")`:                                            `not null, begins with "ACME-", ends with "-END"`,
		`core::lower("ACME-${acme_net.n.id}")`:                                          `not null, begins with "acme-"`,
		`format("%s-%s-%s", var.env, acme_net.n.id, "end")`:                             `not null, begins with "prod-", ends with "-end"`,
		`format("%s-%03d-%s", local.prefix, 7, "end")`:                                  `not null, begins with "local-", ends with "-007-end"`,
		`format("a-%[2]s", 1, acme_net.n.id)`:                                           `not null, begins with "a-"`,
		`join("-", ["acme", var.env, acme_net.n.id])`:                                   `not null, begins with "acme-prod-"`,
		`join("-", ["acme", acme_net.n.id, var.env])`:                                   `not null, begins with "acme-", ends with "-prod"`,
		`trimspace("  acme-${acme_net.n.id}")`:                                          `not null, begins with "acme-"`,
		`trimprefix("acme-x-${acme_net.n.id}", "acme-")`:                                `not null, begins with "x-"`,
		`trimsuffix("acme-${acme_net.n.id}-x", "-x")`:                                   `not null, begins with "acm"`,
		`"${substr(local.prefix, 0, 3)}-${acme_net.n.id}"`:                              `not null, begins with "loc-"`,
		`substr("ab-${acme_net.n.id}", 0, 20)`:                                          `not null, begins with "a"`,
		`upper(acme_net.n.id)`:                                                          `not null`,
		`uuid()`:                                                                        ``,
		`join("-", [for s in ["a"] : s])`:                                               ``,
		`join("-", ["a", "b"]...)`:                                                      ``,
		`coalesce("a-${acme_net.n.id}", "b")`:                                           `not null, begins with "a-"`,
		`coalesce(acme_net.n.id, "b")`:                                                  `not null`,
		`coalesce(null, "", "a-${acme_net.n.id}")`:                                      `not null, begins with "a-"`,
		`try("a-${acme_net.n.id}", "a-b")`:                                              `not null, begins with "a-"`,
		`try("a-${acme_net.n.id}", "b")`:                                                `not null`,
		`try(var.env, "b") == "prod" ? "a-${acme_net.n.id}" : "b"`:                      `not null, begins with "a-"`,
		`try(acme_net.n.id, "b")`:                                                       ``,
		`try({ a = "x", b = acme_net.n.o }.a, "y") == "x" ? "a" : "b-${acme_net.n.id}"`: `not null`,
		`lookup(local.names, var.env, "none")`:                                          `not null, begins with "p-"`,
		`"${lookup(local.names, "dev", "none")}-${acme_net.n.id}"`:                      `not null, begins with "d-"`,
		`lookup({ a = "x" }, var.env, "none-${acme_net.n.id}")`:                         `not null, begins with "none-"`,
		`local.names[var.env]`:                                                          `not null, begins with "p-"`,
		`local.names.prod`:                                                              `not null, begins with "p-"`,
		`local.names.none`:                                                              ``,
		`local.list[1]`:                                                                 `is acme_net.n.id as string`,
		`local.list[7]`:                                                                 ``,
		`merge(local.names, { prod = "q-${acme_net.n.id}" }).prod`:                      `not null, begins with "q-"`,
		`{ (acme_net.n.id) = "x-${acme_net.n.id}" }.prod`:                               ``,
		`(var.env == "prod" ? 1 : "1") == "1" ? "a-${acme_net.n.id}" : "b"`:             `not null, begins with "a-"`,
		`acme_net.n.id == "x" ? "a-${acme_net.n.id}-z" : "a-b-z"`:                       `not null, begins with "a-", ends with "-z"`,
		`acme_net.n.id == "x" ? 10 : 12`:                                                `not null`,
		`"acme-${var.unset}-${acme_net.n.id}"`:                                          `not null, begins with "acme-"`,
		`"é${acme_net.n.id}"`:                                                           `not null`,
		`module.m.same`:                                                                 `is acme_net.n.id as string`,
		`module.m.text`:                                                                 `not null, begins with "m-acme-"`,
		`module.m.number`:                                                               ``,
		`module.m.own`:                                                                  `is module.m.acme_net.x.id as string`,
		`module.none.same`:                                                              ``,
		`self.id`:                                                                       ``,
		`"${1e999999999}-${acme_net.n.id}"`:                                             `not null, begins with "+Inf-"`,
	} {
		c := configuration(t, map[string]string{
			"main.tf": `
variable "env" { default = "dev" }
variable "unset" {}
variable "index" { type = number }
locals {
  prefix = "local-${acme_net.n.id}"
  loop   = "${local.loop}x"
  names  = { prod = "p-${acme_net.n.id}", "dev" = "d" }
  list   = ["a", acme_net.n.id]
}
resource "acme_net" "n" {}
resource "acme_net" "many" { count = 2 }
resource "acme_net" "each" { for_each = toset(["k"]) }
data "acme_net" "d" {}
module "m" {
  source = "./m"
  same   = acme_net.n.id
  text   = "acme-${acme_net.n.id}"
}
resource "acme_thing" "t" {
  name = ` + expr + `
}
`,
			"m/main.tf": `
variable "same" { type = string }
variable "text" {}
resource "acme_net" "x" {}
output "same" { value = var.same }
output "text" { value = "m-${var.text}" }
output "number" { value = tonumber(var.same) }
output "own" { value = acme_net.x.id }
`,
		})
		known := planvalue.NewConfigured(c, planvalue.Variables{Values: map[string]values.Value{
			"env": values.NewString("prod"), "index": values.NewNumber("1"),
		}})
		h := &plans.Header{Address: "acme_thing.t", Mode: "managed", Type: "acme_thing", Name: "t"}
		facts := known.Of(h, block, planvalue.Exact).Of(plans.NewPath(plans.Key("name")))
		if have := describe(facts); have != want {
			t.Errorf("%s\nhave %s\nwant %s", expr, have, want)
		}
	}
}

// TestConfiguredNulls shows that a reference is no name for a value that the provider chooses if the
// reference is null, and that values of different types are different.
func TestConfiguredNulls(t *testing.T) {
	c := configuration(t, map[string]string{"main.tf": `
resource "acme_net" "n" {}
resource "acme_thing" "t" {
  arn    = acme_net.n.arn
  size   = acme_net.n.id
  secret = acme_net.n.arn
  labels = merge({ a = "b" }, { Name = "y-${acme_net.n.id}" })
  tags   = { Name = "x-${acme_net.n.id}", other = acme_net.n.id }
  rule {
    id = "first-${acme_net.n.id}"
  }
  rule {
    id = acme_net.n.id
  }
}
`})
	h := &plans.Header{Address: "acme_thing.t", Mode: "managed", Type: "acme_thing", Name: "t"}
	for _, test := range []struct {
		path  plans.Path
		trust planvalue.Trust
		want  string
	}{
		{plans.NewPath(plans.Key("arn")), planvalue.Exact, ""},
		{plans.NewPath(plans.Key("size")), planvalue.Exact, "is acme_net.n.id as number"},
		{plans.NewPath(plans.Key("secret")), planvalue.Exact, "is acme_net.n.arn as string"},
		{plans.NewPath(plans.Key("secret")), planvalue.Guessed, ""},
		{plans.NewPath(plans.Key("tags"), plans.Key("Name")), planvalue.Exact, `not null, begins with "x-"`},
		{plans.NewPath(plans.Key("tags"), plans.Key("other")), planvalue.Exact, ""},
		{plans.NewPath(plans.Key("labels"), plans.Key("Name")), planvalue.Exact, `not null, begins with "y-"`},
		{plans.NewPath(plans.Key("labels"), plans.Key("a")), planvalue.Exact, ""},
		{plans.NewPath(plans.Key("rule"), plans.Index(0), plans.Key("id")), planvalue.Exact, `not null, begins with "first-"`},
		{plans.NewPath(plans.Key("rule"), plans.Index(2), plans.Key("id")), planvalue.Exact, ""},
	} {
		facts := planvalue.NewConfigured(c, planvalue.Variables{}).Of(h, thing(t), test.trust).Of(test.path)
		var said []planvalue.Fact
		for _, f := range facts {
			if !strings.HasPrefix(f.Identity, "acme_thing.t.") {
				said = append(said, f)
			}
		}
		if have := describe(said); have != test.want {
			t.Errorf("%s: have %s, want %s", test.path, have, test.want)
		}
	}
}

// FuzzConfigured checks that no expression makes the program panic, or hang.
func FuzzConfigured(f *testing.F) {
	for _, s := range []string{`"a${acme_net.n.id}"`, `var.x ? 1 : "${2}"`, `local.l[0]["k"].x[*]`, `module.m.o`, `-"1" + !true`, `each.key`, `format("%s-%d", local.l, 1)`, `merge({ a = local.l }, { b = [1] }).a`, `try(upper(null), join("", [local.l]))`, "<<E\n${1}\nE\n"} {
		f.Add(s)
	}
	block := (&schema.Block{Attributes: []schema.Attribute{planvalue.AnyAttribute("name")}}).Finish()
	f.Fuzz(func(t *testing.T, expr string) {
		c := config.Parse(config.Files{Modules: []config.ModuleFiles{{Dir: ".", Files: []config.File{{Name: "main.tf", Text: []byte(
			"locals {\nl = " + expr + "\n}\nresource \"a_b\" \"c\" {\nname = " + expr + "\n}\n",
		)}}}}}, config.Options{})
		h := &plans.Header{Address: "a_b.c", Mode: "managed", Type: "a_b", Name: "c", Index: `"k"`}
		if facts := planvalue.NewConfigured(c, planvalue.Variables{}).Of(h, block, planvalue.Exact); facts != nil {
			facts.Of(plans.NewPath(plans.Key("name")))
		}
	})
}
