policy {
  planfmt {
    version = ">= 1.0"
  }
}

plan_policy "imports_only" {
  locals {
    others = [for r in resources : r.address if r.action != "no-op" && r.action != "read" && !(r.importing != null && r.action == "update")]
  }

  enforce {
    condition     = length(local.others) == 0
    error_message = "This plan may only import, and would change ${join(", ", local.others)}."
  }
}
