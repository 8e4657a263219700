policy {}

provider_policy "aws" "approved_version" {
  enforce {
    condition     = core::semverconstraint(meta.version, ">= 6.0.0, < 7.0.0")
    error_message = "Version ${meta.version} of the provider has not been approved."
  }
}
