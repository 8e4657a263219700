// Package flagvalue has the values of flags, and how shells complete them.
package flagvalue

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// The types below are values of flags. Type returns what the help calls a
// value. pflag would also find it between backticks in the description, but
// completion would show these.

// Word is a flag whose value is any text.
type Word struct {
	Value *string
	What  string // the help calls the value, such as VERSION
}

func (w *Word) String() string {
	if w.Value == nil {
		return ""
	}
	return *w.Value
}

func (w *Word) Type() string { return w.What }

func (w *Word) Set(s string) error {
	*w.Value = s
	return nil
}

// ExpressionFlag is a flag with an expression. An empty one, perhaps from a variable of a shell that is not set, is
// an error: otherwise it would look like no flag at all. So is a second one, which would replace the first.
type ExpressionFlag struct{ Value *string }

func (e *ExpressionFlag) String() string {
	if e.Value == nil {
		return ""
	}
	return *e.Value
}

func (e *ExpressionFlag) Type() string { return "EXPR" }

func (e *ExpressionFlag) Set(s string) error {
	if strings.TrimSpace(s) == "" {
		return errors.New("the expression is empty")
	}
	if *e.Value != "" {
		return errors.New("only one condition is allowed: combine several with && or ||")
	}
	*e.Value = s
	return nil
}

// WordList is a flag that may be repeated.
type WordList struct {
	Values *[]string
	What   string
}

func (w *WordList) String() string { return "" }

func (w *WordList) Type() string { return w.What }

func (w *WordList) Set(s string) error {
	*w.Values = append(*w.Values, s)
	return nil
}

// GetSlice tells completion that the flag may be repeated.
func (w *WordList) GetSlice() []string { return *w.Values }

// NameList is a flag whose value is one name or several, with commas between them. It may be
// repeated.
type NameList []string

func (n *NameList) String() string { return "" }

func (n *NameList) Type() string { return "NAME[,NAME]" }

func (n *NameList) Set(s string) error {
	for name := range strings.SplitSeq(s, ",") {
		if name == "" {
			return fmt.Errorf("invalid value %q: a name is empty", s)
		}
		*n = append(*n, name)
	}
	return nil
}

// GetSlice tells completion that the flag may be repeated.
func (n *NameList) GetSlice() []string { return *n }

// FileName is a flag whose value is the name of a file, which must not be
// empty.
type FileName string

func (n *FileName) String() string { return string(*n) }

func (n *FileName) Type() string { return "FILE" }

func (n *FileName) Set(s string) error {
	if s == "" {
		return errors.New("the file name is empty")
	}
	*n = FileName(s)
	return nil
}

// FileList is a flag whose value is the name of a file. It may be repeated.
type FileList struct{ Values *[]string }

func (l *FileList) String() string { return "" }

func (l *FileList) Type() string { return "FILE" }

func (l *FileList) Set(s string) error {
	if s == "" {
		return errors.New("the file name is empty")
	}
	*l.Values = append(*l.Values, s)
	return nil
}

// GetSlice tells completion that the flag may be repeated.
func (l *FileList) GetSlice() []string { return *l.Values }

// Age is a flag whose value is a length of time, such as 90m or 4h. 0 is for none.
type Age time.Duration

func (a *Age) String() string { return "" }

func (a *Age) Type() string { return "TIME" }

func (a *Age) Set(s string) error {
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 {
		return fmt.Errorf("invalid value %q: expected a length of time, such as 90m or 4h", s)
	}
	*a = Age(d)
	return nil
}

// Number is a flag whose value is a number from 1 on.
type Number int

func (n *Number) String() string { return "" }

func (n *Number) Type() string { return "N" }

func (n *Number) Set(s string) error {
	i, err := strconv.Atoi(s)
	if err != nil || i < 1 {
		return fmt.Errorf("invalid value %q: expected a number from 1 on", s)
	}
	*n = Number(i)
	return nil
}

// Columns is a flag whose value is a width. 0 is the default.
type Columns int

func (c *Columns) String() string { return "" }

func (c *Columns) Type() string { return "N" }

func (c *Columns) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return fmt.Errorf("invalid value %q: expected a number of columns", s)
	}
	*c = Columns(n)
	return nil
}

// Lines is a flag whose value is a number of lines. 0 is any number.
type Lines int

func (l *Lines) String() string { return "" }

func (l *Lines) Type() string { return "N" }

func (l *Lines) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return fmt.Errorf("invalid value %q: expected a number of lines, or 0 for no limit", s)
	}
	*l = Lines(n)
	return nil
}

// Choice is a flag whose value is one of a few names.
type Choice struct {
	Value string
	Names []string
	Also  map[string]string // other names for some of them
	Helps map[string]string // what some of them mean
}

func (c *Choice) String() string { return c.Value }

func (c *Choice) Type() string { return "NAME" }

func (c *Choice) List() string { return strings.Join(c.Names, ", ") }

// descriptions returns the names as completion wants them, with what they mean.
func (c *Choice) descriptions() []string {
	names := slices.Clone(c.Names)
	for i, name := range names {
		if help := c.Helps[name]; help != "" {
			names[i] += "\t" + help
		}
	}
	return names
}

// Set rejects an unknown name, and lists the valid ones.
func (c *Choice) Set(s string) error {
	if name, ok := c.Also[s]; ok {
		s = name
	}
	if !slices.Contains(c.Names, s) {
		return fmt.Errorf("invalid value %q; valid values: %s", s, c.List())
	}
	c.Value = s
	return nil
}

// AddFormat adds the flag for the format of a command that writes just one. what begins its help text.
func AddFormat(cmd *cobra.Command, format *Choice, what string) {
	Look.In(cmd.Flags()).VarP(format, "format", "f", what+": "+format.List())
	CompleteChoice(cmd, "format", format)
}

// Steps is the value of a flag for a number of steps, 1 or more.
type Steps int

func (s *Steps) String() string { return "" }

func (s *Steps) Type() string { return "N" }

func (s *Steps) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return fmt.Errorf("invalid value %q: expected a number of steps, such as 2", text)
	}
	*s = Steps(n)
	return nil
}
