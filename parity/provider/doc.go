// Package provider is a small Terraform provider whose only purpose is to make plans.
//
// Its resource types cover every shape that a provider schema can have: every nesting of blocks and of nested
// attributes, every collection of every kind of element, dynamic, sensitive, write-only, computed and replacing
// attributes, and one type that behaves as the legacy SDK does. The objects "exist" as JSON files in the directory
// named by the environment variable PARITY_STORE, so that a test can change or delete them behind Terraform's back.
//
// [Serve] runs it as a plugin. It speaks the raw protocol, version 6: the higher frameworks have no map or group
// blocks and hide the legacy type system, which are half of what is to be tested. It never uses the network.
package provider
