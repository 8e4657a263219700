policy {}

locals {
  stateful = ["aws_db_instance", "aws_dynamodb_table", "aws_ebs_volume", "aws_efs_file_system", "aws_kms_key", "aws_s3_bucket"]
}

resource_policy "aws_*" "not_deleted" {
  # A replacement is judged, too: as a create and as a delete.
  operations = ["delete"]

  enforce {
    condition     = !core::contains(local.stateful, meta.type)
    error_message = "This ${meta.type} would be destroyed."
  }
}
