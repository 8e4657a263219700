// Package rewrite turns a document into JSON. [JSON] writes what `terraform show -json` prints, with all secrets. [Redact] writes the
// same without sensitive values.
package rewrite
