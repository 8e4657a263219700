// Package driver compares what planfmt prints with what Terraform prints, plan by plan.
//
// A scenario is a txtar file. Its comment is a script of verbs (see [Parse]), and its files are the configurations. The
// driver runs the script in a separate directory with the real `terraform` and the project's own provider. It turns
// each verb `plan` and `state` into a [Case]: the JSON, and the text that `terraform show` prints for it, plain and in
// colour. [Check] passes the JSON to planfmt and compares. Cases can be stored in a directory and checked again without
// Terraform. The driver never interprets a plan.
package driver
