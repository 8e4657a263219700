package options

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/know/lockfile"
	"github.com/planfmt/planfmt/policy"
)

// Policies say by which policies a plan is judged.
type Policies struct {
	Paths      []string // of policies; nil if the plan is not judged
	Assume     []string // files
	Override   []string // names of policies
	Asserted   []string // conditions over the plan as a whole
	AssertIn   []string // files with such conditions
	VersionsIn string   // a file with the versions of providers
	Inputs     policy.InputValues
	MaxSteps   int // of evaluations
	Exceptions

	Values   InputFlags
	Judging  planfmt.PolicyOptions // what has been read
	Warnings diag.List             // about the files, once they have been read
}

// AddPolicies adds the flag for policies.
func (o *Policies) AddPolicies(flags *pflag.FlagSet, help string) {
	flagvalue.Policies.In(flags).Var(&flagvalue.WordList{Values: &o.Paths, What: "DIR"}, "policies", help)
}

// AddOverride adds the flag for policies that may fail.
func (o *Policies) AddOverride(flags *pflag.FlagSet) {
	flagvalue.Policies.In(flags).Var(&flagvalue.WordList{Values: &o.Override, What: "NAME"}, "override", "accept that the policy NAME fails, if its level is mandatory_overridable; repeatable")
}

// AddAssertions adds the flags for conditions over the plan as a whole.
func (o *Policies) AddAssertions(cmd *cobra.Command) {
	flags := cmd.Flags()
	flagvalue.Policies.In(flags).Var(&flagvalue.WordList{Values: &o.Asserted, What: "EXPR"}, "assert", "fail unless EXPR, an expression over the plan as in 'planfmt query', is true; repeatable")
	flagvalue.CompleteFlag(cmd, "assert", flagvalue.CompleteExpression(planfmt.CompleteQuery))
	flagvalue.Policies.In(flags).Var(&flagvalue.WordList{Values: &o.AssertIn, What: "FILE"}, "assert-file", "fail unless all conditions in FILE, each written as NAME = EXPR, are true; repeatable")
}

// AddAssume adds the flag for assumptions.
func (o *Policies) AddAssume(flags *pflag.FlagSet) {
	flagvalue.Policies.In(flags).Var(&flagvalue.WordList{Values: &o.Assume, What: "FILE"}, "assume", "read assumptions about unknown values from FILE, or from the files *.assume.hcl in a directory; repeatable")
}

// AddProviderVersions adds the flag for the versions of providers.
func (o *Policies) AddProviderVersions(flags *pflag.FlagSet) {
	flagvalue.Input.In(flags).Var(&flagvalue.Word{Value: &o.VersionsIn, What: "FILE"}, "provider-versions", "for plans in JSON: read the versions of the providers from FILE, a .terraform.lock.hcl or what 'terraform version -json' prints (default: the lock file in DIR of --config)")
}

// AddFlags adds the flags for a command that need not judge.
func (o *Policies) AddFlags(cmd *cobra.Command, all Formats) {
	flags := cmd.Flags()
	flagvalue.AddStepsFlag(flags, &o.MaxSteps)
	o.AddPolicies(flags, all.help("policies", "add what the policies in DIR and its subdirectories say, as 'planfmt check' does, or those in a single file; repeatable"))
	o.AddOverride(flags)
	o.AddExceptions(cmd)
	o.Values.Add(flags)
	o.AddAssume(flags)
}

// Resolve reads the values of inputs, and finds the file of exceptions.
func (o *Policies) Resolve(f *command.Factory) (err error) {
	if o.Inputs, err = o.Values.Resolve(f.Getenv); err != nil {
		return err
	}
	return o.FindExceptions(f)
}

// ResolveOptional is like Resolve for a command that need not judge. It returns an error if other flags about
// policies are given without any policies.
func (o *Policies) ResolveOptional(f *command.Factory, cmd *cobra.Command) error {
	if len(o.Paths) > 0 {
		return o.Resolve(f)
	}
	for _, name := range []string{"override", "exceptions", "no-exceptions", "today", "assume", "input", "input-file"} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s has no effect without --policies", name)
		}
	}
	return nil
}

// maxVersions is how many bytes a file with the versions of providers can have.
const maxVersions = 4 << 20

