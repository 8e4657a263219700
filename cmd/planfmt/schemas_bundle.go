package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/values"
)

// bundleOptions are the parsed arguments of `planfmt schemas bundle`.
type bundleOptions struct {
	factory *command.Factory
	Plans   []string // "-" for standard input; empty for all types
	options.SchemaSources
	Output       flagvalue.FileName
	AllowMissing bool
	MaxUnpacked  int64
	Replace      bool // start over instead of merging
}

func newCmdSchemasBundle(f *command.Factory, runF func(context.Context, *bundleOptions) error) *cobra.Command {
	opts := &bundleOptions{factory: f, Output: files.BundleName}
	cmd := &cobra.Command{
		Use:   "bundle [flags] [PLAN]...",
		Short: "Write the schemas that a project needs to a file, to commit it",
		Long: `Write the schemas that a project needs to a file, so that you can commit it with
the project. 'planfmt show' finds the file in the working directory and, in a
repository, in the directories above it up to the repository's root. It ignores a
file that other users can write to.

planfmt takes the schemas from the files of --schemas and PLANFMT_SCHEMAS, and
from your cache. PLAN is a plan or a state, in any form that 'planfmt show' reads.
With PLANs, the file contains the types that occur in them, whether they change or
not. Without, it contains every type that planfmt finds. The file is much smaller
than its sources, since it contains only what 'planfmt show' needs. The same
schemas always give the same bytes.

If the file exists, planfmt merges the new schemas into it. It keeps the types
that the file has, in all versions of a provider, and only replaces schemas of the
same version. It reports what it added, changed or dropped. Several planfmt may
write the file at the same time. With --replace, the
file contains the new schemas only.

If a type has no schema, this is an error, unless you use --allow-missing.`,
		Example: `  # the types in this plan, from your cache
  planfmt schemas bundle plan.json

  # only the types in these plans, whatever the file contained
  planfmt schemas bundle --replace plan.json other.json

  # all types in a schema file
  terraform providers schema -json > schemas.json
  planfmt schemas bundle --schemas schemas.json -o .planfmt/schemas.json.gz`,
		ValidArgsFunction: flagvalue.CompleteInputs,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Plans = args
			opts.Schemas = append(opts.Schemas, options.SchemaFilesOf(f)...)
			opts.Cache = options.CacheDir(f)
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flagvalue.Look.In(flags).VarP(&opts.Output, "output", "o", "write to FILE, either completely or not at all; - means standard output")
	opts.AddSchemas(cmd)
	flagvalue.AddUnpackedFlag(flags, &opts.MaxUnpacked)
	flagvalue.Messages.In(flags).BoolVar(&opts.AllowMissing, "allow-missing", false, "leave out types that have no schema, and list them")
	flagvalue.Messages.In(flags).BoolVar(&opts.Replace, "replace", false, "start over: do not merge with an existing file")
	return cmd
}

func runSchemasBundle(ctx context.Context, opts *bundleOptions) error {
	f := opts.factory
	sources, err := options.KnownSchemas(f, opts.Schemas, "", opts.Cache, opts.Limits)
	if err != nil {
		return err
	}
	find := map[schema.ID]schema.Source{}
	for _, s := range sources {
		for _, id := range s.Ids {
			if find[id] == nil {
				find[id] = s.Source
			}
		}
	}
	used, err := opts.usedTypes(ctx, find)
	if err != nil {
		return err
	}
	for {
		b, err := opts.merge(used, find)
		if err != nil {
			return err
		}
		written, err := b.write(ctx, opts)
		if written || err != nil {
			return err
		}
		// Somebody else has written the file in the meantime.
	}
}

// bundle is a bundle that is to be written, and the file that it was merged with.
type bundle struct {
	target  output.Plan
	before  fs.FileInfo // of the file that was read; nil if there was none
	text    []byte
	missing []string // types without a schema
	report  string
}

// merge makes the bundle, from what the file has now and from the schemas of the types that are used.
func (o *bundleOptions) merge(used usedTypes, find map[schema.ID]schema.Source) (*bundle, error) {
	b := &bundle{target: output.Plan{Name: string(o.Output), In: o.factory.Streams.In, Inputs: slices.Concat(o.Plans, o.Schemas)}}
	b.before, _ = os.Stat(b.target.Name)
	old, err := o.oldBundle(b.target)
	if err != nil {
		return nil, err
	}
	kept := old
	if o.Replace {
		kept = &schema.Set{}
	}
	var ids []schema.ID
	ids, b.missing = used.find(find, kept)
	if len(find) == 0 && (len(b.missing) > 0 || len(o.Plans) == 0) {
		return nil, errors.New("no schemas to bundle: use --schemas FILE, or add schemas to your cache with 'planfmt schemas add'")
	}
	if len(b.missing) > 0 && !o.AllowMissing {
		return nil, fmt.Errorf("these types have no schema (to leave them out, use --allow-missing):\n  %s", strings.Join(b.missing, "\n  "))
	}
	fresh := map[schema.ID]schema.Source{}
	for _, id := range ids {
		fresh[id] = find[id]
	}
	ids = slices.Concat(ids, kept.IDs())
	slices.SortFunc(ids, schema.ID.Compare)
	ids = slices.Compact(ids)
	var text bytes.Buffer
	err = schema.WriteBundle(&text, ids, func(id schema.ID) ([]schema.Schema, error) { return mergeReleases(fresh[id], kept, id) })
	if err != nil {
		return nil, err
	}
	b.text = text.Bytes()
	b.report = sinks.Escape(string(o.Output)+": "+countedIDs(ids)) + "\n"
	if old.Len() > 0 {
		difference, err := compareBundles(old, b.text, o.Limits)
		if err != nil {
			return nil, err
		}
		b.report += sinks.EscapeLines(difference.lines())
	}
	return b, nil
}

// write writes the bundle, unless the file is no longer the one that it was merged with. The file is locked while this is
// found out and until it has its new content.
func (b *bundle) write(ctx context.Context, o *bundleOptions) (written bool, err error) {
	f, name := o.factory, b.target.Name
	if !output.IsStandardOutput(name) {
		if dir := filepath.Dir(name); o.Output == files.BundleName {
			if err := os.MkdirAll(dir, 0o777); err != nil {
				return false, fmt.Errorf("%s: %w", plans.SpellName(dir), files.TrimName(err))
			}
		}
		unlock, err := output.LockDirectory(ctx, name)
		if err != nil {
			return false, err
		}
		defer unlock()
		if now, _ := os.Stat(name); !isUntouched(b.before, now) {
			return false, nil
		}
	}
	out, err := output.Open(f.Streams, b.target)
	if err != nil {
		return false, err
	}
	defer out.Abort()
	if len(b.missing) > 0 {
		f.Streams.Warn("left out these types, which have no schema:\n  " + strings.Join(b.missing, "\n  "))
	}
	if _, err = out.Write(b.text); err == nil {
		err = out.Commit()
	}
	switch {
	case out.Err != nil:
		return false, fmt.Errorf("%s: %w", plans.SpellName(out.Name), files.TrimName(out.Err))
	case err == nil && out.W != f.Streams.Out:
		_, err = fmt.Fprint(f.Streams.Printer(), b.report)
	}
	return true, err
}

// isUntouched reports whether a file is still the one that it was. Whoever writes a bundle puts another file in its place.
func isUntouched(before, now fs.FileInfo) bool {
	if before == nil || now == nil {
		return before == nil && now == nil
	}
	return !now.Mode().IsRegular() || os.SameFile(before, now) && before.Size() == now.Size() && before.ModTime().Equal(now.ModTime())
}

// countedIDs says how many types there are of each kind.
func countedIDs(ids []schema.ID) string {
	types := map[schema.Kind]int{}
	for _, id := range ids {
		types[id.Kind]++
	}
	return countByKind(types)
}

// usedTypes returns the types that occur in the plans; if there are no plans, all that have a schema.
func (o *bundleOptions) usedTypes(ctx context.Context, have map[schema.ID]schema.Source) (usedTypes, error) {
	used := usedTypes{}
	for _, name := range o.Plans {
		if err := o.read(ctx, name, used); err != nil {
			return nil, err
		}
	}
	if len(o.Plans) == 0 {
		for id := range have {
			used[id] = true
		}
	}
	return used, nil
}

// find returns the types that have a schema, new or kept, and a description of the others.
func (u usedTypes) find(have map[schema.ID]schema.Source, kept *schema.Set) (ids []schema.ID, missing []string) {
	for id := range u {
		if have[id] != nil || kept.Has(id) {
			ids = append(ids, id)
		} else {
			missing = append(missing, fmt.Sprintf("%s of %s", id.Name(), plans.SpellName(id.Provider)))
		}
	}
	slices.SortFunc(ids, schema.ID.Compare)
	slices.Sort(missing)
	return ids, missing
}

// read notes the types that occur in a plan.
func (o *bundleOptions) read(ctx context.Context, name string, used usedTypes) error {
	var in io.Reader = o.factory.Streams.In
	if name == "-" {
		name = "standard input"
	} else {
		f, err := files.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	document, err := planfmt.OpenSource(ctx, in, planfmt.Input{MaxUnpacked: o.MaxUnpacked, TempDir: os.TempDir()}, used)
	if err != nil {
		return fmt.Errorf("%s: %w", plans.SpellName(name), files.TrimName(err))
	}
	defer document.Close()
	facts := document.Facts()
	for rc := range facts.All() {
		used.Wants(rc.ProviderName, rc.Mode, rc.Type)
	}
	if err := facts.Changes.Err(); err != nil {
		return fmt.Errorf("%s: %w", plans.SpellName(name), err)
	}
	for _, a := range facts.Actions {
		if a.HasConfig {
			used.note(schema.ID{Provider: a.ProviderName, Kind: schema.Action, Type: a.Type})
		}
	}
	return nil
}

// usedTypes are the types that occur in plans. As an evidence sink, it only
// notes them.
type usedTypes map[schema.ID]bool

func (u usedTypes) note(id schema.ID) {
	if id.Provider != "" && id.Type != "" {
		u[id] = true
	}
}

// Wants notes a type and asks for no evidence about it.
func (u usedTypes) Wants(provider, mode, typ string) bool {
	kind := schema.Resource
	switch mode {
	case "managed":
	case "data":
		kind = schema.DataSource
	default: // ephemeral resources are not rendered
		return false
	}
	u.note(schema.ID{Provider: strings.Clone(provider), Kind: kind, Type: strings.Clone(typ)})
	return false
}

// It ignores all other evidence.

func (usedTypes) Version(_, _, _, _ string)                             {}
func (usedTypes) Values(_, _, _ string, _ values.Value, _ values.Flags) {}
func (usedTypes) Change(_, _, _ string, _ values.Change)                {}
func (usedTypes) KnowsValues(_, _, _ string, _, _ []byte) bool          { return true }
func (usedTypes) KnowsChange(_, _, _ string, _ values.ChangeText) bool  { return true }
func (usedTypes) Config(_, _, _ string, _ values.Value)                 {}
func (usedTypes) Written(_, _, _ string, _ values.Value)                {}
