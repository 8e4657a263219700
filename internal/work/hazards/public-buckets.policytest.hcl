policytest {
  targets = ["public-buckets.policy.hcl"]
}

resource "aws_s3_bucket_acl" "public" {
  attrs          = { acl = "public-read" }
  expect_failure = true
}

resource "aws_s3_bucket_acl" "private" {
  attrs = { acl = "private" }
}

resource "aws_s3_bucket_acl" "becomes_public" {
  prior_attrs    = { acl = "private" }
  attrs          = { acl = "public-read-write" }
  expect_failure = true
}

resource "aws_s3_bucket_public_access_block" "blocks" {
  attrs = { block_public_acls = true, block_public_policy = true, ignore_public_acls = true, restrict_public_buckets = true }
}

resource "aws_s3_bucket_public_access_block" "half" {
  attrs          = { block_public_acls = true, block_public_policy = true, ignore_public_acls = null, restrict_public_buckets = true }
  expect_failure = true
}

resource "aws_s3_bucket_public_access_block" "removed" {
  prior_attrs    = { bucket = "b" }
  expect_failure = true
}

resource "aws_s3_bucket_policy" "public" {
  attrs          = { policy = core::jsonencode({ Statement = [{ Effect = "Allow", Principal = { AWS = "*" }, Action = "s3:GetObject" }] }) }
  expect_failure = true
}

resource "aws_s3_bucket_policy" "single_statement" {
  attrs          = { policy = core::jsonencode({ Statement = { Effect = "Allow", Principal = "*", Action = "s3:GetObject" } }) }
  expect_failure = true
}

resource "aws_s3_bucket_policy" "with_a_condition" {
  attrs = { policy = core::jsonencode({ Statement = [{ Effect = "Allow", Principal = "*", Action = "s3:*", Condition = { Bool = {} } }] }) }
}

resource "aws_s3_bucket_policy" "one_account" {
  attrs = { policy = core::jsonencode({ Statement = [{ Effect = "Allow", Principal = { AWS = ["123456789012"] }, Action = "s3:*" }] }) }
}

resource "google_storage_bucket_iam_member" "public" {
  attrs          = { member = "allUsers" }
  expect_failure = true
}

resource "google_storage_bucket_iam_binding" "public" {
  attrs          = { members = ["user:a@example.com", "allAuthenticatedUsers"] }
  expect_failure = true
}

resource "azurerm_storage_account" "public" {
  attrs          = { allow_nested_items_to_be_public = true }
  expect_failure = true
}

resource "azurerm_storage_container" "public" {
  attrs          = { container_access_type = "blob" }
  expect_failure = true
}
