package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt/internal/forge"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/sinks"
)

// commentOptions are the parsed arguments of `planfmt comment`.
type commentOptions struct {
	showOptions
	getenv func(string) string

	Target          string // the name of the forge; empty for the one whose CI this is
	Mode            forge.Mode
	DeleteWhenEmpty bool
	DryRun          bool
	Fallback        bool // to the summary of the step
	ID              string

	// These are empty if the environment is to say what they are.
	Pull      int
	Repo      string
	APIURL    string
	TokenFile fileName
	Author    string

	pull *pullRequest // nil for a dry run
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
sensitive value, so a change of such a value alone is not noticed. If a plan is
so large that its names have no room, the comment says only whether it is the
same plan.

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

Exit status: 0 if the comment is there, 1 on error. If a part of a plan cannot
be read, the comment says so, and the status is 1. The other statuses are those
of 'planfmt show'.`

const commentExample = `  # in a job for a pull request
  planfmt comment plan.json

  # one comment for all plans of a repository, or one for each environment
  planfmt comment --recursive stacks
  planfmt comment plan.json --id production --title Production

  # see what would be written
  planfmt comment plan.json --target github --dry-run

  # a merge request on a self-managed server, outside of CI
  planfmt comment plan.json --target gitlab --api-url https://git.example.com/api/v4 --repo infra/network --pr 12 --token-file token

  # where the token may only read, as for pull requests from forks, use the summary of the step
  planfmt comment plan.json --fallback step-summary`

// commentFlags are the flags, as far as they are no fields of the options.
type commentFlags struct {
	show     *showFlags
	target   choice
	mode     choice
	fallback choice
	pull     pullNumber
}

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

// shownFlags are the flags of `planfmt show` that a comment has, too, in the order of the help.
var shownFlags = []string{
	"schemas", "schemas-max-size", "schemas-max-token", "schemas-max-types", "max-unpacked", "no-bundle", "no-cache", "product", "recursive", "name",
	"drift", "only", "hide", "ignore", "where", "rules", "no-rules", "key-file", "no-hazards", "policies", "override", "input", "input-file", "assume", "max-steps",
	"group-by", "hash", "readable", "match-by", "refinements", "source", "config", "source-root", "source-link", "title", "max-size", "collapse",
	"explain-schemas", "strict", "require-exact", "quiet",
}

func newCmdComment(f *factory) *cobra.Command {
	opts := &commentOptions{showOptions: showOptions{streams: f.streams, show: f.show, Product: "auto", command: "planfmt comment"}, getenv: f.getenv}
	flags := commentFlags{
		show:     newShowFlags(&opts.showOptions),
		target:   choice{names: forge.Names()},
		mode:     choice{value: "update", names: []string{"update", "recreate", "append"}},
		fallback: choice{names: []string{"step-summary"}},
	}
	cmd := &cobra.Command{
		Use:               "comment [flags] [FILE...]",
		Short:             "Write a comment on a pull request, and keep it up to date",
		Long:              commentHelp,
		Example:           commentExample,
		ValidArgsFunction: completeInputs("json", "json.gz", "tfplan"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.resolve(f, cmd, opts, args); err != nil {
				return err
			}
			return runComment(cmd.Context(), opts)
		},
	}
	flags.add(cmd, opts)
	return cmd
}

// add adds the flags, in the order of the help.
func (c *commentFlags) add(cmd *cobra.Command, opts *commentOptions) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(&c.target, "target", "where the pull request is: "+c.target.list()+" (default: where the CI job runs)")
	flags.Var(&word{&opts.Repo, "NAME"}, "repo", "the repository: OWNER/NAME for github, the path or the number of the project for gitlab, PROJECT/NAME for azure-devops, WORKSPACE/NAME for bitbucket (default: what the environment says)")
	flags.Var(&c.pull, "pr", "the number of the pull request (default: what the environment says)")
	flags.Var(&word{&opts.ID, "ID"}, "id", "what distinguishes the comment from others of planfmt on the same pull request (default plan)")
	flags.Var(&c.mode, "mode", "what happens to the comments that are there already: "+c.mode.list())
	flags.BoolVar(&opts.DeleteWhenEmpty, "delete-when-empty", false, "if the plans do nothing, delete the comment, or write none")
	flags.BoolVar(&opts.DryRun, "dry-run", false, "only print the comment, and connect to nothing")
	flags.Var(&opts.TokenFile, "token-file", "read the token from FILE instead of the environment")
	flags.Var(&word{&opts.APIURL, "URL"}, "api-url", "the address of the API of a self-managed server, such as https://git.example.com/api/v3 (default: what the environment says)")
	flags.Var(&word{&opts.Author, "ID"}, "author", "the ID of the user whose token it is, for tokens that are not allowed to ask for it")
	flags.Var(&word{&opts.Markdown.ReportURL, "URL"}, "html-url", "add a link to the full report")
	flags.Var(&c.fallback, "fallback", "where to write the comment if there is no token, or if it is not allowed to write comments: step-summary, the summary of the step in GitHub Actions")
	// The plan's own mode has another name here.
	flags.Var(&c.show.mode, "plan-mode", "how the plan was made: "+c.show.mode.list())

	others := &cobra.Command{}
	c.show.add(others, &opts.showOptions)
	for _, name := range shownFlags {
		flag := others.Flags().Lookup(name)
		for _, before := range []string{"for compact, markdown and html: ", "for human, compact, markdown and html: ", "for markdown and html: ", "for markdown: "} {
			flag.Usage = strings.TrimPrefix(flag.Usage, before)
		}
		switch name {
		case "readable":
			flag.Usage = strings.TrimSuffix(flag.Usage, " (default for html)")
		case "hash":
			flag.Usage = "with --key-file, add the hash of what the plan would do"
		case "drift":
			flag.Usage = "which changes made outside of Terraform to show: " + c.show.drift.list() + "; auto is all"
		}
		flags.AddFlag(flag)
	}
	completeChoices(cmd, map[string]choice{"target": c.target, "mode": c.mode, "fallback": c.fallback, "plan-mode": c.show.mode})
	_ = cmd.MarkFlagFilename("token-file")
}

// resolve sets the options that follow from the flags and the environment. args are the files.
func (c *commentFlags) resolve(f *factory, cmd *cobra.Command, opts *commentOptions, args []string) error {
	usage := func(err error) error { return &usageError{cmd.CommandPath(), err} }
	opts.Targets = []target{{Format: "markdown"}}
	c.show.markdown.id = opts.ID
	link := opts.Markdown.ReportURL
	if err := c.show.resolve(f, cmd, &opts.showOptions, args); err != nil {
		return err
	}
	if err := c.resolveComment(cmd.Flags(), opts, link); err != nil {
		return usage(err)
	}
	ci := commentCI{f.getenv}
	if opts.Target == "" {
		var err error
		if opts.Target, err = ci.target(); err != nil {
			return usage(err)
		}
	}
	if opts.Markdown.Flavour, _ = sinks.FlavourNamed(opts.Target); opts.DryRun {
		return nil
	}
	var err error
	if opts.pull, err = ci.pullRequest(opts); err != nil {
		return usage(err)
	}
	return nil
}

// resolveComment sets what the flags say about the comment. link is the address of the full report.
func (c *commentFlags) resolveComment(flags *pflag.FlagSet, opts *commentOptions, link string) error {
	if !flags.Changed("id") {
		opts.ID = "plan"
	}
	if err := report.CheckCommentID(opts.ID); err != nil {
		return fmt.Errorf("--id: %w", err)
	}
	if flags.Changed("html-url") {
		if err := report.CheckReportURL(link); err != nil {
			return fmt.Errorf("--html-url: %w", err)
		}
	}
	if opts.ShowHash && opts.KeyFile == "" {
		return errors.New("--hash needs --key-file: without a key, the hash also covers values that only a schema or a name marks as secret, and whoever reads the comment could find a short one by trying")
	}
	opts.Target, opts.Pull, opts.Fallback = c.target.value, int(c.pull), c.fallback.value != ""
	opts.Mode = map[string]forge.Mode{"update": forge.Update, "recreate": forge.Recreate, "append": forge.Append}[c.mode.value]
	m := &opts.Markdown
	m.CommentID, m.Remember, m.ReportURL = opts.ID, true, link
	return nil
}

// say writes to standard output what has been done.
func (o *commentOptions) say(text string) error {
	out, err := o.streams.openOutput(outputPlan{Drain: true}) // it is done, even if nobody reads this
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, sinks.Escape(text)+"\n")
	return out.finish(err)
}
