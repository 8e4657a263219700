policy {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0.0, < 7.0.0"
    }
  }
}

locals {
  everyone = ["0.0.0.0/0", "::/0"]
}

resource_policy "aws_vpc_security_group_ingress_rule" "not_from_everywhere" {
  # Only HTTPS may be open to everyone.
  filter = attrs.from_port != 443 || attrs.to_port != 443

  enforce {
    condition     = !core::contains(local.everyone, attrs.cidr_ipv4) && !core::contains(local.everyone, attrs.cidr_ipv6)
    error_message = "This port would be open to everyone."
  }
}

resource_policy "aws_s3_bucket" "public_access_blocked" {
  locals {
    blocks = core::getresources("aws_s3_bucket_public_access_block", { bucket = attrs.id })
  }

  enforce {
    condition     = core::anytrue([for b in local.blocks : b.block_public_acls == true && b.block_public_policy == true])
    error_message = "There is no aws_s3_bucket_public_access_block for this bucket."
  }
}
