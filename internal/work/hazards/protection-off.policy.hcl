# A resource loses its protection against being deleted.
#
# Hazards are advisory: they point out what a reviewer should not miss. Where a thing is dangerous as such, only a change that
# brings it about is a hazard: it is created, or was not so before.

policy {}

resource_policy "*" "deletion_protection_off" { # only with "true"
  enforcement_level = "advisory"
  operations        = ["update"]
  filter            = core::try(prior_attrs.deletion_protection == true, false)

  enforce {
    condition     = core::try(attrs.deletion_protection == true, false)
    error_message = "Protection against deletion is switched off: deletion_protection."
  }
}

resource_policy "*" "enable_deletion_protection_off" { # only with "true"
  enforcement_level = "advisory"
  operations        = ["update"]
  filter            = core::try(prior_attrs.enable_deletion_protection == true, false)

  enforce {
    condition     = core::try(attrs.enable_deletion_protection == true, false)
    error_message = "Protection against deletion is switched off: enable_deletion_protection."
  }
}

resource_policy "*" "deletion_protection_enabled_off" { # only with "true"
  enforcement_level = "advisory"
  operations        = ["update"]
  filter            = core::try(prior_attrs.deletion_protection_enabled == true, false)

  enforce {
    condition     = core::try(attrs.deletion_protection_enabled == true, false)
    error_message = "Protection against deletion is switched off: deletion_protection_enabled."
  }
}

resource_policy "aws_*" "disable_api_termination_off" { # only with "true"
  enforcement_level = "advisory"
  operations        = ["update"]
  filter            = core::try(prior_attrs.disable_api_termination == true, false)

  enforce {
    condition     = core::try(attrs.disable_api_termination == true, false)
    error_message = "Protection against deletion is switched off: disable_api_termination."
  }
}

resource_policy "azurerm_key_vault*" "purge_protection_enabled_off" { # only with "true"
  enforcement_level = "advisory"
  operations        = ["update"]
  filter            = core::try(prior_attrs.purge_protection_enabled == true, false)

  enforce {
    condition     = core::try(attrs.purge_protection_enabled == true, false)
    error_message = "Protection against deletion is switched off: purge_protection_enabled."
  }
}

resource_policy "aws_cognito_user_pool" "deletion_protection_inactive" { # only with "ACTIVE"
  enforcement_level = "advisory"
  operations        = ["update"]
  filter            = core::try(prior_attrs.deletion_protection == "ACTIVE", false)

  enforce {
    condition     = core::try(attrs.deletion_protection == "ACTIVE", false)
    error_message = "Protection against deletion is switched off: deletion_protection."
  }
}

resource_policy "aws_s3_bucket" "force_destroy_on" { # only with "true"
  enforcement_level = "advisory"
  operations        = ["update"]
  filter            = core::try(attrs.force_destroy == true, false)

  enforce {
    condition     = core::try(prior_attrs.force_destroy == true, false)
    error_message = "With force_destroy, the bucket can be destroyed while it holds objects."
  }
}

resource_policy "google_storage_bucket" "force_destroy_on" { # only with "true"
  enforcement_level = "advisory"
  operations        = ["update"]
  filter            = core::try(attrs.force_destroy == true, false)

  enforce {
    condition     = core::try(prior_attrs.force_destroy == true, false)
    error_message = "With force_destroy, the bucket can be destroyed while it holds objects."
  }
}

resource_policy "azurerm_management_lock" "lock_removed" {
  enforcement_level = "advisory"
  operations        = ["delete"]

  enforce {
    condition     = false
    error_message = "This removes a lock that protects other resources."
  }
}
