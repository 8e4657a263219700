//go:build js && wasm

package main

import (
	"errors"
	"fmt"
	"io"
	"syscall/js"
)

// window is how many bytes of a file are read at a time. Files may be larger than memory.
const window = 1 << 20

// reader reads a File of the page. It is used by one goroutine at a time, as there is one thread.
type reader struct {
	file, reader, bytes js.Value
	size, at            int64
	buf                 []byte // of the file, from start on
	start               int64
}

func newReader(file js.Value) *reader {
	global := js.Global()
	return &reader{file: file, size: int64(file.Get("size").Float()), reader: global.Get("FileReaderSync").New(), bytes: global.Get("Uint8Array")}
}

func (r *reader) Read(p []byte) (int, error) {
	n, err := r.ReadAt(p, r.at)
	r.at += int64(n)
	if n > 0 {
		err = nil
	}
	return n, err
}

func (r *reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return 0, errors.New("the position is before the start of the file")
	}
	r.at = offset
	return offset, nil
}

func (r *reader) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		if off < r.start || off >= r.start+int64(len(r.buf)) {
			if off >= r.size {
				return n, io.EOF
			}
			if err := r.fill(off); err != nil {
				return n, err
			}
		}
		k := copy(p[n:], r.buf[off-r.start:])
		n, off = n+k, off+int64(k)
	}
	return n, nil
}

// fill reads the part of the file at an offset.
func (r *reader) fill(off int64) (err error) {
	defer func() {
		// The browser throws an exception if the file is a directory, or has been changed or removed. Anything else is a
		// mistake in this program: run.Run says so, and the worker goes on.
		if e := recover(); e != nil {
			thrown, ok := e.(js.Error)
			if !ok {
				panic(e)
			}
			r.buf, err = nil, fmt.Errorf("the browser cannot read it (%s): it is a directory, or has been changed or removed", name(thrown))
		}
	}()
	data := r.bytes.New(r.reader.Call("readAsArrayBuffer", r.file.Call("slice", off, min(off+window, r.size))))
	n := data.Length()
	if n == 0 {
		return io.ErrUnexpectedEOF
	}
	if cap(r.buf) < n {
		r.buf = make([]byte, window)
	}
	r.buf, r.start = r.buf[:n], off
	js.CopyBytesToGo(r.buf, data)
	return nil
}

// name returns the name of an exception, such as NotFoundError.
func name(thrown js.Error) string {
	if thrown.Type() != js.TypeObject {
		return "an exception without a name"
	}
	return thrown.Get("name").String()
}
