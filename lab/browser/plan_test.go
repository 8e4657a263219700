package browser_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
)

// object is an object of JSON.
type object = map[string]any

// plan is a plan to make a page of.
type plan struct {
	resources []resource
	outputs   object
	checks    []object
	config    object // the root module of the configuration
	variables object
	drift     []resource
	members   object // further members of the document
}

// resource is an entry of resource_changes.
type resource struct {
	module, typ, name string
	key               any // of for_each, or nil
	provider          string
	actions           []string
	before, after     object
	unknown           object
	sensitive         object
	forcing           []string // attributes
	reason            string
	previous          string // address
	data              bool
}

// These are the actions of a resource.
var (
	create  = []string{"create"}
	update  = []string{"update"}
	destroy = []string{"delete"}
	replace = []string{"delete", "create"}
	read    = []string{"read"}
)

func (r resource) address() string {
	address := r.typ + "." + r.name
	if r.data {
		address = "data." + address
	}
	if r.module != "" {
		address = r.module + "." + address
	}
	if r.key != nil {
		// The products escape ${ and %{, and nothing else that JSON does not.
		key := strings.NewReplacer("${", "$${", "%{", "%%{").Replace(quoted(r.key))
		address += "[" + key + "]"
	}
	return address
}

// quoted returns a value as JSON, with < > & as they are.
func quoted(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (r resource) json() object {
	mode, provider := "managed", "registry.terraform.io/hashicorp/aws"
	if r.data {
		mode = "data"
	}
	if r.provider != "" {
		provider = r.provider
	}
	change := object{
		"actions": r.actions, "before": nil, "after": nil, "after_unknown": object{},
		"before_sensitive": object{}, "after_sensitive": object{},
	}
	if r.before != nil {
		change["before"] = r.before
		change["before_sensitive"] = orEmpty(r.sensitive)
	}
	if r.after != nil {
		change["after"] = r.after
		change["after_sensitive"] = orEmpty(r.sensitive)
	}
	if r.unknown != nil {
		change["after_unknown"] = r.unknown
	}
	var paths []any
	for _, name := range r.forcing {
		paths = append(paths, []any{name})
	}
	if paths != nil {
		change["replace_paths"] = paths
	}
	out := object{
		"address": r.address(), "mode": mode, "type": r.typ, "name": r.name, "provider_name": provider, "change": change,
	}
	for name, value := range map[string]string{"module_address": r.module, "action_reason": r.reason, "previous_address": r.previous} {
		if value != "" {
			out[name] = value
		}
	}
	if r.key != nil {
		out["index"] = r.key
	}
	return out
}

func orEmpty(o object) object {
	if o == nil {
		return object{}
	}
	return o
}

// json returns the plan as terraform show -json does.
func (p plan) json(t testing.TB) []byte {
	t.Helper()
	changes, drift := []object{}, []object{}
	for _, r := range p.resources {
		changes = append(changes, r.json())
	}
	for _, r := range p.drift {
		drift = append(drift, r.json())
	}
	document := object{
		"format_version": "1.2", "terraform_version": "1.14.0", "planned_values": object{"root_module": object{}},
		"resource_changes": changes, "applyable": true, "complete": true, "errored": false,
		"configuration": object{"root_module": orEmpty(p.config)},
	}
	if p.outputs != nil {
		document["output_changes"] = p.outputs
	}
	if p.checks != nil {
		document["checks"] = p.checks
	}
	if p.variables != nil {
		document["variables"] = p.variables
	}
	if p.drift != nil {
		document["resource_drift"] = drift
	}
	maps.Copy(document, p.members)
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// write writes the page of a plan to a temporary file and returns its path.
func (p plan) write(t testing.TB, opts planfmt.Options) string {
	t.Helper()
	return writePage(t, p.json(t), opts)
}

func writePage(t testing.TB, document []byte, opts planfmt.Options) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "plan.html")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	opts.Format = "html"
	if _, err := planfmt.Show(context.Background(), f, strings.NewReader(string(document)), opts); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// estate is a plan with every action, some modules, and a chain of causes.
func estate() plan {
	subnet := object{"cidr_block": "10.0.1.0/24", "vpc_id": "vpc-1", "id": "subnet-1", "map_public_ip_on_launch": false, "tags": object{"Name": "a"}}
	newSubnet := maps.Clone(subnet)
	newSubnet["cidr_block"] = "10.0.2.0/24"
	delete(newSubnet, "id")
	script := "#!/bin/sh\nset -eu\napt-get install -y nginx=1.24\nsystemctl enable --now nginx\n"
	web := object{
		"ami": "ami-0a1b2c3d4e5f60718", "instance_type": "t3.small", "subnet_id": "subnet-1", "user_data": script,
		"id": "i-1", "availability_zone": "eu-central-1a", "ebs_optimized": false, "monitoring": true,
		"tags": object{"Environment": "production", "Name": "web"},
	}
	newWeb := maps.Clone(web)
	delete(newWeb, "subnet_id")
	delete(newWeb, "id")
	newWeb["user_data"] = strings.Replace(script, "1.24", "1.26", 1)
	p := plan{
		resources: []resource{
			{typ: "aws_instance", name: "web", actions: replace, before: web, after: newWeb, unknown: object{"subnet_id": true, "id": true}, forcing: []string{"subnet_id"}, reason: "replace_because_cannot_update"},
			{typ: "aws_subnet", name: "a", actions: replace, before: subnet, after: newSubnet, unknown: object{"id": true}, forcing: []string{"cidr_block"}, reason: "replace_because_cannot_update"},
			{typ: "aws_db_instance", name: "main", actions: update, before: object{"id": "db-1", "allocated_storage": 20, "engine": "postgres", "identifier": "main", "password": "correct horse"}, after: object{"id": "db-1", "allocated_storage": 50, "engine": "postgres", "identifier": "main", "password": "battery staple"}, sensitive: object{"password": true}},
			{typ: "aws_cloudwatch_log_group", name: "old", actions: destroy, before: object{"id": "/web/old", "name": "/web/old", "retention_in_days": 14}, reason: "delete_because_no_resource_config"},
			{module: "module.dns", typ: "aws_route53_record", name: "www", actions: create, after: object{"name": "www.example.com", "ttl": 300, "type": "A"}, unknown: object{"id": true, "fqdn": true}},
			{module: `module.dns["a b"]`, typ: "aws_route53_record", name: "mail", actions: create, after: object{"name": "mail.example.com", "ttl": 60, "type": "MX"}, unknown: object{"id": true}},
			{module: "module.dns", typ: "aws_route53_zone", name: "main", data: true, actions: read, after: object{"name": "example.com"}, unknown: object{"id": true}, reason: "read_because_config_unknown"},
		},
		outputs: object{"web_ip": object{"actions": update, "before": "203.0.113.10", "after": "203.0.113.11", "after_unknown": false, "before_sensitive": false, "after_sensitive": false}},
		config: object{"resources": []object{
			{"address": "aws_instance.web", "mode": "managed", "type": "aws_instance", "name": "web", "expressions": object{"subnet_id": object{"references": []string{"aws_subnet.a.id", "aws_subnet.a"}}}},
			{"address": "aws_subnet.a", "mode": "managed", "type": "aws_subnet", "name": "a", "expressions": object{"cidr_block": object{"constant_value": "10.0.2.0/24"}}},
		}},
	}
	for _, key := range oddKeys {
		p.resources = append(p.resources, resource{
			typ: "aws_s3_bucket", name: "odd", key: key, actions: update,
			before: object{"id": "b", "bucket": "b", "force_destroy": false}, after: object{"id": "b", "bucket": "b", "force_destroy": true},
		})
	}
	return p
}

// oddKeys are keys of for_each that are not simple in a URL, in HTML or in a selector.
var oddKeys = []string{
	"a b", "ünï 日本 🐘", "50%", "%41", "%E0%A4%A", `say "hi"`, "it's", "<b>&amp;", `back\slash`, "#top", "a/b?c=d&e", "line\nfeed", "${x}", "é", " ", "",
}

// many returns a plan with n resources in modules of 50, with bodies like those of real ones.
func many(n int) plan {
	actions := [][]string{update, create, update, replace, destroy, update, create, update}
	var p plan
	for i := range n {
		r := resource{
			module: fmt.Sprintf("module.service_%d", i/50), typ: "aws_instance", name: fmt.Sprintf("node_%d", i%50), actions: actions[i%len(actions)],
		}
		before, after := instance(i, 0), instance(i, 1)
		switch i % 3 {
		case 1:
			r.typ = "aws_iam_role"
			before, after = role(i, 0), role(i, 1)
		case 2:
			r.typ = "aws_security_group"
			before, after = securityGroup(i, 0), securityGroup(i, 1)
		}
		switch r.actions[0] {
		case "create":
			before = nil
			delete(after, "id")
			delete(after, "arn")
			r.unknown = object{"id": true, "arn": true}
		case "delete":
			if len(r.actions) == 1 {
				after = nil
				break
			}
			delete(after, "id")
			delete(after, "arn")
			r.unknown, r.forcing, r.reason = object{"id": true, "arn": true}, []string{"name"}, "replace_because_cannot_update"
		}
		r.before, r.after = before, after
		p.resources = append(p.resources, r)
	}
	return p
}

func instance(i, version int) object {
	return object{
		"id": fmt.Sprintf("i-%017x", i), "arn": fmt.Sprintf("arn:aws:ec2:eu-central-1:123456789012:instance/i-%017x", i),
		"name": fmt.Sprintf("node-%d-%d", i, version), "ami": fmt.Sprintf("ami-%017x", 7*i+version), "instance_type": []string{"t3.small", "t3.medium"}[version],
		"availability_zone": "eu-central-1a", "ebs_optimized": false, "monitoring": true, "key_name": "deploy", "private_ip": fmt.Sprintf("10.%d.%d.%d", i/65536, i/256%256, i%256),
		"subnet_id": "subnet-0123456789abcdef0", "vpc_security_group_ids": []string{"sg-0011223344556677f", "sg-0011223344556688f"}, "source_dest_check": true,
		"user_data":         fmt.Sprintf("#!/bin/sh\nset -eu\napt-get install -y nginx=1.2%d\nsystemctl enable --now nginx\nlogger 'node %d is up'\n", 4+2*version, i),
		"tags":              object{"Name": fmt.Sprintf("node-%d", i), "Environment": "production", "Release": fmt.Sprintf("2026.%d", 10+version), "Team": "platform"},
		"root_block_device": []object{{"delete_on_termination": true, "encrypted": version == 1, "volume_size": 8 + 12*version, "volume_type": "gp3", "iops": 3000}},
		"metadata_options":  []object{{"http_endpoint": "enabled", "http_tokens": "required", "http_put_response_hop_limit": 1}},
	}
}

func role(i, version int) object {
	policy := object{"Version": "2012-10-17", "Statement": []object{
		{"Sid": "Assume", "Effect": "Allow", "Action": "sts:AssumeRole", "Principal": object{"Service": "ec2.amazonaws.com"}},
		{"Sid": "Read", "Effect": "Allow", "Action": []string{"s3:GetObject", "s3:ListBucket"}[:1+version], "Resource": "arn:aws:s3:::example-releases/*"},
	}}
	return object{
		"id": fmt.Sprintf("role-%d", i), "arn": fmt.Sprintf("arn:aws:iam::123456789012:role/role-%d", i), "name": fmt.Sprintf("role-%d-%d", i, version),
		"assume_role_policy": quoted(policy), "description": "What the service may do", "force_detach_policies": false, "max_session_duration": 3600 * (1 + version),
		"path": "/", "managed_policy_arns": []string{"arn:aws:iam::aws:policy/ReadOnlyAccess"}, "tags": object{"Team": "platform", "Release": fmt.Sprintf("2026.%d", 10+version)},
		"inline_policy": []object{{"name": "inline", "policy": quoted(policy)}},
	}
}

func securityGroup(i, version int) object {
	var rules []object
	for port := range 4 + version {
		rules = append(rules, object{
			"from_port": 8000 + port, "to_port": 8000 + port, "protocol": "tcp", "cidr_blocks": []string{"10.0.0.0/8", fmt.Sprintf("192.168.%d.0/24", i%256)},
			"description": fmt.Sprintf("port %d", port), "self": false, "ipv6_cidr_blocks": []string{}, "prefix_list_ids": []string{}, "security_groups": []string{},
		})
	}
	return object{
		"id": fmt.Sprintf("sg-%017x", i), "arn": fmt.Sprintf("arn:aws:ec2:eu-central-1:123456789012:security-group/sg-%d", i),
		"name": fmt.Sprintf("group-%d-%d", i, version), "description": "Managed by Terraform", "vpc_id": "vpc-0123456789abcdef0", "ingress": rules,
		"egress": []object{{"from_port": 0, "to_port": 0, "protocol": "-1", "cidr_blocks": []string{"0.0.0.0/0"}, "description": "", "self": false}},
		"tags":   object{"Name": fmt.Sprintf("group-%d", i), "Release": fmt.Sprintf("2026.%d", 10+version)}, "revoke_rules_on_delete": false,
	}
}
