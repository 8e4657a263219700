policy {
  planfmt {
    version = ">= 1.0"
  }
}

input "max_destroys" {
  type    = number
  default = 5
}

plan_policy "few_destroys" {
  locals {
    destroyed = [for r in resources : r.address if r.action == "delete" || r.action == "replace"]
  }

  enforce {
    condition     = length(local.destroyed) <= input.max_destroys
    error_message = "The plan destroys more than ${input.max_destroys}: ${join(", ", local.destroyed)}."
  }
}

plan_policy "no_drift" {
  enforcement_level = "advisory"

  enforce {
    condition     = length(drift) == 0
    error_message = "Changed outside of Terraform: ${join(", ", drift[*].address)}."
  }
}
