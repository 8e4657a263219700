//go:build !planfmt_no_policies

package planfile

// userPolicies says that the program judges by policies of its users. Others, such as the page, are smaller without the lock file in a plan file.
const userPolicies = true
