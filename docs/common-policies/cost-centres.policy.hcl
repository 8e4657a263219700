policy {}

input "cost_centres" {
  type    = list(string)
  default = ["1000", "2000"]
}

resource_policy "aws_instance" "cost_centre" {
  enforce {
    condition     = attrs.tags != null && core::contains(input.cost_centres, core::try(attrs.tags["CostCentre"], ""))
    error_message = "The tag CostCentre must be one of ${core::join(", ", input.cost_centres)}."
  }
}
