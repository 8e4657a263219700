package planfile

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/plans"
)

// A plan comes from a pull request of somebody, so its archive may be hostile. These limits
// are far from what any real plan has.
const (
	// maxMembers is how many members an archive may have. A plan has one for each file of its
	// configuration.
	maxMembers = 100_000
	// maxDirectory is how many bytes the list of the members may have. It is in memory.
	maxDirectory = 32 << 20
	// An archive may have any number of bytes up to freeSize when unpacked. Beyond that, they must
	// not be more than maxRatio times those of the file: deflate packs a thousand times as many
	// zeros, but no more than a few hundred times as much of anything that plans repeat.
	// maxSize is the limit for all.
	freeSize = 256 << 20
	maxRatio = 400
	maxSize  = 64 << 30
)

const hintCutOff = "it may not have been copied completely"

// open reads the list of the members.
func (f *File) open() error {
	if f.bytes.Size() < 22 {
		return &plans.InputError{Kind: plans.InputCutOff, Msg: "the binary plan file is cut off: it has only " + formatSize(uint64(f.bytes.Size())), Hint: hintCutOff}
	}
	limited := &limitedReaderAt{f.bytes, maxDirectory}
	archive, err := zip.NewReader(limited, f.bytes.Size())
	if archive == nil || err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return f.directoryError(err)
	}
	limited.left = -1
	return f.check(archive)
}

// errDirectory says that the list of the members is too long.
var errDirectory = errors.New("its list of members is too long")

// limitedReaderAt reads no more than a number of bytes, or any number if it is negative.
type limitedReaderAt struct {
	io.ReaderAt
	left int64
}

// ReadAt reads bytes from an offset on.
func (r *limitedReaderAt) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, zip.ErrFormat // the list of members says so
	}
	if r.left >= 0 && int64(len(p)) > r.left {
		return 0, errDirectory
	}
	n, err := r.ReaderAt.ReadAt(p, off)
	if r.left >= 0 {
		r.left -= int64(n)
	}
	return n, err
}

// directoryError says why there is no list of the members.
func (f *File) directoryError(err error) error {
	switch {
	case errors.Is(err, errDirectory):
		return unsafe("the list of its members is longer than %s", formatSize(maxDirectory))
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case !errors.Is(err, zip.ErrFormat) && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("reading the plan: %w", err)
	}
	const most = 64<<10 + 22 // how far the end of the list may be from that of the file
	end := make([]byte, min(most, f.bytes.Size()))
	if _, err := f.bytes.ReadAt(end, f.bytes.Size()-int64(len(end))); err != nil && err != io.EOF {
		return fmt.Errorf("reading the plan: %w", err)
	}
	if !bytes.Contains(end, []byte("PK\x05\x06")) {
		return &plans.InputError{Kind: plans.InputCutOff, Msg: "the binary plan file is cut off: it has no list of its members at the end", Hint: hintCutOff}
	}
	return &plans.InputError{Kind: plans.InputCutOff, Msg: "the binary plan file is damaged: the list of its members at the end is not valid", Hint: hintCutOff}
}

// check checks the members of an archive.
func (f *File) check(archive *zip.Reader) error {
	if n := len(archive.File); n > maxMembers {
		return unsafe("it has %d members, more than the %d that planfmt reads", n, maxMembers)
	}
	f.members = make(map[string]*zip.File, len(archive.File))
	var total uint64
	for _, m := range archive.File {
		if err := checkMember(m); err != nil {
			return err
		}
		if f.members[m.Name] != nil {
			return unsafe("it has two members with the name %s", quoteMember(m.Name))
		}
		if total += m.UncompressedSize64; m.UncompressedSize64 > maxSize || total > maxSize {
			return unsafe("its members are larger than %s when unpacked", formatSize(maxSize))
		}
		f.members[m.Name] = m
		f.names = append(f.names, m.Name)
	}
	if size := uint64(f.bytes.Size()); total > freeSize && total/maxRatio >= size {
		return unsafe("its members are %s when unpacked, which is %d times the size of the file", formatSize(total), total/size)
	}
	if f.members[PlanMember] == nil {
		return f.noPlan()
	}
	return f.checkLayout(archive)
}

