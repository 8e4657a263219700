policy {}

resource_policy "aws_kms_key" "rotated" {
  # Keys that are not symmetric cannot be rotated.
  filter = attrs.customer_master_key_spec == null || attrs.customer_master_key_spec == "SYMMETRIC_DEFAULT"

  enforce {
    condition     = attrs.enable_key_rotation == true
    error_message = "Keys must be rotated: set enable_key_rotation."
  }
}
