policy {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0.0, < 7.0.0"
    }
  }
}

provider_policy "aws" "version" {
  # JSON does not say which version was chosen. Then the verdict is undecided, which must not stop every run.
  enforcement_level = "advisory"

  enforce {
    condition     = core::semverconstraint(meta.version, ">= 5.0.0, < 7.0.0")
    error_message = "Version ${meta.version} of the provider has not been approved."
  }
}
