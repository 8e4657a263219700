policy {
  planfmt {
    version = ">= 1.0"
  }
}

input "modules" {
  type    = list(string)
  default = ["module.billing"]
}

resource_policy "aws_*" "team_tag" {
  filter = core::anytrue([for m in input.modules : meta.module_address == m || core::startswith(meta.module_address, "${m}[") || core::startswith(meta.module_address, "${m}.")]) && core::can(attrs.tags)

  enforce {
    condition     = attrs.tags != null && core::contains(core::keys(attrs.tags), "Team")
    error_message = "${meta.address} must have the tag Team."
  }
}
