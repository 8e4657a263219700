policy {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0.0, < 7.0.0"
    }
  }
}

input "allowed_instance_types" {
  type    = set(string)
  default = ["t3.small", "t3.medium", "m7g.large"]
}

resource_policy "aws_instance" "allowed_type" {
  enforcement_level = "mandatory_overridable"

  enforce {
    condition     = core::contains(input.allowed_instance_types, attrs.instance_type)
    error_message = "${attrs.instance_type} is not one of ${core::join(", ", input.allowed_instance_types)}."
  }
}
