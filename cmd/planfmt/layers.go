package main

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/schema/cache"
)

// bundleName is where a project keeps its schemas.
const bundleName = ".planfmt/schemas.json.gz"

// findBundle looks for a project's bundle in the working directory and then
// upwards; empty for none.
func findBundle() string {
	if exists(bundleName) {
		return bundleName
	}
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
		if name := filepath.Join(dir, bundleName); exists(name) {
			return name
		}
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// loadSchemas reads a file of schemas. The error says of which file.
func loadSchemas(name string) (*schema.Set, error) {
	f, err := openFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	set := &schema.Set{}
	return set, set.Load(name, f)
}

// schemaFiles are the files that the environment names.
func (f *factory) schemaFiles() []string {
	return slices.DeleteFunc(filepath.SplitList(f.getenv("PLANFMT_SCHEMAS")), func(name string) bool { return name == "" })
}

// cacheDir is where the user's cache of schemas is, empty where the system
// names no place for one.
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

// cacheIn is the cache in a directory. What is broken in it is a remark on the
// error stream.
func (s *streams) cacheIn(dir string) *cache.Dir {
	return cache.In(dir, func(err error) { s.complain("cache: " + err.Error()) })
}

// layers are the sources of schemas below those of the command line: the
// project's bundle, the user's cache. Either may be empty.
func (s *streams) layers(bundle, cacheDir string) ([]schema.Layer, error) {
	var layers []schema.Layer
	if bundle != "" {
		set, err := loadSchemas(bundle)
		if err != nil {
			return nil, err
		}
		layers = append(layers, schema.Layer{Name: bundle, Source: set})
	}
	if cacheDir != "" {
		layers = append(layers, schema.Layer{Name: "cache", Source: s.cacheIn(cacheDir)})
	}
	return layers, nil
}
