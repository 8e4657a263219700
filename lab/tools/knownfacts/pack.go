package main

import (
	"archive/tar"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/know/facts"
)

// fetch returns the tarball of a package, NAME@VERSION. npm downloads it if it
// is not in the folder.
func fetch(spec, dir string) (string, error) {
	name, version, err := splitSpec(spec)
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, strings.ReplaceAll(strings.TrimPrefix(name, "@"), "/", "-")+"-"+version+".tgz")
	if _, err := os.Stat(file); err == nil {
		return file, nil
	}
	cmd := exec.Command("npm", "pack", "--silent", spec)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("npm pack %s: %w", spec, err)
	}
	if _, err := os.Stat(file); err != nil {
		return "", fmt.Errorf("npm pack %s: %w", spec, err)
	}
	return file, nil
}

func splitSpec(spec string) (name, version string, err error) {
	at := strings.LastIndexByte(spec, '@')
	if at <= 0 || at == len(spec)-1 {
		return "", "", fmt.Errorf("%q: expected NAME@VERSION", spec)
	}
	return spec[:at], spec[at+1:], nil
}

// read streams a package's tarball. It returns what the package says about its
// provider, and a list of contradictions in it.
func read(spec, file string) (facts.Provider, []string, error) {
	f, err := os.Open(file)
	if err != nil {
		return facts.Provider{}, nil, err
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		return facts.Provider{}, nil, fmt.Errorf("%s: %w", file, err)
	}
	sources := map[string]*source{}
	var meta struct {
		Name, Version string
		Cdktf         struct {
			Provider struct{ Name, Version string }
		}
	}
	for in := tar.NewReader(unzipped); ; {
		h, err := in.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return facts.Provider{}, nil, fmt.Errorf("%s: %w", file, err)
		}
		if h.Name == "package/package.json" {
			if err := json.NewDecoder(in).Decode(&meta); err != nil {
				return facts.Provider{}, nil, fmt.Errorf("%s: %s: %w", file, h.Name, err)
			}
		}
		if err := readType(sources, h.Name, in); err != nil {
			return facts.Provider{}, nil, fmt.Errorf("%s: %s: %w", file, h.Name, err)
		}
	}
	name, version, err := splitSpec(spec)
	if err != nil {
		return facts.Provider{}, nil, err
	}
	if meta.Name != name || meta.Version != version || meta.Cdktf.Provider.Name == "" {
		return facts.Provider{}, nil, fmt.Errorf("%s: holds %s@%s for the provider %q", file, meta.Name, meta.Version, meta.Cdktf.Provider.Name)
	}
	p := facts.Provider{Address: facts.Address(meta.Cdktf.Provider.Name)}
	p.Sources = []facts.Source{{Package: name, Version: version, Provider: p.Address, Release: meta.Cdktf.Provider.Version}}
	var problems []string
	p.Entries, problems, err = entries(sources)
	return p, problems, err
}

// readType adds a file to the source of its type. The files are
// package/lib/TYPE/index.js and package/lib/TYPE/index-structs/structs0.d.ts;
// in packages of 2022, package/lib/TYPE.js and
// package/lib/TYPE-structs/structs0.js, or the same in a folder with the types
// of a service.
func readType(sources map[string]*source, name string, r io.Reader) error {
	parts := strings.Split(path.Clean(name), "/")
	if len(parts) < 3 || parts[1] != "lib" || parts[2] == "provider" {
		return nil
	}
	of := strings.Join(parts[2:len(parts)-1], "/")
	file := strings.TrimSuffix(strings.TrimSuffix(parts[len(parts)-1], ".js"), ".d.ts")
	if main, ok := strings.CutSuffix(of, "-structs"); ok {
		of = strings.TrimSuffix(main, "/index")
	} else if file != "index" {
		of = path.Join(of, file)
	}
	if of == "" {
		return nil
	}
	s := sources[of]
	if s == nil {
		s = newSource()
		sources[of] = s
	}
	switch {
	case strings.HasSuffix(name, ".d.ts"):
		return s.scanDeclarations(r)
	case strings.HasSuffix(name, ".js"):
		return s.scanCode(r)
	}
	return nil
}

// entries returns all types of the package.
func entries(sources map[string]*source) ([]facts.Entry, []string, error) {
	names := slices.Sorted(maps.Keys(sources))
	modern := false
	for _, name := range names {
		modern = modern || sources[name].hasNested()
	}
	var all []facts.Entry
	var problems []string
	for _, name := range names {
		s := sources[name]
		if len(s.classes) == 0 || s.provider {
			continue // an index, or the configuration of the provider
		}
		if s.typ == "" || s.class == "" {
			problems = append(problems, name+": no type")
			continue
		}
		all = append(all, s.entry(modern && !s.idIsArg))
		for _, p := range s.problems {
			problems = append(problems, name+": "+p)
		}
	}
	if len(all) == 0 {
		return nil, problems, errors.New("no types in it")
	}
	return all, problems, nil
}

// hasNested reports whether the type has an attribute that can only be a nested
// one. If a provider has any, it uses the newer protocol. Only then can attributes
// with objects be nested ones at all.
func (s *source) hasNested() bool {
	for structName, w := range s.writers {
		if structName == s.class {
			structName = root
		}
		for key, p := range w.keys {
			inner, ok := strings.CutSuffix(p.storage, "List")
			if !ok {
				inner, _ = strings.CutSuffix(p.storage, "Map")
			}
			if p.block && s.prose[inner] && s.writers[inner] != nil && !s.writers[inner].nulls && !s.blocks[structName+"."+key] {
				return true
			}
		}
	}
	return false
}