// checkMember checks what the list of members says about one.
func checkMember(m *zip.File) error {
	name := m.Name
	switch {
	case name == "":
		return unsafe("it has a member without a name")
	case !utf8.ValidString(name), strings.ContainsAny(name, "\x00\\"):
		return unsafe("the name of the member %s has characters that no path in an archive has", quoteMember(name))
	case name[0] == '/', len(name) > 1 && name[1] == ':':
		return unsafe("the name of the member %s is an absolute path", quoteMember(name))
	case path.Clean("/"+name) != "/"+strings.TrimSuffix(name, "/"):
		return unsafe("the name of the member %s is not a plain path", quoteMember(name))
	case disguised(name) != "":
		return unsafe("the member %s can be taken for %s", jsondoc.Quote(name), disguised(name))
	case m.Flags&0x2041 != 0: // encrypted, strongly encrypted, list of members encrypted
		return &plans.InputError{
			Kind: plans.InputNotPlan, Msg: fmt.Sprintf("the member %s of this ZIP archive is encrypted, but those of a plan file never are", quoteMember(name)),
			Hint: "unpack the archive first, and pass the plan file in it",
		}
	case m.Method != zip.Store && m.Method != zip.Deflate:
		return broken("%s is compressed with method %d, which is not known: plan files use deflate", quoteMember(name), m.Method)
	case m.Method == zip.Store && m.CompressedSize64 != m.UncompressedSize64:
		return broken("%s is not compressed, but its size is %d and its packed size is %d", quoteMember(name), m.UncompressedSize64, m.CompressedSize64)
	}
	return nil
}

// noPlan says what an archive is that has no plan.
func (f *File) noPlan() error {
	e := &plans.InputError{Kind: plans.InputNotPlan, Hint: "pass the file that `terraform plan -out=FILE` wrote, or the output of `terraform show -json FILE`"}
	switch names := f.names; {
	case len(names) == 0:
		e.Msg = "this is an empty ZIP archive, not a plan file"
	default:
		var quoted []string
		for _, n := range names[:min(len(names), 3)] {
			quoted = append(quoted, jsondoc.Quote(n))
		}
		if len(names) > 3 {
			quoted = append(quoted, "...")
		}
		e.Msg = fmt.Sprintf("this is a ZIP archive, but not a plan file: it has no member %q, only %s", PlanMember, strings.Join(quoted, ", "))
	}
	return e
}

// memberError says what is wrong with the bytes of a member.
func memberError(name string, err error) error {
	var corrupt flate.CorruptInputError
	e := &plans.InputError{Kind: plans.InputEncoding, Hint: hintCutOff}
	switch _, known := errors.AsType[*plans.InputError](err); {
	case known, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, zip.ErrChecksum):
		e.Msg = "its checksum is wrong"
	case errors.Is(err, zip.ErrFormat):
		e.Msg = "it does not match the list of members"
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		e.Kind, e.Msg = plans.InputCutOff, "it is shorter than the list of members says"
	case errors.As(err, &corrupt):
		e.Msg = "its compressed data are not valid"
	default:
		return fmt.Errorf("reading %s of the plan: %w", name, err)
	}
	e.Msg = fmt.Sprintf("the binary plan file is damaged, in %s: %s", quoteMember(name), e.Msg)
	return e
}

// quoteMember spells the name of a member for a message.
func quoteMember(name string) string {
	switch name {
	case PlanMember, StateMember, PrevStateMember, LockMember, SchemasMember:
		return name
	}
	return jsondoc.Quote(name)
}

// formatSize spells a number of bytes for people.
func formatSize(n uint64) string {
	const units = "KMGTPE"
	if n < 1024 {
		return fmt.Sprintf("%d bytes", n)
	}
	size, unit := float64(n)/1024, 0
	for size >= 1024 && unit < len(units)-1 {
		size, unit = size/1024, unit+1
	}
	return fmt.Sprintf("%.4g %ciB", size, units[unit])
}
