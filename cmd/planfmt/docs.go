package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/plans"
)

// docsOptions are the parsed arguments of `planfmt docs man`.
type docsOptions struct {
	factory *command.Factory
	Dir     string
}

func newCmdDocs(f *command.Factory, runF func(context.Context, *docsOptions) error) *cobra.Command {
	cmd := &cobra.Command{
		Use:                   "docs COMMAND",
		Short:                 "Write planfmt's documentation to files",
		Long:                  "Write planfmt's documentation to files, for those who package it.",
		Example:               "  planfmt docs man ./man1",
		Args:                  command.CommandName,
		RunE:                  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		DisableFlagsInUseLine: true,
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "man DIR",
		Short: "Write manual pages",
		Long: `Write a manual page for each command to a directory, which planfmt creates if it
does not exist. The pages contain what --help=all prints.`,
		Example: `  planfmt docs man ./man1
  man ./man1/planfmt-show.1`,
		Args: command.MaxArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || args[0] == "" {
				return command.Usage(cmd, errors.New("no directory given; for example: planfmt docs man ./man1"))
			}
			return runF(cmd.Context(), &docsOptions{f, args[0]})
		},
	})
	return cmd
}

// writeManual writes a page for a command and one for each command below it.
// The same build always writes the same pages.
//
// cobra can also do this, but with what it imports for it, every start of
// planfmt takes a millisecond longer.
func writeManual(s *terminal.Streams, cmd *cobra.Command, dir string, v version) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("%s: %w", plans.SpellName(dir), files.TrimName(err))
	}
	out, err := output.Open(s, output.Plan{Name: filepath.Join(dir, pageName(cmd)+".1")})
	if err != nil {
		return err
	}
	defer out.Abort()
	_, err = io.WriteString(out, manualPage(cmd, v))
	if err := out.Finish(err); err != nil {
		return err
	}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			if err := writeManual(s, c, dir, v); err != nil {
				return err
			}
		}
	}
	return nil
}

// pageName returns the name of a command's page: planfmt-schemas-add.
func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manualPage returns the page of a command, in roff.
func manualPage(cmd *cobra.Command, v version) string {
	date := ""
	if t, err := time.Parse(time.RFC3339, v.time); err == nil {
		date = t.UTC().Format(time.DateOnly)
	}
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %q 1 %q %q %q\n.nh\n.ad l\n", strings.ToUpper(pageName(cmd)), date, "planfmt "+v.module, "planfmt")
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(pageName(cmd)), roff(cmd.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n\\fB%s\\fR\n", roff(cmd.UseLine()))
	b.WriteString(".SH DESCRIPTION\n")
	writeRoff(&b, cmd.Long)
	b.WriteString(".SH OPTIONS\n")
	for _, g := range command.FlagGroups(cmd) {
		fmt.Fprintf(&b, ".SS %s\n", roff(string(g.Group)))
		for _, flag := range g.Flags {
			writeOption(&b, flag)
		}
	}
	if cmd.Example != "" {
		b.WriteString(".SH EXAMPLES\n")
		writeRoff(&b, cmd.Example)
	}
	var others []string
	if cmd.HasParent() {
		others = append(others, pageName(cmd.Parent()))
	}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			others = append(others, pageName(c))
		}
	}
	for i, name := range others {
		others[i] = `\fB` + roff(name) + `\fR(1)`
	}
	b.WriteString(".SH SEE ALSO\n" + strings.Join(others, ",\n") + "\n")
	return b.String()
}

// writeOption writes the help for a flag: -o, --output=FILE.
func writeOption(b *strings.Builder, flag *pflag.Flag) {
	b.WriteString(".TP\n")
	if flag.Shorthand != "" {
		b.WriteString(`\fB\-` + flag.Shorthand + `\fR, `)
	}
	b.WriteString(`\fB\-\-` + roff(flag.Name) + `\fR`)
	what, usage := pflag.UnquoteUsage(flag)
	switch {
	case what == "", flag.Name == "help":
	case flag.NoOptDefVal != "":
		b.WriteString(`[=\fI` + roff(what) + `\fR]`)
	default:
		b.WriteString(`=\fI` + roff(what) + `\fR`)
	}
	b.WriteString("\n" + roff(usage))
	if what != "" && flag.DefValue != "" {
		b.WriteString(roff(" (default " + flag.DefValue + ")"))
	}
	b.WriteString("\n")
}

// writeRoff writes several paragraphs of text. Indented lines, such as those of
// a table, stay separate lines.
func writeRoff(b *strings.Builder, text string) {
	table := false
	for line := range strings.SplitSeq(text, "\n") {
		if indented := strings.HasPrefix(line, "  "); line != "" && indented != table {
			table = indented
			if table {
				b.WriteString(".nf\n")
			} else {
				b.WriteString(".fi\n")
			}
		}
		switch {
		case line != "":
			b.WriteString(roff(line) + "\n")
		case table:
			b.WriteString("\n")
		default:
			b.WriteString(".PP\n")
		}
	}
	if table {
		b.WriteString(".fi\n")
	}
}

// roff escapes text for roff, which may be at the beginning of a line.
func roff(line string) string {
	return `\&` + strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`).Replace(line)
}
