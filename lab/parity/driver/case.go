package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
)

// Case is one rendering by terraform: the JSON, and the text that planfmt must print for it.
type Case struct {
	Scenario, Step string
	Kind           string // "plan", "state" or "outcome"
	Mode           string // "normal", "destroy" or "refresh-only"; the JSON does not say
	JSON, Schemas  []byte
	Text, ANSI     []byte
	// File is what terraform rendered: the binary plan, or the state file. It may be nil.
	File []byte
	// Applied is what became of a plan, for an outcome. Then JSON and File are the plan.
	Applied Applied
}

// Name returns SCENARIO/STEP.
func (c Case) Name() string { return c.Scenario + "/" + c.Step }

// Dump writes the case to the directory DIR/SCENARIO/STEP, as the files KIND.json, KIND.txt, KIND.ansi, KIND.file,
// schemas.json and mode.
func (c Case) Dump(dir string) error {
	dir = filepath.Join(dir, c.Scenario, c.Step)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, data := range map[string][]byte{
		c.Kind + ".json": c.JSON,
		c.Kind + ".txt":  c.Text,
		c.Kind + ".ansi": c.ANSI,
		c.Kind + ".file": c.File,
		"schemas.json":   c.Schemas,
		"mode":           []byte(c.Mode + "\n"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Undump reads all cases below a directory that Dump has written, sorted by name.
func Undump(dir string) ([]Case, error) {
	modes, err := filepath.Glob(filepath.Join(dir, "*", "*", "mode"))
	if err != nil {
		return nil, err
	}
	if len(modes) == 0 {
		return nil, fmt.Errorf("%s: no dumped cases", dir)
	}
	sort.Strings(modes)
	var out []Case
	for _, m := range modes {
		at := filepath.Dir(m)
		c := Case{Scenario: filepath.Base(filepath.Dir(at)), Step: filepath.Base(at), Kind: "plan"}
		if _, err := os.Stat(filepath.Join(at, "state.json")); err == nil {
			c.Kind = "state"
		}
		var mode []byte
		for name, into := range map[string]*[]byte{
			c.Kind + ".json": &c.JSON,
			c.Kind + ".txt":  &c.Text,
			c.Kind + ".ansi": &c.ANSI,
			c.Kind + ".file": &c.File,
			"schemas.json":   &c.Schemas,
			"mode":           &mode,
		} {
			if *into, err = os.ReadFile(filepath.Join(at, name)); err != nil {
				return nil, err
			}
		}
		c.Mode = strings.TrimSpace(string(mode))
		out = append(out, c)
	}
	return out, nil
}

// Planfmt is the program under test.
type Planfmt struct {
	Binary string
	// SchemaFile is passed with --schemas, unless it is empty.
	SchemaFile string
}

// Check renders the case with planfmt, plain and in colour, and from the file, too. It also compares the JSON that
// planfmt makes of the file. It returns the differences, or an empty string.
func (p Planfmt) Check(ctx context.Context, c Case) string {
	plain, err := p.show(ctx, c, "never")
	if err != nil {
		return "    " + err.Error() + "\n"
	}
	if plain != string(c.Text) {
		return diff(string(c.Text), plain)
	}
	colour, err := p.show(ctx, c, "always")
	if err != nil {
		return "    " + err.Error() + "\n"
	}
	if !sameCells(string(c.ANSI), colour) {
		return "    in colour:\n" + diff(spelled(string(c.ANSI)), spelled(colour))
	}
	if len(c.File) == 0 {
		return ""
	}
	// The mode is not passed: the file knows it.
	file, err := p.run(ctx, c.File, "show", "--width=78", "--color=never")
	if err != nil {
		return "    from the file: " + err.Error() + "\n"
	}
	if file != string(c.Text) {
		return "    from the file:\n" + diff(string(c.Text), file)
	}
	return p.checkJSON(ctx, c)
}

// show pipes the JSON through planfmt, as users do. terraform wraps text at 78 columns if it writes to a pipe.
func (p Planfmt) show(ctx context.Context, c Case, colour string) (string, error) {
	return p.run(ctx, c.JSON, "show", "--width=78", "--mode="+c.Mode, "--color="+colour)
}

// run runs a command of planfmt.
func (p Planfmt) run(ctx context.Context, input []byte, args ...string) (string, error) {
	if p.SchemaFile != "" {
		args = append(args, "--schemas="+p.SchemaFile)
	}
	cmd := exec.CommandContext(ctx, p.Binary, args...)
	cmd.Stdin = bytes.NewReader(input)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "PLANFMT_") && !strings.HasPrefix(v, "NO_COLOR=") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("planfmt %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	return stdout.String(), nil
}

// Skips reads a list of lines `SCENARIO/STEP reason`, with `#` comments. If a line has no reason, that is an error. If
// the file does not exist, the list is empty.
func Skips(file string) (map[string]string, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for i, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, reason, ok := strings.Cut(line, " ")
		if !ok {
			return nil, fmt.Errorf("%s:%d: expected SCENARIO/STEP and a reason", file, i+1)
		}
		out[name] = strings.TrimSpace(reason)
	}
	return out, nil
}
