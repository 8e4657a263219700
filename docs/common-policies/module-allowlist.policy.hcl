policy {}

input "allowed_sources" {
  type    = list(string)
  default = ["./", "../", "app.terraform.io/example/"]
}

module_policy "*" "allowed_source" {
  enforce {
    condition     = core::anytrue([for prefix in input.allowed_sources : core::startswith(meta.source, prefix)])
    error_message = "Modules must not come from ${meta.source}."
  }
}
