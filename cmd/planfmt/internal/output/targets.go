package output

import (
	"errors"
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
)

// Target is a format, and where it is written to.
type Target struct {
	Format string
	File   string // empty for standard output
}

// IsTerminal reports whether the target is a terminal.
func (t Target) IsTerminal(s *terminal.Streams) bool { return s.OutTTY && t.File == "" }

// TargetList is a flag whose values are NAME or NAME=FILE.
type TargetList struct {
	Targets *[]Target
	Names   *flagvalue.Choice
}

func (l *TargetList) String() string { return "" }

func (l *TargetList) Type() string { return "NAME[=FILE]" }

// Set rejects an unknown name, and lists the valid ones.
func (l *TargetList) Set(s string) error {
	name, file, ok := strings.Cut(s, "=")
	if err := l.Names.Set(name); err != nil {
		return err
	}
	if ok && file == "" {
		return fmt.Errorf("invalid value %q: the file name is empty", s)
	}
	if IsStandardOutput(file) {
		file = ""
	}
	*l.Targets = append(*l.Targets, Target{l.Names.Value, file})
	return nil
}

// GetSlice tells completion that the flag may be repeated.
func (l *TargetList) GetSlice() []string { return make([]string, len(*l.Targets)) }

// ResolveTargets adds the file of --output to the targets: it is for the only format that does
// not name a file.
func ResolveTargets(targets []Target, output, format string) ([]Target, error) {
	if len(targets) == 0 {
		targets = []Target{{Format: format}}
	}
	if IsStandardOutput(output) {
		output = ""
	}
	first := ""
	for i, t := range targets {
		if t.File != "" {
			continue
		}
		if first != "" {
			return nil, fmt.Errorf("only one format can go to standard output: write %s or %s to a file, as in --format %[2]s=FILE", first, t.Format)
		}
		first = t.Format
		targets[i].File = output
	}
	if output != "" && first == "" {
		return nil, errors.New("--output has no effect: each --format names a file of its own")
	}
	return targets, nil
}
