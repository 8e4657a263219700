package options

import (
	"io"
	"path/filepath"
	"slices"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/internal/know/cache"
	"github.com/planfmt/planfmt/schema"
)

// LoadSchemas reads a file of schemas. The error contains the file's name.
func LoadSchemas(name string, limits schema.Limits) (*schema.Set, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	set := &schema.Set{Limits: limits}
	return set, set.Load(name, f)
}

// SchemaFilesOf returns the schema files that the environment names.
func SchemaFilesOf(f *command.Factory) []string {
	return slices.DeleteFunc(filepath.SplitList(f.Getenv("PLANFMT_SCHEMAS")), func(name string) bool { return name == "" })
}

// CacheDir returns the directory of the user's cache, or an empty name if the
// system has no place for one.
func CacheDir(f *command.Factory) string {
	dir := f.Getenv("XDG_CACHE_HOME")
	if !filepath.IsAbs(dir) {
		if f.UserCacheDir == nil {
			return ""
		}
		var err error
		if dir, err = f.UserCacheDir(); err != nil {
			return ""
		}
	}
	return filepath.Join(dir, "planfmt", "schemas")
}

// cacheIn returns the cache in a directory. It reports broken files on standard
// error.
func cacheIn(s *terminal.Streams, dir string) *cache.Dir {
	return cache.In(dir, func(err error) { s.Warn("cache: " + err.Error()) })
}

// LoadBundle reads a bundle that planfmt has found by itself.
func LoadBundle(name string, limits schema.Limits) (*schema.Set, error) {
	return LoadSchemas(name, limits.Or(flagvalue.BundleLimits()))
}

// layers returns the sources of schemas that come after those of the command
// line: the project's bundle and the user's cache. Either may be empty.
func layers(s *terminal.Streams, bundle, cacheDir string, limits schema.Limits) ([]schema.Layer, error) {
	var layers []schema.Layer
	if bundle != "" {
		set, err := LoadBundle(bundle, limits)
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

// schemaFile is a file of schemas as a source.
func schemaFile(name string) planfmt.SchemaSource {
	shown := name
	if name == "" {
		shown = "--schemas"
	}
	return planfmt.SchemaSource{Name: shown, Open: func() (io.ReadCloser, error) {
		f, err := files.OpenRegular(name)
		if err != nil {
			return nil, err
		}
		return f, nil
	}}
}
