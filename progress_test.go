package planfmt_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/planfmt/planfmt"
)

// TestProgress checks that progress never goes back, and that it ends with
// everything.
func TestProgress(t *testing.T) {
	text, err := os.ReadFile("testdata/example/plan.json")
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	gz := gzip.NewWriter(&packed)
	if _, err := gz.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := gz.Close(); err != nil {
		t.Fatal(err)
	}
	for name, input := range map[string][]byte{"plain": text, "gzip": packed.Bytes()} {
		t.Run(name, func(t *testing.T) {
			var last planfmt.Progress
			shown := 0
			opts := planfmt.Options{Progress: func(p planfmt.Progress) {
				if p.Bytes < last.Bytes || p.Resources < last.Resources || p.Total < last.Total || p.Resources > p.Total {
					t.Errorf("%+v after %+v", p, last)
				}
				last = p
			}}
			for _, err := range planfmt.Resources(context.Background(), bytes.NewReader(input), opts) {
				if err != nil {
					t.Fatal(err)
				}
				shown++
			}
			want := planfmt.Progress{Bytes: int64(len(input)), Resources: shown, Total: shown}
			if last != want || shown == 0 {
				t.Errorf("in the end: %+v, want %+v", last, want)
			}
		})
	}
}

// TestProgressPanics checks that a panic in the caller's function becomes an
// error, as any other.
func TestProgressPanics(t *testing.T) {
	opts := planfmt.Options{Progress: func(planfmt.Progress) { panic("no more") }}
	_, err := planfmt.Show(context.Background(), io.Discard, bytes.NewReader([]byte("{}")), opts)
	if _, ok := errors.AsType[*planfmt.PanicError](err); !ok {
		t.Errorf("the error is %v", err)
	}
}
