// Package rewrite turns a document into JSON. [JSON] writes what `terraform show -json` prints, with all secrets. [Redact] writes the
// same without sensitive values.
//
// [JSON] reads a plan file or a state file as a report does, but compares nothing: showjson writes the entries of the source
// with their marks. No other room writes sensitive values unless the user asks for it. The document stays in memory up to a limit;
// past that, it is made twice, and written the second time. JSON of Terraform is checked and copied. [Redact] of a plan file makes
// this document first, and then rewrites it.
package rewrite
