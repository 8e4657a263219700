package jsonplan

import (
	"context"
	"io"
	"os"
	"testing"
)

// BenchmarkRead reads the plan that PLANFMT_BENCH names, through a pipe's
// eyes and as a file.
func BenchmarkRead(b *testing.B) {
	name := os.Getenv("PLANFMT_BENCH")
	if name == "" {
		b.Skip("PLANFMT_BENCH names no plan")
	}
	for _, seek := range []bool{false, true} {
		b.Run(map[bool]string{false: "stream", true: "file"}[seek], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f, err := os.Open(name)
				if err != nil {
					b.Fatal(err)
				}
				info, _ := f.Stat()
				b.SetBytes(info.Size())
				var r io.Reader = f
				if !seek {
					r = struct{ io.Reader }{f}
				}
				p, err := Read(context.Background(), r, Options{})
				if err != nil {
					b.Fatal(err)
				}
				p.Close()
				f.Close()
			}
		})
	}
}
