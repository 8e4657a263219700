package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// judgingOptions say by what a plan is judged.
type judgingOptions struct {
	Paths    []string // of policies; nil if the plan is not judged
	Assume   []string // files
	Override []string // names of policies
	Inputs   policy.InputValues
	warnings diag.List // about the files, once they have been read
}

// judgingFlags are the flags for these options.
type judgingFlags struct {
	judgingOptions
	inputs inputFlags
}

func (j *judgingFlags) addPolicies(flags *pflag.FlagSet, help string) {
	flags.Var(&wordList{&j.Paths, "DIR"}, "policies", help)
}

func (j *judgingFlags) addOverride(flags *pflag.FlagSet) {
	flags.Var(&wordList{&j.Override, "NAME"}, "override", "let the policy NAME through although it fails, if its level is mandatory_overridable; repeatable")
}

func (j *judgingFlags) addAssume(flags *pflag.FlagSet) {
	flags.Var(&wordList{&j.Assume, "FILE"}, "assume", "read assumptions about unknown values from FILE, or from the files *.assume.hcl in a directory; repeatable")
}

// resolve reads the values of inputs.
func (j *judgingFlags) resolve(f *factory) (err error) {
	j.Inputs, err = j.inputs.resolve(f.getenv)
	return err
}

// resolveOptional is like resolve for a command that need not judge. It is an error if other flags are given
// without policies.
func (j *judgingFlags) resolveOptional(f *factory, flags *pflag.FlagSet) error {
	if len(j.Paths) > 0 {
		return j.resolve(f)
	}
	for _, name := range []string{"override", "assume", "input", "input-file"} {
		if flags.Changed(name) {
			return fmt.Errorf("--%s has no effect without --policies", name)
		}
	}
	return nil
}

// read reads the files.
func (o *judgingOptions) read() (planfmt.Judging, error) {
	j := planfmt.Judging{Inputs: o.Inputs, Override: o.Override}
	files, err := readPolicies(o.Paths)
	if err != nil {
		return j, err
	}
	j.Policies, o.warnings = files.Policies, files.Warnings()
	j.Assumptions, err = readAssumptions(o.Assume)
	return j, err
}

// hintSchemas says how verdicts can be decided that only lack a schema.
func (s *streams) hintSchemas(rep *verdict.Report) {
	n := 0
	for i := range rep.Results {
		r := &rep.Results[i]
		if r.Outcome == verdict.Undecided && slices.ContainsFunc(r.Causes, func(c verdict.Cause) bool { return c.NoSchema }) {
			n++
		}
	}
	verdicts := "1 verdict is"
	switch {
	case n == 0:
		return
	case n > 1:
		verdicts = fmt.Sprintf("%d verdicts are", n)
	}
	s.warn(verdicts + " undecided for lack of the providers' schemas: use --schemas FILE, or 'planfmt schemas add'")
}

// errNoPolicies says that there is no policy in the paths.
func (o *judgingOptions) errNoPolicies() error {
	return fmt.Errorf("no policies in %s: there is no block resource_policy, module_policy or provider_policy", spellNames(o.Paths))
}

// judgingFailure returns the error of a command that shows a document and judges it, given that of the library. It
// shows static errors.
func (o *showOptions) judgingFailure(err error) error {
	if diags, ok := errors.AsType[diag.List](err); ok {
		o.showJudging(diags)
		return errJudging
	}
	if errors.Is(err, planfmt.ErrNoPolicies) {
		return o.Judging.errNoPolicies()
	}
	return nil
}

// errJudging says that there are static errors in what a plan is to be judged by, which have been shown. It is not
// errPolicies, because the status 2 of show says that there are changes.
var errJudging = errors.New("the plan cannot be judged")

// showJudging shows what is wrong with policies.
func (o *showOptions) showJudging(diags diag.List) {
	o.streams.showDiagnostics(diags, o.Color, o.by.SourceText())
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

// reportJudging shows diagnostics about policies; warnings only if they are wanted.
func (o *showOptions) reportJudging(diags diag.List) {
	if o.Quiet {
		diags = slices.DeleteFunc(slices.Clone(diags), func(d *diag.Diagnostic) bool { return d.Severity == diag.Warning })
	}
	o.showJudging(diags)
}
