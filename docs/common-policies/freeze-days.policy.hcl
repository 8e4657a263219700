policy {
  planfmt {
    version = ">= 1.0"
  }
}

input "freezes" {
  type        = list(object({ from = string, to = string }))
  description = "Days on which nothing is changed, both included."
  default     = [{ from = "2026-12-20", to = "2027-01-06" }]
}

plan_policy "no_freeze" {
  locals {
    day = formatdate("YYYY-MM-DD", plan.timestamp)
    # Days in this form can be compared as times.
    at = "${local.day}T00:00:00Z"
  }

  enforce {
    condition     = alltrue([for f in input.freezes : timecmp(local.at, "${f.from}T00:00:00Z") < 0 || timecmp(local.at, "${f.to}T00:00:00Z") > 0])
    error_message = "Nothing is changed on ${local.day}."
  }
  enforce {
    condition     = !contains(["Sat", "Sun"], formatdate("EEE", plan.timestamp))
    error_message = "Nothing is changed at weekends."
  }
}
