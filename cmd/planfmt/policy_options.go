package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/policy"
)

// policyOptions say by what a plan is judged.
type policyOptions struct {
	Paths    []string // of policies; nil if the plan is not judged
	Assume   []string // files
	Override []string // names of policies
	Inputs   policy.InputValues
	MaxSteps int // of evaluations

	values   inputFlags
	judging  planfmt.Judging // what has been read
	warnings diag.List       // about the files, once they have been read
}

// addPolicies adds the flag for policies.
func (o *policyOptions) addPolicies(flags *pflag.FlagSet, help string) {
	flags.Var(&wordList{&o.Paths, "DIR"}, "policies", help)
}

// addOverride adds the flag for policies that may fail.
func (o *policyOptions) addOverride(flags *pflag.FlagSet) {
	flags.Var(&wordList{&o.Override, "NAME"}, "override", "let the policy NAME through although it fails, if its level is mandatory_overridable; repeatable")
}

// addAssume adds the flag for assumptions.
func (o *policyOptions) addAssume(flags *pflag.FlagSet) {
	flags.Var(&wordList{&o.Assume, "FILE"}, "assume", "read assumptions about unknown values from FILE, or from the files *.assume.hcl in a directory; repeatable")
}

// addFlags adds the flags for a command that need not judge.
func (o *policyOptions) addFlags(flags *pflag.FlagSet, all formats) {
	addStepsFlag(flags, &o.MaxSteps)
	o.addPolicies(flags, all.help("policies", "add what the policies in DIR and its subdirectories say, as 'planfmt check' does, or those in a single file; repeatable"))
	o.addOverride(flags)
	o.values.add(flags)
	o.addAssume(flags)
}

// resolve reads the values of inputs.
func (o *policyOptions) resolve(f *factory) (err error) {
	o.Inputs, err = o.values.resolve(f.getenv)
	return err
}

// resolveOptional is like resolve for a command that need not judge. It is an error if other flags are given
// without policies.
func (o *policyOptions) resolveOptional(f *factory, cmd *cobra.Command) error {
	if len(o.Paths) > 0 {
		return o.resolve(f)
	}
	for _, name := range []string{"override", "assume", "input", "input-file"} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s has no effect without --policies", name)
		}
	}
	return nil
}

// read reads the files.
func (o *policyOptions) read() error {
	o.judging = planfmt.Judging{Inputs: o.Inputs, Override: o.Override}
	files, err := readPolicies(o.Paths)
	if err != nil {
		return err
	}
	o.judging.Policies, o.warnings = files.Policies, files.Warnings()
	o.judging.Assumptions, err = readAssumptions(o.Assume)
	return err
}

// apply tells the library by what to judge, after it has read the files. It shows warnings about these.
func (o *policyOptions) apply(s *streams, color colorChoice, quiet bool, library *planfmt.Options) error {
	library.MaxSteps = o.MaxSteps
	if o.Paths == nil {
		return nil
	}
	if err := o.read(); err != nil {
		if policies, ok := errors.AsType[*policyError](err); ok {
			err = policies.err // the status is that of a command that only shows
		}
		return err
	}
	o.say(s, color, quiet, o.warnings)
	library.Verdicts = &o.judging
	return nil
}

// inputs returns the names of the files that have been read, which must not be overwritten.
func (o *policyOptions) inputs() (names []string) {
	for _, p := range o.judging.Policies {
		names = append(names, p.Name)
	}
	for _, a := range o.judging.Assumptions {
		names = append(names, a.Name)
	}
	if f := o.judging.Inputs.File; f != nil {
		names = append(names, f.Name)
	}
	return names
}

// errNoPolicies says that there is no policy in the paths.
func (o *policyOptions) errNoPolicies() error {
	return fmt.Errorf("no policies in %s: there is no block resource_policy, module_policy or provider_policy", spellNames(o.Paths))
}

// failure returns the error of a command that shows a document and judges it, given that of the library, or nil if that
// is not about policies. It shows static errors.
func (o *policyOptions) failure(s *streams, color colorChoice, err error) error {
	if diags, ok := errors.AsType[diag.List](err); ok {
		showDiagnostics(s, diags, color, o.judging.SourceText())
		return errJudging
	}
	if errors.Is(err, planfmt.ErrNoPolicies) {
		return o.errNoPolicies()
	}
	return nil
}

// say shows diagnostics about the policies; warnings only unless the command is quiet.
func (o *policyOptions) say(s *streams, color colorChoice, quiet bool, diags diag.List) {
	if quiet {
		diags = withoutWarnings(diags)
	}
	showDiagnostics(s, diags, color, o.judging.SourceText())
}

// withoutWarnings returns the diagnostics that are errors.
func withoutWarnings(diags diag.List) diag.List {
	return slices.DeleteFunc(slices.Clone(diags), func(d *diag.Diagnostic) bool { return d.Severity == diag.Warning })
}

// judgingDiagnostics returns the warnings about the policies, and what could not be judged.
func judgingDiagnostics(all []computed.Summary) diag.List {
	for i := range all {
		if rep := all[i].Verdicts; rep != nil {
			return rep.Diagnostics // all outputs have the same
		}
	}
	return nil
}
