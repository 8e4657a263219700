package main

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A binary should have goalBinary bytes at most, and is said to have more if it has. More than maxBinary is a mistake.
const (
	goalBinary = 20_000_000
	maxBinary  = 30_000_000
)

// beside are files that archives have beside the binary.
var beside = []string{
	"completions/planfmt.bash", "completions/_planfmt", "completions/planfmt.fish", "completions/planfmt.ps1", "man/planfmt.1", "man/planfmt-show.1", "man/planfmt-check.1",
}

// file is a file in an archive or a package. Only binaries are kept.
type file struct {
	size int64
	mode os.FileMode
	data []byte
}

// checksums checks that every file has the checksum in the list, and finds out the version.
func (s *smoke) checksums() {
	lists, err := filepath.Glob(filepath.Join(s.dist, "planfmt_*_checksums.txt"))
	if err != nil || len(lists) != 1 {
		s.fail("%d lists of checksums", len(lists))
		return
	}
	s.version = strings.TrimSuffix(strings.TrimPrefix(filepath.Base(lists[0]), "planfmt_"), "_checksums.txt")
	s.sums = map[string]string{}
	text, err := os.ReadFile(lists[0])
	if err != nil {
		s.fail("%v", err)
		return
	}
	for line := range strings.Lines(string(text)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		s.sums[name] = sum
		data, err := os.ReadFile(filepath.Join(s.dist, name))
		if err != nil {
			s.fail("%v", err)
		} else if got := fmt.Sprintf("%x", sha256.Sum256(data)); got != sum {
			s.fail("%s: has the checksum %s, in the list is %s", name, got, sum)
		}
	}
	fmt.Printf("planfmt %s: %d files have their checksums\n", s.version, len(s.sums))
}

// archive checks what is in the archive for a platform, and keeps its binary.
func (s *smoke) archive(system, arch string) {
	name, binary, open := s.name(system, arch, ".tar.gz"), "planfmt", untar
	if system == "windows" {
		name, binary, open = s.name(system, arch, ".zip"), "planfmt.exe", unzip
	}
	data := s.read(name)
	files, err := open(data)
	if err != nil {
		s.fail("%s: %v", name, err)
		return
	}
	s.expect(name, files, slices.Concat(beside, []string{binary, "LICENSE", "NOTICE", "README.md", "CHANGELOG.md"})...)
	b := files[binary]
	s.binaries[system+"_"+arch] = b.data
	if b.mode.Perm() != 0o755 && system != "windows" {
		s.fail("%s: the binary has the mode %v", name, b.mode)
	}
	if b.size > maxBinary {
		s.fail("%s: the binary has %d bytes, more than %d", name, b.size, maxBinary)
	}
	info, err := buildinfo.Read(bytes.NewReader(b.data))
	if err != nil {
		s.fail("%s: %v", name, err)
		return
	}
	built := map[string]string{}
	for _, setting := range info.Settings {
		built[setting.Key] = setting.Value
	}
	for key, want := range map[string]string{"GOOS": system, "GOARCH": arch, "CGO_ENABLED": "0", "-trimpath": "true", "-ldflags": "-s -w -funcalign=4"} {
		if built[key] != want && (key != "-ldflags" || built[key] != "") { // -trimpath hides the flags of the linker
			s.fail("%s: the binary is built with %s=%s", name, key, built[key])
		}
	}
	if built["vcs.revision"] == "" || info.Main.Version == "" || info.Main.Version == "(devel)" {
		s.fail("%s: the binary does not know its version", name)
	}
	if built["vcs.modified"] == "true" && !strings.HasSuffix(s.version, "-snapshot") {
		s.fail("%s: the binary is not that of a commit: %s", name, info.Main.Version)
	}
	remark := ""
	if b.size > goalBinary {
		remark = ", more than the goal of " + megabytes(goalBinary)
	}
	fmt.Printf("%-45s %s, the binary %s%s, %s\n", name, megabytes(len(data)), megabytes(int(b.size)), remark, info.Main.Version)
}

func untar(data []byte) (map[string]file, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return untarFrom(r)
}

