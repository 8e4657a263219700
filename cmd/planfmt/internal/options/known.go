package options

import (
	"fmt"
	"slices"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/internal/know/cache"
	"github.com/planfmt/planfmt/schema"
)

// NeedCache returns the user's cache, for commands that cannot do without it.
func NeedCache(f *command.Factory) (*cache.Dir, error) {
	dir := CacheDir(f)
	if dir == "" {
		return nil, fmt.Errorf("cannot find a directory for the cache: set XDG_CACHE_HOME or HOME")
	}
	return cacheIn(f.Streams, dir), nil
}

// Known is a source of schemas that can list what it has.
type Known struct {
	schema.Layer
	Ids []schema.ID
}

// KnownSchemas returns the sources of schemas, the best first: files, the
// project's bundle, the user's cache. Bundle and cache may be empty.
func KnownSchemas(f *command.Factory, files []string, bundle, cacheDir string, limits schema.Limits) ([]Known, error) {
	if bundle != "" {
		files = append(slices.Clone(files), bundle)
	}
	var all []Known
	for i, name := range files {
		load := LoadSchemas
		if bundle != "" && i == len(files)-1 {
			load = LoadBundle
		}
		set, err := load(name, limits)
		if err != nil {
			return nil, err
		}
		all = append(all, Known{schema.Layer{Name: name, Source: set, InRepository: bundle != "" && i == len(files)-1}, set.IDs()})
	}
	if cacheDir != "" {
		dir := cacheIn(f.Streams, cacheDir)
		ids, err := dir.IDs()
		if err != nil {
			return nil, err
		}
		all = append(all, Known{schema.Layer{Name: "cache", Source: dir}, ids})
	}
	return all, nil
}
