policytest {
  targets = ["encryption.policy.hcl"]
}

resource "aws_ebs_volume" "encrypted" {
  attrs = { encrypted = true }
}

resource "aws_ebs_volume" "not_set" {
  attrs          = { encrypted = null }
  expect_failure = true
}

resource "aws_instance" "encrypted" {
  attrs = { root_block_device = [{ encrypted = true }] }
}

resource "aws_instance" "plain" {
  attrs          = { root_block_device = [{ encrypted = false }] }
  expect_failure = true
}
