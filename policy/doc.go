// Package policy judges the resources, modules and providers of a plan by the
// policies of Terraform policy files, and runs the tests of such policies.
//
// A [Set] has the policies of any number of files. It is bound once, to the schemas
// that are known, which finds static errors before any value of a plan is
// read. A [Judge] judges the targets of one plan by the policies of a set.
//
// An expression goes through these rooms: policyfile parses it, model binds it in a scope, which gives it a type and finds static
// errors, and eval evaluates it. They know neither plans nor policies. A part of a document that cannot be judged is an error in the
// report, and so is an exceeded budget; neither ever counts as passed. There may be millions of results, so verdict.Results packs
// them: one that has only passed takes a byte, and what several say is kept once.
//
// What an explanation tells is decided in explain.go, from the trace of one more evaluation. Nothing may be told that depends on
// sensitive values: TestExplainTellsNoSecrets compares the explanations of plans that differ only in these.
package policy
