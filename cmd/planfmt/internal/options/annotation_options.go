package options

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
)

// Annotations are the reports of other programs, and what is said about them.
type Annotations struct {
	Annotate []string // files, each with a format before it if it is not to be recognised
	Explain  bool

	unreadable bool
}

// AddAnnotations adds the flags for them.
func (o *Annotations) AddAnnotations(cmd *cobra.Command) {
	o.addFiles(cmd, flagvalue.Contents, "add what another program says about the resources: ")
	flagvalue.Messages.In(cmd.Flags()).BoolVar(&o.Explain, "explain-annotations", false, "with --annotate: list what matches nothing in the plan, and why")
}

// AddAnnotationsForExpressions adds the flags for commands that only evaluate expressions over them: also where the plan was made, since reports
// name files.
func (o *Annotations) AddAnnotationsForExpressions(cmd *cobra.Command, p *Places) {
	o.addFiles(cmd, flagvalue.Input, "for annotations in expressions: what another program says about the resources: ")
	p.addRoot(cmd, flagvalue.Input, "with --annotate")
}

func (o *Annotations) addFiles(cmd *cobra.Command, in flagvalue.Group, purpose string) {
	in.In(cmd.Flags()).Var(&flagvalue.WordList{Values: &o.Annotate, What: "[FORMAT:]FILE"}, "annotate",
		purpose+"SARIF, JSON of Checkov, Trivy or Infracost, CODEOWNERS, or planfmt's own JSON; - is standard input; repeatable")
	_ = cmd.MarkFlagFilename("annotate")
}

// ResolveAnnotations checks the flag of a command that only evaluates expressions, and finds out where the configuration is in the repository,
// which reports name files by.
func (o *Annotations) ResolveAnnotations(f *command.Factory, file string, p *Places) error {
	switch {
	case len(o.Annotate) > 0:
		if err := p.place(f, file, false); err != nil {
			return err
		}
	case p.root != "":
		return errors.New("--source-root has no effect without --annotate")
	}
	return o.Check(file, false)
}

// Require reads the reports. One that cannot be read is an error: expressions would take it for one that says nothing.
func (o *Annotations) Require(s *terminal.Streams, quiet bool, library *planfmt.Options) error {
	for _, arg := range o.Annotate {
		format, name := splitFormat(arg)
		rep, err := readReport(s, format, name)
		if err != nil {
			return fmt.Errorf("--annotate: %s: %w", plans.SpellName(name), err)
		}
		if !quiet {
			o.remark(s, name, rep.Remarks)
		}
		library.Annotations = append(library.Annotations, rep)
	}
	return nil
}

// Check checks the flags. file is the plan.
func (o *Annotations) Check(file string, several bool) error {
	switch {
	case o.Explain && len(o.Annotate) == 0:
		return errors.New("--explain-annotations has no effect without --annotate")
	case o.Explain && several:
		return errors.New("--explain-annotations can be used with a single plan only: what matches nothing in one plan may match another")
	}
	stdin := 0
	for _, arg := range o.Annotate {
		if _, name := splitFormat(arg); name == "-" {
			stdin++
		} else if name == "" {
			return fmt.Errorf("--annotate %s: the name of the file is missing", arg)
		}
	}
	if stdin > 1 || stdin == 1 && file == "-" {
		return errors.New("--annotate -: only one thing can be read from standard input")
	}
	return nil
}

// AnnotationFiles returns the names of the files.
func (o *Annotations) AnnotationFiles() []string {
	var all []string
	for _, arg := range o.Annotate {
		if _, name := splitFormat(arg); name != "-" {
			all = append(all, name)
		}
	}
	return all
}

// splitFormat splits FORMAT:FILE. A colon after anything else is part of the name.
func splitFormat(arg string) (annotations.Format, string) {
	if word, name, ok := strings.Cut(arg, ":"); ok {
		var f annotations.Format
		if f.UnmarshalText([]byte(word)) == nil {
			return f, name
		}
	}
	return annotations.Auto, arg
}

// Apply reads the reports. One that cannot be read is said on standard error, and the plan is shown without it.
func (o *Annotations) Apply(s *terminal.Streams, library *planfmt.Options) {
	for _, arg := range o.Annotate {
		format, name := splitFormat(arg)
		rep, err := readReport(s, format, name)
		if err != nil {
			o.unreadable = true
			s.Warn(fmt.Sprintf("--annotate: %s: %v", plans.SpellName(name), err))
			continue
		}
		o.remark(s, name, rep.Remarks)
		library.Annotations = append(library.Annotations, rep)
	}
}

// remark says what is unusual in a report.
func (o *Annotations) remark(s *terminal.Streams, name string, remarks []string) {
	const few = 5
	for i, remark := range remarks {
		if i == few && !o.Explain {
			s.Warn(fmt.Sprintf("--annotate: %s: %d more remarks, see --explain-annotations", plans.SpellName(name), len(remarks)-i))
			break
		}
		s.Warn(fmt.Sprintf("--annotate: %s: %s", plans.SpellName(name), remark))
	}
}

func readReport(s *terminal.Streams, format annotations.Format, name string) (*annotations.Report, error) {
	var in io.Reader = s.In
	if name != "-" {
		f, err := files.OpenRegular(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	return annotations.Read(name, format, in)
}

// Report says on standard error what is about nothing in a document, if somebody wants to know, and reports whether a report could not be read.
func (o *Annotations) Report(s *terminal.Streams, where string, outputs []computed.Summary) (unreadable bool) {
	if o.Explain && len(outputs) > 0 && outputs[0].Annotations != nil {
		sum := outputs[0].Annotations
		for i := range sum.Unmatched {
			u := &sum.Unmatched[i]
			s.Warn(fmt.Sprintf("%s%s: %s: %s", where, plans.SpellName(u.Source), plans.SpellName(u.Describe()), u.Why))
		}
		if n := sum.Nothing.Sum() - len(sum.Unmatched); n > 0 {
			s.Warn(fmt.Sprintf("%s%d more match nothing in the plan", where, n))
		}
	}
	return o.unreadable
}
