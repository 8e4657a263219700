package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/showing"
	"github.com/planfmt/planfmt/internal/forge"
	"github.com/planfmt/planfmt/internal/report/marker"
	"github.com/planfmt/planfmt/sinks"
)

// commentOptions are the parsed arguments of `planfmt comment`.
type commentOptions struct {
	showing.Showing
	getenv func(string) string

	Target          string // the name of the forge; empty for the one whose CI this is
	Mode            forge.Mode
	DeleteWhenEmpty bool
	DryRun          bool
	Failed          bool // planning failed: the file is its log
	Outcome         bool // the plan was applied: Log and State say what became of it
	Log, State      flagvalue.FileName
	Fallback        bool // to the summary of the step
	ID              string

	// These are empty if the environment is to say what they are.
	Pull      int
	Repo      string
	APIURL    string
	TokenFile flagvalue.FileName
	// MarkerKeyFile has the secret of which the key for the marker is made.
	MarkerKeyFile flagvalue.FileName
	Author        string
	ReportURL     string
	// LabelPrefix is what the names of the labels begin with. It is empty if no label is set.
	LabelPrefix string

	pull   *pullRequest // nil for a dry run
	noPull error        // why there is no pull request, if the summary of the step gets the comment then
	marks  []byte       // the key for the marker; nil if there is none
	began  time.Time    // when the run of the pipeline began

	target, mode, fallback flagvalue.Choice
	planFlags              map[string]bool // the flags about plans
}

const commentHelp = `Write what plans do into one comment on a pull request, and keep it up to date.

The comment is what 'planfmt show -f markdown' prints for the forge: GitHub,
GitLab, Azure DevOps or Bitbucket. It begins with an invisible marker, by which
planfmt finds it again: the next time, it changes this comment, so that a pull
request has one comment, which is current. planfmt changes and deletes only
comments of the user whose token it is; a marker in somebody else's comment
means nothing.

The comment also says what has changed since the one before: that it is the same
plan, or what is new, different or gone. For that, the marker has the names of
what changes, and digests of these changes. Nothing in it depends on a
sensitive value, so a change of only such a value is not noticed. If a plan has
too many names for the marker, the comment says only whether it is the same
plan. If somebody else has edited the comment before, or it is not signed with
the key of --marker-key-file, the new comment says that, and not what has
changed.

In a CI job of GitHub Actions, GitLab, Azure Pipelines or Bitbucket Pipelines,
the environment says which pull request it is. Elsewhere, use --target, --repo
and --pr. The token comes from the environment or from a file, never from a
flag:

  github        GITHUB_TOKEN or GH_TOKEN
  gitlab        GITLAB_TOKEN (CI_JOB_TOKEN cannot write comments)
  azure-devops  SYSTEM_ACCESSTOKEN or AZURE_DEVOPS_TOKEN
  bitbucket     BITBUCKET_TOKEN

planfmt sends the token to one host only, by https, and follows no redirects.
docs/comment.md in planfmt's repository says for each CI what the job needs, and
what the token must be allowed to do.

Modes: update changes the newest comment, and deletes others with the same ID,
which jobs that run at the same time may have left. recreate deletes the comment
and writes a new one at the end of the pull request. append keeps the old ones;
on GitHub, it minimises them as outdated.

planfmt tries again for a while after errors of the server, and when there have
been too many requests. If the answer to a new comment gets lost, planfmt does
not write the comment twice.

With --failed, planning has failed: the comment says so, in place of an older
plan, with the end of the log in FILE, or with its errors if it is that of
'terraform plan -json'. planfmt cannot recognise secrets in a log. A plan that
cannot be shown replaces an older one in the same way.

With --outcome, the comment says what became of the plan, as 'planfmt outcome'
does: FILE is the plan that was applied, --log the log of the run, --state the
state after it.

With --label-prefix, the pull request also gets a label that says what the plans
do, such as plan/destroy, and loses the others with this prefix. If the label
cannot be set, the comment stays, and the status is 1.

Exit status: 0 if the comment is there, 1 on error. If a plan or a part of it
cannot be read, the comment says so, and the status is 1. The other statuses are
those of 'planfmt show'.`

