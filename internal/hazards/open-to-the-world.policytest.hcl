policytest {
  targets = ["open-to-the-world.policy.hcl"]
}

resource "aws_security_group" "open" {
  attrs          = { ingress = [{ cidr_blocks = ["10.0.0.0/8", "0.0.0.0/0"], ipv6_cidr_blocks = null }] }
  expect_failure = true
}

resource "aws_security_group" "closed" {
  attrs = { ingress = [{ cidr_blocks = ["10.0.0.0/8"], ipv6_cidr_blocks = [] }] }
}

resource "aws_security_group" "no_rules" {
  attrs = { ingress = null }
}

resource "aws_security_group" "opened" {
  prior_attrs    = { ingress = [] }
  attrs          = { ingress = [{ cidr_blocks = null, ipv6_cidr_blocks = ["::/0"] }] }
  expect_failure = true
}

resource "aws_security_group" "was_open" {
  prior_attrs = { ingress = [{ cidr_blocks = ["0.0.0.0/0"], ipv6_cidr_blocks = [] }] }
  attrs       = { ingress = [{ cidr_blocks = ["0.0.0.0/0"], ipv6_cidr_blocks = ["::/0"] }] }
}

resource "aws_security_group_rule" "egress" {
  attrs = { type = "egress", cidr_blocks = ["0.0.0.0/0"], ipv6_cidr_blocks = null }
}

resource "aws_security_group_rule" "ingress" {
  attrs          = { type = "ingress", cidr_blocks = ["0.0.0.0/0"], ipv6_cidr_blocks = null }
  expect_failure = true
}

resource "aws_vpc_security_group_ingress_rule" "open" {
  attrs          = { cidr_ipv4 = null, cidr_ipv6 = "::/0" }
  expect_failure = true
}

resource "azurerm_network_security_rule" "open" {
  attrs          = { direction = "Inbound", access = "Allow", source_address_prefix = "*", source_address_prefixes = null }
  expect_failure = true
}

resource "azurerm_network_security_rule" "denies" {
  attrs = { direction = "Inbound", access = "Deny", source_address_prefix = "*", source_address_prefixes = null }
}

resource "azurerm_network_security_group" "open" {
  attrs          = { security_rule = [{ direction = "Inbound", access = "Allow", source_address_prefix = null, source_address_prefixes = ["Internet"] }] }
  expect_failure = true
}

resource "google_compute_firewall" "open" {
  attrs          = { direction = "INGRESS", allow = [{ protocol = "tcp" }], source_ranges = ["0.0.0.0/0"] }
  expect_failure = true
}

resource "google_compute_firewall" "denies" {
  attrs = { direction = "INGRESS", allow = [], source_ranges = ["0.0.0.0/0"] }
}

resource "aws_db_instance" "public" {
  attrs          = { publicly_accessible = true }
  expect_failure = true
}

resource "aws_db_instance" "private" {
  attrs = { publicly_accessible = false }
}
