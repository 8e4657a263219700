policy {}

resource_policy "aws_instance" "no_public_ip" {
  enforce {
    condition     = attrs.associate_public_ip_address == false
    error_message = "Instances must not have public addresses: set associate_public_ip_address = false."
  }
}
