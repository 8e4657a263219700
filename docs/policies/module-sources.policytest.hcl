policytest {
  targets = ["module-sources.policy.hcl"]
}

module "./network" "local" {
  meta = { source = "./network" }
}

module "github.com/somebody/network" "from_somewhere" {
  meta           = { source = "github.com/somebody/network" }
  expect_failure = true
}