const commentExample = `  # in a job for a pull request
  planfmt comment plan.json

  # one comment for all plans of a repository, or one for each environment
  planfmt comment --recursive stacks
  planfmt comment plan.json --id production --title Production

  # see what would be written
  planfmt comment plan.json --target github --dry-run

  # a merge request on a self-managed server, outside of CI
  planfmt comment plan.json --target gitlab --api-url https://git.example.com/api/v4 --repo infra/network --pr 12 --token-file token

  # a label, too: plan/no-changes, plan/add-or-update or plan/destroy
  planfmt comment plan.json --label-prefix plan/

  # planning has failed
  planfmt comment --failed plan.log

  # after 'terraform apply -json tfplan > apply.jsonl'
  planfmt comment --outcome tfplan --log apply.jsonl

  # where the token may only read, as for pull requests from forks, use the summary of the step
  planfmt comment plan.json --fallback step-summary`

// pullNumber is a flag whose value is the number of a pull request. 0 is the default.
type pullNumber int

func (p *pullNumber) String() string { return "" }

func (p *pullNumber) Type() string { return "N" }

// Set rejects anything but a number that is greater than 0.
func (p *pullNumber) Set(s string) error {
	n, err := strconv.Atoi(strings.TrimPrefix(s, "#"))
	if err != nil || n <= 0 {
		return fmt.Errorf("invalid value %q: expected the number of a pull request, such as 12", s)
	}
	*p = pullNumber(n)
	return nil
}

func newCmdComment(f *command.Factory, runF func(context.Context, *commentOptions) error) *cobra.Command {
	opts := &commentOptions{Showing: showing.Showing{Streams: f.Streams, Show: f.Show, Command: "planfmt comment"}, getenv: f.Getenv}
	cmd := &cobra.Command{
		Use:               "comment [flags] [FILE...]",
		Short:             "Write a comment on a pull request, and keep it up to date",
		Long:              commentHelp,
		Example:           commentExample,
		ValidArgsFunction: flagvalue.CompleteInputs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.resolve(f, cmd, args); err != nil {
				return err
			}
			return runF(cmd.Context(), opts)
		},
	}
	cmd.Flags().SortFlags = false
	opts.addFlags(cmd)
	opts.addPlanFlags(cmd)
	return cmd
}

