resource_policy "aws_*" "owner" {
  # Types without tags are skipped.
  filter = core::can(attrs.tags)

  enforce {
    condition     = attrs.tags != null && core::can(attrs.tags.Owner)
    error_message = "The tag Owner is missing."
  }
}
