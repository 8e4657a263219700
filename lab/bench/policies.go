package main

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
)

// judgedTypes is how many types of resources a plan has that is judged by policies.
const judgedTypes = 100

// judged returns a generator of plans with n types, which are those of the others under other names.
func (g *generator) judged(n int) *generator {
	// All policies are about attributes that most types have.
	base := slices.DeleteFunc(resourceTypes(), func(t resourceType) bool {
		for _, name := range []string{"arn", "id", "region", "tags"} {
			if !slices.ContainsFunc(t.attrs, func(a attribute) bool { return a.name == name }) {
				return true
			}
		}
		return false
	})
	out := &generator{seed: g.seed}
	for i := range n {
		t := base[i%len(base)]
		t.name, t.weight = fmt.Sprintf("%s_%02d", t.name, i), 1
		out.types = append(out.types, t)
		out.total++
	}
	return out
}

// writeOwnSchemas writes the schemas of the generator's types.
func (g *generator) writeOwnSchemas(w *bufio.Writer) error {
	var all []string
	for _, t := range g.types {
		all = append(all, quote(t.name)+":"+t.schema())
	}
	_, err := fmt.Fprintf(w, `{"format_version":"1.0","provider_schemas":{%q:{"resource_schemas":%s}}}`+"\n", awsProvider, object(all))
	return err
}

// policyBodies are what policies in the manner of published ones have in their blocks. %s is the type.
var policyBodies = []string{
	`enforce { condition = core::contains(core::keys(attrs.tags), "environment") }`,
	`enforce { condition = core::contains(["eu-central-1", "eu-west-1"], attrs.region) }`,
	`enforce { condition = core::startswith(core::try(attrs.arn, "arn:aws:"), "arn:aws:") }`,
	`enforce { condition = core::alltrue([for k, v in attrs.tags : v != ""]) }`,
	`enforce { condition = core::try(attrs.id, "") != null }`,
	`filter = meta.operation == "create"
  enforce { condition = core::length(attrs.tags) > 0 }`,
	`enforce { condition = core::regex_match(attrs.region, "^[a-z]{2}-[a-z]+-[0-9]$") }`,
	`enforce { condition = core::length(core::getresources("%s", { region = attrs.region })) > 0 }`,
	`locals {
    tags = core::try(attrs.tags, {})
    env  = core::try(local.tags["environment"], "none")
  }
  enforce {
    condition     = local.env != "forbidden"
    error_message = "${meta.type} is in ${local.env}"
  }`,
	`enforce { condition = attrs.region != "" && core::can(attrs.tags) }`,
}

// writePolicies writes n policies, each for one of the generator's types.
func (g *generator) writePolicies(w *bufio.Writer, n int) error {
	fmt.Fprintln(w, "policy {}")
	for i := range n {
		t := g.types[i%len(g.types)]
		body := policyBodies[i/len(g.types)%len(policyBodies)]
		if strings.Contains(body, "%s") {
			body = fmt.Sprintf(body, t.name)
		}
		if _, err := fmt.Fprintf(w, "\nresource_policy %q \"p%d\" {\n  enforcement_level = \"advisory\"\n  %s\n}\n", t.name, i, body); err != nil {
			return err
		}
	}
	return nil
}

// oneTypeBodies are what different policies for the same type have in their blocks. TYPE is the type, and NUMBER differs. They are short,
// because all evaluations together have a budget. One says nothing certain of what is created, because its ARN is unknown.
var oneTypeBodies = []string{
	`enforce { condition = attrs.instance_type != "m5.NUMBERxlarge" }`,
	`enforce { condition = core::try(attrs.tags["Team-NUMBER"], "none") != "nobody" }`,
	`enforce { condition = attrs.region != "eu-west-NUMBER" }`,
	`enforce { condition = attrs.key_name != "key-NUMBER" || attrs.monitoring }`,
	`enforce { condition = attrs.metadata_options[0].http_tokens != "NUMBER" }`,
	`filter = meta.operation == "create"
  enforce { condition = attrs.ami != "ami-NUMBER" }`,
	`enforce { condition = attrs.subnet_id != "subnet-NUMBER" }`,
	`enforce { condition = core::startswith(attrs.ami, "ami-") && attrs.tenancy != "NUMBER" }`,
	`locals {
    env = core::try(attrs.tags["Environment"], "none")
  }
  enforce {
    condition     = local.env != "forbidden-NUMBER"
    error_message = "${meta.type} is in ${local.env}"
  }`,
	`enforce { condition = attrs.arn != "arn:aws:NUMBER" }`,
}

// writeOneTypePolicies writes n different policies for the first of the generator's types.
func (g *generator) writeOneTypePolicies(w *bufio.Writer, n int) error {
	fmt.Fprintln(w, "policy {}")
	for i := range n {
		body := strings.NewReplacer("TYPE", g.types[0].name, "NUMBER", fmt.Sprint(100+i)).Replace(oneTypeBodies[i%len(oneTypeBodies)])
		if _, err := fmt.Fprintf(w, "\nresource_policy %q \"p%d\" {\n  enforcement_level = \"advisory\"\n  %s\n}\n", g.types[0].name, i, body); err != nil {
			return err
		}
	}
	return nil
}

// policies measures how long it takes to judge a plan by many policies.
func (s *session) policies() error {
	const resources, policies = 10_000, 1_000
	sizes := map[string]int{
		"judged": s.small(resources), "judged-schemas": 0, "generated.policy.hcl": s.small(policies),
		"one-type": s.small(resources), "one-type-schemas": 0, "one-type.policy.hcl": s.small(policies),
	}
	file := map[string]string{}
	for name, n := range sizes {
		var err error
		if file[name], err = s.file(name, n); err != nil {
			return err
		}
	}
	check := func(plan, policies string, schemas ...string) command {
		c := s.show(append(append([]string{"--policies=" + file[policies], "--format=json", "--on-unknown=pass"}, schemas...), file[plan])...)
		c.args[1] = "check"
		return c
	}
	m := s.together()
	schemas, oneSchemas := "--schemas="+file["judged-schemas"], "--schemas="+file["one-type-schemas"]
	m.add("show", s.show("--format=json", schemas, file["judged"]))
	m.add("show bare", s.show("--format=json", file["judged"]))
	m.add("check", check("judged", "generated.policy.hcl", schemas))
	m.add("check bare", check("judged", "generated.policy.hcl"))
	m.add("show one", s.show("--format=json", oneSchemas, file["one-type"]))
	m.add("check one", check("one-type", "one-type.policy.hcl", oneSchemas))
	if err := m.run(fmt.Sprintf("%d policies and a plan of %d resources of %d types", s.small(policies), s.small(resources), judgedTypes)); err != nil {
		return err
	}
	m.ratio("check by 1,000 policies / show -f json, schemas, CPU", "check", "show", cpu, atMost(5))
	m.ratio("check by 1,000 policies / show -f json, no schemas, CPU", "check bare", "show bare", cpu, atMost(5))
	m.ratio("check by 1,000 policies / show -f json, schemas, peak memory", "check", "show", peak, goal{})
	m.ratio("check of one type by 1,000 policies / show -f json, schemas, CPU", "check one", "show one", cpu, atMost(5))
	s.figure("check of one type by 1,000 policies, schemas, peak memory", m.results["check one"].peak, "MiB", atMost(256))
	return nil
}
