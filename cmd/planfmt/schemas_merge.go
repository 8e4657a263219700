package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// oldBundle reads the bundle that will be overwritten. The set is empty if
// there is none, or if it is broken and --replace is set.
func (o *bundleOptions) oldBundle(target output.Plan) (*schema.Set, error) {
	name := target.Name
	info, err := os.Stat(name)
	if output.IsStandardOutput(name) || err != nil || !output.Replaceable(name, info) || info.Size() == 0 {
		return &schema.Set{}, nil
	}
	if err := target.CheckOverwrite(info); err != nil {
		return nil, fmt.Errorf("%s: %w", plans.SpellName(name), err)
	}
	load := options.LoadSchemas
	if name == files.BundleName {
		load = options.LoadBundle
	}
	old, err := load(name, o.Limits)
	switch {
	case err == nil:
		return old, nil
	case o.Replace:
		return &schema.Set{}, nil
	}
	return nil, fmt.Errorf("%w (to overwrite the file, use --replace)", err)
}

// mergeReleases returns the schemas of a type from a new source and, for
// versions that this one lacks, from an old one; the newest first. fresh may be
// nil.
func mergeReleases(fresh schema.Source, old *schema.Set, id schema.ID) ([]schema.Schema, error) {
	sources := []schema.Source{old}
	if fresh != nil {
		sources = []schema.Source{fresh, old}
	}
	var all []schema.Schema
	for _, source := range sources {
		found, err := source.Lookup(id)
		if err != nil {
			return nil, err
		}
		for _, s := range found {
			if !slices.ContainsFunc(all, func(o schema.Schema) bool { return o.Release == s.Release }) {
				all = append(all, s)
			}
		}
	}
	sorted.Stable(all, func(a, b schema.Schema) int { return schema.CompareReleases(b.Release, a.Release) })
	return all, nil
}

// bundleDifference lists the differences between a new and an old bundle, a
// line each.
type bundleDifference struct{ added, changed, dropped []string }

// compareBundles compares the bytes of a bundle with an old one. What cannot be
// decoded in the old one counts as missing.
func compareBundles(old *schema.Set, text []byte, limits schema.Limits) (d bundleDifference, err error) {
	fresh := &schema.Set{Limits: limits}
	if err := fresh.Load("the new bundle", bytes.NewReader(text)); err != nil {
		return d, err
	}
	ids := append(old.IDs(), fresh.IDs()...)
	slices.SortFunc(ids, schema.ID.Compare)
	for _, id := range slices.Compact(ids) {
		before, _ := releaseTexts(old, id)
		after, err := releaseTexts(fresh, id)
		if err != nil {
			return d, err
		}
		for _, b := range before {
			same := func(a releaseText) bool { return a.release == b.release || a.text == b.text }
			if !slices.ContainsFunc(after, same) {
				d.dropped = append(d.dropped, b.describe(id))
			}
		}
		for _, a := range after {
			i := slices.IndexFunc(before, func(b releaseText) bool { return b.release == a.release })
			switch {
			case i < 0:
				d.added = append(d.added, a.describe(id))
			case before[i].text != a.text:
				d.changed = append(d.changed, a.describe(id))
			}
		}
	}
	return d, nil
}

// releaseText is a type's schema for a version of a provider, encoded.
type releaseText struct{ release, text string }

func (r releaseText) describe(id schema.ID) string {
	return fmt.Sprintf("%s of %s", id.Name(), plans.SpellName(strings.TrimSpace(id.Provider+" "+r.release)))
}

func releaseTexts(set *schema.Set, id schema.ID) ([]releaseText, error) {
	found, err := set.Lookup(id)
	if err != nil {
		return nil, err
	}
	var all []releaseText
	for _, s := range found {
		text, err := schema.AppendSchema(nil, s)
		if err != nil {
			return nil, err
		}
		all = append(all, releaseText{s.Release, string(text)})
	}
	slices.SortFunc(all, func(a, b releaseText) int { return cmp.Compare(a.release, b.release) })
	return all, nil
}

// lines describes the differences, with the first few of each kind.
func (d bundleDifference) lines() string {
	const most = 10
	var b strings.Builder
	for _, part := range []struct {
		what  string
		names []string
	}{{"added", d.added}, {"changed", d.changed}, {"dropped", d.dropped}} {
		for i, name := range part.names {
			if i == most {
				fmt.Fprintf(&b, "  %s: %d more\n", part.what, len(part.names)-most)
				break
			}
			fmt.Fprintf(&b, "  %s: %s\n", part.what, name)
		}
	}
	if b.Len() == 0 {
		return "  nothing added, changed or dropped\n"
	}
	return b.String()
}
