policy {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0.0, < 7.0.0"
    }
  }
}

resource_policy "aws_db_instance" "deletion_protection_stays" {
  operations = ["update"]
  filter     = prior_attrs.deletion_protection == true

  enforce {
    condition     = attrs.deletion_protection == true
    error_message = "Deletion protection must not be switched off."
  }
}
