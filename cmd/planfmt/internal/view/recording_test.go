package view

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/picture"
)

// TestRecording checks that the picture in the README is what the view shows: it presses the keys of
// testdata/recording.txt, and draws the screens one after the other.
func TestRecording(t *testing.T) {
	const width, height = 96, 27
	plan, err := os.ReadFile("../../../../testdata/example/plan.json")
	if err != nil {
		t.Fatal(err)
	}
	opts := planfmt.Options{Needs: needs}
	opts.Needs.Readable, opts.Needs.Words = true, true
	opts.Schemas = []planfmt.SchemaSource{{Name: "schemas.json", Open: func() (io.ReadCloser, error) {
		return os.Open("../../../../testdata/example/schemas.json")
	}}}
	opened, err := planfmt.Open(context.Background(), bytes.NewReader(plan), opts)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	v := newViewer(t, Options{
		Plan: opened, Title: "tfplan", Theme: Theme{Colors: Colors16}, Terminal: Terminal{Width: width, Height: height},
		Ask: &Ask{},
	})

	script, err := os.ReadFile(filepath.Join("testdata", "recording.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var frames []picture.Frame
	for number, line := range strings.Split(strings.TrimSpace(string(script)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		steps, caption, ok := strings.Cut(line, " | ")
		millis, keys, ok2 := strings.Cut(strings.TrimSpace(steps), " ")
		n, err := strconv.Atoi(millis)
		if !ok || !ok2 || err != nil {
			t.Fatalf("line %d: %s", number+1, line)
		}
		caption = "\n\n\x1b[90m" + caption + "\x1b[0m"
		keys = strings.TrimSpace(keys)
		if text, ok := strings.CutPrefix(keys, `"`); ok {
			for _, r := range strings.TrimSuffix(text, `"`) {
				v.keys(`"` + string(r) + `"`)
				frames = append(frames, picture.Frame{Screen: v.state.Screen() + caption, Millis: n})
			}
			continue
		}
		if keys != "-" {
			v.keys(keys)
		}
		frames = append(frames, picture.Frame{Screen: v.state.Screen() + caption, Millis: n})
	}
	if !v.state.approved {
		t.Error("the recording does not end with a yes")
	}
	var drawn bytes.Buffer
	if err := picture.Animate(&drawn, frames, 1); err != nil {
		t.Fatal(err)
	}
	const name = "../../../../docs/view.svg"
	if *update {
		if err := os.WriteFile(name, drawn.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if is, err := os.ReadFile(name); err != nil || !bytes.Equal(is, drawn.Bytes()) {
		t.Errorf("%s is not what the view shows (%v): use -update, and look at it", name, err)
	}
}
