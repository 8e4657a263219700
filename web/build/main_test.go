package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

var (
	policies = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`)
	scripts  = regexp.MustCompile(`(?s)<script( [^>]*)?>(.*?)</script>`)
	styles   = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
	ids      = regexp.MustCompile(` id="([a-z]+)"`)
)

// TestBuild builds the page, and takes it apart as a browser does.
func TestBuild(t *testing.T) {
	if !sampling.Full() {
		t.Skip("the program is compiled for WebAssembly only with PLANFMT_TEST=full")
	}
	t.Chdir(filepath.Join("..", ".."))
	out := filepath.Join(t.TempDir(), "new", "index.html")
	if err := build(t.Context(), out); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)

	var run, applied []string // the hashes of what may run, and of the style sheets
	data := map[string]string{}
	for _, m := range scripts.FindAllStringSubmatch(page, -1) {
		if m[1] == "" {
			run = append(run, hash(m[2]))
			continue
		}
		if !strings.Contains(m[1], ` type="text/plain"`) || strings.Contains(m[1], "src=") {
			t.Errorf("there is a script with the attributes%s", m[1])
		}
		data[ids.FindStringSubmatch(m[1])[1]] = m[2]
	}
	run = append(run, hash(data["frame"])) // it runs in the frame
	for _, m := range styles.FindAllStringSubmatch(page, -1) {
		applied = append(applied, hash(m[1]))
	}
	shown, err := report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range scripts.FindAllStringSubmatch(shown, -1) {
		run = append(run, hash(m[2]))
	}
	for _, m := range styles.FindAllStringSubmatch(shown, -1) {
		applied = append(applied, hash(m[1]))
	}

	found := policies.FindAllStringSubmatch(page, -1)
	if len(found) != 1 {
		t.Fatalf("the page has %d policies", len(found))
	}
	if before, _, _ := strings.Cut(page, found[0][0]); strings.Contains(before, "<script") || strings.Contains(before, "<style") {
		t.Error("something comes before the policy")
	}
	for directive, want := range map[string][]string{
		"default-src": {"'none'"}, "connect-src": {"'none'"}, "base-uri": {"'none'"}, "form-action": {"'none'"}, "worker-src": {"blob:"},
		"script-src": append(run, "'wasm-unsafe-eval'"), "style-src": applied,
	} {
		var got []string
		for text := range strings.SplitSeq(found[0][1], ";") {
			if words := strings.Fields(text); words[0] == directive {
				got = append(got, words[1:]...)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, slices.Compact(want)) {
			t.Errorf("%s allows\n%q, want\n%q", directive, got, want)
		}
	}
	if n := strings.Count(found[0][1], ";"); n != 6 {
		t.Errorf("the policy has %d directives: %s", n+1, found[0][1])
	}

	// The same commit makes the same program, and it is in the page.
	want, err := compile(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	z, err := zstd.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(data["module"])))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, want) {
		t.Errorf("the program in the page has %d bytes, the one that is built %d, and they are not the same; %v", len(got), len(want), err)
	}
	if !bytes.HasPrefix(want, []byte("\x00asm")) {
		t.Error("the program is not WebAssembly")
	}
	facts, err := os.ReadFile("internal/know/facts/facts.bin")
	if err != nil {
		t.Fatal(err)
	}
	if data["facts"] != base64.StdEncoding.EncodeToString(facts) {
		t.Error("the facts in the page are not those of the repository")
	}
	exec, err := support(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(data["worker"], exec) || !strings.Contains(exec, "globalThis.Go") {
		t.Error("the worker does not begin with the wasm_exec.js of this version of Go")
	}
}

// hash returns what a policy says of a script or a style sheet.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func TestBuildErrors(t *testing.T) {
	dir := t.TempDir()
	t.Run("another directory", func(t *testing.T) {
		t.Chdir(dir)
		wantError(t, build(t.Context(), "index.html"), "facts.bin", "run this in the root of the repository")
	})
	t.Run("a repository without the program", func(t *testing.T) {
		t.Chdir(dir)
		file := filepath.Join("internal", "know", "facts", "facts.bin")
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		wantError(t, build(t.Context(), "index.html"), "go build: ")
		if _, err := os.Stat("index.html"); err == nil {
			t.Error("there is a page")
		}
	})
	t.Run("no go", func(t *testing.T) {
		t.Setenv("PATH", dir)
		_, err := compile(t.Context())
		wantError(t, err, "go build: ", "executable file not found")
		_, err = support(t.Context())
		wantError(t, err, "go env GOROOT: ", "executable file not found")
	})
	t.Run("too large", func(t *testing.T) {
		noise := make([]byte, 2000)
		for i := range noise {
			noise[i] = byte(rand.Uint32())
		}
		_, err := pack(noise, 1000)
		wantError(t, err, "the program has 20", "bytes when it is compressed, more than 1000")
		if packed, err := pack(noise, 3000); err != nil || len(packed) < 1000 {
			t.Errorf("%d bytes, %v", len(packed), err)
		}
	})
}

func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("the error is %v, want one with %q", err, part)
		}
	}
}
