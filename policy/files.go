package policy

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/planfmt/planfmt/policyfile"
)

// Files are policy files and files with tests.
type Files struct{ Policies, Tests []Source }

// maxFiles is how many files with policies and tests can be read together.
const maxFiles = 20_000

// isPolicyFile and isTestFile recognise files by their names.
func isPolicyFile(name string) bool {
	return strings.HasSuffix(name, ".policy.hcl") || strings.HasSuffix(name, ".policy.hcl.json")
}

func isTestFile(name string) bool {
	return strings.HasSuffix(name, ".policytest.hcl") || strings.HasSuffix(name, ".policytest.hcl.json")
}

// ReadFiles reads the policy files and the test files in directories and their subdirectories, in the order
// of their names, except those in hidden subdirectories. A path can also be one file. Each file is read once.
func ReadFiles(paths ...string) (Files, error) {
	var all Files
	seen := map[string]bool{}
	for _, path := range paths {
		err := filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && name != path && strings.HasPrefix(d.Name(), "."):
				return fs.SkipDir
			case !isPolicyFile(name) && !isTestFile(name):
				if name == path && !d.IsDir() && d.Type()&fs.ModeSymlink == 0 {
					return fmt.Errorf("%s: the names of policy files end with .policy.hcl, those of tests with .policytest.hcl", name)
				}
				return nil
			case seen[filepath.Clean(name)]:
				return nil
			}
			info, err := os.Stat(name) // a link may lead to a directory
			if err != nil || info.IsDir() {
				return err
			}
			seen[filepath.Clean(name)] = true
			if len(seen) > maxFiles {
				return fmt.Errorf("%s: there are more than %d files", path, maxFiles)
			}
			text, err := readFile(name)
			if err != nil {
				return err
			}
			src := Source{Name: name, Text: text, Set: path}
			if isPolicyFile(name) {
				all.Policies = append(all.Policies, src)
			} else {
				all.Tests = append(all.Tests, src)
			}
			return nil
		})
		if err != nil {
			return all, err
		}
	}
	return all, nil
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
		return nil, fmt.Errorf("%s: %w", name, errors.New("the file is larger than 16 MiB"))
	}
	return text, nil
}
