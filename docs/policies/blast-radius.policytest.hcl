policytest {
  targets = ["blast-radius.policy.hcl"]
}

resource "aws_instance" "one" {
  attrs = { instance_type = "t3.small" }
}

resource "aws_instance" "two" {
  attrs          = { instance_type = "t3.small" }
  expect_failure = true

  inputs {
    most_instances = 1
  }
}
