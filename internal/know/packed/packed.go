// Package packed is the form of the tables that are compiled into the binary. A table is a list of parts, each of which is
// compressed by itself, so that whoever looks for something unpacks little else. What the parts mean, their tables know.
package packed

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// The format, all numbers unsigned varints:
//
//	magic
//	length of the packed directory, that of the unpacked one, the packed directory
//	the packed parts, one after the other
//
//	directory: number of parts; of each its packed length and its unpacked length
//
// Packed is DEFLATE.
const (
	magic   = "planfmt table 1\n"
	maxPart = 16 << 20 // unpacked
)

// Encode returns the table with some parts.
func Encode(parts []string) []byte {
	directory := binary.AppendUvarint(nil, uint64(len(parts)))
	var all []byte
	for _, p := range parts {
		packed := deflate(p)
		directory = binary.AppendUvarint(binary.AppendUvarint(directory, uint64(len(packed))), uint64(len(p)))
		all = append(all, packed...)
	}
	packed := deflate(string(directory))
	head := binary.AppendUvarint(binary.AppendUvarint([]byte(magic), uint64(len(packed))), uint64(len(directory)))
	return slices.Concat(head, packed, all)
}

// Table is a table whose parts can be unpacked. It is safe for concurrent use.
type Table struct{ parts []packedPart }

// packedPart is a part of a table, as it is packed, and its length without that.
type packedPart struct {
	packed string
	length int
}

// Open reads the directory of a table. The error says where the bytes are not what [Encode] writes.
func Open(data string) (*Table, error) {
	rest, ok := strings.CutPrefix(data, magic)
	if !ok {
		return nil, errors.New("not a table of planfmt")
	}
	file := NewReader(rest)
	packed, length := file.Number(maxPart), file.Number(maxPart)
	text, err := packedPart{file.take(packed), length}.unpack()
	if err := errors.Join(file.Err, err); err != nil {
		return nil, fmt.Errorf("directory: %w", err)
	}
	directory := NewReader(text)
	t := &Table{parts: make([]packedPart, directory.Count())}
	for i := range t.parts {
		packed := file.take(directory.Number(len(file.rest)))
		t.parts[i] = packedPart{packed, directory.Number(maxPart)}
	}
	if err := errors.Join(directory.End(), file.End()); err != nil {
		return nil, fmt.Errorf("directory: %w", err)
	}
	return t, nil
}

// Len returns the number of parts.
func (t *Table) Len() int { return len(t.parts) }

// Part unpacks a part.
func (t *Table) Part(i int) (string, error) {
	if i >= len(t.parts) {
		return "", errShort
	}
	return t.parts[i].unpack()
}

// unpack unpacks no more than what the length of the part is.
func (p packedPart) unpack() (string, error) {
	z := flate.NewReader(strings.NewReader(p.packed))
	var text strings.Builder
	if _, err := io.Copy(&text, io.LimitReader(z, int64(p.length)+1)); err != nil {
		return "", err
	}
	if text.Len() != p.length {
		return "", fmt.Errorf("%d bytes unpacked, expected %d", text.Len(), p.length)
	}
	return text.String(), nil
}

func deflate(text string) []byte {
	var packed bytes.Buffer
	z, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return nil // the level is valid
	}
	// A bytes.Buffer never fails.
	_, _ = io.WriteString(z, text)
	_ = z.Close()
	return packed.Bytes()
}
