package planfile

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/testkit/corpus"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
)

// emptyPlan is the message of a plan that says nothing.
var emptyPlan = string(protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), FormatVersion))

type member struct {
	name, text string
	change     func(*zip.FileHeader)
}

func archive(t testing.TB, members ...member) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, m := range members {
		h := &zip.FileHeader{Name: m.name, Method: zip.Deflate}
		var packed bytes.Buffer
		fl, _ := flate.NewWriter(&packed, flate.DefaultCompression)
		io.WriteString(fl, m.text)
		fl.Close()
		h.CRC32 = crc32.ChecksumIEEE([]byte(m.text))
		h.UncompressedSize64, h.CompressedSize64 = uint64(len(m.text)), uint64(packed.Len())
		if strings.HasSuffix(m.name, "/") {
			h.CompressedSize64 = 0
		}
		if m.change != nil {
			m.change(h)
		}
		f, err := w.CreateRaw(h)
		if err == nil && !strings.HasSuffix(m.name, "/") {
			_, err = f.Write(packed.Bytes())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// pipe hides that a reader can seek.
type pipe struct{ io.Reader }

func openFile(t testing.TB, r io.Reader) (*File, error) {
	t.Helper()
	in, err := jsondoc.Open(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Open(t.Context(), in, jsondoc.Options{MemoryLimit: 100, TempDir: t.TempDir()})
	if err == nil {
		t.Cleanup(func() { f.Close() })
	}
	return f, err
}

// readAll reads all members.
func readAll(f *File) error {
	for _, name := range f.Names() {
		r, err := f.Open(name)
		if err == nil {
			_, err = io.Copy(io.Discard, r)
			err = errors.Join(err, r.Close())
		}
		if err != nil {
			return err
		}
	}
	_, err := f.Plan(func(_ Entry, err error) error { return err })
	return err
}

func TestMembers(t *testing.T) {
	b := archive(
		t, member{name: PlanMember, text: emptyPlan}, member{name: "tfconfig/m-/main.tf", text: "# main"},
		member{name: "tfconfig/m-/a.tf"}, member{name: "tfconfig/m-a.b/x.tf"},
	)
	for name, r := range map[string]io.Reader{"file": bytes.NewReader(b), "pipe": pipe{bytes.NewReader(b)}} {
		t.Run(name, func(t *testing.T) {
			f, err := openFile(t, r)
			if err == nil {
				err = readAll(f)
			}
			if err != nil {
				t.Fatal(err)
			}
			if text, err := f.Member("tfconfig/m-/main.tf"); string(text) != "# main" || err != nil {
				t.Errorf("%s %v", text, err)
			}
			if _, err := f.Member("x"); !errors.Is(err, ErrNoMember) {
				t.Error(err)
			}
		})
	}
}

// TestHostile opens archives that are damaged or hostile.
func TestHostile(t *testing.T) {
	plan := member{name: PlanMember, text: emptyPlan}
	good := archive(t, plan, member{name: "tfstate", text: strings.Repeat("{} ", 1000)})
	sizes := func(unpacked, packed int64) func(*zip.FileHeader) {
		return func(h *zip.FileHeader) {
			if unpacked >= 0 {
				h.UncompressedSize64 = uint64(unpacked)
			}
			if packed >= 0 {
				h.CompressedSize64 = uint64(packed)
			}
		}
	}
	named := func(name string) []byte { return archive(t, plan, member{name: name}) }
	flip := func(b []byte, at int) []byte {
		b = bytes.Clone(b)
		b[at] ^= 0xff
		return b
	}
	for name, test := range map[string]struct {
		bytes []byte
		want  string
	}{
		"good":            {good, ""},
		"directory":       {named("tfconfig/"), ""},
		"up":              {named("../x"), `hostile: the name of the member "../x" is not a plain path`},
		"up inside":       {named("tfconfig/m-/../../../x"), "is not a plain path"},
		"absolute":        {named("/etc/passwd"), "is an absolute path"},
		"drive":           {named("c:/x"), "is an absolute path"},
		"backslash":       {named(`..\x`), "has characters"},
		"not UTF-8":       {named("a\xff"), "has characters"},
		"nameless":        {named(""), "without a name"},
		"dots":            {named("tfconfig//./x"), "is not a plain path"},
		"twice":           {archive(t, plan, plan), "two members with the name tfplan"},
		"no plan":         {archive(t, member{name: "a.tf"}, member{name: "b.tf"}), `not a plan file: it has no member "tfplan", only "a.tf", "b.tf"`},
		"nothing":         {archive(t), "this is an empty ZIP archive"},
		"cut off":         {good[:len(good)-5], "may not have been copied completely"},
		"cut off early":   {good[:40], "cut off: it has no list"},
		"cut off at 10":   {good[:10], "cut off: it has only 10 bytes"},
		"damaged list":    {flip(good, bytes.LastIndex(good, []byte("PK\x01\x02"))), "damaged"},
		"damaged data":    {flip(good, bytes.Index(good, []byte("tfstate"))+len("tfstate")+2), "damaged, in tfstate: "},
		"encrypted":       {archive(t, member{PlanMember, emptyPlan, func(h *zip.FileHeader) { h.Flags |= 1 }}), "is encrypted, but those of a plan file never are"},
		"method":          {archive(t, member{PlanMember, emptyPlan, func(h *zip.FileHeader) { h.Method = 12 }}), "tfplan is compressed with method 12"},
		"too long":        {archive(t, member{PlanMember, emptyPlan, sizes(1, -1)}), "tfplan: it does not match the list of members"},
		"too short":       {archive(t, member{PlanMember, emptyPlan, sizes(100, -1)}), "tfplan: it is shorter"},
		"packed":          {archive(t, member{PlanMember, emptyPlan, sizes(-1, 3)}), "something is between its members, the list of these, and the end"},
		"packed, longer":  {archive(t, member{PlanMember, emptyPlan, sizes(-1, 1<<30)}), "in tfplan: it does not match the list of members"},
		"disguised":       {named("TfPlan"), `the member "TfPlan" can be taken for tfplan`},
		"state disguised": {named("TFSTATE"), `the member "TFSTATE" can be taken for tfstate`},
		"in front":        {behind(good, 0, []byte("PK\x05\x06"+strings.Repeat("\x00", 18))), "something is in front of the member tfplan"},
		"in front, moved": {moved(good, []byte("PK\x03\x04 and more")), "something is in front of the member tfplan"},
		"behind":          {append(bytes.Clone(good), "x"...), "something is behind the list of its members"},
		"comment":         {commented(good, []byte("hello")), "something is behind the list of its members"},
		"another end":     {commented(good, good[len(good)-22:]), "hostile: something is b"},
		"between":         {behind(good, bytes.LastIndex(good, []byte("PK\x03\x04")), []byte("a member that no list has")), "it does not match the list of members"},
		"own name":        {replaced(good, "PK\x03\x04", "tfplan", "tfplbn"), `the list of members says tfplan where the member itself says "tfplbn"`},
		"own checksum":    {flip(good, 14), "contradicts what stands in front of the member tfplan"},
		"own size":        {flip(good, 22), "contradicts what stands in front of the member tfplan"},
		"own method":      {flip(good, 8), "contradicts what stands in front of the member tfplan"},
		"own flags":       {flip(good, 6), "contradicts what stands in front of the member tfplan"},
		"behind members":  {listMoved(good), "something is between its members, the list of these, and the end"},
		"streamed":        {streamed(t, 0), ""},
		"streamed, lies":  {streamed(t, 8), "contradicts what stands behind the member tfplan"},
		"bomb":            {archive(t, member{PlanMember, emptyPlan, sizes(1<<40, -1)}), "hostile: its members are larger than 64 GiB when unpacked"},
		"bombs":           {archive(t, member{PlanMember, emptyPlan, sizes(1<<28, -1)}, member{"b", "", sizes(1<<28, -1)}), "hostile: its members are 512 MiB when unpacked"},
		"not a plan":      {archive(t, member{name: PlanMember, text: "{}"}), "tfplan"},
		"no version":      {archive(t, member{name: PlanMember}), "no format version"},
		"version":         {archive(t, member{name: PlanMember, text: "\x08\x04"}), "format version 4, but planfmt knows only version 3"},
		"field cut off":   {archive(t, member{name: PlanMember, text: emptyPlan + "\x72\x05abc"}), "a field says that it has 5 bytes, but only 3 follow"},
		"huge field":      {archive(t, member{name: PlanMember, text: emptyPlan + "\x72\xff\xff\xff\xff\x7f"}), "but only 0 follow"},
		"number cut off":  {archive(t, member{name: PlanMember, text: emptyPlan + "\x08\xff"}), "ends in the middle"},
		"group":           {archive(t, member{name: PlanMember, text: emptyPlan + "\x0b\x0c"}), "of a type that is not known"},
		"wrong type":      {archive(t, member{name: PlanMember, text: emptyPlan + "\x70\x01"}), "of the wrong type"},
		"unknown field":   {archive(t, member{name: PlanMember, text: emptyPlan + "\xaa\x06\x01a"}), ""},
		"many fields":     {archive(t, member{name: PlanMember, text: emptyPlan + strings.Repeat("\x2a\x01a", freeFields)}), "hostile: tfplan has more than 100000 fields, in a file of"},
		"many members":    {tooMany(t), "hostile: "},
	} {
		if testing.Short() && strings.HasPrefix(name, "many ") && !sampling.Full() {
			continue // it is slow under the race detector, and nothing runs beside it
		}
		for _, r := range []io.Reader{bytes.NewReader(test.bytes), pipe{bytes.NewReader(test.bytes)}} {
			f, err := openFile(t, r)
			if err == nil {
				err = readAll(f)
			}
			if _, ok := errors.AsType[*plans.InputError](err); err != nil && !ok {
				t.Errorf("%s: not an InputError: %v", name, err)
			}
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("%s: have %v, want %s", name, err, test.want)
			}
		}
	}
}

// behind inserts bytes into an archive, without telling the list of members.
func behind(b []byte, at int, what []byte) []byte { return slices.Insert(bytes.Clone(b), at, what...) }

// moved puts bytes in front of an archive, in which the list of members says so.
func moved(b, what []byte) []byte {
	b = bytes.Clone(b)
	for at := bytes.Index(b, []byte("PK\x01\x02")); at >= 0; {
		binary.LittleEndian.PutUint32(b[at+42:], binary.LittleEndian.Uint32(b[at+42:])+uint32(len(what)))
		next := bytes.Index(b[at+4:], []byte("PK\x01\x02"))
		if next < 0 {
			break
		}
		at += 4 + next
	}
	end := b[len(b)-22:]
	binary.LittleEndian.PutUint32(end[16:], binary.LittleEndian.Uint32(end[16:])+uint32(len(what)))
	return append(bytes.Clone(what), b...)
}

// listMoved puts bytes between the members and their list, which the end of the archive knows.
func listMoved(b []byte) []byte {
	at := bytes.Index(b, []byte("PK\x01\x02"))
	b = behind(b, at, []byte("something"))
	end := b[len(b)-22:]
	binary.LittleEndian.PutUint32(end[16:], binary.LittleEndian.Uint32(end[16:])+uint32(len("something")))
	return b
}

// commented adds a comment to an archive.
func commented(b, comment []byte) []byte {
	b = bytes.Clone(b)
	binary.LittleEndian.PutUint16(b[len(b)-2:], uint16(len(comment)))
	return append(b, comment...)
}

// replaced replaces a text behind the first occurrence of another one.
func replaced(b []byte, after, old, text string) []byte {
	at := bytes.Index(b, []byte(after))
	return append(bytes.Clone(b[:at]), bytes.Replace(b[at:], []byte(old), []byte(text), 1)...)
}

// streamed returns an archive as the programs write it: sizes are behind the members. A byte there is changed, unless
// it is the first.
func streamed(t testing.TB, wrong int) []byte {
	t.Helper()
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	w, err := z.Create(PlanMember)
	if err == nil {
		_, err = io.WriteString(w, emptyPlan)
	}
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	b := buf.Bytes()
	if wrong > 0 {
		b[bytes.Index(b, []byte("PK\x07\x08"))+wrong] ^= 1
	}
	return b
}

// tooMany returns an archive with a member for each of many references to one place.
func tooMany(t testing.TB) []byte {
	b := archive(t, member{name: PlanMember, text: emptyPlan})
	list := bytes.Index(b, []byte("PK\x01\x02"))
	end := bytes.LastIndex(b, []byte("PK\x05\x06"))
	entry := b[list:end]
	out := bytes.Clone(b[:list])
	n := maxDirectory/len(entry) + 2
	for range n {
		out = append(out, entry...)
	}
	tail := bytes.Clone(b[end:])
	binary.LittleEndian.PutUint16(tail[8:], uint16(n))
	binary.LittleEndian.PutUint16(tail[10:], uint16(n))
	binary.LittleEndian.PutUint32(tail[12:], uint32(n*len(entry)))
	return append(out, tail...)
}

// TestCorpus reads recorded plan files.
func TestCorpus(t *testing.T) {
	for _, name := range corpus.Files(t, "tfplans.tar.gz", ".tfplan") {
		r, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := openFile(t, r)
		if err == nil {
			err = readAll(f)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		r.Close()
	}
}
