policy {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0.0, < 7.0.0"
    }
  }
}

input "required_tags" {
  type        = list(string)
  description = "The tags that every resource must have."
  default     = ["Environment"]
}

resource_policy "aws_*" "required_tags" {
  # Types without tags are skipped.
  filter = core::can(attrs.tags)

  locals {
    present = attrs.tags == null ? [] : core::keys(attrs.tags)
    missing = core::setsubtract(input.required_tags, local.present)
  }

  enforce {
    condition     = core::length(local.missing) == 0
    error_message = "These tags are missing: ${core::join(", ", core::sort(local.missing))}."
  }
}
