policytest {
  targets = ["public-access.policy.hcl"]
}

resource "aws_vpc_security_group_ingress_rule" "https" {
  attrs = { from_port = 443, to_port = 443, cidr_ipv4 = "0.0.0.0/0", cidr_ipv6 = null }
}

resource "aws_vpc_security_group_ingress_rule" "ssh" {
  attrs          = { from_port = 22, to_port = 22, cidr_ipv4 = null, cidr_ipv6 = "::/0" }
  expect_failure = true
}

resource "aws_s3_bucket" "blocked" {
  attrs = { id = "private" }
}

resource "aws_s3_bucket" "open" {
  attrs          = { id = "open" }
  expect_failure = true
}

resource "aws_s3_bucket_public_access_block" "blocked" {
  attrs = { bucket = "private", block_public_acls = true, block_public_policy = true }
}
