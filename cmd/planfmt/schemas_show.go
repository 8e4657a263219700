package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/sinks"
)

// showTypeOptions are the parsed arguments of `planfmt schemas show`.
type showTypeOptions struct {
	factory  *command.Factory
	Type     string
	Data     bool // it is a data source
	Action   bool // it is an action
	Provider string
	Release  string // version of the provider; empty for the newest
	options.SchemaSources
}

func newCmdSchemasShow(f *command.Factory, runF func(context.Context, *showTypeOptions) error) *cobra.Command {
	opts := &showTypeOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "show [flags] TYPE",
		Short: "Show the attributes and blocks of a type",
		Long: `Show the attributes and blocks of a resource type, and where the schema comes
from: a file of --schemas or PLANFMT_SCHEMAS, the project's
.planfmt/schemas.json.gz, your cache or, if none of them has the type, what
planfmt knows about the provider. If there is no resource type of that name,
planfmt looks for a data source, then for an action.

Types are written as in the 'type' of a variable; 'any' means that the type is
not known. A nested attribute is written as an object on several lines. The
comment after a block says how the block nests.`,
		Example: `  planfmt schemas show aws_instance
  planfmt schemas show --data aws_ami`,
		Args: command.MaxArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return opts.completions(prefix, func(id schema.ID) string { return id.Type })
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return command.Usage(cmd, errors.New("no type given; for example: planfmt schemas show aws_instance"))
			}
			opts.Type = args[0]
			if opts.Data && opts.Action {
				return command.Usage(cmd, errors.New("--data and --action cannot be used together"))
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flagvalue.Input.In(flags).BoolVar(&opts.Data, "data", false, "TYPE is a data source")
	flagvalue.Input.In(flags).BoolVar(&opts.Action, "action", false, "TYPE is an action")
	flagvalue.Input.In(flags).Var(&flagvalue.Word{Value: &opts.Provider, What: "ADDRESS"}, "provider", "ADDRESS of the provider, or the end of the address, if several providers have the type")
	flagvalue.Input.In(flags).Var(&flagvalue.Word{Value: &opts.Release, What: "VERSION"}, "provider-version", "VERSION of the provider (default: the newest one found)")
	opts.AddSchemas(cmd)
	flagvalue.CompleteFlag(cmd, "provider", func(_ *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
		return opts.completions(prefix, func(id schema.ID) string {
			if len(args) > 0 && id.Type != args[0] {
				return ""
			}
			return id.Provider
		})
	})
	return cmd
}

// kinds returns the kinds that the type may have, in the order in which they
// are tried.
func (o *showTypeOptions) kinds() []schema.Kind {
	switch {
	case o.Data:
		return []schema.Kind{schema.DataSource}
	case o.Action:
		return []schema.Kind{schema.Action}
	}
	return []schema.Kind{schema.Resource, schema.DataSource, schema.Action}
}

// sources returns where to look for schemas, apart from known facts.
func (o *showTypeOptions) sources() ([]options.Known, error) {
	f := o.factory
	return options.KnownSchemas(f, slices.Concat(o.Schemas, options.SchemaFilesOf(f)), files.FindBundle(f.Streams.Warn), options.CacheDir(f), o.Limits)
}

