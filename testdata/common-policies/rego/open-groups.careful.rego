package policy

import rego.v1

everyone := {"0.0.0.0/0", "::/0"}

rules contains r if {
	some r in input.resource_changes
	r.type == "aws_vpc_security_group_ingress_rule"
	r.change.after != null
}

unknown(r, name) if r.change.after_unknown[name] == true

# Only HTTPS may be open to everyone.
other_port(r) if {
	some name in ["from_port", "to_port"]
	not unknown(r, name)
	not r.change.after[name] == 443
}

may_be_other_port(r) if other_port(r)

may_be_other_port(r) if {
	some name in ["from_port", "to_port"]
	unknown(r, name)
}

open(r) if {
	some name in ["cidr_ipv4", "cidr_ipv6"]
	r.change.after[name] in everyone
}

may_be_open(r) if open(r)

may_be_open(r) if {
	some name in ["cidr_ipv4", "cidr_ipv6"]
	unknown(r, name)
}

fails(r) if {
	other_port(r)
	open(r)
}

deny contains msg if {
	some r in rules
	fails(r)
	msg := sprintf("%s: this port would be open to everyone", [r.address])
}

undecided contains msg if {
	some r in rules
	not fails(r)
	may_be_other_port(r)
	may_be_open(r)
	msg := sprintf("%s: it is not known yet to whom this port is open", [r.address])
}