// addFlags adds the flags about the comment and the pull request.
func (o *commentOptions) addFlags(cmd *cobra.Command) {
	o.target = flagvalue.Choice{Names: forge.Names()}
	o.mode = flagvalue.Choice{Value: "update", Names: []string{"update", "recreate", "append"}}
	o.fallback = flagvalue.Choice{Names: []string{"step-summary"}}
	flags := cmd.Flags()
	flagvalue.Place.In(flags).Var(&o.target, "target", "where the pull request is: "+o.target.List()+" (default: where the CI job runs)")
	flagvalue.Place.In(flags).Var(&flagvalue.Word{Value: &o.Repo, What: "NAME"}, "repo", "the repository: OWNER/NAME for github, the path or the number of the project for gitlab, PROJECT/NAME for azure-devops, WORKSPACE/NAME for bitbucket (default: what the environment says)")
	flagvalue.Place.In(flags).Var((*pullNumber)(&o.Pull), "pr", "the number of the pull request (default: what the environment says)")
	flagvalue.Place.In(flags).Var(&flagvalue.Word{Value: &o.ID, What: "ID"}, "id", "distinguishes the comment from planfmt's others on the same pull request (default plan)")
	flagvalue.Place.In(flags).Var(&o.mode, "existing", "what to do with existing comments: "+o.mode.List())
	flagvalue.Place.In(flags).BoolVar(&o.DeleteWhenEmpty, "delete-when-empty", false, "if the plans do nothing, delete the comment, or do not write one")
	flagvalue.Place.In(flags).BoolVar(&o.Failed, "failed", false, "say that planning failed, in place of an older plan; FILE, if given, is the log of the failure")
	flagvalue.Place.In(flags).BoolVar(&o.Outcome, "outcome", false, "say what became of the plan FILE, which was applied: from --log, --state or both")
	flagvalue.Input.In(flags).Var(&o.Log, "log", "with --outcome: the log of the run, which 'terraform apply -json' prints")
	flagvalue.Input.In(flags).Var(&o.State, "state", "with --outcome: the state after the run")
	flagvalue.Place.In(flags).BoolVar(&o.DryRun, "dry-run", false, "only print the comment, and connect to nothing")
	flagvalue.Place.In(flags).Var(&o.TokenFile, "token-file", "read the token from FILE instead of the environment")
	flagvalue.Place.In(flags).Var(&o.MarkerKeyFile, "marker-key-file", "sign the comment with a key made of the secret in FILE, and trust only signed comments (default: the secret in PLANFMT_MARKER_KEY, if that is set)")
	flagvalue.Place.In(flags).Var(&flagvalue.Word{Value: &o.APIURL, What: "URL"}, "api-url", "the address of the API of a self-managed server, such as https://git.example.com/api/v3 (default: what the environment says)")
	flagvalue.Place.In(flags).Var(&flagvalue.Word{Value: &o.Author, What: "ID"}, "author", "the ID of the token's user, for tokens that are not allowed to look it up")
	flagvalue.Place.In(flags).Var(&flagvalue.Word{Value: &o.ReportURL, What: "URL"}, "html-url", "add a link to the full report")
	flagvalue.Place.In(flags).Var(&o.fallback, "fallback", "where to write if the comment cannot be written, for instance because the token is not allowed to: step-summary, the summary of the step in GitHub Actions")
	flagvalue.Place.In(flags).Var(&flagvalue.Word{Value: &o.LabelPrefix, What: "TEXT"}, "label-prefix", "also label the pull request by what the plans do: TEXT followed by "+strings.Join(planLabels, ", ")+" (not on bitbucket)")
	o.AddFacts(flags)
	flagvalue.CompleteChoice(cmd, "target", &o.target)
	flagvalue.CompleteChoice(cmd, "existing", &o.mode)
	flagvalue.CompleteChoice(cmd, "fallback", &o.fallback)
	_ = cmd.MarkFlagFilename("token-file")
	_ = cmd.MarkFlagFilename("marker-key-file")
}

// addPlanFlags adds the flags about the plans.
func (o *commentOptions) addPlanFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	before := map[string]bool{}
	flags.VisitAll(func(f *pflag.Flag) { before[f.Name] = true })
	o.Allow(options.PlanFormats())
	o.AddMode(cmd, "mode")
	o.SchemaSources.AddFlags(cmd)
	o.AddProduct(cmd)
	o.Several.AddFlags(cmd)
	o.AddDrift(cmd, nil)
	o.AddRules(cmd)
	o.AddFailOn(cmd)
	options.AddKeyFlag(flags, &o.KeyFile)
	o.AddHazards(flags, nil)
	o.Policies.AddFlags(cmd, nil)
	o.AddGroupBy(cmd, nil)
	o.AddHash(flags, "with --key-file, add the hash of what the plan would do")
	o.AddGraph(flags, nil)
	o.AddReadable(flags, nil, false)
	o.AddRefinements(flags, nil)
	o.AddCopies(flags, " (default)")
	o.Places.AddPlaces(cmd, nil)
	o.AddAnnotations(cmd)
	options.AddExplainFlag(flags, &o.ExplainSchemas)
	o.AddStrict(flags)
	o.AddRequireExact(flags)
	flagvalue.AddResourcesFlag(flags, &o.MaxResources)
	o.planFlags = map[string]bool{}
	flags.VisitAll(func(f *pflag.Flag) { o.planFlags[f.Name] = !before[f.Name] })
	o.AddUnpacked(flags)
	o.AddTitle(flags, nil)
	o.AddSize(cmd, nil)
	o.AddQuiet(flags, "show no progress, and do not report missing schemas or the use of the project's schemas; problems are still reported")
}

