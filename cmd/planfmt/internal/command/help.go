package command

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
)

// Brief is the help that fits on a screen. --help=all and the manual page have the rest.
type Brief struct {
	// Text says what the command does, in a few lines.
	Text string
	// Examples are those that most people need, two columns to the right, as in [cobra.Command.Example].
	Examples string
	// Flags are those that most people need, each with what it does in a few words.
	Flags [][2]string
}

// The annotations of a command that have its [Brief].
const (
	briefText     = "planfmt_brief_text"
	briefExamples = "planfmt_brief_examples"
	briefFlags    = "planfmt_brief_flags"
)

// SetBrief gives a command a help that is shorter than its text, examples and flags. Flags that it does not have are left out.
func SetBrief(cmd *cobra.Command, b Brief) {
	var flags strings.Builder
	for _, f := range b.Flags {
		if cmd.Flags().Lookup(f[0]) != nil {
			flags.WriteString(f[0] + "\t" + f[1] + "\n")
		}
	}
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[briefText], cmd.Annotations[briefExamples], cmd.Annotations[briefFlags] = b.Text, b.Examples, flags.String()
}

// BriefExamples returns the examples of a command's brief help, or "".
func BriefExamples(cmd *cobra.Command) string { return cmd.Annotations[briefExamples] }

// helpAll is the value of --help that asks for everything.
const helpAll = "all"

// helpValue is the value of --help. To cobra, it is a bool.
type helpValue struct{ given, all bool }

func (h *helpValue) String() string { return strconv.FormatBool(h.given) }
func (h *helpValue) Type() string   { return "bool" }

func (h *helpValue) Set(s string) error {
	if s == helpAll {
		h.given, h.all = true, true
		return nil
	}
	given, err := strconv.ParseBool(s)
	if err != nil {
		return fmt.Errorf("unknown value %q; use --help or --help=%s", s, helpAll)
	}
	h.given, h.all = given, false
	return nil
}

// AddHelp adds the flag for help to a command and to those below it, which write it for the width of the terminal.
func AddHelp(cmd *cobra.Command, s *terminal.Streams) {
	usage := "print this help"
	if cmd.Annotations[briefText] != "" {
		usage = "print help, with =" + helpAll + " all flags and more text"
	}
	flag := cmd.Flags().VarPF(&helpValue{}, "help", "h", usage)
	flag.NoOptDefVal = "true"
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		v, ok := cmd.Flags().Lookup("help").Value.(*helpValue)
		WriteHelp(cmd.OutOrStdout(), cmd, ok && v.all, helpWidth(s.Columns))
	})
	for _, c := range cmd.Commands() {
		AddHelp(c, s)
	}
}

// The width of help in columns, where the terminal does not say its own or has more than is good to read.
const usualHelp, mostHelp = 80, 100

func helpWidth(columns int) int { return min(cmp.Or(columns, usualHelp), mostHelp) }

// ShowHelp makes a command print its help, all of it if all is set.
func ShowHelp(cmd *cobra.Command, all bool) error {
	if v, ok := cmd.Flags().Lookup("help").Value.(*helpValue); ok {
		v.all = all
	}
	return cmd.Help()
}

