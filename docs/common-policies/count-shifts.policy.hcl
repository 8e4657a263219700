policy {
  planfmt {
    version = ">= 1.0"
  }
}

# Without an element in the middle of a list, count gives each object behind it the values of the next one.
plan_policy "no_count_shifts" {
  locals {
    counted = [for r in resources : r if r.mode == "managed" && can(r.index + 1) && contains(["update", "replace", "delete"], r.action)]
    shifted = [for r in local.counted : r.address if r.action != "delete" && anytrue([
      for next in local.counted : next.type == r.type && next.name == r.name && next.module == r.module && next.index == r.index + 1 &&
      try(next.before.name == r.after.name && r.before.name != r.after.name, false)
    ])]
  }

  enforce {
    condition     = length(local.shifted) == 0
    error_message = "These would become what the next ones are: ${join(", ", local.shifted)}. Use for_each."
  }
}