// resolve sets the options that follow from the flags and the environment. args are the files.
func (o *commentOptions) resolve(f *command.Factory, cmd *cobra.Command, args []string) error {
	resolve := o.resolvePlans
	switch {
	case o.Outcome:
		resolve = o.resolveOutcome
	case o.Log != "" || o.State != "":
		return command.Usage(cmd, errors.New("--log and --state need --outcome"))
	case o.Failed:
		resolve = o.resolveFailed
	}
	if err := resolve(f, cmd, args); err != nil {
		return err
	}
	if err := o.resolveComment(cmd.Flags()); err != nil {
		return command.Usage(cmd, err)
	}
	ci := commentCI{f.Getenv}
	if o.Target == "" {
		var err error
		if o.Target, err = ci.target(); err != nil {
			return command.Usage(cmd, err)
		}
	}
	if o.LabelPrefix != "" && !forge.HasLabels(o.Target) {
		return command.Usage(cmd, fmt.Errorf("--label-prefix: %w of %s", forge.ErrNoLabels, o.Target))
	}
	o.Markdown.Run = ci.run()
	if o.Markdown.Flavour, _ = sinks.FlavourNamed(o.Target); o.DryRun {
		return nil
	}
	var err error
	o.pull, err = ci.pullRequest(o)
	if _, none := errors.AsType[*noPullError](err); none && o.Fallback {
		o.noPull, err = err, nil
	}
	if err != nil {
		return command.Usage(cmd, err)
	}
	o.began = ci.began()
	if o.pull != nil {
		o.marks, err = ci.markerKey(o)
	}
	return err
}

// resolvePlans sets the options about the plans.
func (o *commentOptions) resolvePlans(f *command.Factory, cmd *cobra.Command, args []string) error {
	o.Targets = []output.Target{{Format: "markdown"}}
	if err := o.Several.Resolve(cmd.Context(), f.Streams, args); err != nil {
		return command.Usage(cmd, err)
	}
	if err := o.ResolveInput(f, cmd, args); err != nil {
		return err
	}
	if err := o.ResolveTargets(f); err != nil {
		return command.Usage(cmd, err)
	}
	return o.ResolveReport(f, cmd)
}

// resolveComment sets what the flags say about the comment.
func (o *commentOptions) resolveComment(flags *pflag.FlagSet) error {
	if !flags.Changed("id") {
		o.ID = "plan"
	}
	if err := marker.CheckCommentID(o.ID); err != nil {
		return fmt.Errorf("--id: %w", err)
	}
	if flags.Changed("id") && !flags.Changed("title") {
		o.Title = o.ID // so that people can tell the comments apart, too
	}
	if flags.Changed("html-url") {
		if err := marker.CheckReportURL(o.ReportURL); err != nil {
			return fmt.Errorf("--html-url: %w", err)
		}
	}
	if flags.Changed("label-prefix") {
		if err := checkLabels(o.LabelPrefix); err != nil {
			return fmt.Errorf("--label-prefix: %w", err)
		}
	}
	if o.ShowHash && o.KeyFile == "" {
		return errors.New("--hash needs --key-file: without a key, the hash also covers values that only a schema or a name marks as secret, and readers of the comment could guess a short one")
	}
	o.Target, o.Fallback = o.target.Value, o.fallback.Value != ""
	o.Mode = map[string]forge.Mode{"update": forge.Update, "recreate": forge.Recreate, "append": forge.Append}[o.mode.Value]
	m := &o.Markdown
	m.CommentID, m.Remember, m.ReportURL = o.ID, true, o.ReportURL
	return nil
}

// tell writes to standard output what has been done.
func (o *commentOptions) tell(text string) error {
	out, err := output.Open(o.Streams, output.Plan{Drain: true}) // it is done, even if nobody reads this
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, sinks.Escape(text)+"\n")
	return out.Finish(err)
}
