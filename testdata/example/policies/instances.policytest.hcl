policytest {
  targets = ["instances.policy.hcl"]
}

resource "aws_instance" "small" {
  attrs = { instance_type = "t3.small" }
}

resource "aws_instance" "huge" {
  expect_failure = true
  attrs          = { instance_type = "m5.24xlarge" }
}

resource "aws_instance" "large_in_production" {
  attrs = { instance_type = "m5.large" }
  inputs {
    env = "prod"
  }
}
