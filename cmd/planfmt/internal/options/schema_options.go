package options

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/schema"
)

// SchemaSources say where the schemas of types come from.
type SchemaSources struct {
	Schemas      []string // files, from flags, then from the environment
	Bundle       string   // of the project; empty for none
	Cache        string   // the directory of the user's cache; empty for none
	Limits       schema.Limits
	RequireExact bool
	NoKnownFacts bool

	noBundle, noCache, resolved bool
}

// AddSchemas adds the flags for files of schemas.
func (o *SchemaSources) AddSchemas(cmd *cobra.Command) {
	flags := cmd.Flags()
	flagvalue.Input.In(flags).Var(&flagvalue.WordList{Values: &o.Schemas, What: "FILE"}, "schemas", "read provider schemas from FILE, the output of 'terraform providers schema -json', plain or gzipped; repeatable")
	flagvalue.AddLimitFlags(flags, &o.Limits)
	flagvalue.CompleteSchemaFiles(cmd)
}

// AddFlags adds all flags.
func (o *SchemaSources) AddFlags(cmd *cobra.Command) {
	o.AddSchemas(cmd)
	flags := cmd.Flags()
	flagvalue.Input.In(flags).BoolVar(&o.noBundle, "no-bundle", false, "do not use the project's .planfmt/schemas.json.gz")
	flagvalue.Input.In(flags).BoolVar(&o.noCache, "no-cache", false, "do not use the schemas in your cache")
}

// AddRequireExact adds the flag for types without a schema.
func (o *SchemaSources) AddRequireExact(flags *pflag.FlagSet) {
	flagvalue.Input.In(flags).BoolVar(&o.RequireExact, "require-exact", false, "fail, and name the types, if a provider's own schema is missing")
}

// Resolve sets the options that follow from the flags and the environment.
func (o *SchemaSources) Resolve(f *command.Factory) {
	if o.resolved {
		return
	}
	o.resolved = true
	o.Schemas = append(o.Schemas, SchemaFilesOf(f)...)
	if !o.noBundle {
		o.Bundle = files.FindBundle(f.Streams.Warn)
	}
	if !o.noCache {
		o.Cache = CacheDir(f)
	}
}

// Apply tells the library where to look, after it has read the project's bundle.
func (o *SchemaSources) Apply(s *terminal.Streams, library *planfmt.Options) (err error) {
	for _, name := range o.Schemas {
		library.Schemas = append(library.Schemas, schemaFile(name))
	}
	library.SchemaLimits, library.RequireExact, library.NoKnownFacts = o.Limits, o.RequireExact, o.NoKnownFacts
	library.Layers, err = layers(s, o.Bundle, o.Cache, o.Limits)
	return err
}

// Load returns all schemas, for policies, and how many there are.
func (o *SchemaSources) Load(f *command.Factory) (all policy.Schemas, n int, err error) {
	o.Resolve(f)
	sources, err := KnownSchemas(f, o.Schemas, o.Bundle, o.Cache, o.Limits)
	if err != nil {
		return nil, 0, err
	}
	var layers []schema.Layer
	var ids []schema.ID
	for _, s := range sources {
		layers = append(layers, s.Layer)
		ids = append(ids, s.Ids...)
	}
	return planfmt.PolicySchemas(layers, ids), len(ids), nil
}

// Files returns the names of the files, which must not be overwritten.
func (o *SchemaSources) Files() []string {
	names := slices.Clone(o.Schemas)
	if o.Bundle != "" {
		names = append(names, o.Bundle)
	}
	return names
}
