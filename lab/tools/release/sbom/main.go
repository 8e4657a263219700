// Command sbom writes the software bill of materials of a Go binary, in CycloneDX's JSON:
//
//	sbom BINARY DOCUMENT
//
// It lists what the binary itself says that it was built from: the modules with their versions and the toolchain. The
// same binary always gives the same document.
package main

import (
	"cmp"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
)

type document struct {
	Schema       string       `json:"$schema"`
	Format       string       `json:"bomFormat"`
	SpecVersion  string       `json:"specVersion"`
	SerialNumber string       `json:"serialNumber"`
	Version      int          `json:"version"`
	Metadata     metadata     `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Timestamp string    `json:"timestamp,omitempty"`
	Component component `json:"component"`
}

type component struct {
	Ref        string     `json:"bom-ref"`
	Type       string     `json:"type"`
	Name       string     `json:"name"`
	Version    string     `json:"version,omitempty"`
	Purl       string     `json:"purl"`
	Hashes     []hash     `json:"hashes,omitempty"`
	Licences   []licence  `json:"licenses,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type licence struct {
	Expression string `json:"expression"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn"`
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: sbom BINARY DOCUMENT")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func write(binary, name string) error {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(binary)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(describe(info, sha256.Sum256(data)), "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o644)
}

// describe returns the document about a binary with this SHA-256.
func describe(info *debug.BuildInfo, sum [sha256.Size]byte) document {
	main := module(&info.Main)
	main.Type = "application"
	main.Hashes = []hash{{"SHA-256", fmt.Sprintf("%x", sum)}}
	main.Licences = []licence{{"Apache-2.0"}}
	d := document{
		Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", SpecVersion: "1.6", Version: 1,
		SerialNumber: serialNumber(sum),
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			d.Metadata.Timestamp = s.Value
		}
		main.Properties = append(main.Properties, property{"go:build:" + s.Key, s.Value})
	}
	d.Metadata.Component = main
	d.Components = []component{module(&debug.Module{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")})}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		d.Components = append(d.Components, module(m))
	}
	slices.SortFunc(d.Components, func(a, b component) int { return cmp.Compare(a.Ref, b.Ref) })
	on := dependency{Ref: main.Ref}
	for _, c := range d.Components {
		on.DependsOn = append(on.DependsOn, c.Ref)
	}
	d.Dependencies = []dependency{on}
	return d
}

// module returns the component for a module. What go.sum has is a hash of the module's files, which is not one of those
// that CycloneDX knows, so it is a property.
func module(m *debug.Module) component {
	c := component{Type: "library", Name: m.Path, Version: m.Version, Purl: "pkg:golang/" + m.Path}
	if m.Version != "" {
		c.Purl += "@" + strings.ReplaceAll(m.Version, "+", "%2B")
	}
	if m.Sum != "" {
		c.Properties = []property{{"go:sum", m.Sum}}
	}
	c.Ref = c.Purl
	return c
}

// serialNumber returns a UUID (version 8) that is made of the hash.
func serialNumber(sum [sha256.Size]byte) string {
	u := sum[:16]
	u[6] = u[6]&0x0f | 0x80
	u[8] = u[8]&0x3f | 0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}
