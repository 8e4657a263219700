package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/internal/schemas/cache"
	"github.com/planfmt/planfmt/schema"
)

const schemasHelp = `Keep provider schemas where 'planfmt show' finds them.

With the schemas of the providers, planfmt shows a plan exactly as Terraform
does. Without them, it has to infer some details. Add the schemas to your cache
once ('planfmt schemas add'), or commit them to the project for everyone who
works on it ('planfmt schemas bundle').`

func newCmdSchemas(f *factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "schemas COMMAND",
		Short: "Manage provider schemas, which make the output exact",
		Long:  schemasHelp,
		Example: `  # add schemas to your cache, in a directory where 'terraform init' has run
  planfmt schemas add --run

  # write a file to commit, with the schemas that this plan needs
  planfmt schemas bundle plan.json`,
		Args:                  commandName,
		RunE:                  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		DisableFlagsInUseLine: true,
	}
	for _, newCmd := range []func(*factory) *cobra.Command{
		with(newCmdSchemasAdd, runSchemasAdd),
		with(newCmdSchemasBundle, runSchemasBundle),
		with(newCmdSchemasList, runSchemasList),
		with(newCmdSchemasShow, runSchemasShow),
		with(newCmdSchemasClear, runSchemasClear),
	} {
		cmd.AddCommand(newCmd(f))
	}
	return cmd
}

// needCache returns the user's cache, for commands that cannot do without it.
func (f *factory) needCache() (*cache.Dir, error) {
	dir := f.cacheDir()
	if dir == "" {
		return nil, fmt.Errorf("cannot find a directory for the cache: set XDG_CACHE_HOME or HOME")
	}
	return cacheIn(f.streams, dir), nil
}

// known is a source of schemas that can list what it has.
type known struct {
	schema.Layer
	ids []schema.ID
}

// knownSchemas returns the sources of schemas, the best first: files, the
// project's bundle, the user's cache. Bundle and cache may be empty.
func (f *factory) knownSchemas(files []string, bundle, cacheDir string, limits schema.Limits) ([]known, error) {
	if bundle != "" {
		files = append(slices.Clone(files), bundle)
	}
	var all []known
	for i, name := range files {
		load := loadSchemas
		if bundle != "" && i == len(files)-1 {
			load = loadBundle
		}
		set, err := load(name, limits)
		if err != nil {
			return nil, err
		}
		all = append(all, known{schema.Layer{Name: name, Source: set, InRepository: bundle != "" && i == len(files)-1}, set.IDs()})
	}
	if cacheDir != "" {
		dir := cacheIn(f.streams, cacheDir)
		ids, err := dir.IDs()
		if err != nil {
			return nil, err
		}
		all = append(all, known{schema.Layer{Name: "cache", Source: dir}, ids})
	}
	return all, nil
}

// countByKind says how many types there are of each kind, in the order of
// kinds.
func countByKind(types map[schema.Kind]int) string {
	var parts []string
	for _, k := range []schema.Kind{schema.Resource, schema.DataSource, schema.Action} {
		if n := types[k]; n > 0 {
			parts = append(parts, plural(n, k.String()))
		}
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
