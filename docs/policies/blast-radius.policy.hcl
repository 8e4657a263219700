policy {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0.0, < 7.0.0"
    }
  }
}

input "most_instances" {
  type    = number
  default = 20
}

resource_policy "aws_instance" "not_too_many" {
  locals {
    instances = core::getresources("aws_instance")
  }

  enforce {
    condition     = core::length(local.instances) <= input.most_instances
    error_message = "With this plan, there would be ${core::length(local.instances)} instances. At most ${input.most_instances} are allowed."
  }
}
