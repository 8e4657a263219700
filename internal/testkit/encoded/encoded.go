// Package encoded makes documents in other encodings, for tests.
package encoded

import (
	"bytes"
	"compress/gzip"
	"unicode/utf16"
)

// UTF16 encodes UTF-8 text as UTF-16. mark puts a byte-order mark in front.
func UTF16(text []byte, big, mark bool) []byte {
	units := utf16.Encode([]rune(string(text)))
	if mark {
		units = append([]uint16{0xfeff}, units...)
	}
	return Units(big, units...)
}

// Units returns units of UTF-16 as bytes. They need not be valid text.
func Units(big bool, units ...uint16) []byte {
	var out []byte
	for _, u := range units {
		if big {
			out = append(out, byte(u>>8), byte(u))
		} else {
			out = append(out, byte(u), byte(u>>8))
		}
	}
	return out
}

// Gzip compresses b.
func Gzip(b []byte) []byte {
	var buf bytes.Buffer
	w := gzip.NewWriter(&buf)
	w.Write(b) // a bytes.Buffer never fails
	w.Close()
	return buf.Bytes()
}
