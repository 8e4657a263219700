policytest {
  targets = ["required-tags.policy.hcl"]
}

resource "aws_instance" "tagged" {
  attrs = { tags = { Environment = "production", Name = "web" } }
}

resource "aws_instance" "untagged" {
  attrs          = { tags = null }
  expect_failure = true
}

resource "aws_instance" "owner_is_required_too" {
  attrs          = { tags = { Environment = "production" } }
  expect_failure = true

  inputs {
    required_tags = ["Environment", "Owner"]
  }
}

resource "aws_route53_record" "has_no_tags" {
  attrs = { name = "www.example.com" }
}
