package report

import (
	"io"
)

// writeAll writes all of the text, or returns an error.
func writeAll(w io.Writer, text []byte) error {
	n, err := w.Write(text)
	if err == nil && n != len(text) {
		err = io.ErrShortWrite
	}
	return err
}
