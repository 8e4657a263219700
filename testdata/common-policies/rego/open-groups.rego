package policy

import rego.v1

everyone := {"0.0.0.0/0", "::/0"}

# Only HTTPS may be open to everyone.
https(rule) if {
	rule.from_port == 443
	rule.to_port == 443
}

deny contains msg if {
	some r in input.resource_changes
	r.type == "aws_vpc_security_group_ingress_rule"
	not https(r.change.after)
	some name in ["cidr_ipv4", "cidr_ipv6"]
	r.change.after[name] in everyone
	msg := sprintf("%s: this port would be open to everyone", [r.address])
}
