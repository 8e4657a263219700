package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The types below are values of flags. Type returns what the help calls a
// value. pflag would also find it between backticks in the description, but
// completion would show these.

// word is a flag whose value is any text.
type word struct {
	value *string
	what  string // the help calls the value, such as VERSION
}

func (w *word) String() string {
	if w.value == nil {
		return ""
	}
	return *w.value
}

func (w *word) Type() string { return w.what }

func (w *word) Set(s string) error {
	*w.value = s
	return nil
}

// expressionFlag is a flag with an expression. An empty one, perhaps from a variable of a shell that is not set, is
// an error: otherwise it would look like no flag at all. So is a second one, which would replace the first.
type expressionFlag struct{ value *string }

func (e *expressionFlag) String() string {
	if e.value == nil {
		return ""
	}
	return *e.value
}

func (e *expressionFlag) Type() string { return "EXPR" }

func (e *expressionFlag) Set(s string) error {
	if strings.TrimSpace(s) == "" {
		return errors.New("the expression is empty")
	}
	if *e.value != "" {
		return errors.New("there is one condition only: combine several with && or ||")
	}
	*e.value = s
	return nil
}

// wordList is a flag that may be repeated.
type wordList struct {
	values *[]string
	what   string
}

func (w *wordList) String() string { return "" }

func (w *wordList) Type() string { return w.what }

func (w *wordList) Set(s string) error {
	*w.values = append(*w.values, s)
	return nil
}

// GetSlice tells completion that the flag may be repeated.
func (w *wordList) GetSlice() []string { return *w.values }

// nameList is a flag whose value is one name or several, with commas between them. It may be
// repeated.
type nameList []string

func (n *nameList) String() string { return "" }

func (n *nameList) Type() string { return "NAME[,NAME]" }

func (n *nameList) Set(s string) error {
	for name := range strings.SplitSeq(s, ",") {
		if name == "" {
			return fmt.Errorf("invalid value %q: a name is empty", s)
		}
		*n = append(*n, name)
	}
	return nil
}

// GetSlice tells completion that the flag may be repeated.
func (n *nameList) GetSlice() []string { return *n }

// fileName is a flag whose value is the name of a file, which must not be
// empty.
type fileName string

func (n *fileName) String() string { return string(*n) }

func (n *fileName) Type() string { return "FILE" }

func (n *fileName) Set(s string) error {
	if s == "" {
		return errors.New("the file name is empty")
	}
	*n = fileName(s)
	return nil
}

// columns is a flag whose value is a width. 0 is the default.
type columns int

func (c *columns) String() string { return "" }

func (c *columns) Type() string { return "N" }

func (c *columns) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return fmt.Errorf("invalid value %q: expected a number of columns", s)
	}
	*c = columns(n)
	return nil
}

// lines is a flag whose value is a number of lines. 0 is any number.
type lines int

func (l *lines) String() string { return "" }

func (l *lines) Type() string { return "N" }

func (l *lines) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return fmt.Errorf("invalid value %q: expected a number of lines, or 0 for no limit", s)
	}
	*l = lines(n)
	return nil
}

// choice is a flag whose value is one of a few names.
type choice struct {
	value string
	names []string
	also  map[string]string // other names for some of them
	helps map[string]string // what some of them mean
}

func (c *choice) String() string { return c.value }

func (c *choice) Type() string { return "NAME" }

func (c *choice) list() string { return strings.Join(c.names, ", ") }

// descriptions returns the names as completion wants them, with what they mean.
func (c *choice) descriptions() []string {
	names := slices.Clone(c.names)
	for i, name := range names {
		if help := c.helps[name]; help != "" {
			names[i] += "\t" + help
		}
	}
	return names
}

// Set rejects an unknown name, and lists the valid ones.
func (c *choice) Set(s string) error {
	if name, ok := c.also[s]; ok {
		s = name
	}
	if !slices.Contains(c.names, s) {
		return fmt.Errorf("invalid value %q; valid values: %s", s, c.list())
	}
	c.value = s
	return nil
}