// completions returns the names of all types that begin with the prefix. It
// ignores broken sources.
func (o *showTypeOptions) completions(prefix string, name func(schema.ID) string) ([]string, cobra.ShellCompDirective) {
	sources, _ := o.sources()
	var names []string
	for _, id := range o.allTypes(sources) {
		if n := name(id); n != "" && strings.HasPrefix(n, prefix) && flagvalue.IsPlain(n) {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), cobra.ShellCompDirectiveNoFileComp
}

// allTypes returns the types with one of the kinds and with the given provider.
func (o *showTypeOptions) allTypes(sources []options.Known) []schema.ID {
	kinds := o.kinds()
	var all []schema.ID
	for _, s := range sources {
		all = append(all, s.Ids...)
	}
	if providers, err := facts.Default().Providers(); err == nil {
		for _, p := range providers {
			for _, e := range p.Entries {
				all = append(all, schema.ID{Provider: p.Address, Kind: schema.Kind(e.Kind), Type: e.Name})
			}
		}
	}
	return slices.DeleteFunc(all, func(id schema.ID) bool { return !slices.Contains(kinds, id.Kind) || !o.asksFor(id.Provider) })
}

func runSchemasShow(_ context.Context, opts *showTypeOptions) error {
	sources, err := opts.sources()
	if err != nil {
		return err
	}
	sources = append(sources, opts.knownFacts())
	for _, kind := range opts.kinds() {
		for _, s := range sources {
			found := slices.DeleteFunc(slices.Clone(s.Ids), func(id schema.ID) bool {
				return id.Kind != kind || id.Type != opts.Type || !opts.asksFor(id.Provider)
			})
			if i := slices.IndexFunc(found, isNatural); i >= 0 {
				found = found[i : i+1]
			}
			switch len(found) {
			case 0:
				continue
			case 1:
				return opts.print(s, found[0])
			}
			var providers []string
			for _, id := range found {
				providers = append(providers, id.Provider)
			}
			return fmt.Errorf("several providers have %s; choose one with --provider: %s", found[0].Name(), plans.SpellName(strings.Join(providers, ", ")))
		}
	}
	return opts.unknown(sources)
}

// isNatural reports whether the provider is the one that Terraform assumes for
// a type by default: the one whose name the type begins with.
func isNatural(id schema.ID) bool {
	name, _, _ := strings.Cut(id.Type, "_")
	return strings.HasSuffix("/"+id.Provider, "/"+name)
}

// asksFor reports whether the provider is the given one.
func (o *showTypeOptions) asksFor(provider string) bool {
	return o.Provider == "" || strings.HasSuffix("/"+provider, "/"+o.Provider)
}

// unknown returns the error for a type that no source has. It lists similar
// names.
func (o *showTypeOptions) unknown(sources []options.Known) error {
	var names []string
	for _, id := range o.allTypes(sources) {
		names = append(names, id.Type)
	}
	kind := "type"
	if kinds := o.kinds(); len(kinds) == 1 {
		kind = kinds[0].String()
	}
	of := ""
	if o.Provider != "" {
		of = " of provider " + o.Provider
	}
	name := strconv.Quote(o.Type)
	if len(name) > 200 {
		name = fmt.Sprintf("with a name of %d bytes", len(o.Type))
	}
	similar := near.Names(o.Type, names, 5)
	if len(similar) == 0 {
		return fmt.Errorf("no schema for %s %s%s; to add the provider's schemas, run 'planfmt schemas add'", kind, name, of)
	}
	return fmt.Errorf("no schema for %s %s%s; similar names: %s", kind, name, of, plans.SpellName(strings.Join(similar, ", ")))
}

// knownFacts returns the built-in table, as the last source.
func (o *showTypeOptions) knownFacts() options.Known {
	k := options.Known{Layer: schema.Layer{Name: infer.LayerFacts, Source: factSource{}}}
	for _, v := range facts.Default().Versions() {
		for _, kind := range o.kinds() {
			if id := (schema.ID{Provider: v.Provider, Kind: kind, Type: o.Type}); infer.Known(id) != nil {
				k.Ids = append(k.Ids, id)
			}
		}
	}
	slices.SortFunc(k.Ids, schema.ID.Compare)
	k.Ids = slices.Compact(k.Ids)
	return k
}

// factSource finds known facts about types.
type factSource struct{}

func (factSource) Has(id schema.ID) bool { return infer.Known(id) != nil }

func (factSource) Lookup(id schema.ID) ([]schema.Schema, error) {
	if b := infer.Known(id); b != nil {
		return []schema.Schema{{Block: b}}, nil
	}
	return nil, nil
}

func (o *showTypeOptions) print(s options.Known, id schema.ID) error {
	found, err := s.Source.Lookup(id)
	if _, damaged := errors.AsType[*schema.DamageError](err); err != nil && !damaged { // damage has been reported
		return err
	}
	found = slices.DeleteFunc(found, func(s schema.Schema) bool { return o.Release != "" && s.Release != o.Release })
	if len(found) == 0 {
		if o.Release != "" {
			return fmt.Errorf("%s: no schema of %s for version %s of the provider", plans.SpellName(s.Name), id.Name(), o.Release)
		}
		// The file has been removed, or is broken.
		return fmt.Errorf("%s: the schema of %s is no longer there", plans.SpellName(s.Name), id.Name())
	}
	block := found[0].Block
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n# of %s\n# from: %s%s\n", id.Name(), plans.SpellName(strings.TrimSpace(id.Provider+" "+found[0].Release)), plans.SpellName(s.Name), otherReleases(found[1:]))
	if len(block.Attributes)+len(block.Blocks) > 0 {
		b.WriteByte('\n')
	}
	writeAttributes(&b, block.Attributes, "")
	writeBlocks(&b, block, "")
	_, err = fmt.Fprint(o.factory.Streams.Printer(), sinks.EscapeLines(b.String()))
	return err
}

// otherReleases lists the other versions of the provider that have schemas.
func otherReleases(found []schema.Schema) string {
	var names []string
	for _, s := range found {
		names = append(names, plans.SpellName(cmp.Or(s.Release, "of an unknown version")))
	}
	if len(names) == 0 {
		return ""
	}
	return " (also: " + strings.Join(names, ", ") + ")"
}

// writeAttributes writes a line for each attribute. In consecutive lines, the
// equals signs are aligned.
func writeAttributes(b *strings.Builder, attributes []schema.Attribute, indent string) {
	width := 0
	for _, a := range attributes {
		width = max(width, len(plans.SpellName(a.Name)))
	}
	for _, a := range attributes {
		fmt.Fprintf(b, "%s%-*s = ", indent, width, plans.SpellName(a.Name))
		if a.Nested == nil {
			b.WriteString(schema.TypeString(a.Type))
		} else {
			writeNested(b, a.Nested, indent)
		}
		switch {
		case a.Sensitive && a.WriteOnly:
			b.WriteString(" # sensitive, write-only")
		case a.Sensitive:
			b.WriteString(" # sensitive")
		case a.WriteOnly:
			b.WriteString(" # write-only")
		}
		b.WriteByte('\n')
	}
}

func writeNested(b *strings.Builder, o *schema.Object, indent string) {
	opening, closing := "object({", "})"
	if o.Nesting != schema.NestingSingle && o.Nesting != schema.NestingGroup {
		opening, closing = o.Nesting.String()+"("+opening, closing+")"
	}
	b.WriteString(opening)
	if len(o.Attributes) > 0 {
		b.WriteByte('\n')
		writeAttributes(b, o.Attributes, indent+"  ")
		b.WriteString(indent)
	}
	b.WriteString(closing)
}

func writeBlocks(b *strings.Builder, block *schema.Block, indent string) {
	for i, n := range block.Blocks {
		if i > 0 || len(block.Attributes) > 0 {
			b.WriteByte('\n')
		}
		if len(n.Block.Attributes)+len(n.Block.Blocks) == 0 {
			fmt.Fprintf(b, "%s%s {} # %s\n", indent, plans.SpellName(n.Name), n.Nesting)
			continue
		}
		fmt.Fprintf(b, "%s%s { # %s\n", indent, plans.SpellName(n.Name), n.Nesting)
		writeAttributes(b, n.Block.Attributes, indent+"  ")
		writeBlocks(b, n.Block, indent+"  ")
		fmt.Fprintf(b, "%s}\n", indent)
	}
}
