//go:build !planfmt_no_policies

package policy

// userPolicies says that the program judges by policies of its users. Others, such as the page, are smaller without functions and shared locals of policy files.
const userPolicies = true
