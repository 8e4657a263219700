# A bucket, or what is in it, becomes public.
#
# Hazards are advisory: they point out what a reviewer should not miss. Where a thing is dangerous as such, only a change that
# brings it about is a hazard: it is created, or was not so before.

policy {}

locals {
  everybody = ["allUsers", "allAuthenticatedUsers"]
}

resource_policy "aws_s3_*" "public" { # only with "public-"
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::try(core::startswith(attrs.acl, "public-"), false)
  }

  enforce {
    condition     = !local.is
    error_message = "This makes a bucket, or what is in it, public."
  }
}

resource_policy "aws_s3_*" "public_by_update" { # only with "public-"
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::try(core::startswith(attrs.acl, "public-"), false)
    was = core::try(core::startswith(prior_attrs.acl, "public-"), false)
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This makes a bucket, or what is in it, public."
  }
}

resource_policy "aws_s3_*_public_access_block" "not_blocked" {
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = !core::alltrue([for b in [attrs.block_public_acls, attrs.block_public_policy, attrs.ignore_public_acls, attrs.restrict_public_buckets] : b == true])
  }

  enforce {
    condition     = !local.is
    error_message = "This does not block all public access to buckets."
  }
}

resource_policy "aws_s3_*_public_access_block" "not_blocked_by_update" {
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = !core::alltrue([for b in [attrs.block_public_acls, attrs.block_public_policy, attrs.ignore_public_acls, attrs.restrict_public_buckets] : b == true])
    was = !core::alltrue([for b in [prior_attrs.block_public_acls, prior_attrs.block_public_policy, prior_attrs.ignore_public_acls, prior_attrs.restrict_public_buckets] : b == true])
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This does not block all public access to buckets."
  }
}

resource_policy "aws_s3_*_public_access_block" "block_removed" {
  enforcement_level = "advisory"
  operations        = ["delete"]

  enforce {
    condition     = false
    error_message = "This removes the block on public access to buckets."
  }
}

resource_policy "aws_s3_bucket_policy" "public" { # only with "\"*\""
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::anytrue(core::try([for s in core::flatten([core::jsondecode(attrs.policy).Statement]) : s.Effect == "Allow" && core::try(s.Principal == "*" || core::contains(core::flatten([s.Principal.AWS]), "*"), false) && !core::can(s.Condition)], []))
  }

  enforce {
    condition     = !local.is
    error_message = "This makes a bucket, or what is in it, public."
  }
}

resource_policy "aws_s3_bucket_policy" "public_by_update" { # only with "\"*\""
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::anytrue(core::try([for s in core::flatten([core::jsondecode(attrs.policy).Statement]) : s.Effect == "Allow" && core::try(s.Principal == "*" || core::contains(core::flatten([s.Principal.AWS]), "*"), false) && !core::can(s.Condition)], []))
    was = core::anytrue(core::try([for s in core::flatten([core::jsondecode(prior_attrs.policy).Statement]) : s.Effect == "Allow" && core::try(s.Principal == "*" || core::contains(core::flatten([s.Principal.AWS]), "*"), false) && !core::can(s.Condition)], []))
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This makes a bucket, or what is in it, public."
  }
}

resource_policy "google_storage_*_iam_member" "public" { # only with "allUsers", "allAuthenticatedUsers"
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::try(core::contains(local.everybody, attrs.member), false)
  }

  enforce {
    condition     = !local.is
    error_message = "This makes a bucket, or what is in it, public."
  }
}

resource_policy "google_storage_*_iam_member" "public_by_update" { # only with "allUsers", "allAuthenticatedUsers"
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::try(core::contains(local.everybody, attrs.member), false)
    was = core::try(core::contains(local.everybody, prior_attrs.member), false)
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This makes a bucket, or what is in it, public."
  }
}

resource_policy "google_storage_*_iam_binding" "public" { # only with "allUsers", "allAuthenticatedUsers"
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::anytrue(core::try([for m in attrs.members : core::contains(local.everybody, m)], []))
  }

  enforce {
    condition     = !local.is
    error_message = "This makes a bucket, or what is in it, public."
  }
}

resource_policy "google_storage_*_iam_binding" "public_by_update" { # only with "allUsers", "allAuthenticatedUsers"
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::anytrue(core::try([for m in attrs.members : core::contains(local.everybody, m)], []))
    was = core::anytrue(core::try([for m in prior_attrs.members : core::contains(local.everybody, m)], []))
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This makes a bucket, or what is in it, public."
  }
}

resource_policy "azurerm_storage_account" "public" { # only with "true"
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::try(attrs.allow_nested_items_to_be_public == true, false)
  }

  enforce {
    condition     = !local.is
    error_message = "Containers in this account may be made public: allow_nested_items_to_be_public."
  }
}

resource_policy "azurerm_storage_account" "public_by_update" { # only with "true"
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::try(attrs.allow_nested_items_to_be_public == true, false)
    was = core::try(prior_attrs.allow_nested_items_to_be_public == true, false)
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "Containers in this account may be made public: allow_nested_items_to_be_public."
  }
}

resource_policy "azurerm_storage_container" "public" { # only with "blob", "container"
  enforcement_level = "advisory"
  operations        = ["create"]

  locals {
    is = core::try(core::contains(["blob", "container"], attrs.container_access_type), false)
  }

  enforce {
    condition     = !local.is
    error_message = "This makes a bucket, or what is in it, public."
  }
}

resource_policy "azurerm_storage_container" "public_by_update" { # only with "blob", "container"
  enforcement_level = "advisory"
  operations        = ["update"]

  locals {
    is  = core::try(core::contains(["blob", "container"], attrs.container_access_type), false)
    was = core::try(core::contains(["blob", "container"], prior_attrs.container_access_type), false)
  }

  enforce {
    condition     = !local.is || local.was
    error_message = "This makes a bucket, or what is in it, public."
  }
}
