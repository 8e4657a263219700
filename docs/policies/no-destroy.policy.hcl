policy {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0.0, < 7.0.0"
    }
  }
}

locals {
  stateful = ["aws_db_instance", "aws_dynamodb_table", "aws_ebs_volume", "aws_efs_file_system", "aws_kms_key", "aws_s3_bucket"]
}

resource_policy "aws_*" "stateful_types_are_not_destroyed" {
  # A replacement destroys, too: it is judged once as a create and once as a delete.
  operations = ["delete"]
  filter     = core::contains(local.stateful, meta.type)

  enforce {
    condition     = core::try(prior_attrs.tags["Disposable"], "") == "yes"
    error_message = "This ${meta.type} would be destroyed. If that is intended, tag it with Disposable = yes first."
  }
}
