# Something is opened to every address on the internet.
#
# Hazards are advisory: they point out what a reviewer should not miss. Where a thing is dangerous as such, only a change that
# brings it about is a hazard: it is created, or was not so before.

policy {}

locals {
  everyone = ["0.0.0.0/0", "::/0", "*", "Internet", "Any"]
}

resource_policy "aws_*security_group" "open_to_the_world" { # only with "0.0.0.0/0", "::/0", "*", "Internet", "Any"
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::anytrue(core::try([for r in attrs.ingress : core::anytrue(core::try([for c in r.cidr_blocks : core::contains(local.everyone, c)], [])) || core::anytrue(core::try([for c in r.ipv6_cidr_blocks : core::contains(local.everyone, c)], []))], []))
  }

  enforce {
    condition     = !local.is
    error_message = "This is open to every address on the internet."
  }
}

resource_policy "aws_*security_group" "open_to_the_world_by_update" { # only with "0.0.0.0/0", "::/0", "*", "Internet", "Any"
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::anytrue(core::try([for r in attrs.ingress : core::anytrue(core::try([for c in r.cidr_blocks : core::contains(local.everyone, c)], [])) || core::anytrue(core::try([for c in r.ipv6_cidr_blocks : core::contains(local.everyone, c)], []))], []))
    was = core::anytrue(core::try([for r in prior_attrs.ingress : core::anytrue(core::try([for c in r.cidr_blocks : core::contains(local.everyone, c)], [])) || core::anytrue(core::try([for c in r.ipv6_cidr_blocks : core::contains(local.everyone, c)], []))], []))
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This is open to every address on the internet."
  }
}

resource_policy "aws_security_group_rule" "open_to_the_world" { # only with "0.0.0.0/0", "::/0", "*", "Internet", "Any"
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::try(attrs.type == "ingress", false) && (core::anytrue(core::try([for c in attrs.cidr_blocks : core::contains(local.everyone, c)], [])) || core::anytrue(core::try([for c in attrs.ipv6_cidr_blocks : core::contains(local.everyone, c)], [])))
  }

  enforce {
    condition     = !local.is
    error_message = "This is open to every address on the internet."
  }
}

resource_policy "aws_security_group_rule" "open_to_the_world_by_update" { # only with "0.0.0.0/0", "::/0", "*", "Internet", "Any"
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::try(attrs.type == "ingress", false) && (core::anytrue(core::try([for c in attrs.cidr_blocks : core::contains(local.everyone, c)], [])) || core::anytrue(core::try([for c in attrs.ipv6_cidr_blocks : core::contains(local.everyone, c)], [])))
    was = core::try(prior_attrs.type == "ingress", false) && (core::anytrue(core::try([for c in prior_attrs.cidr_blocks : core::contains(local.everyone, c)], [])) || core::anytrue(core::try([for c in prior_attrs.ipv6_cidr_blocks : core::contains(local.everyone, c)], [])))
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This is open to every address on the internet."
  }
}

resource_policy "aws_vpc_security_group_ingress_rule" "open_to_the_world" { # only with "0.0.0.0/0", "::/0", "*", "Internet", "Any"
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::anytrue(core::try([for c in [attrs.cidr_ipv4, attrs.cidr_ipv6] : core::contains(local.everyone, c)], []))
  }

  enforce {
    condition     = !local.is
    error_message = "This is open to every address on the internet."
  }
}

resource_policy "aws_vpc_security_group_ingress_rule" "open_to_the_world_by_update" { # only with "0.0.0.0/0", "::/0", "*", "Internet", "Any"
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::anytrue(core::try([for c in [attrs.cidr_ipv4, attrs.cidr_ipv6] : core::contains(local.everyone, c)], []))
    was = core::anytrue(core::try([for c in [prior_attrs.cidr_ipv4, prior_attrs.cidr_ipv6] : core::contains(local.everyone, c)], []))
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This is open to every address on the internet."
  }
}

