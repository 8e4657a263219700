policytest {
  targets = ["provider-versions.policy.hcl"]
}

provider "aws" "approved" {
  meta = { version = "6.2.0" }
}

provider "aws" "too_old" {
  meta           = { version = "4.67.0" }
  expect_failure = true
}
