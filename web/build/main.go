// Command build makes the page that needs no server: one file, with planfmt as WebAssembly in it. Run it in the root of
// the repository, with `make web`.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/web/internal/shell"
)

// limit is how many bytes the compressed program may have.
const limit = 5_000_000

func main() {
	out := flag.String("o", "bin/web/index.html", "the `file` to write")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "web: there is no argument, but %q is given: the file to write comes after -o\n", flag.Arg(0))
		os.Exit(2)
	}
	if err := build(context.Background(), *out); err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
}

// build writes the page to a file, and says how large it is.
func build(ctx context.Context, out string) error {
	parts, size, err := collect(ctx)
	if err != nil {
		return err
	}
	page, err := shell.Page(parts)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(out, []byte(page), 0o666); err != nil {
		return err
	}
	fmt.Printf("%s: %.1f MB; the program in it has %.1f MB, compressed %.2f MB of at most %.1f; the known facts have %.2f MB\n",
		out, mega(len(page)), mega(size), mega(len(parts.Module)), mega(limit), mega(len(parts.Facts)))
	return nil
}

// collect returns what the page is made of, and how many bytes the program has before it is compressed.
func collect(ctx context.Context) (parts shell.Parts, size int, err error) {
	if parts.Facts, err = os.ReadFile(filepath.Join("internal", "know", "facts", "facts.bin")); err != nil {
		return parts, 0, fmt.Errorf("%w: run this in the root of the repository", err)
	}
	program, err := compile(ctx)
	if err != nil {
		return parts, 0, err
	}
	if parts.Module, err = pack(program, limit); err != nil {
		return parts, 0, err
	}
	if parts.Exec, err = support(ctx); err != nil {
		return parts, 0, err
	}
	parts.Report, err = report(ctx)
	return parts, len(program), err
}

func mega(n int) float64 { return float64(n) / 1e6 }

// flags returns the arguments of go build, for a small program. Functions are inlined only where most of the time is spent:
// with inlining everywhere, the compressed program has a fifth more. The table of known facts is next to the program in the page,
// since it is compressed already. There are no facts about the meaning of changes, which no format shows but json and jsonl.
func flags() []string {
	all := []string{"-trimpath", "-buildvcs=false", "-tags=planfmt_no_facts,planfmt_no_meaning", "-ldflags=-s -w -buildid=", "-gcflags=all=-l"}
	for _, p := range inlined {
		all = append(all, "-gcflags="+p+"=")
	}
	return all
}

// inlined are packages in which much of the time is spent. Others in which it is, such as values, differ and the runtime, would make the program
// larger than it may be.
var inlined = []string{
	"internal/bytealg", "math/bits", "unicode/utf8",
	module + "/internal/read/jsondoc", module + "/internal/base/jsoncut", module + "/sinks", module + "/internal/base/lcs",
}

const module = "github.com/planfmt/planfmt"

// compile returns the program.
func compile(ctx context.Context) ([]byte, error) {
	dir, err := os.MkdirTemp("", "planfmt-web")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "planfmt.wasm")
	cmd := exec.CommandContext(ctx, "go", append(append([]string{"build", "-o", file}, flags()...), "./web/wasm")...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go build: %w", err)
	}
	return os.ReadFile(file)
}

// pack compresses the program, which must then have at most limit bytes. Programs of Go repeat themselves over distances that gzip, which
// every browser unpacks itself, does not see: with a window as large as the program, zstd makes it smaller by a seventh.
func pack(program []byte, limit int) ([]byte, error) {
	const window = 32 << 20
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(window), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	packed := z.EncodeAll(program, nil)
	if len(packed) > limit {
		return nil, fmt.Errorf("the program has %d bytes when it is compressed, more than %d", len(packed), limit)
	}
	return packed, nil
}

// support returns the script that runs programs of the version of Go that compiles this one.
func support(ctx context.Context) (string, error) {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	return string(text), err
}

// report returns a page in the format html. All of them have the same policy.
func report(ctx context.Context) (string, error) {
	var b strings.Builder
	const plan = `{"format_version": "1.2", "terraform_version": "1.14.0", "resource_changes": []}`
	_, err := planfmt.Show(ctx, &b, strings.NewReader(plan), planfmt.Options{Format: "html"})
	return b.String(), err
}
