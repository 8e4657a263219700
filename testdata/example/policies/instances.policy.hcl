# Instances have a type that is on the list of their environment.

input "env" {
  type    = string
  default = "dev"
}

locals {
  allowed = {
    dev  = ["t3.micro", "t3.small", "t3.medium"]
    prod = ["t3.small", "t3.medium", "m5.large"]
  }
}

resource_policy "aws_instance" "type" {
  enforce {
    condition     = core::contains(local.allowed[input.env], attrs.instance_type)
    error_message = "In ${input.env}, an instance cannot be ${attrs.instance_type}."
  }
}
