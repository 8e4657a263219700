policy {}

resource_policy "aws_s3_bucket_acl" "private" {
  enforce {
    condition     = attrs.acl == null || !core::startswith(attrs.acl, "public-")
    error_message = "The bucket ${attrs.bucket} would be public."
  }
}
