policy {}

resource_policy "aws_iam_policy" "no_wildcards" {
  locals {
    # One statement or action need not be in a list.
    statements = core::flatten([core::jsondecode(attrs.policy).Statement])
    allowed    = core::flatten([for s in local.statements : core::flatten([core::try(s.Action, [])]) if s.Effect == "Allow"])
  }

  enforce {
    condition     = !core::contains(local.allowed, "*") && core::alltrue([for a in local.allowed : !core::endswith(a, ":*")])
    error_message = "The policy allows ${core::join(", ", local.allowed)}."
  }
}
