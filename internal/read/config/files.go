package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
)

// Files are the files of a configuration, by module.
type Files struct {
	// Modules are in any order. The root module has an empty Key.
	Modules []ModuleFiles
	// Problems is what kept files from being read.
	Problems []*Problem
}

// ModuleFiles are the files of a module.
type ModuleFiles struct {
	// Key, Source, Version and Dir are as in [Module].
	Key, Source, Version, Dir string
	Files                     []File
}

// File is a file of a module. Name has no directory.
type File struct {
	Name string
	Text []byte
}

// These are limits for files that nobody has checked. Real configurations are far from them.
const (
	maxManifest = 16 << 20
	maxFile     = 4 << 20  // bytes in a file; a megabyte can take a second
	maxFiles    = 64 << 20 // bytes in all files
	maxModules  = 100_000
	maxDepth    = 64 // of modules that call each other
)

// ArchivePrefix starts the names of the members of a binary plan that have the configuration.
const ArchivePrefix = "tfconfig/"

// manifestName is the member that lists the modules.
const manifestName = ArchivePrefix + "modules.json"

// Member is a member of an archive.
type Member struct {
	Name string // tfconfig/m-net/main.tf
	Text []byte
}

// Archive returns the files of the snapshot in a binary plan. Members that do not belong to the
// snapshot are passed over. Archive returns no files, and no problems, if there is no snapshot.
func Archive(members []Member) Files {
	var out Files
	modules := map[string]*ModuleFiles{}
	var order []string
	add := func(m ModuleFiles) {
		if modules[m.Key] == nil {
			modules[m.Key] = &m
			order = append(order, m.Key)
		}
	}
	for _, m := range members {
		if m.Name != manifestName {
			continue
		}
		listed, err := Manifest(m.Text)
		if err != nil {
			out.Problems = append(out.Problems, &Problem{Position: plans.Position{File: manifestName}, Text: err.Error()})
		}
		for _, m := range listed {
			add(m)
		}
	}
	for _, m := range members {
		key, name, ok := memberName(m.Name)
		if !ok {
			continue
		}
		if modules[key] == nil { // the manifest is wrong; the positions will be in a made-up directory
			dir := "."
			if key != "" {
				dir = path.Join("m-" + key)
			}
			add(ModuleFiles{Key: key, Dir: dir})
		}
		modules[key].Files = append(modules[key].Files, File{Name: name, Text: m.Text})
	}
	for _, key := range order {
		out.Modules = append(out.Modules, *modules[key])
	}
	return out
}

// memberName returns the module and the file that a member of a snapshot is: m-net/main.tf.
func memberName(member string) (key, file string, ok bool) {
	rest, ok := strings.CutPrefix(member, ArchivePrefix+"m-")
	if !ok {
		return "", "", false
	}
	i := strings.LastIndexByte(rest, '/')
	if i < 0 || i+1 == len(rest) {
		return "", "", false
	}
	return rest[:i], rest[i+1:], true
}

// Manifest reads the list of modules that terraform init writes (.terraform/modules/modules.json)
// or that is in a binary plan. The result has no files. A module that is listed twice is an error: only the products know which entry counts.
func Manifest(text []byte) ([]ModuleFiles, error) {
	if len(text) > maxManifest {
		return nil, fmt.Errorf("more than %d bytes", maxManifest)
	}
	type entry struct{ Key, Source, Version, Dir string }
	var list []entry
	if strings.HasPrefix(strings.TrimSpace(string(text)), "[") { // in plans
		if err := json.Unmarshal(text, &list); err != nil {
			return nil, err
		}
	} else {
		var doc struct{ Modules []entry }
		if err := json.Unmarshal(text, &doc); err != nil {
			return nil, err
		}
		list = doc.Modules
	}
	if len(list) > maxModules {
		return nil, errors.New("too many modules")
	}
	var all []ModuleFiles
	var twice error
	seen := map[string]bool{}
	for _, e := range list {
		if seen[e.Key] {
			twice = fmt.Errorf("the module %s is listed twice", plans.SpellName(e.Key))
			continue
		}
		seen[e.Key] = true
		// Windows writes backslashes.
		dir := path.Clean(strings.ReplaceAll(e.Dir, `\`, "/"))
		all = append(all, ModuleFiles{Key: e.Key, Source: e.Source, Version: e.Version, Dir: dir})
	}
	sorted.Stable(all, func(a, b ModuleFiles) int { return strings.Compare(a.Key, b.Key) })
	return all, twice
}

// syntax says how a file of a configuration is written, and what it is for.
type syntax struct {
	base     string // the name without its extensions
	json     bool
	tofu     bool // only OpenTofu reads it
	override bool
}

// syntaxOf returns what a file's name says. ok is false if the file is not a part of a
// configuration.
func syntaxOf(name string) (s syntax, ok bool) {
	for _, ext := range []struct {
		text       string
		json, tofu bool
	}{{".tf", false, false}, {".tofu", false, true}, {".tf.json", true, false}, {".tofu.json", true, true}} {
		if base, found := strings.CutSuffix(name, ext.text); found {
			s = syntax{base: base, json: ext.json, tofu: ext.tofu}
			s.override = base == "override" || strings.HasSuffix(base, "_override")
			// Editors leave files with a dot behind, and both products ignore them. They do read "#main.tf".
			return s, base != "" && name[0] != '.'
		}
	}
	return s, false
}

// choose returns the files that belong to a configuration, sorted by name. OpenTofu reads
// main.tofu and not main.tf if both are there, Terraform never reads main.tofu.
func choose(files []File, opts Options) []File {
	tofu := map[syntax]bool{}
	for _, f := range files {
		if s, ok := syntaxOf(f.Name); ok && s.tofu {
			tofu[syntax{base: s.base, json: s.json}] = true
		}
	}
	var chosen []File
	for _, f := range files {
		s, ok := syntaxOf(f.Name)
		switch {
		case !ok:
		case s.tofu && opts.IgnoreTofu:
		case !s.tofu && !opts.IgnoreTofu && tofu[syntax{base: s.base, json: s.json}]:
		default:
			chosen = append(chosen, f)
		}
	}
	sorted.Stable(chosen, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return chosen
}
