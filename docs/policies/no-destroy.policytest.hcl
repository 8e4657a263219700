policytest {
  targets = ["no-destroy.policy.hcl"]
}

resource "aws_s3_bucket" "kept" {
  prior_attrs    = { tags = {} }
  expect_failure = true
}

resource "aws_s3_bucket" "disposable" {
  prior_attrs = { tags = { Disposable = "yes" } }
}

resource "aws_route53_record" "not_stateful" {
  prior_attrs = { name = "www.example.com" }
}
