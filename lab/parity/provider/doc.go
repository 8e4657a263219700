// Package provider is a small Terraform provider that exists only to make plans.
//
// Its resource types have every shape that a provider schema can have: every nesting of blocks and nested attributes;
// every collection of every kind of element; dynamic, sensitive, write-only and computed attributes, and attributes
// that force a replacement; and one type that behaves as in the legacy SDK. The objects "exist" as JSON files in the
// directory that the environment variable PARITY_STORE names, so that a test can change or delete them behind
// Terraform's back.
//
// [Serve] runs it as a plugin. It uses the raw protocol, version 6: frameworks above it have no map or group blocks and
// hide the legacy type system, and these are half of what the tests are about. The provider never uses the network.
package provider
