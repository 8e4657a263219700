// Package policyfile reads Terraform policy files (*.policy.hcl), their tests
// (*.policytest.hcl) and files with values for their inputs as syntax: blocks and
// expressions with their ranges. It evaluates nothing, and reports whatever can be
// wrong without the type of an expression.
package policyfile
