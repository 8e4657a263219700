// Package driver compares what planfmt prints with what Terraform prints, plan by plan.
//
// A scenario is a txtar file: its comment is a script of verbs (see [Parse]), its files are the configurations. The
// driver runs the script with the real `terraform` and the project's own provider in a directory of its own, and turns
// each `plan` and `state` verb into a [Case]: the JSON, and the text that `terraform show` prints for it, plain and in
// colour. [Check] gives the JSON to planfmt and compares. Cases can be kept in a directory and replayed without
// Terraform. The driver never interprets a plan.
package driver
