package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/plans"
)

// severalOptions say which documents are shown together.
type severalOptions struct {
	Plans []plan // to be shown together; nil for one document as it is

	recursive dotFolders
	names     []string
}

// dotFolders is the flag --recursive. Its values are names of directories that begin with a dot.
type dotFolders struct {
	set   bool
	names []string
}

// noDotFolders is the value of --recursive if none is given.
const noDotFolders = "true"

func (d *dotFolders) String() string { return "" }

// Type makes the help show the flag without a value. Its text has the one that it may have.
func (d *dotFolders) Type() string { return "bool" }

// Set rejects what is not the name of a directory that begins with a dot.
func (d *dotFolders) Set(s string) error {
	d.set = true
	if s == noDotFolders {
		return nil
	}
	for name := range strings.SplitSeq(s, ",") {
		if !strings.HasPrefix(name, ".") || strings.ContainsAny(name, `/\`) || name == "." || name == ".." {
			return fmt.Errorf("invalid value %q: expected the name of a directory that begins with a dot, such as .terragrunt-cache; the directory to search is an argument", name)
		}
		d.names = append(d.names, name)
	}
	return nil
}

// GetSlice tells completion that the flag may be repeated.
func (d *dotFolders) GetSlice() []string { return d.names }

func (o *severalOptions) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(&o.recursive, "recursive", "also search the directories in directories; those whose names begin with a dot only if =DOT-FOLDER names them")
	flags.Lookup("recursive").NoOptDefVal = noDotFolders
	flags.Var(&wordList{&o.names, "NAME"}, "name", "for several plans: what to call them: a --name for each plan, in their order, or NAME=FILE; repeatable")
	completeFlag(cmd, "name", cobra.NoFileCompletions)
}

// plan is one of several plans that are shown.
type plan struct {
	found
	name string
}

// label is the plan's name for messages: its file.
func (p *plan) label() string {
	if p.path == "-" {
		return "standard input"
	}
	return plans.SpellName(p.path)
}

// resolve finds the plans that the arguments stand for. There are none if they are one document, which is shown as it
// is.
func (o *severalOptions) resolve(ctx context.Context, s *streams, args []string) (err error) {
	o.Plans, err = o.find(ctx, s, args)
	return err
}

// find returns the plans that the arguments stand for.
func (o *severalOptions) find(ctx context.Context, s *streams, args []string) ([]plan, error) {
	if len(args) == 0 && (o.recursive.set || len(o.names) > 0) {
		return nil, errors.New("no input: pass the files or the directories of the plans, such as . for the working directory")
	}
	if len(args) < 2 && len(o.names) == 0 && !slices.ContainsFunc(args, isSearched) {
		if o.recursive.set {
			return nil, fmt.Errorf("--recursive has no effect on %s, which is not a directory", plans.SpellName(args[0]))
		}
		return nil, nil
	}
	finder := search{Recursive: o.recursive.set, DotFolders: o.recursive.names}
	all, err := finder.all(args, s.warn)
	if err != nil {
		return nil, err
	}
	for i := range all {
		// --name NAME=FILE names a file as an argument does.
		all[i].inDirectory = all[i].inDirectory && !o.givesName(all[i].path)
	}
	if all, err = withoutTwins(ctx, all, s.warn); err != nil {
		return nil, err
	}
	names := namePlans(all)
	if err := rename(all, names, o.names); err != nil {
		return nil, err
	}
	documents := make([]plan, len(all))
	for i, f := range all {
		documents[i] = plan{f, names[i]}
	}
	return documents, nil
}

// givesName reports whether --name gives a file its name.
func (o *severalOptions) givesName(path string) bool {
	return slices.ContainsFunc(o.names, func(given string) bool {
		_, file, ok := strings.Cut(given, "=")
		return ok && samePath(path, file)
	})
}

// inputs returns the names of the files, which must not be overwritten.
func (o *severalOptions) inputs() (names []string) {
	for _, p := range o.Plans {
		if p.path != "-" {
			names = append(names, p.path)
		}
	}
	return names
}
