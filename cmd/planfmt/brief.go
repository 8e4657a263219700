package main

import (
	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
)

// setBrief gives a command with many flags, and those below it, a help that fits on a screen. path is its name, after those of the
// commands above it but the root.
func setBrief(cmd *cobra.Command, path string) {
	if b, ok := briefs[path]; ok {
		command.SetBrief(cmd, b)
	}
	for _, c := range cmd.Commands() {
		setBrief(c, path+" "+c.Name())
	}
}

// briefs are the brief helps, by the names of commands as one writes them. A line of an example has at most 60 columns.
var briefs = map[string]command.Brief{
	"show": {
		Text: `Show a plan or a state as 'terraform show' does, or in another format.

FILE is a binary plan file, the output of 'terraform show -json', or a state
file. Without FILE, planfmt reads standard input. Several FILEs, a directory or
a pattern such as 'stacks/**/plan.json' make one report. Sensitive values are
hidden in every format.`,
		Examples: `  # what 'terraform show tfplan' prints
  planfmt show tfplan

  # what changes and why, on one screen
  planfmt show tfplan -f compact

  # exact output for every provider
  terraform providers schema -json > schemas.json
  planfmt show plan.json --schemas schemas.json

  # only what a module does, as a page for a browser
  planfmt show tfplan -f html -o plan.html --only 'module.net.**'`,
		Flags: [][2]string{
			{"format", "human, compact, brief, markdown, html, json, jsonl"},
			{"output", "write to FILE"},
			{"interactive", "look at the plan in a full-screen view"},
			{"schemas", "provider schemas, for exact output"},
			{"only", "show only matching resources"},
			{"hide", "do not show matching resources"},
			{"policies", "add what the policies in DIR say"},
			{"source", "say where each resource is declared"},
			{"fail-on", "exit with 2 on a destroy, drift, hazard, …"},
			{"detailed-exitcode", "exit with 2 if there are changes"},
		},
	},
	"view": {
		Text: `Look at a plan or a state in a full-screen view.

On the left are the resources, on the right is what changes in the selected one.
The keys / and f search and filter, w says why a resource is replaced, ? lists
all keys, and q quits.`,
		Examples: `  # look at a plan
  planfmt view tfplan

  # ask whether to apply, and apply what has been shown
  planfmt view --ask tfplan && terraform apply tfplan`,
		Flags: [][2]string{
			{"ask", "ask whether to apply: the exit status is the answer"},
			{"schemas", "provider schemas, for exact output"},
			{"policies", "add what the policies in DIR say"},
			{"only", "show only matching resources"},
			{"hide", "do not show matching resources"},
			{"where", "show only resources for which EXPR is true"},
			{"source", "say where each resource is declared"},
			{"mouse", "also use the mouse"},
			{"background", "the background of the terminal"},
			{"color", "auto, always, never"},
		},
	},
	"diff": {
		Text: `Compare what two plans would do: is NEW the plan that was approved as OLD?

OLD and NEW are binary plan files, or the output of 'terraform show -json PLAN',
or two states. One of them may be -, which is standard input. The exit status is 0
if both are the same, 2 if they are not, and 1 on an error.`,
		Examples: `  # is this the plan that was approved?
  planfmt diff approved.json now.json

  # compare it with the one that is about to be applied
  terraform show -json tfplan | planfmt diff approved.json -

  # write a comment for a pull request
  planfmt diff approved.json now.json -f markdown -o diff.md`,
		Flags: [][2]string{
			{"format", "human, compact, markdown, html, json, jsonl"},
			{"output", "write to FILE"},
			{"schemas", "provider schemas, to compare types exactly"},
			{"limit", "write about N lines"},
			{"summary", "only count what differs"},
			{"color", "auto, always, never"},
			{"quiet", "report only problems on standard error"},
		},
	},
	"comment": {
		Text: `Write what plans do into one comment on a pull request, and keep it up to date.

The forge is GitHub, GitLab, Azure DevOps or Bitbucket. In a CI job, planfmt
finds the pull request and the token in the environment. The next time, it changes
the same comment, and says what has changed since the previous plan.`,
		Examples: `  # in a job for a pull request
  planfmt comment plan.json

  # one comment for all plans of a repository
  planfmt comment --recursive stacks

  # one comment for each environment
  planfmt comment plan.json --id production --title Production

  # see what would be written
  planfmt comment plan.json --target github --dry-run`,
		Flags: [][2]string{
			{"target", "github, gitlab, azure-devops, bitbucket"},
			{"repo", "the repository"},
			{"pr", "the number of the pull request"},
			{"id", "distinguishes planfmt's comments"},
			{"title", "begin with this heading"},
			{"dry-run", "only print the comment"},
			{"failed", "say that planning failed; FILE is its log"},
			{"fallback", "where to write if the token cannot comment"},
			{"policies", "add what the policies in DIR say"},
			{"only", "show only matching resources"},
			{"fail-on", "exit with 2 on a destroy, drift, hazard, …"},
		},
	},
	"why": {
		Text: `Explain what a plan would do to a resource, why, and what else it would do
because of that.

ADDRESS is the address of a resource as the plan spells it; without a key such
as [0], it stands for all instances. FILE is a binary plan file, or the output
of 'terraform show -json PLAN'. FILE and ADDRESS may change places.`,
		Flags: [][2]string{
			{"source", "say where the resource is declared"},
			{"config", "the configuration, for plans in JSON"},
			{"schemas", "provider schemas, for exact output"},
			{"refinements", "say what is known about unknown values"},
			{"width", "wrap text at N columns"},
			{"color", "auto, always, never"},
		},
	},
	"graph": {
		Text: `Write what depends on what in a plan, as a graph for Graphviz or mermaid, or as
JSON.

The graph has what changes, and what connects it. With ADDRESS, it has only what
ADDRESS depends on, and what depends on ADDRESS. An arrow leads from a resource to
what it depends on. FILE and ADDRESS may change places.`,
		Examples: `  # a picture of what changes
  planfmt graph plan.json | dot -Tsvg -o plan.svg

  # what depends on a server, whether it changes or not
  planfmt graph plan.json aws_instance.web --down --all -f mermaid`,
		Flags: [][2]string{
			{"format", "dot, mermaid, json"},
			{"output", "write to FILE"},
			{"all", "include what does not change"},
			{"depth", "go at most N arrows away"},
			{"up", "only from what changes to what it depends on"},
			{"down", "only from what changes to what depends on it"},
			{"module", "write one node for each module"},
			{"config", "the configuration, for plans without it"},
		},
	},
	"query": {
		Text: `Evaluate an expression over a plan, and print the result.

EXPR is an expression as in a Terraform configuration, over plan, resources,
drift, deferred, outputs and variables. A resource has address, type, module,
action, before, after and more. 'planfmt functions' lists the functions. FILE
and EXPR may change places.`,
		Examples: `  # how many resources change?
  planfmt query plan.json plan.counts

  # what is destroyed, for a shell
  planfmt query plan.json -f raw '[for r in resources : r.address if contains(r.actions, "delete")]'

  # which type does an expression have?
  planfmt query --type 'resources[*].address'`,
		Flags: [][2]string{
			{"format", "hcl, json, jsonl, table, csv, raw"},
			{"output", "write to FILE"},
			{"exit-status", "exit with 2 if the result is false or null"},
			{"type", "print the type of the result, and read no plan"},
			{"schemas", "provider schemas, for the types of values"},
			{"config", "the configuration, for unknown values"},
			{"max-steps", "limit the work that an expression takes"},
		},
	},
	"redact": {
		Text: `Print a plan or a state as JSON without what is sensitive in it.

The output is what 'planfmt json' prints, with "(sensitive value)" in place of
every sensitive value. It can be archived, attached to a bug report, or read by
other tools.`,
		Flags: [][2]string{
			{"output", "write to FILE"},
			{"schemas", "provider schemas, which also mark values"},
			{"no-mask-copies", "keep copies of sensitive strings"},
			{"quiet", "show no progress and no warnings"},
		},
	},
	"log": {
		Text: `Show the machine-readable log of a run: what 'terraform plan -json',
'terraform apply -json' and other commands with -json print.

Without FILE, planfmt reads standard input, and shows each line as it arrives.
On a terminal, the last lines of the screen show what is under way. The exit
status is 1 if the run failed.`,
		Flags: [][2]string{
			{"format", "human, markdown, html, json"},
			{"output", "write to FILE"},
			{"plan", "the plan: how far it has come, what became of it"},
			{"tee", "also write the log as it is to FILE"},
			{"no-live", "do not show what is under way"},
			{"color", "auto, always, never"},
		},
	},
	"check": {
		Text: `Judge a plan by Terraform policy files (*.policy.hcl) and by conditions over the
whole plan (--assert), offline.

A verdict is undecided if it depends on values that are known only after apply.
The exit status is 0 if nothing failed, 1 if a mandatory policy failed, 2 on an
error, and 3 if a mandatory policy is undecided and --on-unknown is fail, which
is the default in CI.`,
		Examples: `  planfmt check tfplan --policies policies/
  planfmt check tfplan --policies builtin:hazards
  planfmt check tfplan --assert 'plan.counts.destroy <= 5'
  planfmt check plan.json --policies policies/ --config .`,
		Flags: [][2]string{
			{"policies", "policy files, a directory of them, or builtin:hazards"},
			{"assert", "fail unless EXPR, over the whole plan, is true"},
			{"format", "text, json, jsonl, junit, sarif, github, markdown"},
			{"output", "write to FILE"},
			{"on-unknown", "how to treat undecided policies"},
			{"require-match", "exit with 2 if a policy matches nothing"},
			{"warnings-fail", "exit with 2 if there is a warning about a policy"},
			{"input", "set an input of the policies"},
			{"schemas", "provider schemas, to decide more policies"},
			{"config", "the configuration, to decide more policies"},
			{"assume", "what you know about unknown values"},
			{"exceptions", "failures that are accepted for a while"},
			{"explain", "say how verdicts come about"},
		},
	},
	"test": {
		Text: `Run the tests of policies (*.policytest.hcl).

PATH is a directory, which is searched for tests and policies, or a single file.
The exit status is 0 if all is as expected, 1 if it is not, and 2 on an error in
the policies or their tests.`,
		Flags: [][2]string{
			{"format", "how to write the results"},
			{"schemas", "provider schemas, to find misspelt attributes"},
			{"verbose", "say how each verdict comes about"},
			{"as-plan", "also judge each mock as it would be in a plan"},
			{"fail-on-warnings", "treat warnings as errors"},
			{"input", "set an input of the policies"},
		},
	},
	"validate": {
		Text: `Find what is wrong with Terraform policy files (*.policy.hcl) and their tests,
without a plan.

PATH is a directory or a single file. The exit status is 0 if there are no
errors, even if there are warnings, and 2 if there are errors.`,
		Flags: [][2]string{
			{"format", "text, json, github"},
			{"schemas", "provider schemas, to find misspelt attributes"},
			{"fail-on-warnings", "treat warnings as errors"},
			{"terraform", "reject what only planfmt can run"},
			{"color", "auto, always, never"},
		},
	},
	"hash": {
		Text: `Print the hash of what a plan would do.

Two plans that would do the same have the same hash, so whoever approves a plan
can name its hash. Sensitive values are covered only with --key-file.`,
		Flags: [][2]string{
			{"key-file", "also cover sensitive values, with a key"},
			{"quiet", "do not report that sensitive values are not covered"},
		},
	},
	"approve": {
		Text: `Approve plans: show each in the full-screen view, ask whether it is to be applied,
and write down who has approved what, signed with a key.

The approval is an in-toto Statement in a DSSE envelope. It has no values of the
plan. 'planfmt verify' tells whether a plan is the one that was approved.`,
		Examples: `  # approve a plan, and sign the approval
  planfmt approve tfplan --by alice --key key.pem -o approval.json`,
		Flags: [][2]string{
			{"by", "the name of whoever approves"},
			{"key", "sign with a private key, ed25519 or ECDSA"},
			{"statement", "let another program sign"},
			{"unsigned", "write an approval without a signature"},
			{"output", "write to FILE"},
			{"yes", "do not ask"},
			{"policies", "refuse if a mandatory policy in DIR fails"},
			{"key-file", "also cover sensitive values, with a key"},
		},
	},
	"verify": {
		Text: `Verify that plans are those that somebody has approved with 'planfmt approve'.

The exit status is 0 if each plan is approved by one of the keys, 2 if one is
not, and 1 on an error.`,
		Examples: `  # apply only what has been approved
  planfmt verify tfplan --approval approval.json \
    --key pub.pem && terraform apply tfplan`,
		Flags: [][2]string{
			{"approval", "an approval; repeatable"},
			{"key", "a public key that may approve; repeatable"},
			{"match", "whether the file or the hash must be the same"},
			{"max-age", "do not count older approvals"},
			{"require", "how many different keys must have signed"},
			{"unsigned", "accept what nobody has signed"},
			{"approved-plan", "say how the plan differs from this one"},
		},
	},
	"stale": {
		Text: `Find out whether a plan still fits the state that it is to be applied to: whether it
is the same state, and whether the resources that the plan touches are unchanged.

STATE is a state file, what 'terraform state pull' prints, or the output of
'terraform show -json'. Without STATE, planfmt reads it from standard input. The
exit status is 0 if the plan is fresh, 2 if it is stale, and 1 on an error.`,
		Flags: [][2]string{
			{"max-age", "the plan is stale if it is older"},
			{"lock-file", "compare the providers with this lock file"},
			{"schemas", "provider schemas, to compare types exactly"},
			{"quiet", "report only reasons and errors"},
		},
	},
	"outcome": {
		Text: `Say what became of a plan: what was done, what failed and why, what was not
reached, and what is not as planned.

planfmt finds that out from the log of the run, which 'terraform apply -json PLAN'
prints, from the state after it, or from both. The exit status is 0 if all was done
as planned, 2 if not, and 1 on an error.`,
		Examples: `  # what happened, and what is left to do?
  planfmt outcome tfplan --log apply.jsonl \
    --state terraform.tfstate`,
		Flags: [][2]string{
			{"log", "the log of the run"},
			{"state", "the state after the run"},
			{"format", "human, compact, markdown, html, json"},
			{"output", "write to FILE"},
			{"schemas", "provider schemas, to compare types exactly"},
			{"color", "auto, always, never"},
		},
	},
	"schemas add": {
		Text: `Add provider schemas to your cache, where 'planfmt show' finds them.

FILE is the output of 'terraform providers schema -json', plain or gzipped.
Without FILE, planfmt reads standard input. With --run, it runs the command
itself in the current directory, where 'terraform init' must have run.`,
		Flags: [][2]string{
			{"run", "run 'terraform providers schema -json'"},
			{"command", "with --run, another program, such as tofu"},
		},
	},
	"schemas bundle": {
		Text: `Write the schemas that a project needs to a file, so that you can commit it with
the project. 'planfmt show' finds it there.

With PLANs, the file has the types in them, otherwise all types that planfmt
finds. Types that are already in the file stay, unless you use --replace.`,
		Flags: [][2]string{
			{"output", "the file (default .planfmt/schemas.json.gz)"},
			{"schemas", "more schemas to choose from"},
			{"replace", "start over"},
			{"allow-missing", "leave out types without a schema"},
		},
	},
	"mcp": {
		Text: `Serve plans to a language model, over the Model Context Protocol.

A client starts this command, and sends its requests to standard input. Only files
below the directories of --root are read. No answer has sensitive values.`,
		Examples: `  # what a client starts
  planfmt mcp --root plans < /dev/null`,
		Flags: [][2]string{
			{"root", "read files below DIR, and no others; repeatable"},
			{"schemas", "provider schemas, for exact output"},
		},
	},
	"json": {
		Text: `Print a plan or a state as JSON, as 'terraform show -json' does, with all secrets.

'planfmt redact' prints the same without secrets. 'planfmt show -f json' prints
the diff that planfmt shows, in a format of its own, for programs.`,
		Flags: [][2]string{
			{"output", "write to FILE, which only you can read"},
			{"schemas", "provider schemas, for files that need them"},
			{"force", "print the secrets even on a terminal"},
			{"quiet", "show no progress and no warnings"},
		},
	},
}
