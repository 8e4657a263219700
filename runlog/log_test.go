package runlog_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/goldenflag"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/runlog"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/test/kit"
)

// TestLogGolden runs every case of testdata/log, one txtar file each:
//
//	-- log.jsonl --   the log, ESC written ␛
//	-- text --        what is printed, without colour
//	-- no-color --    the same, without boxes around diagnostics
//	-- ansi --        with colour
//	-- live --        what scrolls past on a terminal that shows what is under way
//	-- markdown --    the comment, for GitHub
//	-- json --        the summary
//	-- end --         how each run ended
//	-- remarks --
//
// Only the sections that are present are checked.
func TestLogGolden(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "log", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			log := strings.ReplaceAll(string(kit.Section(a, "log.jsonl")), "␛", "\x1b")
			changed := false
			for i, f := range a.Files {
				if f.Name == "log.jsonl" {
					continue
				}
				got := kit.LogSection(t, f.Name, log)
				if got == string(f.Data) {
					continue
				}
				if *goldenflag.Update {
					a.Files[i].Data = []byte(got)
					changed = true
					continue
				}
				t.Errorf("%s: got\n%s\nwant\n%s", f.Name, got, f.Data)
			}
			if changed {
				if err := os.WriteFile(file, txtar.Format(a), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// What is written of a line is there before the next line comes.
func TestLogIsLive(t *testing.T) {
	for _, e := range []struct{ line, want string }{
		{`{"@level":"info","@message":"a.b: Creating...","hook":{"resource":{"addr":"a.b"},"action":"create"},"type":"apply_start"}`, "a.b: Creating...\n"},
		{`{"@level":"info","@message":"a.b: x","hook":{"resource":{"addr":"a.b"},"provisioner":"local-exec","output":"hello"},"type":"provision_progress"}`, "a.b (local-exec): hello\n"},
		{"text", "text\n"},
		{`{"@level":"error","@message":"Error: x","diagnostic":{"severity":"error","summary":"x"},"type":"diagnostic"}`, "╷\n│ Error: x\n╵\n"},
	} {
		r, w := io.Pipe()
		out, seen := io.Pipe()
		go func() {
			_, _ = runlog.Show(context.Background(), seen, r, runlog.Options{})
			seen.Close()
		}()
		if _, err := io.WriteString(w, e.line+"\n"); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, len(e.want))
		if _, err := io.ReadFull(out, got); err != nil || string(got) != e.want {
			t.Errorf("got %q, error %v; want %q", got, err, e.want)
		}
		out.Close()
		w.Close()
	}
}

// The program that writes a log must not be killed because its log cannot be shown.
func TestLogIsReadToItsEnd(t *testing.T) {
	line := `{"@level":"info","@message":"x","type":"log"}` + "\n"
	for name, opts := range map[string]runlog.Options{"output": {}, "tee": {Tee: brokenWriter{}}} {
		in := strings.NewReader(strings.Repeat(line, 20_000))
		var w io.Writer = brokenWriter{}
		if name == "tee" {
			w = io.Discard
		}
		_, err := runlog.Show(context.Background(), w, io.MultiReader(in), opts)
		if !errors.Is(err, errBroken) || in.Len() > 0 {
			t.Errorf("%s: %d bytes are left, error %v", name, in.Len(), err)
		}
	}
}

var errBroken = errors.New("broken")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func FuzzLog(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "log", "*.txtar"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for line := range bytes.Lines(kit.Section(a, "log.jsonl")) {
			f.Add(string(line), uint8(0))
		}
	}
	formats := runlog.Formats()
	f.Fuzz(func(t *testing.T, log string, n uint8) {
		opts := runlog.Options{Format: formats[int(n)%len(formats)].Name, MaxLine: 1 << 16}
		opts.Layout.Width = int(n)
		opts.Layout.NoBoxes = n&4 != 0
		opts.Layout.OnlyResults = n&8 != 0
		opts.Layout.Markdown.Flavour = sinks.Flavours()[int(n)%len(sinks.Flavours())]
		var out bytes.Buffer
		if _, err := runlog.Show(context.Background(), &out, strings.NewReader(log), opts); err != nil {
			var wrong *plans.WrongLogError
			if !errors.As(err, &wrong) {
				t.Fatal(err)
			}
		}
		if i := slices.IndexFunc(out.Bytes(), func(c byte) bool { return c < ' ' && c != '\n' && c != '\t' }); i >= 0 {
			t.Fatalf("a control byte in the output: %q", out.Bytes()[max(0, i-20):i+1])
		}
	})
}
