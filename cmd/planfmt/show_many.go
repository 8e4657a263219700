package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/jsondoc"
	"github.com/planfmt/planfmt/internal/schemas/infer"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// manyFlags are the flags about several plans.
type manyFlags struct {
	recursive dotFolders
	names     []string
}

// dotFolders is the flag --recursive. Its values are names of directories that begin with a dot.
type dotFolders struct {
	set   bool
	names []string
}

// noDotFolders is the value of --recursive if none is given.
const noDotFolders = "true"

func (d *dotFolders) String() string { return "" }

// Type makes the help show the flag without a value. Its text has the one that it may have.
func (d *dotFolders) Type() string { return "bool" }

// Set rejects what is not the name of a directory that begins with a dot.
func (d *dotFolders) Set(s string) error {
	d.set = true
	if s == noDotFolders {
		return nil
	}
	for name := range strings.SplitSeq(s, ",") {
		if !strings.HasPrefix(name, ".") || strings.ContainsAny(name, `/\`) || name == "." || name == ".." {
			return fmt.Errorf("invalid value %q: expected the name of a directory that begins with a dot, such as .terragrunt-cache; the directory to search is an argument", name)
		}
		d.names = append(d.names, name)
	}
	return nil
}

// GetSlice tells completion that the flag may be repeated.
func (d *dotFolders) GetSlice() []string { return d.names }

func (m *manyFlags) add(cmd *cobra.Command, flags *pflag.FlagSet) {
	flags.Var(&m.recursive, "recursive", "also search the directories in directories; those whose names begin with a dot only if =DOT-FOLDER names them")
	flags.Lookup("recursive").NoOptDefVal = noDotFolders
	flags.Var(&wordList{&m.names, "NAME"}, "name", "for several plans: what to call them: a --name for each plan, in their order, or NAME=FILE; repeatable")
	completeFlag(cmd, "name", cobra.NoFileCompletions)
}

// plan is one of several plans that are shown.
type plan struct {
	found
	name string
}

// label is the plan's name for messages: its file.
func (p *plan) label() string {
	if p.path == "-" {
		return "standard input"
	}
	return plans.SpellName(p.path)
}

// resolve returns the plans that the arguments stand for, or nil if they are one document, which
// is shown as it is.
func (m *manyFlags) resolve(ctx context.Context, s *streams, args []string) ([]plan, error) {
	if len(args) == 0 && (m.recursive.set || len(m.names) > 0) {
		return nil, errors.New("no input: pass the files or the directories of the plans, such as . for the working directory")
	}
	if len(args) < 2 && len(m.names) == 0 && !slices.ContainsFunc(args, isSearched) {
		if m.recursive.set {
			return nil, fmt.Errorf("--recursive has no effect on %s, which is not a directory", plans.SpellName(args[0]))
		}
		return nil, nil
	}
	finder := search{Recursive: m.recursive.set, DotFolders: m.recursive.names}
	all, err := finder.all(args, s.warn)
	if err != nil {
		return nil, err
	}
	for i := range all {
		// --name NAME=FILE names a file as an argument does.
		all[i].inDirectory = all[i].inDirectory && !m.givesName(all[i].path)
	}
	if all, err = withoutTwins(ctx, all, s.warn); err != nil {
		return nil, err
	}
	names := namePlans(all)
	if err := rename(all, names, m.names); err != nil {
		return nil, err
	}
	documents := make([]plan, len(all))
	for i, f := range all {
		documents[i] = plan{f, names[i]}
	}
	return documents, nil
}

// givesName reports whether --name gives a file its name.
func (m *manyFlags) givesName(path string) bool {
	return slices.ContainsFunc(m.names, func(given string) bool {
		_, file, ok := strings.Cut(given, "=")
		return ok && samePath(path, file)
	})
}

// checkOutput returns an error if --output does not say what is written to the file.
func checkOutput(output string, formats int) error {
	if formats > 1 && !isStandardOutput(output) {
		return errors.New("--output cannot be used with several formats: write each to a file, as in --format json=FILE")
	}
	return nil
}

// runShowMany shows several plans as one report.
func runShowMany(ctx context.Context, opts *showOptions) error {
	if !slices.ContainsFunc(opts.Plans, func(p plan) bool { return p.err == nil || !p.whole }) {
		opts.warnUnread(nil)
		return errProblems // there is nothing to show
	}
	library, err := opts.prepare()
	if err != nil {
		return err
	}
	outs, err := opts.openTargets(nil)
	if err != nil {
		return err
	}
	defer outs.abort()

	var line *progressLine
	if opts.Progress {
		line = opts.streams.startProgress(nil)
		defer line.end()
	}
	seen := &seenInPlans{types: map[schema.ID]infer.TypeSchema{}, diagnostics: map[diag.Diagnostic]bool{}}
	byName := map[string]*plan{}
	documents := make([]planfmt.Document, len(opts.Plans))
	for i := range opts.Plans {
		p := &opts.Plans[i]
		byName[p.name] = p
		in := &input{plan: p, streams: opts.streams}
		defer in.close()
		documents[i] = planfmt.Document{Name: p.name, Open: in.open, Done: func(res *planfmt.Result) {
			seen.add(res)
			if opts.seen != nil {
				opts.seen(p.label(), res)
			}
			opts.reportJudging(seen.newDiagnostics(res.Summaries))
			if opts.ExplainSchemas {
				opts.streams.printLine(p.label() + ":")
				explainSchemas(opts.streams, res.Types)
			}
		}}
	}
	library.Warn = func(w planfmt.Warning) { opts.warn(w, byName[w.Document].label()+": ") }
	res, err := opts.showMany(ctx, library, line, outs, documents)
	line.end()
	if err := opts.judgingFailure(err); err != nil {
		return err
	}
	if err == nil {
		err = outs.commit()
	}
	if err := opts.failure(err, outs, ""); err != nil || res == nil {
		return err
	}
	opts.warnUnread(res)
	if !opts.Quiet && !opts.ExplainSchemas && seen.any {
		seen.report(opts)
	}
	return opts.outcome(res)
}

// warnUnread says which plans could not be read, and what in the others could not be rendered.
func (o *showOptions) warnUnread(res *planfmt.ManyResult) {
	for i := range o.Plans {
		p := &o.Plans[i]
		err := p.err
		if res != nil {
			err = res.Documents[i].Err
			for _, problem := range res.Documents[i].Problems {
				o.streams.warn(p.label() + ": " + problem.Error())
			}
		}
		if err != nil {
			_, message := exitStatus(fmt.Errorf("%s: %w", p.label(), err))
			o.streams.warn(message)
		}
	}
}

// outcome returns the outcome of several plans: the worst one.
func (o *showOptions) outcome(res *planfmt.ManyResult) error {
	changes, failed := false, false
	for i, d := range res.Documents {
		failed = failed || d.Err != nil || len(d.Problems) > 0
		if o.DetailedExitCode && d.Errored {
			failed = true
			o.streams.warn(o.Plans[i].label() + ": " + errErroredPlan.Error())
		}
		changes = changes || d.Changes && !(o.Rules.ExitCodeMuted && d.AllMuted)
	}
	switch {
	case failed:
		return errProblems
	case o.DetailedExitCode && changes:
		return errChanges
	}
	return nil
}

// seenInPlans is what is said once about several plans.
type seenInPlans struct {
	any   bool // whether any could be read
	types map[schema.ID]infer.TypeSchema
	rules rulesUse

	diagnostics map[diag.Diagnostic]bool // about policies
}

func (s *seenInPlans) add(res *planfmt.Result) {
	s.any = true
	for _, t := range res.Types {
		if known, ok := s.types[t.ID]; !ok || len(known.Guesses()) == 0 && len(t.Guesses()) > 0 {
			t.Block = nil
			s.types[t.ID] = t
		}
	}
	s.rules.add(res.Summaries)
}

// newDiagnostics returns what there is to say about the policies that a plan has been judged by and that has not been
// said about another plan.
func (s *seenInPlans) newDiagnostics(all []computed.Summary) diag.List {
	var unsaid diag.List
	for _, d := range judgingDiagnostics(all) {
		if !s.diagnostics[*d] {
			s.diagnostics[*d] = true
			unsaid = append(unsaid, d)
		}
	}
	return unsaid
}

func (s *seenInPlans) report(opts *showOptions) {
	var types []infer.TypeSchema
	for _, t := range s.types {
		types = append(types, t)
	}
	slices.SortFunc(types, func(a, b infer.TypeSchema) int {
		return strings.Compare(infer.TypeName(a.ID)+" "+a.ID.Provider, infer.TypeName(b.ID)+" "+b.ID.Provider)
	})
	reportRules(opts.streams, opts.RulesFile, s.rules)
	reportBundle(opts.streams, opts.Bundle, types)
	reportGuesses(opts.streams, types)
}

// showMany writes the plans to all outputs.
func (o *showOptions) showMany(ctx context.Context, library planfmt.Options, line *progressLine, outs outputs, documents []planfmt.Document) (*planfmt.ManyResult, error) {
	targets, flush := o.libraryTargets(&library, line, outs)
	res, err := planfmt.ShowMany(ctx, documents, library, targets...)
	if err != nil {
		return nil, err
	}
	return res, flush()
}

// input is one of several documents, which can be opened again. What is not a file, such as a pipe,
// is copied to a temporary file for that.
type input struct {
	*plan
	streams *streams
	copied  *os.File // nil if there is none
}

// open opens the document at its start.
func (in *input) open() (io.ReadCloser, error) {
	if in.err != nil {
		return nil, in.err
	}
	if in.copied != nil {
		_, err := in.copied.Seek(0, io.SeekStart)
		return keptOpen{in.copied}, err
	}
	if in.path != "-" {
		f, err := openRegular(in.path)
		if err != nil {
			return nil, err
		}
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return f, nil
		}
		defer f.Close()
		return in.copy(f)
	}
	return in.copy(in.streams.In)
}

// copy copies what can be read only once.
func (in *input) copy(r io.Reader) (io.ReadCloser, error) {
	failed := func(err error) error { return &jsondoc.TempError{Dir: os.TempDir(), Err: trimName(err)} }
	f, err := os.CreateTemp("", "planfmt-*")
	if err != nil {
		return nil, failed(err)
	}
	// It may hold secrets, and has no name from the start where the system allows that.
	os.Remove(f.Name())
	in.copied = f
	source := &sourceErrors{Reader: r}
	if _, err := io.Copy(f, bufio.NewReaderSize(source, 256<<10)); err != nil {
		if source.err != nil {
			return nil, trimName(source.err)
		}
		return nil, failed(err)
	}
	_, err = f.Seek(0, io.SeekStart)
	return keptOpen{f}, err
}

// sourceErrors remembers the error of a reader, to tell it from that of a writer.
type sourceErrors struct {
	io.Reader
	err error
}

func (s *sourceErrors) Read(b []byte) (int, error) {
	n, err := s.Reader.Read(b)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// close removes the copy.
func (in *input) close() {
	if in.copied != nil {
		in.copied.Close()
		os.Remove(in.copied.Name()) // where an open file cannot be removed
	}
}
