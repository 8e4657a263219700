policy {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0.0, < 7.0.0"
    }
  }
}

resource_policy "aws_ebs_volume" "encrypted" {
  enforce {
    # Not core::try(attrs.encrypted, true): in a plan the attribute always exists, and is null if it is not set.
    condition     = attrs.encrypted == true
    error_message = "Volumes must be encrypted: set encrypted."
  }
}

resource_policy "aws_instance" "root_volume_encrypted" {
  enforce {
    condition     = core::alltrue([for d in attrs.root_block_device : d.encrypted == true])
    error_message = "Root volumes must be encrypted."
  }
}
