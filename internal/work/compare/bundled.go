package compare

import (
	"maps"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/read/source"
)

// Whoever changes the configuration can also change a bundle of schemas in the same repository, and so hide values from the
// reviewers of the change. So planfmt counts the values that only such a bundle hides: it compares each change with hidden values
// again, by the schema that it would use without the bundle.

// Without returns a comparer for comparing again by a schema from elsewhere than the repository. It has a loader of its own, and
// reports hidden values to nobody.
func (c *Comparer) Without() *Comparer {
	if c.unbundled == nil {
		c.unbundled = &Comparer{Comparison: c.Comparison, Load: c.reload()}
		opts := c.manner.Options(c.Comparison)
		opts.Secrets, opts.Copies, opts.OnHidden = nil, nil, nil
		c.unbundled.Differ, c.unbundled.manner = differ.New(opts), c.manner
	}
	return c.unbundled
}

// bundled counts the values that only a schema from the repository hides in a diff. again compares the same values by another schema.
func (c *Comparer) bundled(typ string, d computed.Diff, found infer.Resolution, everything bool, again func(*Comparer, infer.Resolution) (computed.Diff, error)) []computed.Masked {
	if found.Otherwise == nil {
		return nil
	}
	counts := countHidden(d, everything)
	if len(counts) == 0 {
		return nil
	}
	var otherwise map[string]int
	if d, err := again(c.Without(), *found.Otherwise); err == nil { // on an error, nothing would be shown, so all hidden values count
		otherwise = countHidden(d, everything)
	}
	return OnlyBundled(typ, found.Layer, counts, otherwise)
}

// OnlyBundled lists the attributes with values that only a bundle hides, given the counts of hidden values by attribute, with the bundle
// and otherwise.
func OnlyBundled(typ, bundle string, counts, otherwise map[string]int) []computed.Masked {
	var out []computed.Masked
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[name] - otherwise[name]; n > 0 {
			out = append(out, computed.Masked{Type: typ, Path: name, Count: n, Bundle: bundle})
		}
	}
	return out
}

// bundledResource counts the values that only a schema from the repository hides in a resource.
func (c *Comparer) bundledResource(e Entry, d computed.Diff, in *Loaded, everything bool) []computed.Masked {
	return c.bundled(e.Resource.Type, d, in.Schema, everything, func(c *Comparer, found infer.Resolution) (computed.Diff, error) {
		in, err := c.LoadAs(e.Resource, ResourceID(e.Resource), found)
		if err != nil {
			return computed.Diff{}, err
		}
		if e.Section == computed.DriftSection {
			in.RelevantAttributes = e.Relevant
		}
		return c.Differ.Resource(in.Change, e.Resource.Action, found.Block).Diff, nil
	})
}

// bundledConfig counts the values that only a schema from the repository hides in the configuration of an action.
func (c *Comparer) bundledConfig(a *source.Action, d computed.Diff, in *Loaded) []computed.Masked {
	return c.bundled(a.Type, d, in.Schema, true, func(c *Comparer, found infer.Resolution) (computed.Diff, error) {
		in, err := c.LoadConfigAs(a, ActionID(a), found)
		if err != nil {
			return computed.Diff{}, err
		}
		return c.Differ.Config(in.Change, found.Block).Diff, nil
	})
}
