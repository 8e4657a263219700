policy {}

input "allowed_types" {
  type    = set(string)
  default = ["t3.small", "t3.medium", "m7g.large"]
}

resource_policy "aws_instance" "allowed_type" {
  enforce {
    condition     = core::contains(input.allowed_types, attrs.instance_type)
    error_message = "${attrs.instance_type} is not one of ${core::join(", ", input.allowed_types)}."
  }
}