resource_policy "azurerm_network_security_rule" "open_to_the_world" { # only with "0.0.0.0/0", "::/0", "*", "Internet", "Any"
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::try(attrs.direction == "Inbound" && attrs.access == "Allow", false) && (core::anytrue(core::try([for c in [attrs.source_address_prefix] : core::contains(local.everyone, c)], [])) || core::anytrue(core::try([for c in attrs.source_address_prefixes : core::contains(local.everyone, c)], [])))
  }

  enforce {
    condition     = !local.is
    error_message = "This is open to every address on the internet."
  }
}

resource_policy "azurerm_network_security_rule" "open_to_the_world_by_update" { # only with "0.0.0.0/0", "::/0", "*", "Internet", "Any"
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::try(attrs.direction == "Inbound" && attrs.access == "Allow", false) && (core::anytrue(core::try([for c in [attrs.source_address_prefix] : core::contains(local.everyone, c)], [])) || core::anytrue(core::try([for c in attrs.source_address_prefixes : core::contains(local.everyone, c)], [])))
    was = core::try(prior_attrs.direction == "Inbound" && prior_attrs.access == "Allow", false) && (core::anytrue(core::try([for c in [prior_attrs.source_address_prefix] : core::contains(local.everyone, c)], [])) || core::anytrue(core::try([for c in prior_attrs.source_address_prefixes : core::contains(local.everyone, c)], [])))
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This is open to every address on the internet."
  }
}

resource_policy "azurerm_network_security_group" "open_to_the_world" { # only with "0.0.0.0/0", "::/0", "*", "Internet", "Any"
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    # Denials that stand above a rule, with a lower number, and cover all that it allows.
    denied = core::try([for d in attrs.security_rule : d if core::try(d.direction == "Inbound" && d.access == "Deny" && d.source_port_range == "*" && core::contains(["*", "Internet", "Any"], d.source_address_prefix), false)], [])
    is     = core::anytrue(core::try([for r in attrs.security_rule : r.direction == "Inbound" && r.access == "Allow" && (core::anytrue(core::try([for c in [r.source_address_prefix] : core::contains(local.everyone, c)], [])) || core::anytrue(core::try([for c in r.source_address_prefixes : core::contains(local.everyone, c)], []))) && !core::anytrue([for d in local.denied : core::try(d.priority < r.priority && core::contains(["*", core::lower(r.protocol)], core::lower(d.protocol)) && core::contains(["*", r.destination_address_prefix], core::compact([d.destination_address_prefix])[0]) && core::length(core::concat(core::compact([r.destination_port_range]), core::try([for p in r.destination_port_ranges : p], []))) > 0 && core::alltrue([for p in core::concat(core::compact([r.destination_port_range]), core::try([for p in r.destination_port_ranges : p], [])) : core::anytrue([for q in core::concat(core::compact([d.destination_port_range]), core::try([for p in d.destination_port_ranges : p], [])) : q == "*" || q == p || core::try(core::parseint(core::split("-", q)[0], 10) <= core::parseint(core::split("-", p)[0], 10) && core::parseint(core::reverse(core::split("-", q))[0], 10) >= core::parseint(core::reverse(core::split("-", p))[0], 10), false)])]), false)])], []))
  }

  enforce {
    condition     = !local.is
    error_message = "This is open to every address on the internet."
  }
}

