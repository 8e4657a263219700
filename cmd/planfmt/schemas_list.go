package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/internal/schemas/cache"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/sinks"
)

func newCmdSchemasList(f *factory) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the schemas in your cache and in the project",
		Long: `List the providers whose schemas are in your cache or in the project's
.planfmt/schemas.json.gz. Each version of a provider has its own line, which says
how many types it has and when they were added. 'planfmt show' uses the version
that fits the plan.`,
		Example:           "  planfmt schemas list",
		Args:              maxArgs(0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(*cobra.Command, []string) error { return runSchemasList(f) },
	}
}

func runSchemasList(f *factory) error {
	rows := []string{"PROVIDER\tVERSION\tTYPES\tADDED\tIN"}
	if name := f.streams.findBundle(); name != "" {
		set, err := loadBundle(name, f.limits)
		if err != nil {
			return err
		}
		rows = append(rows, bundleRows(set, name)...)
	}
	dir, err := f.needCache()
	if err != nil {
		return err
	}
	entries, err := dir.List()
	if err != nil {
		return err
	}
	for _, e := range entries {
		rows = append(rows, row(e.Provider, e.Version, countByKind(e.Types), e.Added.Format(time.DateOnly), "cache"))
	}
	if len(rows) == 1 {
		f.streams.warn(fmt.Sprintf("no schemas in %s or in the project; to add some, run 'planfmt schemas add'", dir.Path()))
		return nil
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(rows, "\n"))
	if err := w.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprint(f.streams.printer(), b.String())
	return err
}

// bundleRows returns the rows of the table for a bundle.
func bundleRows(set *schema.Set, name string) []string {
	type release struct{ provider, version string }
	types := map[release]map[schema.Kind]int{}
	var order []release
	for _, id := range set.IDs() {
		for _, version := range set.ReleasesOf(id) {
			r := release{id.Provider, version}
			if types[r] == nil {
				types[r] = map[schema.Kind]int{}
				order = append(order, r)
			}
			types[r][id.Kind]++
		}
	}
	slices.SortStableFunc(order, func(a, b release) int {
		return cmp.Or(cmp.Compare(a.provider, b.provider), schema.CompareReleases(a.version, b.version))
	})
	var rows []string
	for _, r := range order {
		rows = append(rows, row(r.provider, r.version, countByKind(types[r]), "", name))
	}
	return rows
}

// row is a row of the table. Its columns are safe to print.
func row(columns ...string) string {
	for i, c := range columns {
		if columns[i] = strings.ReplaceAll(sinks.Escape(c), "\t", " "); c == "" {
			columns[i] = "-"
		}
	}
	return strings.Join(columns, "\t")
}

func newCmdSchemasClear(f *factory) *cobra.Command {
	return &cobra.Command{
		Use:   "clear [PROVIDER[@VERSION]]",
		Short: "Empty your cache, or remove one provider from it",
		Long: `Empty your cache of schemas, or remove one provider from it. PROVIDER is an
address that 'planfmt schemas list' shows, or the end of one, such as aws. With
VERSION, only that version is removed. The project's bundle is left alone.`,
		Example: `  planfmt schemas clear
  planfmt schemas clear hashicorp/aws
  planfmt schemas clear aws@5.31.0`,
		Args: maxArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if dir := f.cacheDir(); dir != "" && len(args) == 0 {
				entries, _ := cache.In(dir, nil).List()
				for _, e := range entries {
					if isPlain(e.Provider) {
						names = append(names, e.Provider)
					}
				}
				names = slices.Compact(names)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			dir, err := f.needCache()
			if err != nil {
				return err
			}
			if len(args) > 0 {
				return clearProvider(f, dir, args[0])
			}
			n, err := dir.Clear(time.Now())
			if err == nil {
				_, err = fmt.Fprintf(f.streams.printer(), "removed %s\n", plural(n, "file"))
			}
			return err
		},
	}
}

// clearProvider removes a provider from the cache. A full address also finds
// broken files.
func clearProvider(f *factory, dir *cache.Dir, name string) error {
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
		_, err = fmt.Fprintln(f.streams.printer(), sinks.Escape("removed "+strings.TrimSpace(name+" "+version)))
	}
	return err
}
