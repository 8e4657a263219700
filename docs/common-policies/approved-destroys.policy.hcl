policy {
  planfmt {
    version = ">= 1.0"
  }
}

resource_policy "aws_*" "approved_destroys" {
  # With meta.actions, a replacement is judged once.
  operations = ["delete", "replace"]

  enforce {
    condition     = !core::contains(meta.actions, "delete") || core::try(prior_attrs.tags["Disposable"], "") == "yes"
    error_message = "${meta.address} would be destroyed (${core::join(", ", meta.actions)}). If that is intended, tag it with Disposable = yes first."
  }
}
