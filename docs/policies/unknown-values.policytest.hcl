policytest {
  targets = ["unknown-values.policy.hcl"]
}

resource "aws_iam_policy" "known" {
  attrs = { policy = "{}" }
}
