package kit

import (
	"github.com/planfmt/planfmt/verdict"
)

// leaky are policies that put all that they can get hold of into what they say.
const leaky = `
resource_policy "*" "after" {
  operations = ["create", "update", "no-op"]
  locals {
    related = core::getresources(meta.type, {})
    joined  = core::try(core::join(",", [for k, v in attrs : "${k}=${v}"]), "")
  }
  enforce {
    condition     = core::jsonencode(attrs) == ""
    error_message = "after: ${core::jsonencode(attrs)} ${local.joined} ${core::valuetostring(attrs)}"
    info_message  = "info: ${core::jsonencode(attrs)}"
  }
  enforce {
    condition     = core::alltrue([for k, v in attrs : core::parseint(v, 10) == 1])
    error_message = "numbers: ${core::valuetostring([for k, v in attrs : v])}"
  }
  enforce {
    condition     = core::alltrue([for r in local.related : core::regex_match(core::jsonencode(r), "^$")])
    error_message = "related: ${core::jsonencode(local.related)}"
  }
  enforce {
    condition     = core::contains(core::keys(attrs), "") || core::alltrue([for k, v in attrs : core::contains(core::try(core::keys(v), []), "")])
    error_message = core::join(",", core::flatten([for k, v in attrs : core::try(core::keys(v), [])]))
  }
}

resource_policy "*" "before" {
  operations = ["update", "delete"]
  enforce {
    condition     = core::jsonencode(prior_attrs) == core::jsonencode(attrs)
    error_message = "before: ${core::jsonencode(prior_attrs)}"
    info_message  = core::valuetostring(prior_attrs)
  }
  enforce {
    condition = core::jsondecode(core::jsonencode(prior_attrs)).no_such_attribute == core::regex("^x$", core::jsonencode(prior_attrs))
  }
}

provider_policy "*" "all" {
  enforce {
    condition     = core::jsonencode(attrs) == ""
    error_message = core::jsonencode(attrs)
  }
}
`

// leakyAssumptions are contradicted by most values.
const leakyAssumptions = `
assume "*" {
  password = { prefix = "no such password" }
  name     = { suffix = "no such name" }
}
`

// Outcomes are the outcomes of a report by policy, address and operation.
func Outcomes(r *verdict.Report) map[string]verdict.Outcome {
	all := map[string]verdict.Outcome{}
	for _, res := range r.Results.All() {
		key := res.Policy.Name + " " + res.Address + " " + res.Operation
		all[key] = max(all[key], res.Outcome)
	}
	return all
}
