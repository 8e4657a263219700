policy {
  planfmt {
    version = ">= 1.0"
  }
}

plan_policy "secret_outputs" {
  locals {
    shown = [for name, o in outputs : name if !o.sensitive && regex_match(lower(name), "password|secret|token|private_key")]
  }

  enforce {
    condition     = length(local.shown) == 0
    error_message = "These outputs must be sensitive: ${join(", ", local.shown)}."
  }
}
