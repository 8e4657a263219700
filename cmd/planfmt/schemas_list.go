package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/sinks"
)

// listOptions are the parsed arguments of `planfmt schemas list`.
type listOptions struct{ factory *command.Factory }

func newCmdSchemasList(f *command.Factory, runF func(context.Context, *listOptions) error) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the schemas in your cache and in the project",
		Long: `List the providers whose schemas are in your cache or in the project's
.planfmt/schemas.json.gz. Each version of a provider has its own line, which says
how many types it has and when they were added. 'planfmt show' uses the version
that fits the plan.`,
		Example:           "  planfmt schemas list",
		Args:              command.MaxArgs(0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return runF(cmd.Context(), &listOptions{f}) },
	}
}

func runSchemasList(_ context.Context, opts *listOptions) error {
	f := opts.factory
	rows := []string{"PROVIDER\tVERSION\tTYPES\tADDED\tIN"}
	if name := files.FindBundle(f.Streams.Warn); name != "" {
		set, err := options.LoadBundle(name, schema.Limits{})
		if err != nil {
			return err
		}
		rows = append(rows, bundleRows(set, name)...)
	}
	dir, err := options.NeedCache(f)
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
		f.Streams.Warn(fmt.Sprintf("no schemas in %s or in the project; to add some, run 'planfmt schemas add'", dir.Path()))
		return nil
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(rows, "\n"))
	if err := w.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprint(f.Streams.Printer(), b.String())
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
	sorted.Stable(order, func(a, b release) int {
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
