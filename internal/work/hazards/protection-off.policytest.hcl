policytest {
  targets = ["protection-off.policy.hcl"]
}

resource "aws_db_instance" "deletion_protection_off" {
  prior_attrs    = { deletion_protection = true }
  attrs          = { deletion_protection = false }
  expect_failure = true
}

resource "aws_db_instance" "deletion_protection_stays" {
  prior_attrs = { deletion_protection = true }
  attrs       = { deletion_protection = true }
}

resource "aws_db_instance" "deletion_protection_was_off" {
  prior_attrs = { deletion_protection = false }
  attrs       = { deletion_protection = null }
}

resource "aws_lb" "enable_deletion_protection_off" {
  prior_attrs    = { enable_deletion_protection = true }
  attrs          = { enable_deletion_protection = false }
  expect_failure = true
}

resource "aws_lb" "enable_deletion_protection_stays" {
  prior_attrs = { enable_deletion_protection = true }
  attrs       = { enable_deletion_protection = true }
}

resource "aws_lb" "enable_deletion_protection_was_off" {
  prior_attrs = { enable_deletion_protection = false }
  attrs       = { enable_deletion_protection = null }
}

resource "aws_dynamodb_table" "deletion_protection_enabled_off" {
  prior_attrs    = { deletion_protection_enabled = true }
  attrs          = { deletion_protection_enabled = false }
  expect_failure = true
}

resource "aws_dynamodb_table" "deletion_protection_enabled_stays" {
  prior_attrs = { deletion_protection_enabled = true }
  attrs       = { deletion_protection_enabled = true }
}

resource "aws_dynamodb_table" "deletion_protection_enabled_was_off" {
  prior_attrs = { deletion_protection_enabled = false }
  attrs       = { deletion_protection_enabled = null }
}

resource "aws_instance" "disable_api_termination_off" {
  prior_attrs    = { disable_api_termination = true }
  attrs          = { disable_api_termination = false }
  expect_failure = true
}

resource "aws_instance" "disable_api_termination_stays" {
  prior_attrs = { disable_api_termination = true }
  attrs       = { disable_api_termination = true }
}

resource "aws_instance" "disable_api_termination_was_off" {
  prior_attrs = { disable_api_termination = false }
  attrs       = { disable_api_termination = null }
}

resource "azurerm_key_vault" "purge_protection_enabled_off" {
  prior_attrs    = { purge_protection_enabled = true }
  attrs          = { purge_protection_enabled = false }
  expect_failure = true
}

resource "azurerm_key_vault" "purge_protection_enabled_stays" {
  prior_attrs = { purge_protection_enabled = true }
  attrs       = { purge_protection_enabled = true }
}

resource "azurerm_key_vault" "purge_protection_enabled_was_off" {
  prior_attrs = { purge_protection_enabled = false }
  attrs       = { purge_protection_enabled = null }
}

resource "aws_cognito_user_pool" "inactive" {
  prior_attrs    = { deletion_protection = "ACTIVE" }
  attrs          = { deletion_protection = "INACTIVE" }
  expect_failure = true
}

resource "aws_s3_bucket" "force_destroy" {
  prior_attrs    = { force_destroy = false }
  attrs          = { force_destroy = true }
  expect_failure = true
}

resource "aws_s3_bucket" "force_destroy_stays" {
  prior_attrs = { force_destroy = true }
  attrs       = { force_destroy = true }
}

resource "google_storage_bucket" "force_destroy" {
  prior_attrs    = { force_destroy = false }
  attrs          = { force_destroy = true }
  expect_failure = true
}

resource "azurerm_management_lock" "removed" {
  prior_attrs    = { name = "lock" }
  expect_failure = true
}
