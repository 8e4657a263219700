package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/internal/know/lockfile"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/sinks"
)

// addOptions are the parsed arguments of `planfmt schemas add`.
type addOptions struct {
	factory *command.Factory
	Files   []string // "-" for standard input; empty to run the command
	Command string
	Limits  schema.Limits
}

func newCmdSchemasAdd(f *command.Factory, runF func(context.Context, *addOptions) error) *cobra.Command {
	opts := &addOptions{factory: f, Command: "terraform"}
	var runIt bool
	cmd := &cobra.Command{
		Use:   "add [flags] [FILE]...",
		Short: "Add provider schemas to your cache",
		Long: `Add provider schemas to your cache, where 'planfmt show' finds them.

FILE is the output of 'terraform providers schema -json', plain or gzipped.
Without FILE, or if FILE is -, planfmt reads standard input. With --run, it runs
the command itself in the current directory, which must be initialised. planfmt
reads all files before it writes anything: if one of them is invalid, the cache
stays as it is.

The cache keeps several versions of a provider, and 'planfmt show' uses the one
that fits the plan. With --run, planfmt asks Terraform for the versions.
Otherwise it reads them from .terraform.lock.hcl, if there is one next to FILE
or, for standard input, in the current directory. If the cache already has
schemas of the same version, the new ones replace them. So they do if the version
of either is unknown.

The cache is in XDG_CACHE_HOME or in the system's cache directory.`,
		Example: `  # in a directory where 'terraform init' has run
  planfmt schemas add --run
  planfmt schemas add --run --command tofu

  # elsewhere
  terraform providers schema -json | planfmt schemas add

  # of several projects
  planfmt schemas add network/schemas.json app/schemas.json`,
		ValidArgsFunction: flagvalue.SchemaFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case runIt && len(args) > 0:
				return command.Usage(cmd, fmt.Errorf("--run and a FILE (%q) cannot be used together", args[0]))
			case runIt:
			case cmd.Flags().Changed("command"):
				return command.Usage(cmd, errors.New("--command requires --run"))
			case len(args) > 0:
				opts.Files = args
			case f.Streams.InTTY:
				return command.Usage(cmd, errors.New(
					"no input: pass a FILE, pipe schemas in, or use --run"))
			default:
				opts.Files = []string{"-"}
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flagvalue.AddLimitFlags(flags, &opts.Limits)
	flagvalue.Input.In(flags).BoolVar(&runIt, "run", false, "run 'terraform providers schema -json' in the current directory")
	flagvalue.Input.In(flags).Var(&flagvalue.Word{Value: &opts.Command, What: "PROGRAM"}, "command", "with --run, run PROGRAM instead of terraform; for example, tofu")
	return cmd
}

func runSchemasAdd(ctx context.Context, opts *addOptions) error {
	f := opts.factory
	dir, err := options.NeedCache(f)
	if err != nil {
		return err
	}
	sources, err := opts.read(ctx)
	if err != nil {
		return err
	}
	from := map[string]string{} // by file of the cache: its input
	for _, src := range sources {
		entries, err := dir.Add(src.set.IDs(), src.set.Lookup, src.versions, time.Now())
		for _, e := range entries {
			line := e.Provider
			if e.Version != "" {
				line += " " + e.Version
			}
			if before, ok := from[e.File]; ok {
				f.Streams.Warn(fmt.Sprintf("%s: replaces the schemas of %[3]s from %[2]s, since the two are not known to have different versions", plans.SpellName(src.name), plans.SpellName(before), plans.SpellName(line)))
			}
			from[e.File] = src.name
			fmt.Fprintln(f.Streams.Printer(), sinks.Escape(line+": "+countByKind(e.Types)))
		}
		if err != nil {
			return err
		}
		if len(entries) == 0 {
			return fmt.Errorf("%s: no schema in it can be used", plans.SpellName(src.name))
		}
	}
	return nil
}

// addition is what one file or program adds to the cache.
type addition struct {
	name     string
	set      *schema.Set
	versions map[string]string // of the providers, as far as they are known
}

// read reads all inputs.
func (o *addOptions) read(ctx context.Context) ([]addition, error) {
	var all []addition
	if len(o.Files) == 0 {
		set, versions, err := o.runProducts(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, addition{o.Command + " providers schema -json", set, versions})
	}
	for _, name := range o.Files {
		a, err := o.readFile(name)
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	for _, a := range all {
		if a.set.Len() == 0 {
			return nil, fmt.Errorf("%s: contains no schemas; was it made in an initialised directory?", plans.SpellName(a.name))
		}
	}
	return all, nil
}

func (o *addOptions) readFile(name string) (a addition, err error) {
	a.name = name
	beside := filepath.Dir(name)
	if name == "-" {
		a.name, beside = "standard input", "."
		a.set = &schema.Set{Limits: o.Limits}
		err = a.set.Load(a.name, o.factory.Streams.In)
	} else {
		a.set, err = options.LoadSchemas(name, o.Limits)
	}
	if err == nil {
		a.versions, err = lockedVersions(beside)
	}
	return a, err
}

// lockedVersions returns the providers' versions from the lock file in a
// directory, or none if there is no such file.
func lockedVersions(dir string) (map[string]string, error) {
	name := filepath.Join(dir, lockfile.Name)
	text, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, files.TrimName(err))
	}
	return lockfile.Parse(name, text)
}

// runProducts asks the product for the schemas and the versions of the
// providers. It passes on what the product prints on standard error, escaped.
func (o *addOptions) runProducts(ctx context.Context) (*schema.Set, map[string]string, error) {
	set := &schema.Set{Limits: o.Limits}
	name := o.Command + " providers schema -json"
	errs := &terminal.Relay{Streams: o.factory.Streams}
	err := o.run(ctx, func(r io.Reader) error { return set.Load(name, r) }, errs, "providers", "schema", "-json")
	errs.Close()
	if err != nil {
		return nil, nil, err
	}
	var about struct {
		Selections map[string]string `json:"provider_selections"`
	}
	var out bytes.Buffer
	err = o.run(ctx, func(r io.Reader) error { _, err := out.ReadFrom(r); return err }, io.Discard, "version", "-json")
	if err != nil || json.Unmarshal(out.Bytes(), &about) != nil || len(about.Selections) == 0 {
		versions, err := lockedVersions(".")
		return set, versions, err
	}
	return set, about.Selections, nil
}

// run runs the product and reads its output. If the product fails, that error
// takes precedence over one about its output.
func (o *addOptions) run(ctx context.Context, read func(io.Reader) error, errs io.Writer, args ...string) error {
	cmd := exec.CommandContext(ctx, o.Command, args...)
	// The product must not check the network for a newer version of itself.
	cmd.Env = append(os.Environ(), "CHECKPOINT_DISABLE=1")
	cmd.Stderr = errs
	// If the program is killed, its child processes may still hold its streams.
	cmd.WaitDelay = time.Second
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("%s: %w", plans.SpellName(o.Command), bareExec(err))
	}
	readErr := read(out)
	_, _ = io.Copy(io.Discard, out)
	if err := cmd.Wait(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%s: %w", plans.SpellName(cmd.String()), err)
	}
	return readErr
}

// bareExec strips the program's name from an error of starting it.
func bareExec(err error) error {
	if e, ok := errors.AsType[*exec.Error](err); ok {
		return e.Err
	}
	return files.TrimName(err)
}
