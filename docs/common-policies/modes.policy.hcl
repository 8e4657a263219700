policy {
  planfmt {
    version = ">= 1.0"
  }
}

plan_policy "normal_and_complete" {
  enforce {
    condition     = alltrue([for r in resources : r.action == "delete" if r.mode == "managed"]) == false || length(resources) == 0
    error_message = "The plan destroys everything."
  }
  enforce {
    condition     = !plan.errored && plan.complete != false
    error_message = "The plan is not complete."
  }
  enforce {
    condition     = length(deferred) == 0
    error_message = "The plan leaves changes for later."
  }
}
