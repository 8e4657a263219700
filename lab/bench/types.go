package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

const awsProvider = "registry.terraform.io/hashicorp/aws"

// resourceType is a type of the generated plan, in the manner of a provider's
// most used ones.
type resourceType struct {
	name   string
	weight int // how many there are in relation to the others
	attrs  []attribute
	blocks []block
}

// attribute is a member with a value of its own. Without a function, the value is
// null.
type attribute struct {
	name     string
	typ      string // as schemas spell it; empty for a string
	computed bool   // unknown before the resource is created
	secret   bool
	value    value
}

// value returns a value as JSON. Version 0 is what it was, and others differ a
// little from it.
type value func(r *rand.Rand, version int) string

// block is a nested block, a list of count objects or fewer.
type block struct {
	name, mode string
	count      int
	attrs      []attribute
}

const (
	listOfString = `["list","string"]`
	setOfString  = `["set","string"]`
	mapOfString  = `["map","string"]`
	ruleSet      = `["set",["object",{"cidr_blocks":["list","string"],"description":"string","from_port":"number","ipv6_cidr_blocks":["list","string"],` +
		`"prefix_list_ids":["list","string"],"protocol":"string","security_groups":["set","string"],"self":"bool","to_port":"number"}]]`
)

// resourceTypes are the types of the mix.
func resourceTypes() []resourceType {
	members := func(a ...attribute) []attribute { return a }
	base := func(service string) []attribute {
		return []attribute{
			{name: "arn", computed: true, value: pattern("arn:aws:"+service+":eu-central-1:%012d:resource/%08x", 1e12)},
			{name: "id", computed: true, value: pattern("%03d-%017x", 1000)},
			{name: "region", value: fixed("eu-central-1")},
			{name: "tags", typ: mapOfString, value: tags},
			{name: "tags_all", typ: mapOfString, value: tags},
		}
	}
	return []resourceType{
		{
			"aws_instance", 10, append(base("ec2"),
				attribute{name: "ami", value: pattern("ami-%d%017x", 10)}, attribute{name: "associate_public_ip_address", typ: `"bool"`, value: oneOf("true", "false")},
				attribute{name: "availability_zone", value: words("eu-central-1a", "eu-central-1b", "eu-central-1c")},
				attribute{name: "cpu_core_count", typ: `"number"`, value: oneOf("1", "2", "4")}, attribute{name: "cpu_threads_per_core", typ: `"number"`, value: oneOf("1", "2")},
				attribute{name: "disable_api_stop", typ: `"bool"`, value: oneOf("false")}, attribute{name: "disable_api_termination", typ: `"bool"`, value: oneOf("false")},
				attribute{name: "ebs_optimized", typ: `"bool"`, value: oneOf("false", "true")}, attribute{name: "get_password_data", typ: `"bool"`, value: oneOf("false")},
				attribute{name: "hibernation"}, attribute{name: "host_id"}, attribute{name: "host_resource_group_arn"}, attribute{name: "iam_instance_profile", value: words("web", "worker", "batch")},
				attribute{name: "instance_initiated_shutdown_behavior", value: fixed("stop")}, attribute{name: "instance_lifecycle"},
				attribute{name: "instance_state", computed: true, value: fixed("running")}, attribute{name: "instance_type", value: words("t3.micro", "m7g.large", "c7g.xlarge")},
				attribute{name: "ipv6_addresses", typ: listOfString, computed: true, value: fixedJSON("[]")}, attribute{name: "key_name"}, attribute{name: "monitoring", typ: `"bool"`, value: oneOf("false", "true")},
				attribute{name: "outpost_arn"}, attribute{name: "password_data", computed: true}, attribute{name: "placement_group"},
				attribute{name: "primary_network_interface_id", computed: true, value: pattern("eni-%d%016x", 10)},
				attribute{name: "private_dns", computed: true, value: pattern("ip-10-0-%d-%x.eu-central-1.compute.internal", 255)}, attribute{name: "private_ip", computed: true, value: pattern("10.0.%d.%d", 255)},
				attribute{name: "public_dns", computed: true}, attribute{name: "public_ip", computed: true}, attribute{name: "secondary_private_ips", typ: setOfString, value: fixedJSON("[]")},
				attribute{name: "security_groups", typ: setOfString, value: fixedJSON("[]")}, attribute{name: "source_dest_check", typ: `"bool"`, value: oneOf("true")},
				attribute{name: "subnet_id", value: pattern("subnet-%d%016x", 10)}, attribute{name: "tenancy", value: fixed("default")}, attribute{name: "user_data", value: script},
				attribute{name: "user_data_base64"}, attribute{name: "user_data_replace_on_change", typ: `"bool"`, value: oneOf("false")},
				attribute{name: "vpc_security_group_ids", typ: setOfString, value: many("sg-%017x", 3)}),
			[]block{
				{"credit_specification", "list", 1, members(attribute{name: "cpu_credits", value: words("standard", "unlimited")})},
				{"ebs_block_device", "set", 3, members(attribute{name: "delete_on_termination", typ: `"bool"`, value: oneOf("true")}, attribute{name: "device_name", value: pattern("/dev/xvd%d%x", 9)},
					attribute{name: "encrypted", typ: `"bool"`, value: oneOf("true")}, attribute{name: "iops", typ: `"number"`, value: oneOf("3000", "6000")}, attribute{name: "kms_key_id"},
					attribute{name: "volume_id", value: pattern("vol-%d%016x", 10)}, attribute{name: "volume_size", typ: `"number"`, value: oneOf("8", "20", "100")}, attribute{name: "volume_type", value: fixed("gp3")})},
				{"metadata_options", "list", 1, members(attribute{name: "http_endpoint", value: fixed("enabled")}, attribute{name: "http_protocol_ipv6", value: fixed("disabled")},
					attribute{name: "http_put_response_hop_limit", typ: `"number"`, value: oneOf("1", "2")}, attribute{name: "http_tokens", value: words("required", "optional")})},
				{"root_block_device", "list", 1, members(attribute{name: "delete_on_termination", typ: `"bool"`, value: oneOf("true")}, attribute{name: "encrypted", typ: `"bool"`, value: oneOf("true", "false")},
					attribute{name: "volume_id", value: pattern("vol-%d%016x", 10)}, attribute{name: "volume_size", typ: `"number"`, value: oneOf("8", "20", "100")}, attribute{name: "volume_type", value: fixed("gp3")})},
			},
		},
		{"aws_security_group", 8, append(base("ec2"), attribute{name: "description", value: fixed("Managed by Terraform")}, attribute{name: "egress", typ: ruleSet, value: rules},
			attribute{name: "ingress", typ: ruleSet, value: rules}, attribute{name: "name", value: pattern("sg-%d-%x", 100)}, attribute{name: "name_prefix"},
			attribute{name: "owner_id", computed: true, value: fixed("123456789012")}, attribute{name: "revoke_rules_on_delete", typ: `"bool"`, value: oneOf("false")}, attribute{name: "vpc_id", value: pattern("vpc-%d%016x", 10)}), nil},
		{"aws_iam_policy", 10, append(base("iam"), attribute{name: "attachment_count", typ: `"number"`, computed: true, value: oneOf("1", "2")}, attribute{name: "description"},
			attribute{name: "name", value: pattern("policy-%d-%x", 100)}, attribute{name: "path", value: fixed("/")}, attribute{name: "policy", value: policy}, attribute{name: "policy_id", computed: true, value: pattern("ANPA%d%X", 10)}), nil},
		{
			"aws_iam_role", 10, append(base("iam"), attribute{name: "assume_role_policy", value: policy}, attribute{name: "description"}, attribute{name: "force_detach_policies", typ: `"bool"`, value: oneOf("false")},
				attribute{name: "managed_policy_arns", typ: setOfString, value: many("arn:aws:iam::123456789012:policy/%x", 4)}, attribute{name: "max_session_duration", typ: `"number"`, value: oneOf("3600", "7200")},
				attribute{name: "name", value: pattern("role-%d-%x", 100)}, attribute{name: "path", value: fixed("/")}, attribute{name: "unique_id", computed: true, value: pattern("AROA%d%X", 10)}),
			[]block{{"inline_policy", "set", 2, members(attribute{name: "name", value: pattern("inline-%d-%x", 100)}, attribute{name: "policy", value: policy})}},
		},
		{
			"aws_s3_bucket", 6, append(base("s3"), attribute{name: "acceleration_status", value: fixed("")}, attribute{name: "acl"}, attribute{name: "bucket", value: pattern("bucket-%d-%x", 100)},
				attribute{name: "bucket_domain_name", computed: true, value: pattern("bucket-%d-%x.s3.amazonaws.com", 100)}, attribute{name: "force_destroy", typ: `"bool"`, value: oneOf("false")},
				attribute{name: "hosted_zone_id", computed: true, value: fixed("Z21DNDUVLTQW6Q")}, attribute{name: "object_lock_enabled", typ: `"bool"`, value: oneOf("false")}, attribute{name: "policy", value: policy}, attribute{name: "request_payer", value: fixed("BucketOwner")}),
			[]block{
				{"cors_rule", "list", 2, members(attribute{name: "allowed_headers", typ: listOfString, value: fixedJSON(`["*"]`)}, attribute{name: "allowed_methods", typ: listOfString, value: fixedJSON(`["GET","PUT"]`)},
					attribute{name: "allowed_origins", typ: listOfString, value: many("https://%x.example.com", 3)}, attribute{name: "expose_headers", typ: listOfString, value: fixedJSON("[]")}, attribute{name: "max_age_seconds", typ: `"number"`, value: oneOf("3000", "300")})},
				{"versioning", "list", 1, members(attribute{name: "enabled", typ: `"bool"`, value: oneOf("true", "false")}, attribute{name: "mfa_delete", typ: `"bool"`, value: oneOf("false")})},
			},
		},
		{
			"aws_route53_record", 16, append(base("route53")[1:2], attribute{name: "allow_overwrite"}, attribute{name: "fqdn", computed: true, value: pattern("host-%d-%x.example.com", 100)}, attribute{name: "health_check_id"},
				attribute{name: "multivalue_answer_routing_policy"}, attribute{name: "name", value: pattern("host-%d-%x.example.com", 100)}, attribute{name: "records", typ: setOfString, value: many("10.1.%d.12", 4)},
				attribute{name: "set_identifier"}, attribute{name: "ttl", typ: `"number"`, value: oneOf("60", "300", "3600")}, attribute{name: "type", value: words("A", "CNAME")}, attribute{name: "zone_id", value: fixed("Z0123456789ABCDEFGHIJ")}),
			[]block{{"weighted_routing_policy", "list", 1, members(attribute{name: "weight", typ: `"number"`, value: oneOf("10", "90")})}},
		},
		{
			"aws_lambda_function", 8, append(base("lambda"), attribute{name: "architectures", typ: listOfString, value: fixedJSON(`["arm64"]`)}, attribute{name: "code_sha256", computed: true, value: pattern("%d%x=", 1e9)}, attribute{name: "description"},
				attribute{name: "function_name", value: pattern("function-%d-%x", 100)}, attribute{name: "handler", value: fixed("index.handler")}, attribute{name: "invoke_arn", computed: true, value: pattern("arn:aws:apigateway:eu-central-1:lambda:path/%d/functions/%x/invocations", 1e9)},
				attribute{name: "last_modified", computed: true, value: pattern("2026-11-%02dT10:00:00.%x+0000", 28)}, attribute{name: "layers", typ: listOfString, value: many("arn:aws:lambda:eu-central-1:123456789012:layer:%x", 2)}, attribute{name: "memory_size", typ: `"number"`, value: oneOf("128", "512", "1024")},
				attribute{name: "package_type", value: fixed("Zip")}, attribute{name: "publish", typ: `"bool"`, value: oneOf("false")}, attribute{name: "role", value: pattern("arn:aws:iam::%012d:role/%x", 1e12)}, attribute{name: "runtime", value: words("nodejs22.x", "python3.13")},
				attribute{name: "source_code_hash", value: pattern("%d%x=", 1e9)}, attribute{name: "timeout", typ: `"number"`, value: oneOf("3", "30", "900")}, attribute{name: "version", computed: true, value: fixed("$LATEST")}),
			[]block{
				{"environment", "list", 1, members(attribute{name: "variables", typ: mapOfString, value: variables})},
				{"vpc_config", "list", 1, members(attribute{name: "security_group_ids", typ: setOfString, value: many("sg-%017x", 2)}, attribute{name: "subnet_ids", typ: setOfString, value: many("subnet-%017x", 3)}, attribute{name: "vpc_id", value: pattern("vpc-%d%016x", 10)})},
			},
		},
		{"aws_db_instance", 3, append(base("rds"), attribute{name: "address", computed: true, value: pattern("db-%d.%x.eu-central-1.rds.amazonaws.com", 100)}, attribute{name: "allocated_storage", typ: `"number"`, value: oneOf("20", "100", "500")},
			attribute{name: "auto_minor_version_upgrade", typ: `"bool"`, value: oneOf("true")}, attribute{name: "backup_retention_period", typ: `"number"`, value: oneOf("0", "7", "30")}, attribute{name: "backup_window", value: fixed("03:00-04:00")},
			attribute{name: "db_name", value: words("app", "billing")}, attribute{name: "engine", value: words("postgres", "mysql")}, attribute{name: "engine_version", value: words("16.4", "16.6", "17.2")}, attribute{name: "identifier", value: pattern("db-%d-%x", 100)},
			attribute{name: "instance_class", value: words("db.t4g.micro", "db.r7g.large")}, attribute{name: "password", secret: true, value: pattern("secret-%d-%x", 100)}, attribute{name: "port", typ: `"number"`, value: oneOf("5432", "3306")},
			attribute{name: "storage_type", value: fixed("gp3")}, attribute{name: "username", value: fixed("postgres")}, attribute{name: "vpc_security_group_ids", typ: setOfString, value: many("sg-%017x", 3)}), nil},
		{"aws_cloudwatch_log_group", 8, append(base("logs"), attribute{name: "kms_key_id", value: fixed("")}, attribute{name: "log_group_class", value: fixed("STANDARD")}, attribute{name: "name", value: pattern("/aws/lambda/function-%d-%x", 100)},
			attribute{name: "name_prefix", value: fixed("")}, attribute{name: "retention_in_days", typ: `"number"`, value: oneOf("7", "30", "365")}, attribute{name: "skip_destroy", typ: `"bool"`, value: oneOf("false")}), nil},
		{"aws_security_group_rule", 12, append(base("ec2")[1:2], attribute{name: "cidr_blocks", typ: listOfString, value: many("10.2.%d.0/24", 5)}, attribute{name: "description", value: words("ingress from the office", "health checks", "")},
			attribute{name: "from_port", typ: `"number"`, value: oneOf("22", "80", "443")}, attribute{name: "ipv6_cidr_blocks", typ: listOfString}, attribute{name: "prefix_list_ids", typ: listOfString}, attribute{name: "protocol", value: fixed("tcp")},
			attribute{name: "security_group_id", value: pattern("sg-%d%016x", 10)}, attribute{name: "security_group_rule_id", computed: true, value: pattern("sgr-%d%016x", 10)}, attribute{name: "self", typ: `"bool"`, value: oneOf("false")},
			attribute{name: "source_security_group_id"}, attribute{name: "to_port", typ: `"number"`, value: oneOf("22", "80", "443")}, attribute{name: "type", value: fixed("ingress")}), nil},
	}
}

