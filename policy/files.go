package policy

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
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

const (
	maxFiles = 20_000   // that can be read together
	maxText  = 64 << 20 // bytes of their texts
)

// IsPolicyFile recognises policy files by their names.
func IsPolicyFile(name string) bool {
	return strings.HasSuffix(name, ".policy.hcl") || strings.HasSuffix(name, ".policy.hcl.json")
}

// isTestFile recognises files with tests by their names.
func isTestFile(name string) bool {
	return strings.HasSuffix(name, ".policytest.hcl") || strings.HasSuffix(name, ".policytest.hcl.json")
}

// isRead recognises the files that are read.
func isRead(name string) bool { return IsPolicyFile(name) || isTestFile(name) }

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

// Tree is where policies are found: the disk, or a part of it. Names are those of the system, as the package os takes them.
type Tree interface {
	fs.StatFS
	fs.ReadDirFS
}

// Disk has all files.
type Disk struct{}

func (Disk) Open(name string) (fs.File, error)          { return os.Open(name) }
func (Disk) Stat(name string) (fs.FileInfo, error)      { return os.Stat(name) }
func (Disk) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }

// ReadFiles reads the policy files and the test files in directories and their subdirectories, in the order
// of their names. A path can also be one file. Each file is read once, and links are followed. Nothing is left out without
// a word: it is an error if there is no such file in a path, if one cannot be read or is not a regular file, if a link leads nowhere, and if there is
// one below a subdirectory whose name begins with a dot, unless it is read because of another path or link.
func ReadFiles(paths ...string) (Files, error) { return ReadFilesIn(Disk{}, paths...) }

// ReadFilesIn is like [ReadFiles] for the files of a tree.
func ReadFilesIn(tree Tree, paths ...string) (Files, error) {
	r := filesReader{tree: tree, read: identities{}}
	for _, path := range paths {
		if err := r.path(path); err != nil {
			return r.all, err
		}
	}
	return r.all, r.checkHidden()
}

type filesReader struct {
	tree    Tree
	all     Files
	read    identities // files
	size    int        // of their texts
	set     string     // the path that is being read
	found   bool       // there is a file in it
	entered identities // directories in it: links may lead to one again
	hidden  []string   // directories that have not been entered
}

// path reads a file or a directory.
func (r *filesReader) path(path string) error {
	before := len(r.all.Misnamed)
	r.set, r.found, r.entered = path, false, identities{}
	info, err := r.tree.Stat(path)
	switch {
	case err != nil:
		return err
	case !info.IsDir() && !isRead(path):
		return fmt.Errorf("%s: %s", plans.SpellName(path), rightNames)
	case !info.IsDir():
		return r.file(path, info)
	}
	if err := r.directory(path, info); err != nil || r.found {
		return err
	}
	err = fmt.Errorf("no policies in %s: %w", plans.SpellName(path), errNoFiles)
	if n := len(r.all.Misnamed); n > before {
		return fmt.Errorf("%w; %s is not read: %s", err, plans.SpellName(r.all.Misnamed[before]), rightNames)
	}
	return cmp.Or(r.checkHidden(), err)
}

func (r *filesReader) directory(dir string, info fs.FileInfo) error {
	if !r.entered.add(info) {
		return nil
	}
	entries, err := r.tree.ReadDir(dir)
	for i := 0; err == nil && i < len(entries); i++ {
		err = r.entry(filepath.Join(dir, entries[i].Name()), entries[i])
	}
	return err
}

func (r *filesReader) entry(name string, e fs.DirEntry) error {
	matches, isHidden := isRead(name), strings.HasPrefix(e.Name(), ".")
	if e.Type().IsRegular() && !matches {
		r.misnamed(name)
		return nil
	}
	info, err := r.tree.Stat(name)
	switch {
	case err != nil && isHidden && !matches:
		return nil // it would not be entered if it were a directory
	case err != nil:
		return err
	case info.IsDir() && isHidden:
		r.hidden = append(r.hidden, name)
		return nil
	case info.IsDir():
		return r.directory(name, info)
	case matches:
		return r.file(name, info)
	}
	r.misnamed(name)
	return nil
}

func (r *filesReader) misnamed(name string) {
	if isMisnamed(name) && !slices.Contains(r.all.Misnamed, name) {
		r.all.Misnamed = append(r.all.Misnamed, name)
	}
}

// file reads a file, unless it has been read before.
func (r *filesReader) file(name string, info fs.FileInfo) error {
	r.found = true
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: it is not a regular file", plans.SpellName(name)) // to open a named pipe may wait for ever
	}
	if !r.read.add(info) {
		return nil
	}
	if len(r.all.Policies)+len(r.all.Tests) == maxFiles {
		return fmt.Errorf("%s: there are more than %d files", plans.SpellName(r.set), maxFiles)
	}
	text, err := r.text(name)
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

// text reads a file that is not larger than a parser accepts.
func (r *filesReader) text(name string) ([]byte, error) {
	f, err := r.tree.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, policyfile.MaxSize+1))
	r.size += len(text)
	switch {
	case err != nil:
		return nil, err
	case len(text) > policyfile.MaxSize:
		return nil, fmt.Errorf("%s: the file is larger than 4 MiB", plans.SpellName(name))
	case r.size > maxText:
		return nil, fmt.Errorf("%s: the files up to this one have more than %d MiB together", plans.SpellName(name), maxText>>20)
	}
	return text, nil
}

// checkHidden returns an error if a file in a hidden directory has not been read.
func (r *filesReader) checkHidden() error {
	r.entered = identities{}
	for _, dir := range r.hidden {
		if name := r.unread(dir); name != "" {
			return fmt.Errorf("%s is not read, because the name of %s begins with a dot: name that directory, too, or name only what is to be read", plans.SpellName(name), plans.SpellName(dir))
		}
	}
	return nil
}

// unread returns the name of a file below a directory that has not been read, or "". What cannot be looked at has no such files.
func (r *filesReader) unread(dir string) string {
	info, err := r.tree.Stat(dir)
	if err != nil || !info.IsDir() || !r.entered.add(info) {
		return ""
	}
	entries, _ := r.tree.ReadDir(dir)
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if !e.Type().IsRegular() {
			if unread := r.unread(name); unread != "" {
				return unread
			}
		}
		if !isRead(name) {
			continue
		}
		if info, err := r.tree.Stat(name); err != nil || !info.IsDir() && !r.read.has(info) {
			return name
		}
	}
	return ""
}

// identities are files and directories, whatever their names are.
type identities map[identity][]fs.FileInfo

// identity is what files that are the same have in common.
type identity struct{ size, modified int64 }

func identityOf(info fs.FileInfo) identity { return identity{info.Size(), info.ModTime().UnixNano()} }

func (all identities) has(info fs.FileInfo) bool {
	return slices.ContainsFunc(all[identityOf(info)], func(other fs.FileInfo) bool { return os.SameFile(info, other) })
}

// add adds a file, and reports whether it was not there before.
func (all identities) add(info fs.FileInfo) bool {
	if all.has(info) {
		return false
	}
	all[identityOf(info)] = append(all[identityOf(info)], info)
	return true
}
