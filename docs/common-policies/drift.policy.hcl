policy {
  planfmt {
    version = ">= 1.0"
  }
}

plan_policy "no_drift" {
  enforce {
    condition     = length([for r in drift : r if r.action != "no-op"]) == 0
    error_message = "Changed outside of Terraform: ${join(", ", drift[*].address)}."
  }
}
