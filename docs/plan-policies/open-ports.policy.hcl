policy {
  planfmt {
    version = ">= 1.0"
  }
}

resource_policy "aws_vpc_security_group_ingress_rule" "not_open" {
  enforce {
    condition     = !is_everyone(attrs.cidr_ipv4) && !is_everyone(attrs.cidr_ipv6)
    error_message = "${meta.address} is open to ${core::join(" and ", local.everyone)}."
  }
}
