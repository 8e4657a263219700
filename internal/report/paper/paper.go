// Package paper has what the notations of reports have in common. Each of them is a package below: text, markdown, html and json.
package paper

import (
	"errors"
	"io"
)

// ErrNotBegun says that a report is written that has not begun.
var ErrNotBegun = errors.New("the report has not begun")

// WriteAll writes all of the text, or returns an error.
func WriteAll(w io.Writer, text []byte) error {
	n, err := w.Write(text)
	if err == nil && n != len(text) {
		err = io.ErrShortWrite
	}
	return err
}
