policy {
  planfmt {
    version = ">= 1.0"
  }
}

resource_policy "aws_db_instance" "names_stay" {
  enforce {
    condition     = !core::contains(meta.actions, "delete") || prior_attrs.identifier == attrs.identifier
    error_message = "${meta.address} would be destroyed (${core::join(", ", meta.actions)}), and nothing of its name comes after it."
  }
}
