policytest {
  targets = ["deletion-protection.policy.hcl"]
}

resource "aws_db_instance" "stays" {
  prior_attrs = { deletion_protection = true }
  attrs       = { deletion_protection = true }
}

resource "aws_db_instance" "switched_off" {
  prior_attrs    = { deletion_protection = true }
  attrs          = { deletion_protection = false }
  expect_failure = true
}

resource "aws_db_instance" "was_off_before" {
  prior_attrs = { deletion_protection = false }
  attrs       = { deletion_protection = false }
}
