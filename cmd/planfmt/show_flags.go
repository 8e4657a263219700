package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
)

// showFlags are the flags of `planfmt show`, as far as they are no fields of the options.
type showFlags struct {
	shared   *documentFlags
	mode     choice
	formats  targetList
	drift    choice
	groupBy  choice
	limit    lines
	readable bool
	markdown markdownFlags
	several  manyFlags
	declared declarationFlags
	judging  judgingFlags

	interactive bool
}

func newShowFlags(opts *showOptions) *showFlags {
	return &showFlags{
		shared:   newDocumentFlags(),
		declared: newDeclarationFlags(),
		mode:     choice{value: "auto", names: plans.Modes()},
		formats:  targetList{&opts.Targets, formatChoice(planfmt.Formats())},
		drift:    choice{value: rules.AutoDrift.String(), names: rules.DriftChoices()},
		groupBy:  choice{value: report.GroupByAction.String(), names: report.Groupings()},
	}
}

// add adds the flags, in the order of the help.
func (s *showFlags) add(cmd *cobra.Command, opts *showOptions) {
	flags := cmd.Flags()
	flags.SortFlags = false
	s.addDocument(cmd, opts)
	s.addSelection(cmd, opts)
	addKeyFlag(flags, &opts.KeyFile)
	s.addPolicies(flags, opts)
	s.addReport(cmd, opts)
	s.addDiagnosis(cmd, opts)
	completeChoices(cmd, map[string]choice{"mode": s.mode, "drift": s.drift, "group-by": s.groupBy, "format": s.formats.names})
}

// addDocument adds the flags about what is read, and where it is written.
func (s *showFlags) addDocument(cmd *cobra.Command, opts *showOptions) {
	flags := cmd.Flags()
	s.shared.addSchemas(cmd, opts)
	flags.Var(&s.mode, "mode", "how the plan was made: "+s.mode.list())
	s.shared.addLayout(cmd, opts)
	flags.BoolVar(&opts.DetailedExitCode, "detailed-exitcode", false, "exit with 0 if there is nothing to do, 2 if there are changes, 1 on error")
	flags.VarP(&s.formats, "format", "f", "write in this format, and to =FILE if given; repeatable: "+s.formats.names.list()+" (default human)")
	s.shared.addPager(cmd)
	s.shared.addOutput(cmd)
	flags.BoolVar(&s.interactive, "interactive", false, "look at the plan in a full-screen view, as with 'planfmt view'")
	s.several.add(cmd, flags)
}

// addSelection adds the flags about which changes are shown.
func (s *showFlags) addSelection(cmd *cobra.Command, opts *showOptions) {
	flags := cmd.Flags()
	flags.Var(&s.drift, "drift", "which changes made outside of Terraform to show: "+s.drift.list()+"; relevant: those on which the plan depends; auto: relevant for human, all for the other formats")
	flags.BoolVar(&opts.ShowUnchanged, "show-unchanged", false, "for json and jsonl: also list resources that do not change")
	addRuleFlags(cmd, flags, &opts.Rules)
	flags.BoolVar(&opts.Rules.ExitCodeMuted, "exitcode-muted", false, "with --detailed-exitcode, do not count changes that --only, --hide and --ignore mute")
}

// addPolicies adds the flags about what policies say.
func (s *showFlags) addPolicies(flags *pflag.FlagSet, opts *showOptions) {
	flags.BoolVar(&opts.NoHazards, "no-hazards", false, "for compact, markdown and html: do not point out hazards, such as databases that are destroyed")
	addStepsFlag(flags, &opts.MaxSteps)
	s.judging.addPolicies(flags, "for compact, markdown and html: add what the policies in DIR and its subdirectories say, as 'planfmt check' does, or those in a single file; repeatable")
	s.judging.addOverride(flags)
	s.judging.inputs.add(flags)
	s.judging.addAssume(flags)
}

