policy {
  planfmt {
    version = ">= 1.0"
  }
}

input "max_destroys" {
  type    = number
  default = 2
}

plan_policy "few_destroys" {
  enforce {
    condition     = plan.counts.destroy <= input.max_destroys
    error_message = "The plan destroys ${plan.counts.destroy}: ${join(", ", [for r in resources : r.address if contains(r.actions, "delete")])}."
  }
}