// quote returns a string as JSON.
func quote(s string) string {
	b, _ := json.Marshal(s) // there is no error for a string
	return string(b)
}

// fixed is a string that is always the same until it changes.
func fixed(s string) value {
	return func(_ *rand.Rand, version int) string {
		if version == 0 {
			return quote(s)
		}
		return quote(fmt.Sprint(s, " v", version))
	}
}

func fixedJSON(s string) value { return func(*rand.Rand, int) string { return s } }

// oneOf is one of some values. The next version is the next value.
func oneOf(all ...string) value {
	return func(r *rand.Rand, version int) string { return all[(r.IntN(len(all))+version)%len(all)] }
}

func words(all ...string) value {
	quoted := make([]string, len(all))
	for i, s := range all {
		quoted[i] = quote(s)
	}
	return oneOf(quoted...)
}

// pattern is a text with two numbers in it, the first of them below a limit.
func pattern(format string, below int64) value {
	return func(r *rand.Rand, version int) string {
		return quote(fmt.Sprintf(format, r.Int64N(below), r.Uint32()+uint32(version)))
	}
}

// many is a list of at most count texts with a number in each. The next version
// has one more.
func many(format string, count int) value {
	return func(r *rand.Rand, version int) string {
		var all []string
		for range 1 + r.IntN(count) {
			all = append(all, quote(fmt.Sprintf(format, r.Uint32N(1<<16))))
		}
		for range version {
			all = append(all, quote(fmt.Sprintf(format, 1<<16+r.Uint32N(1<<16))))
		}
		return "[" + strings.Join(all, ",") + "]"
	}
}

