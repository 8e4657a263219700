package driver

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"

	"golang.org/x/tools/txtar"
)

// Scenario is one parsed scenario file.
type Scenario struct {
	Name  string
	Verbs []Verb
	// Files are the configurations by name. `config N` uses `N.tf`; the others are written before the start.
	Files map[string][]byte
}

// Verb is one line of a script.
type Verb struct {
	Line int
	Name string
	// Fails says that the verb has a `!`: terraform must fail.
	Fails bool
	Args  []string
	// Rest is the text after the first argument.
	Rest string
}

// arity says how many arguments a verb takes: the minimum and the maximum, which is -1 if there is none.
type arity struct{ min, max int }

// verbs returns the verbs of scripts:
//
//	config N           make N.tf the main.tf
//	write FILE         write FILE of the archive, without the prefix `N/…`; for changes outside main.tf
//	plan STEP FLAGS…   run terraform plan, and compare what is printed for it as SCENARIO/STEP
//	prepare STEP FLAGS…  run terraform plan, for an apply whose outcome is compared; what is printed for it is not
//	apply              apply the last plan; if it comes from prepare, compare the outcome that planfmt tells as SCENARIO/STEP-outcome
//	apply outcome      the same for a plan that does not come from prepare
//	interrupt TEXT     the same, and interrupt terraform when its log has TEXT
//	state STEP         compare what is printed for the state
//	terraform ARGS…    run any other command
//	seed ID JSON       add an object to the store
//	edit ID JSON       change attributes of a stored object, which makes drift
//	remove ID          remove an object from the store
//	fail OP KEY        from now on, OP (plan, read, create, finish, update, delete) fails for the object with KEY
//	heal               nothing fails any more
//
// `plan!`, `apply!`, `interrupt!` and `terraform!` must fail. A failed plan is compared, too.
func verbs() map[string]arity {
	return map[string]arity{
		"config":    {1, 1},
		"write":     {1, 1},
		"plan":      {1, -1},
		"prepare":   {1, -1},
		"apply":     {0, 1},
		"interrupt": {1, 1},
		"state":     {1, 1},
		"terraform": {1, -1},
		"seed":      {2, -1},
		"edit":      {2, -1},
		"remove":    {1, 1},
		"fail":      {2, 2},
		"heal":      {0, 0},
	}
}

var stepName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)

// Parse reads a scenario. Errors name the line in the script.
func Parse(name string, data []byte) (*Scenario, error) {
	archive := txtar.Parse(data)
	s := &Scenario{Name: name, Files: map[string][]byte{}}
	for _, f := range archive.Files {
		s.Files[f.Name] = f.Data
	}
	seen := map[string]bool{}
	for i, line := range strings.Split(string(archive.Comment), "\n") {
		v, err := parseVerb(line)
		if err == nil && (v.Name == "plan" || v.Name == "prepare" || v.Name == "state") {
			switch step := v.Args[0]; {
			case !stepName.MatchString(step):
				err = fmt.Errorf("step %q: expected lower-case letters, digits and hyphens", step)
			case seen[step]:
				err = fmt.Errorf("step %q: named twice", step)
			default:
				seen[step] = true
			}
		}
		if err == nil && v.Name == "config" && s.Files[v.Args[0]+".tf"] == nil {
			err = fmt.Errorf("config %s: no file %s.tf", v.Args[0], v.Args[0])
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
		if v.Name != "" {
			v.Line = i + 1
			s.Verbs = append(s.Verbs, v)
		}
	}
	if len(seen) == 0 {
		return nil, fmt.Errorf("%s: no plan and no state to compare", name)
	}
	return s, nil
}

// parseVerb reads one line. For blank lines and comments, it returns the zero Verb.
func parseVerb(line string) (Verb, error) {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' {
		return Verb{}, nil
	}
	words, err := split(line)
	if err != nil {
		return Verb{}, err
	}
	v := Verb{Name: strings.TrimSuffix(words[0], "!"), Fails: strings.HasSuffix(words[0], "!"), Args: words[1:]}
	known := verbs()
	want, ok := known[v.Name]
	if !ok {
		var all []string
		for n := range known {
			all = append(all, n)
		}
		sort.Strings(all)
		return Verb{}, fmt.Errorf("unknown verb %q; valid verbs: %s", v.Name, strings.Join(all, ", "))
	}
	if len(v.Args) < want.min || want.max >= 0 && len(v.Args) > want.max {
		return Verb{}, fmt.Errorf("%s: wrong number of arguments: %d", v.Name, len(v.Args))
	}
	if fields := strings.SplitN(line, " ", 3); len(fields) == 3 {
		v.Rest = strings.TrimSpace(fields[2])
	}
	return v, nil
}

// split splits a line into words. Single quotes keep a word together.
func split(line string) ([]string, error) {
	var out []string
	var word strings.Builder
	open, quoted := false, false
	for _, r := range line {
		switch {
		case r == '\'':
			quoted, open = !quoted, true
		case r == ' ' && !quoted:
			if open {
				out = append(out, word.String())
				word.Reset()
			}
			open = false
		default:
			word.WriteRune(r)
			open = true
		}
	}
	if quoted {
		return nil, errors.New("a quote is not closed")
	}
	if open {
		out = append(out, word.String())
	}
	return out, nil
}

// Load reads all files `*.txtar` in a directory, sorted by name. With a pattern, it only returns those whose name
// matches.
func Load(dir string, pattern *regexp.Regexp) ([]*Scenario, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: no scenarios (*.txtar)", dir)
	}
	var out []*Scenario
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		if pattern != nil && !pattern.MatchString(name) {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		s, err := Parse(name, data)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}
