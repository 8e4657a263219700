package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/hazards"
	"github.com/planfmt/planfmt/internal/hclname"
	"github.com/planfmt/planfmt/internal/policyfile"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/sinks"
)

// policyError is an error because of which policies cannot be used: the exit status is 2.
type policyError struct{ err error }

func (e *policyError) Error() string { return e.err.Error() }

func (e *policyError) Unwrap() error { return e.err }

// errPolicies says that there are errors in policies or their tests, which have been shown.
var errPolicies = errors.New("the policies have errors")

// errNotAsExpected says that tests of policies have failed. The failures have been shown.
var errNotAsExpected = errors.New("tests of policies have failed")

// inputPrefix begins the names of variables with values for inputs of policies.
const inputPrefix = "TFPOLICY_INPUT_"

// inputFlags are the flags for inputs of policies.
type inputFlags struct {
	values []string
	file   fileName
}

func (i *inputFlags) add(flags *pflag.FlagSet) {
	flags.Var(&wordList{&i.values, "NAME=VALUE"}, "input", "set an input of the policies; repeatable")
	flags.Var(&i.file, "input-file", "set inputs of the policies by a FILE in the syntax of tfvars")
}

// resolve reads the values. It does not know which inputs there are.
func (i *inputFlags) resolve(getenv func(string) string) (policy.InputValues, error) {
	v := policy.InputValues{
		Flags:       map[string]string{},
		Environment: func(name string) string { return getenv(inputPrefix + name) },
	}
	for _, text := range i.values {
		name, value, ok := strings.Cut(text, "=")
		if !ok || !hclname.Valid(name) {
			return v, errors.New("--input: write NAME=VALUE") // not what was written: it may be the value
		}
		v.Flags[name] = value
	}
	if i.file == "" {
		return v, nil
	}
	f, err := openFile(string(i.file))
	if err != nil {
		return v, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, policyfile.MaxSize+1))
	if err != nil {
		return v, fmt.Errorf("%s: %w", plans.SpellName(string(i.file)), trimName(err))
	}
	v.File = &policy.Source{Name: string(i.file), Text: text}
	return v, nil
}

// policyPaths returns the paths that are searched for policies: the arguments, or the
// current directory.
func policyPaths(args []string) []string {
	if len(args) == 0 {
		return []string{"."}
	}
	return args
}

// builtinPrefix begins the names of sets of policies that are built in.
const builtinPrefix = "builtin:"

// readPolicies reads policies and their tests. The name of the built-in set stands for that.
func readPolicies(paths []string) (policy.Files, error) {
	named := slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return path == hazards.Name })
	for _, path := range named {
		if !strings.HasPrefix(path, builtinPrefix) {
			continue
		}
		if _, err := os.Stat(path); err != nil {
			return policy.Files{}, &policyError{fmt.Errorf("there are no policies %s; did you mean %s?", plans.SpellName(path), hazards.Name)}
		}
	}
	files, err := policy.ReadFiles(named...)
	if err != nil {
		if e, ok := errors.AsType[*fs.PathError](err); ok {
			err = fmt.Errorf("%s: %w", plans.SpellName(e.Path), e.Err)
		}
		return files, &policyError{err}
	}
	if len(named) < len(paths) {
		files.Policies = append(hazards.Sources(), files.Policies...)
	}
	return files, nil
}

// spellNames returns the names of files in a list for people.
func spellNames(names []string) string {
	spelled := make([]string, len(names))
	for i, name := range names {
		spelled[i] = plans.SpellName(name)
	}
	return strings.Join(spelled, ", ")
}

// completeDirectories completes arguments that are directories.
func completeDirectories(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// textLayout returns how verdicts are laid out on standard output.
func (s *streams) textLayout(color colorChoice, source report.SourceText) report.Options {
	return diagnosticLayout(color, s.OutTTY, s.Columns, source)
}

// diagnosticLayout returns how diagnostics are laid out.
func diagnosticLayout(color colorChoice, terminal bool, width int, source report.SourceText) report.Options {
	o := report.Options{Source: source, Width: width, Sink: sinks.Text{Width: width, EscapeRunnerCommands: !terminal}}
	if color == colorAlways || color == colorAuto && terminal {
		o.Sink, o.Underlines = sinks.ANSI{Width: width, EscapeRunnerCommands: !terminal}, true
	}
	o.NoBoxes = color == colorNever
	return o
}

// showDiagnostics writes diagnostics to standard error, with the lines that they are about.
func (s *streams) showDiagnostics(diags diag.List, color colorChoice, source report.SourceText) {
	if len(diags) == 0 {
		return
	}
	width := 0
	if s.ErrTTY && s.errColumns != nil {
		width = s.errColumns()
	}
	var text bytes.Buffer
	if err := report.Diagnostics(&text, diags, diagnosticLayout(color, s.ErrTTY, width, source)); err == nil {
		s.printLine(strings.TrimRight(text.String(), "\n"))
	}
}

// policySchemas are the flags for the schemas that policies are checked with.
type policySchemas struct {
	files             []string
	limits            schema.Limits
	noBundle, noCache bool
}

func (p *policySchemas) add(cmd *cobra.Command) {
	(&schemaFlags{&p.files, &p.limits, &p.noBundle, &p.noCache}).add(cmd)
}

// load returns the schemas from files, the project's bundle and the user's cache, and how many there are.
func (p *policySchemas) load(f *factory) (all policy.Schemas, n int, err error) {
	bundle, dir := "", ""
	if !p.noBundle {
		bundle = f.streams.findBundle()
	}
	if !p.noCache {
		dir = f.cacheDir()
	}
	sources, err := f.knownSchemas(append(slices.Clone(p.files), f.schemaFiles()...), bundle, dir, p.limits)
	if err != nil {
		return nil, 0, err
	}
	var layers []schema.Layer
	var ids []schema.ID
	for _, s := range sources {
		layers = append(layers, s.Layer)
		ids = append(ids, s.ids...)
	}
	return planfmt.PolicySchemas(layers, ids), len(ids), nil
}