func untarFrom(r io.Reader) (map[string]file, error) {
	files := map[string]file{}
	for t := tar.NewReader(r); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		} else if err != nil {
			return nil, err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		f := file{size: h.Size, mode: h.FileInfo().Mode()}
		if strings.HasSuffix(h.Name, "planfmt") && h.Size > 1<<20 {
			if f.data, err = io.ReadAll(t); err != nil {
				return nil, err
			}
		}
		files[strings.TrimPrefix(strings.TrimPrefix(h.Name, "."), "/")] = f
	}
}

func unzip(data []byte) (map[string]file, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	files := map[string]file{}
	for _, entry := range z.File {
		f := file{size: int64(entry.UncompressedSize64), mode: entry.Mode()}
		if strings.HasSuffix(entry.Name, ".exe") {
			r, err := entry.Open()
			if err != nil {
				return nil, err
			}
			if f.data, err = io.ReadAll(r); err != nil {
				return nil, err
			}
		}
		files[entry.Name] = f
	}
	return files, nil
}

// sbom checks the SBOM for a platform.
func (s *smoke) sbom(system, arch string) {
	name := s.name(system, arch, ".cdx.json")
	s.checkSBOM(name, s.read(name), s.binaries[system+"_"+arch])
}

// checkSBOM checks that an SBOM is about a binary, and lists the modules of which that is made.
func (s *smoke) checkSBOM(name string, data, binary []byte) {
	var d struct {
		BomFormat, SpecVersion string
		Metadata               struct {
			Component struct {
				Name   string
				Hashes []struct{ Alg, Content string }
			}
		}
		Components []struct{ Name, Version string }
	}
	if err := json.Unmarshal(data, &d); err != nil {
		s.fail("%s: %v", name, err)
		return
	}
	main := d.Metadata.Component
	if d.BomFormat != "CycloneDX" || main.Name != "github.com/planfmt/planfmt" || len(main.Hashes) != 1 ||
		main.Hashes[0].Content != fmt.Sprintf("%x", sha256.Sum256(binary)) {
		s.fail("%s: is not about the binary in the archive: %+v", name, main)
	}
	listed := map[string]string{}
	for _, c := range d.Components {
		listed[c.Name] = c.Version
	}
	info, err := buildinfo.Read(bytes.NewReader(binary))
	if err != nil {
		s.fail("%s: %v", name, err)
		return
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		if listed[m.Path] != m.Version {
			s.fail("%s: has %s %q, the binary %s", name, m.Path, listed[m.Path], m.Version)
		}
	}
	if len(listed) != len(info.Deps)+1 {
		s.fail("%s: lists %d components, the binary is made of %d modules and the standard library", name, len(listed), len(info.Deps))
	}
}

// manifests checks that the files for Homebrew, Scoop and winget name archives with their checksums.
func (s *smoke) manifests() {
	known := map[string]bool{}
	for _, sum := range s.sums {
		known[sum] = true
	}
	for _, pattern := range []string{"homebrew/Casks/*.rb", "scoop/*.json", "winget/manifests/p/planfmt/planfmt/*/*.installer.yaml"} {
		names, err := filepath.Glob(filepath.Join(s.dist, filepath.FromSlash(pattern)))
		if err != nil || len(names) != 1 {
			s.fail("%s: %d files", pattern, len(names))
			continue
		}
		text, err := os.ReadFile(names[0])
		if err != nil {
			s.fail("%v", err)
			continue
		}
		found := map[string]bool{}
		for words := bufio.NewScanner(bytes.NewReader(text)); words.Scan(); {
			for _, word := range strings.FieldsFunc(words.Text(), func(r rune) bool { return !strings.ContainsRune("0123456789abcdefABCDEF", r) }) {
				if len(word) == sha256.Size*2 {
					found[strings.ToLower(word)] = true
				}
			}
		}
		for _, sum := range slices.Sorted(maps.Keys(found)) {
			if !known[sum] {
				s.fail("%s: has the checksum %s, which is of no file", names[0], sum)
			}
		}
		if len(found) < 2 {
			s.fail("%s: has %d checksums", names[0], len(found))
		}
		fmt.Printf("%-45s names %d archives with their checksums\n", filepath.Base(names[0]), len(found))
	}
}
