package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
)

// TestHelpFits renders every help on terminals of 80 and 60 columns: no line is wider, and the help that comes first fits on a screen.
func TestHelpFits(t *testing.T) {
	screen := func(cmd *cobra.Command) int {
		if !cmd.HasParent() { // it lists all commands
			return 56
		}
		return 40
	}
	walkCommands(newCmdRoot(helpFactory()), func(cmd *cobra.Command) {
		for _, width := range []int{80, 60} {
			for _, all := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%d/%t", cmd.CommandPath(), width, all), func(t *testing.T) {
					var b strings.Builder
					command.WriteHelp(&b, cmd, all, width)
					text := strings.TrimSuffix(b.String(), "\n")
					for line := range strings.SplitSeq(text, "\n") {
						if n := len([]rune(line)); n > width {
							t.Errorf("%d columns: %s", n, line)
						}
						if strings.TrimRight(line, " ") != line {
							t.Errorf("spaces at the end: %q", line)
						}
					}
					if n := strings.Count(text, "\n") + 1; !all && width == 80 && n > screen(cmd) {
						t.Errorf("%d lines, want %d at most", n, screen(cmd))
					}
					if strings.Contains(text, "[=*") || strings.Contains(text, "\n\n\n") {
						t.Errorf("a value that means nothing to people, or empty lines:\n%s", text)
					}
				})
			}
		}
	})
}

// TestHelpHasAllFlags looks for each flag, with all that its text says, in --help=all, at every width.
func TestHelpHasAllFlags(t *testing.T) {
	walkCommands(newCmdRoot(helpFactory()), func(cmd *cobra.Command) {
		for _, width := range []int{60, 80, 100} {
			var b strings.Builder
			command.WriteHelp(&b, cmd, true, width)
			words := strings.Join(strings.Fields(b.String()), " ")
			cmd.Flags().VisitAll(func(f *pflag.Flag) {
				_, usage := pflag.UnquoteUsage(f)
				if !f.Hidden && (!strings.Contains(words, "--"+f.Name) || !strings.Contains(words, strings.Join(strings.Fields(usage), " "))) {
					t.Errorf("%s at %d columns: no --%s: %s", cmd.CommandPath(), width, f.Name, usage)
				}
			})
			// Items of lists, and rows of tables, begin lines of their own.
			for line := range strings.SplitSeq(cmd.Long, "\n") {
				name, _, isRow := strings.Cut(strings.TrimLeft(line, " "), "  ")
				if strings.HasPrefix(line, "- ") {
					name, isRow = strings.Join(strings.Fields(line)[:4], " "), true
				}
				if isRow && !strings.Contains("\n"+b.String(), "\n"+strings.Repeat(" ", len(line)-len(strings.TrimLeft(line, " ")))+name) {
					t.Errorf("%s at %d columns: this does not begin a line: %s", cmd.CommandPath(), width, line)
				}
			}
			if long := strings.Join(strings.Fields(cmd.Long), " "); !strings.Contains(words, long) {
				t.Errorf("%s at %d columns: the text is not all there", cmd.CommandPath(), width)
			}
		}
	})
}

// TestFlagsHaveGroups fails for a flag whose declaration names no group, and for a brief help of a flag or a command that there is not.
func TestFlagsHaveGroups(t *testing.T) {
	found := map[string]bool{}
	walkCommands(newCmdRoot(helpFactory()), func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && flagvalue.GroupOf(f) == "" {
				t.Errorf("%s --%s: declare it with a group, as in flagvalue.Look.In(flags)", cmd.CommandPath(), f.Name)
			}
		})
		path := strings.TrimPrefix(cmd.CommandPath(), "planfmt ")
		b, ok := briefs[path]
		if !ok {
			return
		}
		found[path] = true
		for _, f := range b.Flags {
			if cmd.Flags().Lookup(f[0]) == nil {
				t.Errorf("%s has no flag --%s", cmd.CommandPath(), f[0])
			}
		}
	})
	for name := range briefs {
		if !found[name] {
			t.Errorf("there is no command %s", name)
		}
	}
}

func helpFactory() *command.Factory {
	f, _, _ := newTestFactory(nil, nil)
	return f
}
