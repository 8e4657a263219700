package options

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/plans"
)

// Several say which documents are shown together.
type Several struct {
	Plans []files.Plan // to be shown together; nil for one document as it is

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

// Set accepts only names of directories that begin with a dot.
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

func (o *Several) AddFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flagvalue.Input.In(flags).Var(&o.recursive, "recursive", "also search subdirectories; of those whose names begin with a dot, only =DOT-FOLDER")
	flags.Lookup("recursive").NoOptDefVal = noDotFolders
	flagvalue.Input.In(flags).Var(&flagvalue.WordList{Values: &o.names, What: "NAME"}, "name", "for several plans: their names, as a --name for each plan in their order, or as NAME=FILE; repeatable")
	flagvalue.CompleteFlag(cmd, "name", cobra.NoFileCompletions)
}

// Resolve finds the plans that the arguments stand for. A single document is not among them: it is shown as a document,
// not as one of several.
func (o *Several) Resolve(ctx context.Context, s *terminal.Streams, args []string) (err error) {
	o.Plans, err = o.find(ctx, s, args)
	return err
}

// find returns the plans that the arguments stand for.
func (o *Several) find(ctx context.Context, s *terminal.Streams, args []string) ([]files.Plan, error) {
	if len(args) == 0 && (o.recursive.set || len(o.names) > 0) {
		return nil, errors.New("no input: pass the files or the directories of the plans, such as . for the working directory")
	}
	single := len(args) < 2 && len(o.names) == 0 && !slices.ContainsFunc(args, files.IsSearched)
	if single && o.recursive.set {
		return nil, fmt.Errorf("--recursive has no effect on %s, which is not a directory", plans.SpellName(args[0]))
	}
	if single && (len(args) == 0 || args[0] == "-") {
		return nil, nil // see SplitInput
	}
	finder := files.Search{Recursive: o.recursive.set, DotFolders: o.recursive.names}
	all, err := finder.All(args, s.Warn)
	if err != nil {
		return nil, err
	}
	for i := range all {
		// --name NAME=FILE names a file as an argument does.
		all[i].InDirectory = all[i].InDirectory && !o.givesName(all[i].Path)
	}
	if all, err = files.WithoutTwins(ctx, all, s.Warn); err != nil {
		return nil, err
	}
	if all = documents(ctx, s, all); single && (len(all) == 0 || len(all) == 1 && all[0].Part == 0) {
		return nil, nil
	}
	names := files.NamePlans(all)
	if err := files.Rename(all, names, o.names); err != nil {
		return nil, err
	}
	found := make([]files.Plan, len(all))
	for i, f := range all {
		found[i] = files.Plan{Found: f, Name: names[i]}
	}
	return found, nil
}

// SplitInput finds the plans that a single standard input has, if it has several. report is called with the number of bytes that have been read
// for that.
func (o *Several) SplitInput(ctx context.Context, s *terminal.Streams, report func(bytes int64)) {
	all, in := files.DocumentsOfInput(ctx, files.Found{Path: "-"}, s.In, report)
	if s.In = in; len(all) == 1 && all[0].Part == 0 {
		return
	}
	for i, name := range files.NamePlans(all) {
		o.Plans = append(o.Plans, files.Plan{Found: all[i], Name: name})
	}
}

// documents returns the documents in all files: some may have several.
func documents(ctx context.Context, s *terminal.Streams, all []files.Found) (each []files.Found) {
	for _, f := range all {
		if f.Path != "-" {
			each = append(each, files.Documents(ctx, f)...)
			continue
		}
		var found []files.Found
		found, s.In = files.DocumentsOfInput(ctx, f, s.In, func(int64) {})
		each = append(each, found...)
	}
	return each
}

// Each returns the plans that the arguments stand for, to be treated one by one: also a single one, and also both of the same plan in two
// forms, since they are two files. An argument that stands for none is an error.
func (o *Several) Each(s *terminal.Streams, args []string) ([]files.Plan, error) {
	finder := files.Search{Recursive: o.recursive.set, DotFolders: o.recursive.names}
	all, err := finder.All(args, s.Warn)
	if err != nil {
		return nil, err
	}
	names := files.NamePlans(all)
	if len(all) == 1 && !all[0].Whole && all[0].Path != "-" {
		names[0] = filepath.Base(all[0].Path)
	}
	if err := files.Rename(all, names, o.names); err != nil {
		return nil, err
	}
	each := make([]files.Plan, len(all))
	for i, f := range all {
		if f.Err != nil {
			return nil, fmt.Errorf("%s: %w", plans.SpellName(f.Path), f.Err)
		}
		each[i] = files.Plan{Found: f, Name: names[i]}
	}
	return each, nil
}

// givesName reports whether --name gives a file its name.
func (o *Several) givesName(path string) bool {
	return slices.ContainsFunc(o.names, func(given string) bool {
		_, file, ok := strings.Cut(given, "=")
		return ok && files.SamePath(path, file)
	})
}

// Files returns the names of the files, which must not be overwritten.
func (o *Several) Files() (names []string) {
	for _, p := range o.Plans {
		if p.Path != "-" {
			names = append(names, p.Path)
		}
	}
	return names
}
