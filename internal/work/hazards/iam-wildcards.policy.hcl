# Somebody gets more rights than one can name.
#
# Hazards are advisory: they point out what a reviewer should not miss. Where a thing is dangerous as such, only a change that
# brings it about is a hazard: it is created, or was not so before.

policy {}

resource_policy "aws_iam_*policy" "wildcard" { # only with "\"*\""
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::anytrue(core::try([for s in core::flatten([core::jsondecode(attrs.policy).Statement]) : s.Effect == "Allow" && core::contains(core::try(core::flatten([s.Resource]), []), "*") && core::anytrue([for a in core::try(core::flatten([s.Action]), []) : a == "*" || core::endswith(a, ":*")])], []))
  }

  enforce {
    condition     = !local.is
    error_message = "This policy allows all actions of a service, or of all services, on every resource."
  }
}

resource_policy "aws_iam_*policy" "wildcard_by_update" { # only with "\"*\""
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::anytrue(core::try([for s in core::flatten([core::jsondecode(attrs.policy).Statement]) : s.Effect == "Allow" && core::contains(core::try(core::flatten([s.Resource]), []), "*") && core::anytrue([for a in core::try(core::flatten([s.Action]), []) : a == "*" || core::endswith(a, ":*")])], []))
    was = core::anytrue(core::try([for s in core::flatten([core::jsondecode(prior_attrs.policy).Statement]) : s.Effect == "Allow" && core::contains(core::try(core::flatten([s.Resource]), []), "*") && core::anytrue([for a in core::try(core::flatten([s.Action]), []) : a == "*" || core::endswith(a, ":*")])], []))
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This policy allows all actions of a service, or of all services, on every resource."
  }
}

resource_policy "aws_ssoadmin_permission_set_inline_policy" "wildcard" { # only with "\"*\""
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::anytrue(core::try([for s in core::flatten([core::jsondecode(attrs.inline_policy).Statement]) : s.Effect == "Allow" && core::contains(core::try(core::flatten([s.Resource]), []), "*") && core::anytrue([for a in core::try(core::flatten([s.Action]), []) : a == "*" || core::endswith(a, ":*")])], []))
  }

  enforce {
    condition     = !local.is
    error_message = "This policy allows all actions of a service, or of all services, on every resource."
  }
}

resource_policy "aws_ssoadmin_permission_set_inline_policy" "wildcard_by_update" { # only with "\"*\""
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::anytrue(core::try([for s in core::flatten([core::jsondecode(attrs.inline_policy).Statement]) : s.Effect == "Allow" && core::contains(core::try(core::flatten([s.Resource]), []), "*") && core::anytrue([for a in core::try(core::flatten([s.Action]), []) : a == "*" || core::endswith(a, ":*")])], []))
    was = core::anytrue(core::try([for s in core::flatten([core::jsondecode(prior_attrs.inline_policy).Statement]) : s.Effect == "Allow" && core::contains(core::try(core::flatten([s.Resource]), []), "*") && core::anytrue([for a in core::try(core::flatten([s.Action]), []) : a == "*" || core::endswith(a, ":*")])], []))
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This policy allows all actions of a service, or of all services, on every resource."
  }
}

resource_policy "aws_iam_role" "assumed_by_everyone" { # only with "\"*\""
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::anytrue(core::try([for s in core::flatten([core::jsondecode(attrs.assume_role_policy).Statement]) : s.Effect == "Allow" && core::try(s.Principal == "*" || core::contains(core::flatten([s.Principal.AWS]), "*"), false) && !core::can(s.Condition)], []))
  }

  enforce {
    condition     = !local.is
    error_message = "Everyone may assume this role."
  }
}

resource_policy "aws_iam_role" "assumed_by_everyone_by_update" { # only with "\"*\""
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::anytrue(core::try([for s in core::flatten([core::jsondecode(attrs.assume_role_policy).Statement]) : s.Effect == "Allow" && core::try(s.Principal == "*" || core::contains(core::flatten([s.Principal.AWS]), "*"), false) && !core::can(s.Condition)], []))
    was = core::anytrue(core::try([for s in core::flatten([core::jsondecode(prior_attrs.assume_role_policy).Statement]) : s.Effect == "Allow" && core::try(s.Principal == "*" || core::contains(core::flatten([s.Principal.AWS]), "*"), false) && !core::can(s.Condition)], []))
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "Everyone may assume this role."
  }
}

resource_policy "aws_iam_*policy_attachment" "administrator" { # only with "AdministratorAccess"
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::try(core::endswith(attrs.policy_arn, ":aws:policy/AdministratorAccess"), false)
  }

  enforce {
    condition     = !local.is
    error_message = "This gives all rights: AdministratorAccess."
  }
}

resource_policy "aws_iam_*policy_attachment" "administrator_by_update" { # only with "AdministratorAccess"
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::try(core::endswith(attrs.policy_arn, ":aws:policy/AdministratorAccess"), false)
    was = core::try(core::endswith(prior_attrs.policy_arn, ":aws:policy/AdministratorAccess"), false)
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This gives all rights: AdministratorAccess."
  }
}

resource_policy "azurerm_role_assignment" "owner" { # only with "Owner", "User Access Administrator"
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::try(core::contains(["Owner", "User Access Administrator"], attrs.role_definition_name), false)
  }

  enforce {
    condition     = !local.is
    error_message = "This gives the right to give all rights."
  }
}

resource_policy "azurerm_role_assignment" "owner_by_update" { # only with "Owner", "User Access Administrator"
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::try(core::contains(["Owner", "User Access Administrator"], attrs.role_definition_name), false)
    was = core::try(core::contains(["Owner", "User Access Administrator"], prior_attrs.role_definition_name), false)
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This gives the right to give all rights."
  }
}

resource_policy "google_*_iam_member" "owner" { # only with "roles/owner", "roles/editor"
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::try(core::contains(["roles/owner", "roles/editor"], attrs.role), false)
  }

  enforce {
    condition     = !local.is
    error_message = "This gives nearly all rights: it is a basic role."
  }
}

resource_policy "google_*_iam_member" "owner_by_update" { # only with "roles/owner", "roles/editor"
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::try(core::contains(["roles/owner", "roles/editor"], attrs.role), false)
    was = core::try(core::contains(["roles/owner", "roles/editor"], prior_attrs.role), false)
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This gives nearly all rights: it is a basic role."
  }
}

resource_policy "google_*_iam_binding" "owner" { # only with "roles/owner", "roles/editor"
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::try(core::contains(["roles/owner", "roles/editor"], attrs.role), false)
  }

  enforce {
    condition     = !local.is
    error_message = "This gives nearly all rights: it is a basic role."
  }
}

resource_policy "google_*_iam_binding" "owner_by_update" { # only with "roles/owner", "roles/editor"
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::try(core::contains(["roles/owner", "roles/editor"], attrs.role), false)
    was = core::try(core::contains(["roles/owner", "roles/editor"], prior_attrs.role), false)
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This gives nearly all rights: it is a basic role."
  }
}
