package main

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/schema"
)

// schemaOptions say where the schemas of types come from.
type schemaOptions struct {
	Schemas      []string // files, from flags, then from the environment
	Bundle       string   // of the project; empty for none
	Cache        string   // the directory of the user's cache; empty for none
	Limits       schema.Limits
	RequireExact bool
	NoKnownFacts bool

	noBundle, noCache bool
}

// addFlags adds the flags.
func (o *schemaOptions) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(&wordList{&o.Schemas, "FILE"}, "schemas", "read provider schemas from FILE, the output of 'terraform providers schema -json', plain or gzipped; repeatable")
	addLimitFlags(flags, &o.Limits)
	flags.BoolVar(&o.noBundle, "no-bundle", false, "do not use the project's .planfmt/schemas.json.gz")
	flags.BoolVar(&o.noCache, "no-cache", false, "do not use the schemas in your cache")
	completeSchemaFiles(cmd)
}

// addRequireExact adds the flag for types without a schema.
func (o *schemaOptions) addRequireExact(flags *pflag.FlagSet) {
	flags.BoolVar(&o.RequireExact, "require-exact", false, "fail, and name the types, if a provider's own schema is missing")
}

// resolve sets the options that follow from the flags and the environment.
func (o *schemaOptions) resolve(f *factory) {
	o.Schemas = append(o.Schemas, f.schemaFiles()...)
	if !o.noBundle {
		o.Bundle = findBundle(f.streams)
	}
	if !o.noCache {
		o.Cache = f.cacheDir()
	}
}

// apply tells the library where to look, after it has read the project's bundle.
func (o *schemaOptions) apply(s *streams, library *planfmt.Options) (err error) {
	for _, name := range o.Schemas {
		library.Schemas = append(library.Schemas, schemaFile(name))
	}
	library.SchemaLimits, library.RequireExact, library.NoKnownFacts = o.Limits, o.RequireExact, o.NoKnownFacts
	library.Layers, err = layers(s, o.Bundle, o.Cache, o.Limits)
	return err
}

// load returns all schemas, for policies, and how many there are.
func (o *schemaOptions) load(f *factory) (all policy.Schemas, n int, err error) {
	o.resolve(f)
	sources, err := f.knownSchemas(o.Schemas, o.Bundle, o.Cache, o.Limits)
	if err != nil {
		return nil, 0, err
	}
	var layers []schema.Layer
	var ids []schema.ID
	for _, s := range sources {
		layers = append(layers, s.Layer)
		ids = append(ids, s.ids...)
	}
	return planfmt.PolicySchemas(layers, ids), len(ids), nil
}

// inputs returns the names of the files, which must not be overwritten.
func (o *schemaOptions) inputs() []string {
	names := slices.Clone(o.Schemas)
	if o.Bundle != "" {
		names = append(names, o.Bundle)
	}
	return names
}
