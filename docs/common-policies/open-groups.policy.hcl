policy {}

locals {
  everyone = ["0.0.0.0/0", "::/0"]
}

resource_policy "aws_vpc_security_group_ingress_rule" "not_open" {
  # Only HTTPS may be open to everyone.
  filter = attrs.from_port != 443 || attrs.to_port != 443

  enforce {
    condition     = !core::contains(local.everyone, attrs.cidr_ipv4) && !core::contains(local.everyone, attrs.cidr_ipv6)
    error_message = "This port would be open to everyone."
  }
}
