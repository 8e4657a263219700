policy {
  planfmt {
    version = ">= 1.0"
  }
}

policytest {
  targets = ["replacements.policy.hcl"]
  plan    = "plans/replaced.json"
}
