package files

import (
	"bytes"
	"context"
	"io"
	"os"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
)

// Documents returns the documents of a file, if there are several in it, or one behind the name of a unit. If not, it returns the file as it
// is. What is wrong with the file shows when it is read.
func Documents(ctx context.Context, f Found) []Found {
	if f.Err != nil || f.Path == "-" {
		return []Found{f}
	}
	in, err := OpenRegular(f.Path)
	if err != nil {
		return []Found{f}
	}
	defer in.Close()
	if info, err := in.Stat(); err != nil || !info.Mode().IsRegular() {
		return []Found{f}
	}
	return documentsOf(ctx, f, in)
}

// DocumentsOfInput does the same with standard input. The reader that it returns is to be read in its place. report is called with the number of
// bytes that have been read.
func DocumentsOfInput(ctx context.Context, f Found, in io.Reader, report func(bytes int64)) ([]Found, io.Reader) {
	if file, ok := in.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			if at, err := file.Seek(0, io.SeekCurrent); err == nil {
				all := documentsOf(ctx, f, io.NewSectionReader(file, at, info.Size()-at))
				return all, file
			}
		}
	}
	var read bytes.Buffer
	all := documentsOf(ctx, f, &kept{in, &read, report})
	if len(all) > 1 || all[0].Part > 0 {
		return all, in
	}
	return all, io.MultiReader(&read, in)
}

// kept keeps what is read.
type kept struct {
	in     io.Reader
	read   *bytes.Buffer
	report func(bytes int64)
}

func (k *kept) Read(p []byte) (int, error) {
	n, err := k.in.Read(p)
	k.read.Write(p[:n])
	k.report(int64(k.read.Len()))
	return n, err
}

// documentsOf returns the documents in a text, or the file as it is.
func documentsOf(ctx context.Context, f Found, r io.Reader) []Found {
	in, err := jsondoc.Open(ctx, r)
	if err != nil {
		return []Found{f}
	}
	parts, err := jsondoc.ReadSeveral(in)
	if err != nil || len(parts) == 0 {
		return []Found{f}
	}
	all := make([]Found, len(parts))
	for i, p := range parts {
		all[i] = f
		all[i].Text, all[i].Part, all[i].Unit = p.Text, i+1, p.Unit
	}
	return all
}
