// Command smoke tests what GoReleaser has made:
//
//	smoke [-image NAME] DIST
//	smoke -only DIR
//
// It looks into every archive and package, compares checksums, manifests and SBOMs with what they are about, and runs
// the binary of this platform: from the archive, and in the root directory of the container image. With -image, it also
// runs that image with docker. With -only, it tests what packaging/prepare has made in DIR, which takes no GoReleaser.
// It must be run from the root of the repository.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

func main() {
	image := flag.String("image", "", "also run the container image with this `name`")
	only := flag.Bool("only", false, "test what packaging/prepare has made")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: smoke [-image NAME] DIST, or smoke -only DIR")
		os.Exit(2)
	}
	s := &smoke{dist: flag.Arg(0), binaries: map[string][]byte{}}
	if *only {
		s.prepared()
	} else {
		s.released()
	}
	s.run()
	s.container()
	if *image != "" {
		s.docker(*image)
	}
	if s.failed {
		os.Exit(1)
	}
	fmt.Println("smoke: all good")
}

// released checks the files of a release.
func (s *smoke) released() {
	s.checksums()
	for _, system := range []string{"linux", "darwin", "windows", "freebsd"} {
		for _, arch := range []string{"amd64", "arm64"} {
			s.archive(system, arch)
			s.sbom(system, arch)
		}
	}
	for _, arch := range []string{"amd64", "arm64"} {
		s.packages(arch)
	}
	s.manifests()
}

// prepared checks what goes into archives beside the binary. In place of the binary, it takes the one by which the rest
// was made.
func (s *smoke) prepared() {
	files := map[string]file{}
	err := fs.WalkDir(os.DirFS(s.dist), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			files[name] = file{size: info.Size()}
		}
		return err
	})
	if err != nil {
		s.fail("%v", err)
	}
	s.expect(s.dist, files, slices.Concat(beside, []string{"man/planfmt.1.gz"})...)
	data, err := os.ReadFile(filepath.Join(s.dist, "planfmt"))
	if err != nil {
		s.fail("%v", err)
	}
	platform := runtime.GOOS + "_" + runtime.GOARCH
	s.binaries[platform] = data
	document := filepath.Join(s.dist, "planfmt.cdx.json")
	s.output("sbom", exec.Command(filepath.Join(s.dist, "sbom"), filepath.Join(s.dist, "planfmt"), document))
	if data, err = os.ReadFile(document); err != nil {
		s.fail("%v", err)
	}
	s.checkSBOM(document, data, s.binaries[platform])
}

// smoke is what is known so far.
type smoke struct {
	dist     string
	version  string            // as in the names of files
	sums     map[string]string // by name of file
	binaries map[string][]byte // by platform, as linux_amd64
	failed   bool
}

func (s *smoke) fail(format string, args ...any) {
	s.failed = true
	fmt.Printf("FAILED: "+format+"\n", args...)
}

// read returns a file of the release. What is read that way has to be in the checksums.
func (s *smoke) read(name string) []byte {
	data, err := os.ReadFile(filepath.Join(s.dist, name))
	if err != nil {
		s.fail("%v", err)
	}
	if s.sums[name] == "" {
		s.fail("%s: is not in the checksums", name)
	}
	return data
}

// name returns the name of a file of the release.
func (s *smoke) name(system, arch, end string) string {
	return fmt.Sprintf("planfmt_%s_%s_%s%s", s.version, system, arch, end)
}

// expect checks that a list of files has all of what is wanted.
func (s *smoke) expect(where string, files map[string]file, want ...string) {
	for _, name := range want {
		switch f, ok := files[name]; {
		case !ok:
			s.fail("%s: no %s", where, name)
		case f.size == 0:
			s.fail("%s: %s is empty", where, name)
		}
	}
	for name := range files {
		if strings.Contains(name, "..") || strings.HasPrefix(name, "/work") {
			s.fail("%s: has %s", where, name)
		}
	}
}

func megabytes(n int) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
