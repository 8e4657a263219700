package policy

import rego.v1

deny contains msg if {
	some r in input.resource_changes
	r.type == "aws_db_instance"
	r.change.after != null
	not r.change.after.backup_retention_period >= 7
	msg := sprintf("%s: backups must be kept for 7 days", [r.address])
}