// Read reads the files.
func (o *Policies) Read() error {
	o.Judging = planfmt.PolicyOptions{Inputs: o.Inputs, Override: o.Override}
	files, err := ReadPolicies(policy.Disk{}, o.Paths)
	if err != nil {
		return err
	}
	if o.Judging.Assertions, err = o.assertions(); err != nil {
		return command.PolicyFailure(err)
	}
	if o.VersionsIn != "" {
		text, err := ReadSmall(o.VersionsIn, maxVersions)
		if err == nil {
			o.Judging.ProviderVersions, err = lockfile.ParseVersions(o.VersionsIn, text)
		}
		if err != nil {
			return command.PolicyFailure(err)
		}
	}
	if err = o.Exceptions.read(&o.Judging); err != nil {
		return command.PolicyFailure(err)
	}
	o.Judging.Policies, o.Warnings = files.Policies, files.Warnings()
	o.Judging.Assumptions, err = readAssumptions(o.Assume)
	return err
}

// assertions reads the conditions over the plan as a whole.
func (o *Policies) assertions() ([]policy.Assertions, error) {
	var all []policy.Assertions
	for i, text := range o.Asserted {
		name := "--assert"
		if len(o.Asserted) > 1 {
			name += fmt.Sprintf(" (%d)", i+1)
		}
		all = append(all, policy.Assertions{Name: name, Text: []byte(text), Single: true})
	}
	for _, name := range o.AssertIn {
		text, err := ReadSmall(name, policy.MaxSize)
		if err != nil {
			return nil, err
		}
		all = append(all, policy.Assertions{Name: name, Text: text})
	}
	return all, nil
}

// Apply reads the files, passes them to the library, and shows warnings about them.
func (o *Policies) Apply(s *terminal.Streams, color terminal.ColorChoice, quiet bool, library *planfmt.Options) error {
	library.MaxSteps = o.MaxSteps
	if o.Paths == nil {
		return nil
	}
	if err := o.Read(); err != nil {
		if policies, ok := errors.AsType[*command.PolicyError](err); ok {
			err = policies.Err // the status is that of a command that only shows
		}
		return err
	}
	o.Say(s, color, quiet, o.Warnings)
	library.Policies = &o.Judging
	return nil
}

// Files returns the names of the files that have been read, which must not be overwritten.
func (o *Policies) Files() (names []string) {
	for _, p := range o.Judging.Policies {
		names = append(names, p.Name)
	}
	for _, a := range o.Judging.Assumptions {
		names = append(names, a.Name)
	}
	names = append(names, o.AssertIn...)
	if o.VersionsIn != "" {
		names = append(names, o.VersionsIn)
	}
	if o.ExceptionsFile != "" {
		names = append(names, o.ExceptionsFile)
	}
	if f := o.Judging.Inputs.File; f != nil {
		names = append(names, f.Name)
	}
	return names
}

// ErrNoPolicies says that there is no policy in the paths.
func (o *Policies) ErrNoPolicies() error {
	return fmt.Errorf("no policies in %s: there is no block resource_policy, module_policy, provider_policy or plan_policy", spellNames(o.Paths))
}

// Failure returns the error of a command that shows a document and judges it, given that of the library, or nil if that
// is not about policies. It shows static errors.
func (o *Policies) Failure(s *terminal.Streams, color terminal.ColorChoice, err error) error {
	if diags, ok := errors.AsType[diag.List](err); ok {
		ShowDiagnostics(s, diags, color, o.Judging.SourceText())
		return command.ErrJudging
	}
	if errors.Is(err, planfmt.ErrNoPolicies) {
		return o.ErrNoPolicies()
	}
	return nil
}

// Say shows diagnostics about the policies; warnings only unless the command is quiet.
func (o *Policies) Say(s *terminal.Streams, color terminal.ColorChoice, quiet bool, diags diag.List) {
	if quiet {
		diags = withoutWarnings(diags)
	}
	ShowDiagnostics(s, diags, color, o.Judging.SourceText())
}

// withoutWarnings returns the diagnostics that are errors.
func withoutWarnings(diags diag.List) diag.List {
	return slices.DeleteFunc(slices.Clone(diags), func(d *diag.Diagnostic) bool { return d.Severity == diag.Warning })
}

// JudgingDiagnostics returns the warnings about the policies, and the errors about parts that could not be judged.
func JudgingDiagnostics(all []computed.Summary) diag.List {
	for i := range all {
		if rep := all[i].Verdicts; rep != nil {
			return rep.Diagnostics // all outputs have the same
		}
	}
	return nil
}
