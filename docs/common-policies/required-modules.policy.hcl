policy {
  planfmt {
    version = ">= 1.0"
  }
}

input "required" {
  type    = list(string)
  default = ["module.baseline"]
}

plan_policy "required_modules" {
  locals {
    present = distinct([for r in resources : r.module if r.action != "delete" && r.action != "forget"])
    missing = [for m in input.required : m if !contains(local.present, m)]
  }

  enforce {
    condition     = length(local.missing) == 0
    error_message = "Nothing would be left of ${join(", ", local.missing)}."
  }
}