resource_policy "azurerm_network_security_group" "open_to_the_world_by_update" { # only with "0.0.0.0/0", "::/0", "*", "Internet", "Any"
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    denied      = core::try([for d in attrs.security_rule : d if core::try(d.direction == "Inbound" && d.access == "Deny" && d.source_port_range == "*" && core::contains(["*", "Internet", "Any"], d.source_address_prefix), false)], [])
    were_denied = core::try([for d in prior_attrs.security_rule : d if core::try(d.direction == "Inbound" && d.access == "Deny" && d.source_port_range == "*" && core::contains(["*", "Internet", "Any"], d.source_address_prefix), false)], [])
    is          = core::anytrue(core::try([for r in attrs.security_rule : r.direction == "Inbound" && r.access == "Allow" && (core::anytrue(core::try([for c in [r.source_address_prefix] : core::contains(local.everyone, c)], [])) || core::anytrue(core::try([for c in r.source_address_prefixes : core::contains(local.everyone, c)], []))) && !core::anytrue([for d in local.denied : core::try(d.priority < r.priority && core::contains(["*", core::lower(r.protocol)], core::lower(d.protocol)) && core::contains(["*", r.destination_address_prefix], core::compact([d.destination_address_prefix])[0]) && core::length(core::concat(core::compact([r.destination_port_range]), core::try([for p in r.destination_port_ranges : p], []))) > 0 && core::alltrue([for p in core::concat(core::compact([r.destination_port_range]), core::try([for p in r.destination_port_ranges : p], [])) : core::anytrue([for q in core::concat(core::compact([d.destination_port_range]), core::try([for p in d.destination_port_ranges : p], [])) : q == "*" || q == p || core::try(core::parseint(core::split("-", q)[0], 10) <= core::parseint(core::split("-", p)[0], 10) && core::parseint(core::reverse(core::split("-", q))[0], 10) >= core::parseint(core::reverse(core::split("-", p))[0], 10), false)])]), false)])], []))
    was         = core::anytrue(core::try([for r in prior_attrs.security_rule : r.direction == "Inbound" && r.access == "Allow" && (core::anytrue(core::try([for c in [r.source_address_prefix] : core::contains(local.everyone, c)], [])) || core::anytrue(core::try([for c in r.source_address_prefixes : core::contains(local.everyone, c)], []))) && !core::anytrue([for d in local.were_denied : core::try(d.priority < r.priority && core::contains(["*", core::lower(r.protocol)], core::lower(d.protocol)) && core::contains(["*", r.destination_address_prefix], core::compact([d.destination_address_prefix])[0]) && core::length(core::concat(core::compact([r.destination_port_range]), core::try([for p in r.destination_port_ranges : p], []))) > 0 && core::alltrue([for p in core::concat(core::compact([r.destination_port_range]), core::try([for p in r.destination_port_ranges : p], [])) : core::anytrue([for q in core::concat(core::compact([d.destination_port_range]), core::try([for p in d.destination_port_ranges : p], [])) : q == "*" || q == p || core::try(core::parseint(core::split("-", q)[0], 10) <= core::parseint(core::split("-", p)[0], 10) && core::parseint(core::reverse(core::split("-", q))[0], 10) >= core::parseint(core::reverse(core::split("-", p))[0], 10), false)])]), false)])], []))
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This is open to every address on the internet."
  }
}

resource_policy "google_compute_firewall" "open_to_the_world" { # only with "0.0.0.0/0", "::/0", "*", "Internet", "Any"
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::try(attrs.direction != "EGRESS" && core::length(attrs.allow) > 0, false) && !core::try(attrs.disabled == true, false) && core::anytrue(core::try([for c in attrs.source_ranges : core::contains(local.everyone, c)], []))
  }

  enforce {
    condition     = !local.is
    error_message = "This is open to every address on the internet."
  }
}

resource_policy "google_compute_firewall" "open_to_the_world_by_update" { # only with "0.0.0.0/0", "::/0", "*", "Internet", "Any"
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::try(attrs.direction != "EGRESS" && core::length(attrs.allow) > 0, false) && !core::try(attrs.disabled == true, false) && core::anytrue(core::try([for c in attrs.source_ranges : core::contains(local.everyone, c)], []))
    was = core::try(prior_attrs.direction != "EGRESS" && core::length(prior_attrs.allow) > 0, false) && !core::try(prior_attrs.disabled == true, false) && core::anytrue(core::try([for c in prior_attrs.source_ranges : core::contains(local.everyone, c)], []))
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This is open to every address on the internet."
  }
}

resource_policy "aws_*" "publicly_accessible" { # only with "true"
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::try(attrs.publicly_accessible == true, false)
  }

  enforce {
    condition     = !local.is
    error_message = "This can be reached from the internet: publicly_accessible."
  }
}

resource_policy "aws_*" "publicly_accessible_by_update" { # only with "true"
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::try(attrs.publicly_accessible == true, false)
    was = core::try(prior_attrs.publicly_accessible == true, false)
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This can be reached from the internet: publicly_accessible."
  }
}
