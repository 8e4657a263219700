package policy

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/policyfile"
	"github.com/planfmt/planfmt/plans"
)

// Files are policy files and files with tests.
type Files struct {
	Policies, Tests []Source
	// Misnamed are files that have not been read, although their names look much like those of policy files or tests.
	Misnamed []string
}

// Warnings returns a warning for each misnamed file.
func (f Files) Warnings() diag.List {
	var diags diag.List
	for _, name := range f.Misnamed {
		diags = append(diags, &diag.Diagnostic{
			Severity: diag.Warning, Summary: "File not read",
			Detail: plans.SpellName(name) + " is not read: " + rightNames + ".",
		})
	}
	return diags
}

// rightNames says how files must be named.
const rightNames = "the names of policy files end with .policy.hcl or .policy.hcl.json, those of tests with .policytest.hcl or .policytest.hcl.json"

var errNoFiles = errors.New("there is no file *.policy.hcl")

// maxFiles is how many files with policies and tests can be read together.
const maxFiles = 20_000

// IsPolicyFile recognises policy files by their names.
func IsPolicyFile(name string) bool {
	return strings.HasSuffix(name, ".policy.hcl") || strings.HasSuffix(name, ".policy.hcl.json")
}

// isTestFile recognises files with tests by their names.
func isTestFile(name string) bool {
	return strings.HasSuffix(name, ".policytest.hcl") || strings.HasSuffix(name, ".policytest.hcl.json")
}

// VerdictsSuffix ends the names of files with the verdicts that are expected of a plan. What comes before it is the name of the test file that
// names the plan, or that of the plan.
const VerdictsSuffix = ".verdicts.json"

// isMisnamed reports whether the name of a file is so much like that of a policy file or a test that somebody may take it
// for one: with another or an additional extension, a plural, or capital letters. Other files may well be in the same
// directory: policy.json is a policy of AWS, and p.policy.hcl.bak is a copy.
func isMisnamed(name string) bool {
	parts := strings.Split(strings.ToLower(filepath.Base(name)), ".")
	i := slices.IndexFunc(parts, func(s string) bool {
		return s == "policy" || s == "policies" || s == "policytest" || s == "policytests"
	})
	if i < 0 || i == len(parts)-1 || i == 0 && parts[1] != "hcl" {
		return false
	}
	for _, s := range parts[i+1:] {
		if !slices.Contains([]string{"hcl", "json", "json5", "jsonc", "tf"}, s) {
			return false
		}
	}
	return true
}

// ReadFiles reads the policy files and the test files in directories and their subdirectories, in the order
// of their names, except those in hidden subdirectories. A path can also be one file. Each file is read once, and
// links are followed. It is an error if there is no such file in a path.
func ReadFiles(paths ...string) (Files, error) {
	r := filesReader{seen: map[string]bool{}}
	for _, path := range paths {
		before := len(r.all.Misnamed)
		r.set, r.found, r.linked = path, false, map[string]bool{}
		if err := r.walk(path); err != nil {
			return r.all, err
		}
		if !r.found {
			err := fmt.Errorf("no policies in %s: %w", plans.SpellName(path), errNoFiles)
			if n := len(r.all.Misnamed); n > before {
				err = fmt.Errorf("%w; %s is not read: %s", err, plans.SpellName(r.all.Misnamed[before]), rightNames)
			}
			return r.all, err
		}
	}
	return r.all, nil
}

type filesReader struct {
	all    Files
	seen   map[string]bool // files, by their names without links
	set    string          // the path that is being read
	found  bool            // there is a file in it
	linked map[string]bool // directories that links in it lead to
}

func (r *filesReader) walk(root string) error {
	if info, err := os.Lstat(root); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if info, err = os.Stat(root); err == nil && info.IsDir() {
			root += string(filepath.Separator) // otherwise it is not followed
		}
	}
	return filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != root && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.IsDir():
			return nil
		case d.Type()&fs.ModeSymlink != 0:
			return r.link(name)
		case IsPolicyFile(name) || isTestFile(name):
			return r.file(name, filepath.Clean(name))
		case name == root:
			return fmt.Errorf("%s: %s", plans.SpellName(name), rightNames)
		case isMisnamed(name):
			r.misnamed(name)
		}
		return nil
	})
}

func (r *filesReader) misnamed(name string) {
	if !slices.Contains(r.all.Misnamed, name) {
		r.all.Misnamed = append(r.all.Misnamed, name)
	}
}

// link follows a link.
func (r *filesReader) link(name string) error {
	matches := IsPolicyFile(name) || isTestFile(name)
	info, err := os.Stat(name)
	switch {
	case err != nil && !matches, err == nil && info.IsDir() && strings.HasPrefix(filepath.Base(name), "."):
		return nil
	case err != nil:
		return err
	}
	real, err := filepath.EvalSymlinks(name)
	switch {
	case err != nil:
		return err
	case !info.IsDir() && matches:
		return r.file(name, real)
	case !info.IsDir():
		if isMisnamed(name) {
			r.misnamed(name)
		}
		return nil
	case r.linked[real]:
		return nil
	}
	r.linked[real] = true
	return r.walk(name)
}

// file reads a file, unless it has been read before.
func (r *filesReader) file(name, clean string) error {
	if len(r.linked) > 0 {
		if real, err := filepath.EvalSymlinks(name); err == nil {
			clean = real
		}
	}
	r.found = true
	if r.seen[clean] {
		return nil
	}
	r.seen[clean] = true
	if len(r.seen) > maxFiles {
		return fmt.Errorf("%s: there are more than %d files", plans.SpellName(r.set), maxFiles)
	}
	text, err := readFile(name)
	if err != nil {
		return err
	}
	src := Source{Name: name, Text: text, Set: r.set}
	if IsPolicyFile(name) {
		r.all.Policies = append(r.all.Policies, src)
	} else {
		r.all.Tests = append(r.all.Tests, src)
	}
	return nil
}

// readFile reads a file that is not larger than a parser accepts.
func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, policyfile.MaxSize+1))
	if err != nil {
		return nil, err
	}
	if len(text) > policyfile.MaxSize {
		return nil, fmt.Errorf("%s: %w", name, errors.New("the file is larger than 4 MiB"))
	}
	return text, nil
}
