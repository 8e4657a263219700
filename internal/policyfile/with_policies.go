//go:build !planfmt_no_policies

package policyfile

// userPolicies says that the program judges by policies of its users. Others, such as the page, are smaller without functions of policy files.
const userPolicies = true
