package policy

import rego.v1

max_destroys := 2

destroyed := [r.address |
	some r in input.resource_changes
	"delete" in r.change.actions
]

deny contains msg if {
	count(destroyed) > max_destroys
	msg := sprintf("the plan destroys %d: %s", [count(destroyed), concat(", ", destroyed)])
}
