package options

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/internal/base/hclname"
	"github.com/planfmt/planfmt/internal/work/hazards"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/policy"
)

// inputPrefix begins the names of variables with values for inputs of policies.
const inputPrefix = "TFPOLICY_INPUT_"

// InputFlags are the flags for inputs of policies.
type InputFlags struct {
	values []string
	file   flagvalue.FileName
}

func (i *InputFlags) Add(flags *pflag.FlagSet) {
	flagvalue.Policies.In(flags).Var(&flagvalue.WordList{Values: &i.values, What: "NAME=VALUE"}, "input", "set an input of the policies; repeatable")
	flagvalue.Policies.In(flags).Var(&i.file, "input-file", "set inputs of the policies from FILE, which is written like a .tfvars file")
}

// Resolve reads the values. It does not know which inputs there are.
func (i *InputFlags) Resolve(getenv func(string) string) (policy.InputValues, error) {
	v := policy.InputValues{
		Flags:       map[string]string{},
		Environment: func(name string) string { return getenv(inputPrefix + name) },
	}
	for _, text := range i.values {
		name, value, ok := strings.Cut(text, "=")
		if !ok || !hclname.Valid(name) {
			return v, errors.New("--input: write NAME=VALUE") // not what was written: it may be the value
		}
		v.Flags[name] = value
	}
	if i.file == "" {
		return v, nil
	}
	text, err := ReadSmall(string(i.file), policy.MaxSize)
	if err != nil {
		return v, err
	}
	v.File = &policy.Source{Name: string(i.file), Text: text}
	return v, nil
}

// ReadSmall reads a file. It is an error if the file has more bytes than the limit: what is left of a file that was cut may mean something else.
func ReadSmall(name string, limit int64) ([]byte, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	switch {
	case err != nil:
		err = files.TrimName(err)
	case int64(len(text)) > limit:
		err = fmt.Errorf("the file has more than %d bytes", limit)
	default:
		return text, nil
	}
	return nil, fmt.Errorf("%s: %w", plans.SpellName(name), err)
}

// PolicyPaths returns the paths that are searched for policies: the arguments, or the
// current directory.
func PolicyPaths(args []string) []string {
	if len(args) == 0 {
		return []string{"."}
	}
	return args
}

// builtinPrefix begins the names of sets of policies that are built in.
const builtinPrefix = "builtin:"

// mandatoryHazards names the built-in set whose policies are mandatory; otherwise they are advisory.
const mandatoryHazards = hazards.Name + "=mandatory"

// ReadPolicies reads policies and their tests. The name of the built-in set stands for that.
func ReadPolicies(tree policy.Tree, paths []string) (policy.Files, error) {
	named := slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return path == hazards.Name || path == mandatoryHazards })
	for _, path := range named {
		if !strings.HasPrefix(path, builtinPrefix) {
			continue
		}
		if _, err := tree.Stat(path); err != nil {
			return policy.Files{}, command.PolicyFailure(fmt.Errorf("there are no policies %s; did you mean %s or %s?", plans.SpellName(path), hazards.Name, mandatoryHazards))
		}
	}
	files, err := policy.ReadFilesIn(tree, named...)
	if err != nil {
		if e, ok := errors.AsType[*fs.PathError](err); ok {
			err = fmt.Errorf("%s: %w", plans.SpellName(e.Path), e.Err)
		}
		return files, command.PolicyFailure(err)
	}
	if len(named) < len(paths) {
		builtin := hazards.Sources()
		for i := range builtin {
			builtin[i].Mandatory = slices.Contains(paths, mandatoryHazards)
		}
		files.Policies = append(builtin, files.Policies...)
	}
	return files, nil
}

// spellNames returns the names of files in a list for people.
func spellNames(names []string) string {
	spelled := make([]string, len(names))
	for i, name := range names {
		spelled[i] = plans.SpellName(name)
	}
	return strings.Join(spelled, ", ")
}

// readAssumptions reads files of assumptions. A directory stands for the files *.assume.hcl in it.
func readAssumptions(paths []string) ([]planfmt.AssumptionFile, error) {
	var all []planfmt.AssumptionFile
	for _, path := range paths {
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("%s: %w", plans.SpellName(path), files.TrimName(err))
		}
		err := filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && name != path:
				return fs.SkipDir
			case d.IsDir(), name != path && !strings.HasSuffix(name, ".assume.hcl"):
				return nil
			}
			if info, err := os.Stat(name); name != path && err == nil && !info.Mode().IsRegular() {
				return fmt.Errorf("%s: it is not a regular file", plans.SpellName(name)) // to open a named pipe may wait for ever
			}
			f, err := os.Open(name)
			if err != nil {
				return err
			}
			defer f.Close()
			text, err := io.ReadAll(io.LimitReader(f, planfmt.MaxAssumptions+1))
			all = append(all, planfmt.AssumptionFile{Name: name, Text: text})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}
