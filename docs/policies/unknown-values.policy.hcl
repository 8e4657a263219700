policy {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0.0, < 7.0.0"
    }
  }
}

resource_policy "aws_iam_policy" "known_when_planned" {
  enforce {
    # A policy document that is known only after apply cannot be reviewed. core::valuetostring is the only function that
    # tells unknown values apart, so this rule is always decided.
    condition     = core::valuetostring(attrs.policy) != "(unknown)"
    error_message = "The policy document is known only after apply, so nobody can review it."
  }
}
