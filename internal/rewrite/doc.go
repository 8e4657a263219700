// Package rewrite turns a document into another one in JSON: into the one that `terraform show -json` prints ([JSON], which has all
// secrets), or into the same without anything sensitive ([Redact]).
package rewrite
