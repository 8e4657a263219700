policy {}

resource_policy "aws_db_instance" "backups" {
  enforce {
    condition     = attrs.backup_retention_period != null && attrs.backup_retention_period >= 7
    error_message = "Backups must be kept for 7 days."
  }
}
