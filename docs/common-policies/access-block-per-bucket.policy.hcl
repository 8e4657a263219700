policy {}

resource_policy "aws_s3_bucket" "has_access_block" {
  locals {
    blocks = core::getresources("aws_s3_bucket_public_access_block", { bucket = attrs.id })
  }

  enforce {
    condition     = core::anytrue([for b in local.blocks : b.block_public_acls == true && b.block_public_policy == true])
    error_message = "There is no aws_s3_bucket_public_access_block for this bucket."
  }
}
