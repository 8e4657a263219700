package showjson

import (
	"bufio"
	"io"
	"strconv"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// jsonWriter writes a JSON document as a stream. After an error of the underlying
// writer, it writes nothing more; flush returns the error.
type jsonWriter struct {
	out *bufio.Writer
	buf []byte
	// more says that the object or list that is being written has a member, so
	// that the next one is preceded by a comma.
	more bool
}

func newWriter(w io.Writer) *jsonWriter { return &jsonWriter{out: bufio.NewWriterSize(w, 64<<10)} }

// flush writes what is left. The error is the first one of the underlying writer.
func (w *jsonWriter) flush() error {
	w.out.Write(w.buf)
	w.buf = w.buf[:0]
	return w.out.Flush()
}

// spill hands over what has been written, so that the memory is that of one entry.
func (w *jsonWriter) spill() error {
	if len(w.buf) < 32<<10 {
		return nil
	}
	_, err := w.out.Write(w.buf)
	w.buf = w.buf[:0]
	if cap(w.buf) > 1<<20 {
		w.buf = nil
	}
	return err
}

func (w *jsonWriter) open(c byte) {
	w.buf = append(w.buf, c)
	w.more = false
}

func (w *jsonWriter) close(c byte) {
	w.buf = append(w.buf, c)
	w.more = true
}

// next begins the next member or element.
func (w *jsonWriter) next() {
	if w.more {
		w.buf = append(w.buf, ',')
	}
	w.more = true
}

// name begins a member.
func (w *jsonWriter) name(name string) {
	w.next()
	w.buf = append(appendString(w.buf, name), ':')
}

func (w *jsonWriter) text(name, text string) {
	w.name(name)
	w.buf = appendString(w.buf, text)
}

// optional writes a member unless it is empty.
func (w *jsonWriter) optional(name, text string) {
	if text != "" {
		w.text(name, text)
	}
}

func (w *jsonWriter) value(name string, v values.Value) {
	w.name(name)
	w.buf = appendValue(w.buf, v)
}

func (w *jsonWriter) flag(name string, b bool) {
	w.name(name)
	w.buf = strconv.AppendBool(w.buf, b)
}

// texts writes a list of strings.
func (w *jsonWriter) texts(name string, list []string) {
	w.name(name)
	w.open('[')
	for _, s := range list {
		w.next()
		w.buf = appendString(w.buf, s)
	}
	w.close(']')
}

// key writes the key of an instance.
func (w *jsonWriter) key(k plans.InstanceKey) {
	if k.IsString() {
		w.buf = appendString(w.buf, k.Text())
	} else {
		w.buf = append(w.buf, k...)
	}
}

// end ends the document: the last bracket, and a line feed.
func (w *jsonWriter) end() error {
	w.close('}')
	w.buf = append(w.buf, '\n')
	return w.flush()
}
