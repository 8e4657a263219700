package policy

import rego.v1

# One statement or action need not be in a list.
as_list(x) := x if is_array(x)

as_list(x) := [x] if not is_array(x)

deny contains msg if {
	some r in input.resource_changes
	r.type == "aws_iam_policy"
	document := json.unmarshal(r.change.after.policy)
	some statement in as_list(document.Statement)
	statement.Effect == "Allow"
	some action in as_list(statement.Action)
	wildcard(action)
	msg := sprintf("%s: the policy allows %s", [r.address, action])
}

wildcard("*")

wildcard(action) if endswith(action, ":*")
