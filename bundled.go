package planfmt

import (
	"maps"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/internal/schemas/infer"
	"github.com/planfmt/planfmt/internal/source"
)

// Whoever changes the configuration can change a bundle of schemas in the same repository, and so hide values from those who
// review the change. What only such a bundle hides is therefore counted: everything that is hidden is compared again by what is
// known without the bundle.

// without returns a comparer for what the layers from the repository do not decide. It has a loader of its own, and tells nobody
// what it hides.
func (c *comparer) without() *comparer {
	if c.unbundled == nil {
		c.unbundled = &comparer{comparison: c.comparison, load: c.reload()}
		opts := c.manner.options(c.comparison)
		opts.Secrets, opts.Copies, opts.OnHidden = nil, nil, nil
		c.unbundled.differ, c.unbundled.manner = differ.New(opts), c.manner
	}
	return c.unbundled
}

// bundled counts what only a schema from the repository hides in a diff. again compares the same values by another schema.
func (c *comparer) bundled(typ string, d computed.Diff, found infer.Resolution, everything bool, again func(*comparer, infer.Resolution) (computed.Diff, error)) []computed.Masked {
	if found.Otherwise == nil || c.masks.off {
		return nil
	}
	counts := countHidden(d, everything)
	if len(counts) == 0 {
		return nil
	}
	var otherwise map[string]int
	if d, err := again(c.without(), *found.Otherwise); err == nil { // if not, nothing would be shown: then all counts
		otherwise = countHidden(d, everything)
	}
	return onlyBundled(typ, found.Layer, counts, otherwise)
}

// onlyBundled lists what is hidden by a bundle and not otherwise, by the names of paths.
func onlyBundled(typ, bundle string, counts, otherwise map[string]int) []computed.Masked {
	var out []computed.Masked
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[name] - otherwise[name]; n > 0 {
			out = append(out, computed.Masked{Type: typ, Path: name, Count: n, Bundle: bundle})
		}
	}
	return out
}

// bundledResource counts what only a schema from the repository hides of a resource.
func (c *comparer) bundledResource(e entry, d computed.Diff, in *loaded, everything bool) []computed.Masked {
	return c.bundled(e.resource.Type, d, in.schema, everything, func(c *comparer, found infer.Resolution) (computed.Diff, error) {
		in, err := c.loadAs(e.resource, resourceID(e.resource), found)
		if err != nil {
			return computed.Diff{}, err
		}
		if e.section == computed.DriftSection {
			in.RelevantAttributes = e.relevant
		}
		return c.differ.Resource(in.Change, e.resource.Action, found.Block).Diff, nil
	})
}

// bundledConfig counts what only a schema from the repository hides in the configuration of an action.
func (c *comparer) bundledConfig(a *source.Action, d computed.Diff, in *loaded) []computed.Masked {
	return c.bundled(a.Type, d, in.schema, true, func(c *comparer, found infer.Resolution) (computed.Diff, error) {
		in, err := c.loadConfigAs(a, actionID(a), found)
		if err != nil {
			return computed.Diff{}, err
		}
		return c.differ.Config(in.Change, found.Block).Diff, nil
	})
}
