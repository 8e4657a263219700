policytest {
  targets = ["iam-wildcards.policy.hcl"]
}

resource "aws_iam_policy" "everything" {
  attrs          = { policy = core::jsonencode({ Statement = [{ Effect = "Allow", Action = "*", Resource = "*" }] }) }
  expect_failure = true
}

resource "aws_iam_policy" "a_service" {
  attrs          = { policy = core::jsonencode({ Statement = { Effect = "Allow", Action = ["s3:Get*", "ec2:*"], Resource = ["*"] } }) }
  expect_failure = true
}

resource "aws_iam_policy" "one_bucket" {
  attrs = { policy = core::jsonencode({ Statement = [{ Effect = "Allow", Action = "s3:*", Resource = "arn:aws:s3:::b" }] }) }
}

resource "aws_iam_policy" "denies" {
  attrs = { policy = core::jsonencode({ Statement = [{ Effect = "Deny", Action = "*", Resource = "*" }] }) }
}

resource "aws_iam_policy" "had_it_before" {
  prior_attrs = { policy = core::jsonencode({ Statement = [{ Effect = "Allow", Action = "*", Resource = "*" }] }) }
  attrs       = { policy = core::jsonencode({ Statement = [{ Effect = "Allow", Action = "*", Resource = ["*"] }] }) }
}

resource "aws_iam_policy" "not_json" {
  attrs = { policy = "{" }
}

resource "aws_ssoadmin_permission_set_inline_policy" "everything" {
  attrs          = { inline_policy = core::jsonencode({ Statement = [{ Effect = "Allow", Action = "*", Resource = "*" }] }) }
  expect_failure = true
}

resource "aws_iam_role" "everyone" {
  attrs          = { assume_role_policy = core::jsonencode({ Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { AWS = "*" } }] }) }
  expect_failure = true
}

resource "aws_iam_role" "a_service" {
  attrs = { assume_role_policy = core::jsonencode({ Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "ec2.amazonaws.com" } }] }) }
}

resource "aws_iam_role_policy_attachment" "administrator" {
  attrs          = { policy_arn = "arn:aws:iam::aws:policy/AdministratorAccess" }
  expect_failure = true
}

resource "azurerm_role_assignment" "owner" {
  attrs          = { role_definition_name = "Owner" }
  expect_failure = true
}

resource "google_project_iam_member" "owner" {
  attrs          = { role = "roles/owner" }
  expect_failure = true
}

resource "google_project_iam_binding" "editor" {
  attrs          = { role = "roles/editor" }
  expect_failure = true
}

resource "google_project_iam_binding" "was_editor" {
  attrs       = { role = "roles/editor", members = ["b"] }
  prior_attrs = { role = "roles/editor", members = ["a"] }
}

resource "google_project_iam_binding" "becomes_owner" {
  attrs          = { role = "roles/owner" }
  prior_attrs    = { role = "roles/viewer" }
  expect_failure = true
}