// WriteHelp writes the help of a command, so that no line is wider than it needs to be for a width in columns. Words are never broken.
func WriteHelp(w io.Writer, cmd *cobra.Command, all bool, width int) {
	h := helpWriter{width: width}
	brief := cmd.Annotations[briefText]
	all = all || brief == ""
	if all {
		h.text(cmp.Or(cmd.Long, cmd.Short))
	} else {
		h.text(brief)
	}
	h.heading("Usage")
	if cmd.Runnable() || !cmd.HasAvailableSubCommands() {
		h.line(2, cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() && !strings.Contains(cmd.UseLine(), "COMMAND") {
		h.line(2, cmd.CommandPath()+" COMMAND")
	}
	examples := cmd.Example
	if !all {
		examples = cmp.Or(BriefExamples(cmd), examples)
	}
	if examples != "" {
		h.heading("Examples")
		h.examples(examples)
	}
	h.commands(cmd)
	if all {
		h.allFlags(cmd)
	} else {
		h.briefFlags(cmd)
	}
	if cmd.HasAvailableSubCommands() {
		h.blank()
		h.text(fmt.Sprintf("'%s COMMAND --help' says more about a command.", cmd.CommandPath()))
	}
	_, _ = io.WriteString(w, h.b.String())
}

// helpWriter writes help.
type helpWriter struct {
	b     strings.Builder
	width int
}

func (h *helpWriter) blank() { h.b.WriteByte('\n') }

func (h *helpWriter) heading(s string) { h.b.WriteString("\n" + s + ":\n") }

// line writes words at an indentation, in as many lines as they need. The next lines are two columns to the right.
func (h *helpWriter) line(indent int, words string) { h.wrap(indent, indent+2, words) }

// wrap writes words, the first line with another indentation than the others.
func (h *helpWriter) wrap(first, rest int, words string) {
	column, begun := first, false
	h.b.WriteString(strings.Repeat(" ", first))
	for word := range strings.FieldsSeq(words) {
		n := len([]rune(word))
		switch {
		case !begun:
		case column+1+n > h.width:
			h.b.WriteString("\n" + strings.Repeat(" ", rest))
			column = rest
		default:
			h.b.WriteByte(' ')
			column++
		}
		h.b.WriteString(word)
		column += n
		begun = true
	}
	h.b.WriteByte('\n')
}

// inTable is the indentation from which on a line of a text is in the second column of a table.
const inTable = 12

// text writes paragraphs. Lines that are indented stay by themselves, apart from those that go on with an item of a list, which begins with
// a dash, and those in the second column of a table.
func (h *helpWriter) text(s string) {
	var open []string // the words of a paragraph, of an item, or of a row of a table
	indent := 0       // of the lines of open
	var row string    // of a table: what stands before the second column
	end := func() {
		switch words := strings.Join(open, " "); {
		case len(open) == 0:
		case row != "":
			h.tableRow(row, indent, words)
		case strings.HasPrefix(words, "- "):
			h.wrap(0, indent, words)
		default:
			h.wrap(indent, indent, words)
		}
		open, row = nil, ""
	}
	for line := range strings.SplitSeq(s, "\n") {
		words := strings.TrimLeft(line, " ")
		at := len(line) - len(words)
		switch {
		case words == "":
			end()
			h.blank()
		case at == 0 && strings.HasPrefix(words, "- "):
			end()
			open, indent = []string{words}, 2
		case at == indent && len(open) > 0:
			open = append(open, words)
		case at > 0 && at < inTable:
			end()
			name, text, isRow := strings.Cut(words, "  ")
			if text = strings.TrimLeft(text, " "); isRow {
				row, open, indent = strings.Repeat(" ", at)+name, []string{text}, at+len(words)-len(text)
			} else {
				h.line(at, words)
			}
		default:
			end()
			open, indent = []string{words}, at
		}
	}
	end()
}

// tableRow writes a row of a table with two columns. If the second one has no room beside the first, it begins in the next line.
func (h *helpWriter) tableRow(name string, column int, words string) {
	if gap := column - len([]rune(name)); gap >= 2 {
		h.b.WriteString(name + strings.Repeat(" ", gap))
		var rest helpWriter
		rest.width = h.width
		rest.wrap(column, column, words)
		h.b.WriteString(strings.TrimLeft(rest.b.String(), " "))
		return
	}
	h.b.WriteString(name + "\n")
	h.wrap(column, column, words)
}

// examples writes examples. A command that is too long goes on in the next line, after a backslash.
func (h *helpWriter) examples(s string) {
	for line := range strings.SplitSeq(s, "\n") {
		words := strings.TrimLeft(line, " ")
		at := len(line) - len(words)
		switch {
		case at+len([]rune(words)) <= h.width:
			h.b.WriteString(line + "\n")
		case strings.HasPrefix(words, "# "):
			for part := range strings.SplitSeq(wrapped(strings.TrimPrefix(words, "# "), h.width-at-2), "\n") {
				h.b.WriteString(strings.Repeat(" ", at) + "# " + part + "\n")
			}
		default:
			h.command(at, words)
		}
	}
}

// wrapped returns words in lines of a width.
func wrapped(words string, width int) string {
	h := helpWriter{width: width}
	h.wrap(0, 0, words)
	return strings.TrimSuffix(h.b.String(), "\n")
}

// command writes a command of a shell, and ends it at spaces that are not in quotes.
func (h *helpWriter) command(at int, line string) {
	column := at
	h.b.WriteString(strings.Repeat(" ", at))
	for i, word := range shellWords(line) {
		n := len([]rune(word))
		if at+4+n > h.width && strings.HasPrefix(word, "'") && strings.ContainsAny(word[1:2], "[{(") { // an expression in brackets
			h.b.WriteString(" \\\n" + strings.Repeat(" ", at+4) + wrapped(word, h.width-at-4))
			column = h.width // what follows is on a line of its own
			continue
		}
		switch {
		case i == 0:
		case column+1+n+len(` \`) > h.width:
			h.b.WriteString(" \\\n" + strings.Repeat(" ", at+4))
			column = at + 4
		default:
			h.b.WriteByte(' ')
			column++
		}
		h.b.WriteString(word)
		column += n
	}
	h.b.WriteByte('\n')
}

// shellWords returns the words of a command, with their quotes.
func shellWords(line string) []string {
	var words []string
	quote, begin := rune(0), 0
	for i, r := range line {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '\'' || r == '"':
			quote = r
		case r == ' ':
			if i > begin {
				words = append(words, line[begin:i])
			}
			begin = i + 1
		}
	}
	return append(words, line[begin:])
}

// commands lists the commands below a command, by their groups if they have any.
func (h *helpWriter) commands(cmd *cobra.Command) {
	list := func(group string) {
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() && c.GroupID == group {
				h.entry(c.Name(), c.Short, commandColumn)
			}
		}
	}
	for _, g := range cmd.Groups() {
		h.heading(g.Title)
		list(g.ID)
	}
	if slices.ContainsFunc(cmd.Commands(), func(c *cobra.Command) bool { return c.IsAvailableCommand() && c.GroupID == "" }) {
		h.heading("Commands")
		list("")
	}
}

// The columns in which what commands and flags do begins.
const commandColumn, flagColumn = 14, 31

// entry writes a name and what it is for: in two columns, or on a narrow terminal below each other.
func (h *helpWriter) entry(name, text string, column int) {
	if h.width < usualHelp && column > commandColumn {
		h.line(2, name)
		h.wrap(6, 6, text)
		return
	}
	h.b.WriteString("  " + name)
	n := 2 + len([]rune(name))
	if n+2 > column {
		h.b.WriteByte('\n')
		n = 0
	}
	h.b.WriteString(strings.Repeat(" ", column-n))
	rest := helpWriter{width: h.width}
	rest.wrap(column, column, text)
	h.b.WriteString(rest.b.String()[column:])
}

// flagName returns a flag with its value: -o, --output FILE.
func flagName(f *pflag.Flag) string {
	name := "    --" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", --" + f.Name
	}
	what, _ := pflag.UnquoteUsage(f)
	switch {
	case what == "" || f.Name == "help":
	case f.NoOptDefVal != "":
		name += "[=" + what + "]"
	default:
		name += " " + what
	}
	return name
}

// flagText returns what a flag does, with its default.
func flagText(f *pflag.Flag) string {
	what, usage := pflag.UnquoteUsage(f)
	if what != "" && f.DefValue != "" && f.Name != "help" {
		usage += " (default " + f.DefValue + ")"
	}
	return usage
}

// allFlags lists all flags by their groups, or together if there are few.
func (h *helpWriter) allFlags(cmd *cobra.Command) {
	var all []*pflag.Flag
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "help" {
			all = append(all, f)
		}
	})
	heading := "Flags"
	list := func(flags []*pflag.Flag) {
		if len(flags) > 0 {
			h.heading(heading)
		}
		for _, f := range flags {
			h.entry(flagName(f), flagText(f), flagColumn)
		}
	}
	if len(all) <= fewFlags {
		list(append(all, cmd.Flags().Lookup("help")))
		return
	}
	for _, g := range FlagGroups(cmd) {
		heading = string(g.Group)
		list(g.Flags)
	}
}

// FlagGroup is the flags of a command that belong to a group.
type FlagGroup struct {
	flagvalue.Group
	Flags []*pflag.Flag
}

// FlagGroups returns the flags of a command, which are not hidden, by their groups. The last group has the flag for help.
func FlagGroups(cmd *cobra.Command) []FlagGroup {
	var all []FlagGroup
	for _, g := range append(flagvalue.Groups(), "") {
		group := FlagGroup{Group: g}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && flagvalue.GroupOf(f) == g {
				group.Flags = append(group.Flags, f)
			}
		})
		if g == "" {
			group.Group = "Help"
		}
		if len(group.Flags) > 0 {
			all = append(all, group)
		}
	}
	return all
}

// fewFlags is how many flags need no groups.
const fewFlags = 6

// briefFlags lists the flags that most people need.
func (h *helpWriter) briefFlags(cmd *cobra.Command) {
	h.heading("Flags")
	more := -1 // --help
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			more++
		}
	})
	for line := range strings.Lines(cmd.Annotations[briefFlags]) {
		name, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		h.entry(flagName(cmd.Flags().Lookup(name)), text, flagColumn)
		more--
	}
	h.blank()
	if more > 0 {
		h.text(fmt.Sprintf("'%s --help=%s' has %d more flags, and more about these.", cmd.CommandPath(), helpAll, more))
	} else {
		h.text(fmt.Sprintf("'%s --help=%s' says more.", cmd.CommandPath(), helpAll))
	}
}
