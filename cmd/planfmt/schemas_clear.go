package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/internal/know/cache"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// clearOptions are the parsed arguments of `planfmt schemas clear`.
type clearOptions struct {
	factory  *command.Factory
	All      bool
	Provider string // unless All
}

func newCmdSchemasClear(f *command.Factory, runF func(context.Context, *clearOptions) error) *cobra.Command {
	return &cobra.Command{
		Use:   "clear [PROVIDER[@VERSION]]",
		Short: "Empty your cache, or remove one provider from it",
		Long: `Empty your cache of schemas, or remove one provider from it. PROVIDER is an
address that 'planfmt schemas list' shows, or the end of one, such as aws. With
VERSION, only that version is removed. The project's bundle is left alone.`,
		Example: `  planfmt schemas clear
  planfmt schemas clear hashicorp/aws
  planfmt schemas clear aws@5.31.0`,
		Args: command.MaxArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if dir := options.CacheDir(f); dir != "" && len(args) == 0 {
				entries, _ := cache.In(dir, nil).List()
				for _, e := range entries {
					if flagvalue.IsPlain(e.Provider) {
						names = append(names, e.Provider)
					}
				}
				names = slices.Compact(names)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			opts := &clearOptions{factory: f, All: len(args) == 0}
			if !opts.All {
				opts.Provider = args[0]
			}
			return runF(cmd.Context(), opts)
		},
	}
}

func runSchemasClear(_ context.Context, opts *clearOptions) error {
	f := opts.factory
	dir, err := options.NeedCache(f)
	if err != nil {
		return err
	}
	if !opts.All {
		return clearProvider(f, dir, opts.Provider)
	}
	n, err := dir.Clear(time.Now())
	if err == nil {
		_, err = fmt.Fprintf(f.Streams.Printer(), "removed %s\n", plural(n, "file"))
	}
	return err
}

// clearProvider removes a provider from the cache. A full address also finds
// broken files.
func clearProvider(f *command.Factory, dir *cache.Dir, name string) error {
	name, version, _ := strings.Cut(name, "@")
	ok, err := dir.Remove(name, version)
	if err != nil {
		return err
	}
	if !ok {
		entries, err := dir.List()
		if err != nil {
			return err
		}
		var all []string
		for _, e := range entries {
			if version == "" || e.Version == version {
				all = append(all, e.Provider)
			}
		}
		all = slices.Compact(all)
		short := strings.ToLower(strings.Trim(name, "/"))
		meant := slices.DeleteFunc(slices.Clone(all), func(p string) bool { return !strings.HasSuffix(p, "/"+short) })
		switch {
		case len(meant) > 1:
			return fmt.Errorf("%q matches several providers: %s", name, plans.SpellName(strings.Join(meant, ", ")))
		case len(meant) == 1:
			name = meant[0]
			ok, err = dir.Remove(name, version)
		case len(entries) == 0:
			err = fmt.Errorf("no provider %q: the cache is empty", name)
		case len(all) == 0:
			err = fmt.Errorf("the cache has no version %q of any provider; to see its versions, run 'planfmt schemas list'", version)
		default:
			err = fmt.Errorf("no provider %q in the cache; valid values: %s", name, plans.SpellName(strings.Join(all, ", ")))
		}
		if err != nil {
			return err
		}
	}
	if ok {
		_, err = fmt.Fprintln(f.Streams.Printer(), sinks.Escape("removed "+strings.TrimSpace(name+" "+version)))
	}
	return err
}