func tags(r *rand.Rand, version int) string {
	return fmt.Sprintf(`{"CostCenter":"%d","Environment":%q,"Name":"node-%d","Owner":"platform","Release":"2026.11.%d"}`,
		1000+r.IntN(50), []string{"production", "staging"}[r.IntN(2)], r.IntN(1e6), version)
}

func variables(r *rand.Rand, version int) string {
	var all []string
	for i := range 4 + r.IntN(10) {
		all = append(all, fmt.Sprintf(`"VARIABLE_%02d":"value %d"`, i, r.IntN(1e6)))
	}
	return "{" + strings.Join(append(all, fmt.Sprintf(`"VERSION":"%d"`, version)), ",") + "}"
}

// script is a text of some lines.
func script(r *rand.Rand, version int) string {
	lines := []string{"#!/bin/sh", "set -eu"}
	for i := range 5 + r.IntN(25) {
		lines = append(lines, fmt.Sprintf("install -m 0644 file-%d /etc/service/conf.d/%d.conf", r.IntN(1000), i))
	}
	lines[len(lines)/2] = fmt.Sprint("export VERSION=", version)
	return quote(strings.Join(lines, "\n") + "\n")
}

// policy is JSON in a string.
func policy(r *rand.Rand, version int) string {
	var all []string
	for i := range 1 + r.IntN(4) {
		bucket := r.IntN(1e6)
		all = append(all, fmt.Sprintf(`{"Action":["s3:GetObject","s3:PutObject"],"Effect":"Allow","Resource":["arn:aws:s3:::bucket-%d","arn:aws:s3:::bucket-%d/*"],"Sid":"Statement%d"}`, bucket, bucket, i))
	}
	for i := range version {
		all = append(all, fmt.Sprintf(`{"Action":"s3:ListBucket","Effect":"Deny","Resource":"*","Sid":"Added%d"}`, i))
	}
	return quote(`{"Statement":[` + strings.Join(all, ",") + `],"Version":"2012-10-17"}`)
}

// rules are the rules of a security group, in the order in which Terraform would
// write a set, more or less.
func rules(r *rand.Rand, version int) string {
	var all []string
	for i := range 1 + r.IntN(5) + version {
		port := 1000*i + r.IntN(1000)
		all = append(all, fmt.Sprintf(`{"cidr_blocks":["10.%d.0.0/16"],"description":"","from_port":%d,"ipv6_cidr_blocks":[],"prefix_list_ids":[],"protocol":"tcp","security_groups":[],"self":false,"to_port":%d}`,
			r.IntN(256), port, port))
	}
	return "[" + strings.Join(all, ",") + "]"
}
