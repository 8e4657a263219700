policy {}

input "regions" {
  type    = list(string)
  default = ["eu-central-1", "eu-west-1"]
}

provider_policy "aws" "region" {
  enforce {
    condition     = core::contains(input.regions, attrs.region)
    error_message = "${attrs.region} is not one of ${core::join(", ", input.regions)}."
  }
}