// addReport adds the flags about what the report says, and how.
func (s *showFlags) addReport(cmd *cobra.Command, opts *showOptions) {
	flags := cmd.Flags()
	flags.Var(&s.limit, "limit", "for compact: write about N lines, and only count the least important changes; 0 for no limit (default: 50 on a terminal, otherwise no limit)")
	flags.Var(&s.groupBy, "group-by", "for compact, markdown and html: what changes are grouped by: "+s.groupBy.list())
	flags.BoolVar(&opts.ShowHash, "hash", false, "add the hash of what the plan would do. json and jsonl have it anyway, unless values that they hide could be found by trying: --hash adds it even then")
	flags.BoolVar(&s.readable, "readable", false, "for human, compact, markdown and html: compare values by what they mean to people: match the elements of lists by their names, and look into policies and YAML in strings (default for html)")
	flags.Var((*nameList)(&opts.MatchBy), "match-by", "with --readable: match the elements of lists by the first of these attributes that identifies all of them (default name,id,key)")
	addRefinements(flags, opts)
	s.declared.add(cmd, opts, "for compact, markdown and html: ")
	s.shared.addCopies(cmd, " (default for all formats but human)")
	flags.Var(&word{&opts.Title, "TEXT"}, "title", "for markdown and html: begin with this heading")
	s.markdown.add(cmd, flags)
}

// addDiagnosis adds the flags about schemas that are not known, secrets and warnings.
func (s *showFlags) addDiagnosis(cmd *cobra.Command, opts *showOptions) {
	flags := cmd.Flags()
	flags.BoolVar(&opts.ExplainSchemas, "explain-schemas", false, "report on standard error where each type's schema comes from and why its keys were interpreted as they were")
	flags.BoolVar(&opts.Strict, "strict", false, strictHelp)
	flags.BoolVar(&opts.RequireExact, "require-exact", false, requireExactHelp)
	addSecrets(flags, opts)
	flags.BoolVar(&opts.Quiet, "quiet", false, "do not report which types were printed without their schemas, nor that the project's schemas were used, and show no progress; problems are still reported")
	flags.BoolVar(&opts.NoKnownFacts, "no-known-facts", false, "ignore what planfmt knows about providers, to see what it infers from the plan alone")
	if err := flags.MarkHidden("no-known-facts"); err != nil {
		opts.streams.warn(err.Error())
	}
}

// resolve sets the options that follow from the flags and the environment. args are the files.
func (s *showFlags) resolve(f *factory, cmd *cobra.Command, opts *showOptions, args []string) error {
	flags := cmd.Flags()
	var err error
	if opts.Plans, err = s.several.resolve(cmd.Context(), f.streams, args); err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	if err := s.shared.resolve(f, cmd, opts, args); err != nil {
		return err
	}
	if err := s.resolveTargets(f, opts); err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	if err := s.resolveReport(flags, opts); err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	if err := opts.resolveWhere(); err != nil {
		return err
	}
	if err := s.judging.resolveOptional(f, flags); err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	opts.Judging = s.judging.judgingOptions
	opts.RulesFile = f.streams.findRules(&opts.Rules, opts.Targets)
	if err := opts.checkSecrets(); err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	return nil
}

// resolveTargets sets where what is written, and where resources are declared.
func (s *showFlags) resolveTargets(f *factory, opts *showOptions) error {
	output := string(s.shared.output)
	if opts.Plans != nil {
		if err := checkOutput(output, len(opts.Targets)); err != nil {
			return err
		}
	}
	if err := s.declared.resolve(f, opts); err != nil {
		return err
	}
	var err error
	opts.Targets, err = resolveTargets(opts.Targets, output, s.formats.names.value)
	return err
}

// resolveReport sets what the report says, and how.
func (s *showFlags) resolveReport(flags *pflag.FlagSet, opts *showOptions) (err error) {
	if err = opts.GroupBy.UnmarshalText([]byte(s.groupBy.value)); err != nil {
		return err
	}
	if opts.Markdown, err = s.markdown.layout(flags); err != nil {
		return err
	}
	if flags.Changed("limit") {
		opts.Limit = (*int)(&s.limit)
	}
	if err := checkUses(flags, planfmt.Formats(), opts.Targets); err != nil {
		return err
	}
	return s.resolveComparison(flags, opts)
}

// resolveComparison sets which changes there are, and how values are compared.
func (s *showFlags) resolveComparison(flags *pflag.FlagSet, opts *showOptions) (err error) {
	if opts.Mode, err = plans.ParseMode(s.mode.value); err != nil {
		return err
	}
	if err = opts.Drift.UnmarshalText([]byte(s.drift.value)); err != nil {
		return err
	}
	opts.Readable = chosen(flags, "readable", s.readable)
	if err := opts.checkMatchBy(); err != nil {
		return err
	}
	return opts.Rules.check(opts.DetailedExitCode)
}
