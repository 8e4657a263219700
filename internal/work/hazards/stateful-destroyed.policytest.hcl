policytest {
  targets = ["stateful-destroyed-aws.policy.hcl", "stateful-destroyed-azurerm.policy.hcl", "stateful-destroyed-google.policy.hcl"]
}

resource "aws_db_instance" "destroyed" {
  prior_attrs    = { id = "db" }
  expect_failure = true
}

resource "azurerm_managed_disk" "destroyed" {
  prior_attrs    = { id = "disk" }
  expect_failure = true
}

resource "google_storage_bucket" "destroyed" {
  prior_attrs    = { id = "bucket" }
  expect_failure = true
}

resource "aws_db_instance" "created" {
  attrs = { id = null }
}

resource "aws_instance" "holds_no_data" {
  prior_attrs = { id = "i-1" }
}
