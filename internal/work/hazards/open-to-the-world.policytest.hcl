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

resource "azurerm_network_security_group" "denied_above" {
  attrs = { security_rule = [{ name = "no", priority = 100, direction = "Inbound", access = "Deny", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "*" }, { name = "ssh", priority = 200, direction = "Inbound", access = "Allow", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "*" }] }
}

resource "azurerm_network_security_group" "all_denied_above" {
  attrs = { security_rule = [{ name = "ssh", priority = 200, direction = "Inbound", access = "Allow", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "*" }, { name = "no", priority = 100, direction = "Inbound", access = "Deny", protocol = "*", source_port_range = "*", source_address_prefix = "Internet", source_address_prefixes = null, destination_port_range = "*", destination_port_ranges = null, destination_address_prefix = "*" }] }
}

resource "azurerm_network_security_group" "range_denied_above" {
  attrs = { security_rule = [{ name = "no", priority = 100, direction = "Inbound", access = "Deny", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = null, destination_port_ranges = ["80", "20-30"], destination_address_prefix = "*" }, { name = "ssh", priority = 200, direction = "Inbound", access = "Allow", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = null, destination_port_ranges = ["22", "25-30"], destination_address_prefix = "*" }] }
}

resource "azurerm_network_security_group" "denied_below" {
  attrs           = { security_rule = [{ name = "no", priority = 300, direction = "Inbound", access = "Deny", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "*" }, { name = "ssh", priority = 200, direction = "Inbound", access = "Allow", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "*" }] }
  expect_failure = true
}

resource "azurerm_network_security_group" "other_port_denied" {
  attrs           = { security_rule = [{ name = "no", priority = 100, direction = "Inbound", access = "Deny", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "23-80", destination_port_ranges = null, destination_address_prefix = "*" }, { name = "ssh", priority = 200, direction = "Inbound", access = "Allow", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "*" }] }
  expect_failure = true
}

resource "azurerm_network_security_group" "part_denied" {
  attrs           = { security_rule = [{ name = "no", priority = 100, direction = "Inbound", access = "Deny", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "*" }, { name = "ssh", priority = 200, direction = "Inbound", access = "Allow", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "*", destination_port_ranges = null, destination_address_prefix = "*" }] }
  expect_failure = true
}

resource "azurerm_network_security_group" "one_port_denied" {
  attrs           = { security_rule = [{ name = "no", priority = 100, direction = "Inbound", access = "Deny", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "*" }, { name = "ssh", priority = 200, direction = "Inbound", access = "Allow", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = null, destination_port_ranges = ["22", "23"], destination_address_prefix = "*" }] }
  expect_failure = true
}

resource "azurerm_network_security_group" "other_protocol_denied" {
  attrs           = { security_rule = [{ name = "no", priority = 100, direction = "Inbound", access = "Deny", protocol = "Udp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "*" }, { name = "ssh", priority = 200, direction = "Inbound", access = "Allow", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "*" }] }
  expect_failure = true
}

resource "azurerm_network_security_group" "other_source_denied" {
  attrs           = { security_rule = [{ name = "no", priority = 100, direction = "Inbound", access = "Deny", protocol = "Tcp", source_port_range = "*", source_address_prefix = "10.0.0.0/8", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "*" }, { name = "ssh", priority = 200, direction = "Inbound", access = "Allow", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "*" }] }
  expect_failure = true
}

resource "azurerm_network_security_group" "other_destination_denied" {
  attrs           = { security_rule = [{ name = "no", priority = 100, direction = "Inbound", access = "Deny", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "10.0.0.4" }, { name = "ssh", priority = 200, direction = "Inbound", access = "Allow", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "*" }] }
  expect_failure = true
}

resource "azurerm_network_security_group" "no_destination_denied" {
  attrs           = { security_rule = [{ name = "no", priority = 100, direction = "Inbound", access = "Deny", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = null }, { name = "ssh", priority = 200, direction = "Inbound", access = "Allow", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = null }] }
  expect_failure = true
}

resource "azurerm_network_security_group" "outbound_denied" {
  attrs           = { security_rule = [{ name = "no", priority = 100, direction = "Outbound", access = "Deny", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "*" }, { name = "ssh", priority = 200, direction = "Inbound", access = "Allow", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "*" }] }
  expect_failure = true
}

resource "azurerm_network_security_group" "denial_removed" {
  prior_attrs    = { security_rule = [{ name = "no", priority = 100, direction = "Inbound", access = "Deny", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "*" }, { name = "ssh", priority = 200, direction = "Inbound", access = "Allow", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "*" }] }
  attrs          = { security_rule = [{ name = "ssh", priority = 200, direction = "Inbound", access = "Allow", protocol = "Tcp", source_port_range = "*", source_address_prefix = "*", source_address_prefixes = null, destination_port_range = "22", destination_port_ranges = null, destination_address_prefix = "*" }] }
  expect_failure = true
}

resource "google_compute_firewall" "disabled" {
  attrs = { direction = "INGRESS", disabled = true, allow = [{ protocol = "tcp" }], source_ranges = ["0.0.0.0/0"] }
}

resource "google_compute_firewall" "enabled" {
  prior_attrs    = { direction = "INGRESS", disabled = true, allow = [{ protocol = "tcp" }], source_ranges = ["0.0.0.0/0"] }
  attrs          = { direction = "INGRESS", disabled = false, allow = [{ protocol = "tcp" }], source_ranges = ["0.0.0.0/0"] }
  expect_failure = true
}
