package policy

import rego.v1

unknown(r) if r.change.after_unknown.backup_retention_period == true

undecided contains msg if {
	some r in input.resource_changes
	r.type == "aws_db_instance"
	unknown(r)
	msg := sprintf("%s: it is not known yet how long backups are kept", [r.address])
}

deny contains msg if {
	some r in input.resource_changes
	r.type == "aws_db_instance"
	r.change.after != null
	not unknown(r)
	not r.change.after.backup_retention_period >= 7
	msg := sprintf("%s: backups must be kept for 7 days", [r.address])
}
