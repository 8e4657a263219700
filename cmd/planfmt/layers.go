package main

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/planfmt/planfmt/internal/schemas/cache"
	"github.com/planfmt/planfmt/schema"
)

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// loadSchemas reads a file of schemas. The error contains the file's name.
func loadSchemas(name string, limits schema.Limits) (*schema.Set, error) {
	f, err := openFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	set := &schema.Set{Limits: limits}
	return set, set.Load(name, f)
}

// schemaFiles returns the schema files that the environment names.
func (f *factory) schemaFiles() []string {
	return slices.DeleteFunc(filepath.SplitList(f.getenv("PLANFMT_SCHEMAS")), func(name string) bool { return name == "" })
}

// cacheDir returns the directory of the user's cache, or an empty name if the
// system has no place for one.
func (f *factory) cacheDir() string {
	dir := f.getenv("XDG_CACHE_HOME")
	if !filepath.IsAbs(dir) {
		if f.userCacheDir == nil {
			return ""
		}
		var err error
		if dir, err = f.userCacheDir(); err != nil {
			return ""
		}
	}
	return filepath.Join(dir, "planfmt", "schemas")
}

// cacheIn returns the cache in a directory. It reports broken files on standard
// error.
func cacheIn(s *streams, dir string) *cache.Dir {
	return cache.In(dir, func(err error) { s.warn("cache: " + err.Error()) })
}

// loadBundle reads a bundle that planfmt has found by itself.
func loadBundle(name string, limits schema.Limits) (*schema.Set, error) {
	return loadSchemas(name, limits.Or(bundleLimits()))
}

// layers returns the sources of schemas that come after those of the command
// line: the project's bundle and the user's cache. Either may be empty.
func layers(s *streams, bundle, cacheDir string, limits schema.Limits) ([]schema.Layer, error) {
	var layers []schema.Layer
	if bundle != "" {
		set, err := loadBundle(bundle, limits)
		if err != nil {
			return nil, err
		}
		layers = append(layers, schema.Layer{Name: bundle, Source: set, InRepository: true})
	}
	if cacheDir != "" {
		layers = append(layers, schema.Layer{Name: "cache", Source: cacheIn(s, cacheDir)})
	}
	return layers, nil
}
