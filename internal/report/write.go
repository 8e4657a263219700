package report

import (
	"errors"
	"io"
)

// errNotBegun says that a report is written that has not begun.
var errNotBegun = errors.New("the report has not begun")

// writeAll writes all of the text, or returns an error.
func writeAll(w io.Writer, text []byte) error {
	n, err := w.Write(text)
	if err == nil && n != len(text) {
		err = io.ErrShortWrite
	}
	return err
}
