package main

const showHelp = `Show a plan or a state as 'terraform show' does, or in another format.

FILE is one of these: a binary plan file, which 'terraform plan -out=FILE' or
'tofu plan -out=FILE' writes; the output of 'terraform show -json PLAN' (a plan)
or of 'terraform show -json' (a state); or a state file (terraform.tfstate,
version 4). planfmt detects which, and needs neither Terraform nor the
providers. Without FILE, or if FILE is -, it reads standard input.
docs/planfile.md in planfmt's repository has more about binary plan files.

Several plans: a FILE can also be a directory, in which planfmt looks for files
named *.tfplan, tfplan, plan.json and *.plan.json, or a pattern with *, ? and [],
in which ** stands for any number of directories. With --recursive, planfmt also
searches the directories in a directory. Several FILEs, a directory or a pattern
make one report: what all plans do together, a table of the plans, then each
plan that does something. Plans are named after their paths, or by --name. If a
plan cannot be read, the report says so, and has the others. docs/many.md in
planfmt's repository has the details.

Formats: human, the default, is what 'terraform show' prints. compact summarises
a plan on one screen, the most important changes first, and says why resources
are replaced. markdown is a comment for a pull request; it is never longer than
the place that --target names allows. html is a page for a browser, with
everything that changes. json is the diff as one document for programs, jsonl
the same with a line for each resource; the plan's own JSON, with its secrets,
is what 'planfmt json' prints. -f can be repeated if all formats but
one name a file, as in -f json=diff.json. docs/formats.md in planfmt's
repository describes the formats.

Schemas: a plan or state does not say which parts of a resource are blocks and
which are attributes, or what types they have. Provider schemas do. planfmt
looks for a type's schema in the files given with --schemas and listed in
PLANFMT_SCHEMAS; then in the project's .planfmt/schemas.json.gz, which may be in
the working directory or, in a repository, in a directory above it; then in your
cache. 'planfmt schemas' fills the last two. With schemas, the output is exact.
If a type has none, planfmt uses what it knows about the provider and what it
can infer from the document.

Secrets: planfmt hides every value that the document marks as sensitive or that
the provider's schema declares sensitive. Plans made before Terraform 0.15 have
no such marks, and the marks in state files may be incomplete. If a resource has
no marks and its type has no schema, planfmt also hides values whose names are
known as secrets or look like one, and reports on standard error how many it hid
that way. To see them, use --show-unmarked, or --show-unmarked=TYPE-GLOB:PATH for
some of them, such as 'aws_db_*:password'. To protect logs, this is an error if
the output does not go to a terminal, or in the environment of a CI runner,
unless you add --force. The same holds for --show-sensitive, which shows every
value that is hidden.

Copies: all formats but human also hide strings that nothing marks as sensitive
if they are the same as a sensitive string elsewhere in the document. The output
lists the places of these copies. --mask-copies hides them in human, too,
--no-mask-copies shows them in all formats. CIDRs, paths, names, ids and other
strings that everybody may know are never hidden in this way. docs/formats.md
has the details. --mask-names also hides values whose names suggest a secret, such
as DB_PASSWORD: attributes, members of maps, pairs of a name and a value, and
texts with such names.

Rules: --only, --hide and --ignore mute changes that you do not want to look at.
Muted changes are not shown, but stay in all counts. For --only and --hide, a
glob without a key is one for the address: * stands for any characters between
two dots, ** for any number of parts with the dots between them, so that
'module.net.**' is all that is in the module. --ignore mutes changes of
attributes, never what happens to the resource itself. A project can keep rules
in .planfmt/rules.yaml. They apply to all formats but human, and cannot mute what
is destroyed, replaced or forgotten. docs/rules.md in planfmt's repository has
the details.

Policies: with --policies, compact, brief, markdown and html also have what
Terraform policy files say about the plan: what has failed, what is undecided and
why, and the numbers. Policies that fail do not change the exit status, for which
there is 'planfmt check'; static errors in them do. docs/policy.md in planfmt's
repository has the details.

What only the configuration and binary plans say: --source adds in which file
and line each resource is declared. A binary plan contains its configuration.
For a plan in JSON, --config names the directory that has it. In a CI job,
markdown and html link each place to the commit. --refinements adds what a
binary plan already knows about values that are known only after apply, such as
how a string begins. docs/source.md and docs/refinements.md in planfmt's
repository have the details.

Mode: a binary plan says how it was made; JSON does not. With --mode auto,
planfmt takes a plan in JSON for a refresh-only plan if the prior state has
managed resources and the plan has no resource changes, and for a normal plan
otherwise. It cannot detect a destroy plan with nothing to destroy, or a
refresh-only plan of an empty state. Use --mode destroy or --mode refresh-only
for these. The mode only affects the message that there are no changes, and the
note on drift.

Exit status: 0 on success, 1 on error. With --detailed-exitcode, 0 means that
there is nothing to do, and 2 that there are changes: a resource to be changed,
read, imported or moved, a deferred change, a changed output, or an action to
invoke. Drift counts only in a refresh-only plan, which exists to record it. A
state is an error where a flag asks what the plan would do (--detailed-exitcode,
--fail-on, --policies, --facts), unless --allow-state is given. A plan that is
errored, because planning failed before its end, exits with 1; without these
flags, it is shown with a note and the status is 0. With --fail-on, 2 means that
the plan has what is named, and 3 that nobody can know whether it has; 3 goes
before 2 for changes. Of several plans, the worst status counts: 1, then what
--fail-on finds, then 2, then 0. If parts of the input cannot be rendered,
planfmt shows the rest and exits with 1. Status 70 means a bug in planfmt: please report it. If a
signal ends planfmt, the status is 128 plus the signal's number, so 130 for
SIGINT. If planfmt runs out of memory, it ends with SIGABRT, or with status 2 on
Windows.

Environment:
  PLANFMT_SCHEMAS   more schema files, separated as in PATH
  XDG_CACHE_HOME    where the cache is, instead of the system's cache directory
  PLANFMT_PAGER, PAGER
                    the command that shows the output on a terminal; empty or cat
                    for none. The default is less, with LESS=FRX if LESS is not set.
                    A CI runner, --no-pager, --show-sensitive and --show-unmarked
                    turn it off
  NO_COLOR, CLICOLOR_FORCE, TERM=dumb
                    checked by --color auto, in this order
  FORCE_HYPERLINK   0 or another value: --hyperlinks never or always
  TF_IN_AUTOMATION  leaves out hints about what to run next, as in Terraform
  CI, GITHUB_ACTIONS, TF_BUILD, TEAMCITY_VERSION, BUILDKITE, GITLAB_CI
                    say that a CI runner reads the output. Text that a runner
                    would obey as a command is then escaped on a terminal, too,
                    since some runners give their jobs one; elsewhere, it always
                    is`

const showExample = `  # print what 'terraform show tfplan' prints, from the plan file or from its JSON
  planfmt show tfplan
  terraform show -json tfplan | planfmt show

  # get exact output for every provider
  terraform providers schema -json > schemas.json
  planfmt show plan.json --schemas schemas.json

  # in a pipeline: log in colour, and exit with 2 if there are changes
  planfmt show plan.json --color always --detailed-exitcode

  # show a state, with or without Terraform
  terraform show -json | planfmt show
  planfmt show terraform.tfstate

  # see on one screen what the plan does, and keep the diff for programs
  planfmt show plan.json -f compact -f json=diff.json

  # write a comment for a merge request, and a page for a browser
  planfmt show plan.json -f markdown --target gitlab -o comment.md
  planfmt show plan.json -f html -o plan.html

  # say where each resource is declared, and what is known about unknown values
  planfmt show tfplan -f compact --source --refinements

  # show all plans of a repository as one report
  planfmt show --recursive stacks
  planfmt show 'stacks/**/plan.json' --detailed-exitcode

  # write to a file, either completely or not at all
  planfmt show plan.json -o plan.txt`
