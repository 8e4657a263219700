// Package policy judges the resources, modules and providers of a plan by the
// policies of Terraform policy files, and runs the tests of such policies.
//
// A [Set] has the policies of any number of files. It is bound once, to the schemas
// that are known, which finds static errors before any value of a plan is
// read. A [Judge] judges the targets of one plan by the policies of a set.
package policy
