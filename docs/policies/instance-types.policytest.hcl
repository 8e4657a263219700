policytest {
  targets = ["instance-types.policy.hcl"]
}

resource "aws_instance" "medium" {
  attrs = { instance_type = "t3.medium" }
}

resource "aws_instance" "huge" {
  attrs          = { instance_type = "p5.48xlarge" }
  expect_failure = true
}
