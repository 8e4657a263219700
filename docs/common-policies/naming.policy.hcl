policy {}

resource_policy "aws_s3_bucket" "named" {
  enforce {
    condition     = attrs.bucket != null && core::startswith(attrs.bucket, "acme-")
    error_message = "The names of buckets must begin with acme-."
  }
}
