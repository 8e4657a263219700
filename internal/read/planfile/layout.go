package planfile

import (
	"archive/zip"
	"cmp"
	"encoding/binary"
	"fmt"
	"path"
	"strings"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
)

// A ZIP archive says twice what is in it: in front of each member, and in the list at the end. What one program takes
// from the one, another may take from the other, or find a second list before, between or behind the members. The
// programs that write plan files leave no room for that: the members follow each other from the first byte on,
// then comes the list, and then the end. checkLayout rejects everything else.

// The signatures and the lengths of the parts of an archive, as in PKWARE's APPNOTE.TXT.
const (
	localSignature      = 0x04034b50
	descriptorSignature = 0x08074b50
	endSignature        = 0x06054b50
	end64Signature      = 0x06064b50
	locator64Signature  = 0x07064b50

	localLength     = 30
	endLength       = 22
	end64Length     = 56
	locator64Length = 20
)

// checkLayout checks that there is one way only to read the archive.
func (f *File) checkLayout(archive *zip.Reader) error {
	type member struct {
		*zip.File
		data int64 // where its bytes begin
	}
	members := make([]member, 0, len(archive.File))
	for _, m := range archive.File {
		data, err := m.DataOffset()
		if err != nil {
			return memberError(m.Name, err)
		}
		members = append(members, member{m, data})
	}
	sorted.Stable(members, func(a, b member) int { return cmp.Compare(a.data, b.data) })
	var at int64
	for _, m := range members {
		head, err := f.readAt(at, localLength)
		if err != nil {
			return err
		}
		name := int64(binary.LittleEndian.Uint16(head[26:]))
		if binary.LittleEndian.Uint32(head) != localSignature || at+localLength+name+int64(binary.LittleEndian.Uint16(head[28:])) != m.data {
			return unsafe("something is in front of the member %s that the list of members does not have", quoteMember(m.Name))
		}
		if err := f.checkHead(m.File, head, at); err != nil {
			return err
		}
		if at, err = f.memberEnd(m.File, m.data); err != nil {
			return err
		}
	}
	return f.checkEnd(at)
}

// checkHead compares what stands in front of a member with what the list says.
func (f *File) checkHead(m *zip.File, head []byte, at int64) error {
	name, err := f.readAt(at+localLength, int(binary.LittleEndian.Uint16(head[26:])))
	if err != nil {
		return err
	}
	crc, packed, size := binary.LittleEndian.Uint32(head[14:]), binary.LittleEndian.Uint32(head[18:]), binary.LittleEndian.Uint32(head[22:])
	agrees := func(local uint32, listed uint64) bool {
		return uint64(local) == listed || local == 1<<32-1 && listed >= 1<<32-1 || m.Flags&8 != 0 && local == 0
	}
	switch {
	case string(name) != m.Name:
		return unsafe("the list of members says %s where the member itself says %s", quoteMember(m.Name), jsondoc.Quote(string(name)))
	case binary.LittleEndian.Uint16(head[6:]) != m.Flags, binary.LittleEndian.Uint16(head[8:]) != m.Method,
		!agrees(crc, uint64(m.CRC32)), !agrees(packed, m.CompressedSize64), !agrees(size, m.UncompressedSize64):
		return unsafe("the list of members contradicts what stands in front of the member %s", quoteMember(m.Name))
	}
	return nil
}

// memberEnd returns where a member ends whose bytes begin at an offset.
func (f *File) memberEnd(m *zip.File, data int64) (int64, error) {
	at := data + int64(m.CompressedSize64)
	if m.CompressedSize64 > uint64(f.bytes.Size()) || at > f.bytes.Size() {
		return 0, memberError(m.Name, zip.ErrFormat)
	}
	if m.Flags&8 == 0 {
		return at, nil
	}
	const short, long = 16, 24
	b, err := f.readAt(at, short)
	if err != nil {
		return 0, err
	}
	wrong := unsafe("the list of members contradicts what stands behind the member %s", quoteMember(m.Name))
	if binary.LittleEndian.Uint32(b) != descriptorSignature || binary.LittleEndian.Uint32(b[4:]) != m.CRC32 {
		return 0, wrong
	}
	if uint64(binary.LittleEndian.Uint32(b[8:])) == m.CompressedSize64 && uint64(binary.LittleEndian.Uint32(b[12:])) == m.UncompressedSize64 {
		return at + short, nil
	}
	if b, err = f.readAt(at, long); err != nil {
		return 0, err
	}
	if binary.LittleEndian.Uint64(b[8:]) != m.CompressedSize64 || binary.LittleEndian.Uint64(b[16:]) != m.UncompressedSize64 {
		return 0, wrong
	}
	return at + long, nil
}

// checkEnd checks that the list of members begins at an offset, and that the file ends where the list does.
func (f *File) checkEnd(list int64) error {
	end := f.bytes.Size() - endLength
	b, err := f.readAt(end, endLength)
	if err != nil {
		return err
	}
	if binary.LittleEndian.Uint32(b) != endSignature || binary.LittleEndian.Uint16(b[20:]) != 0 {
		return unsafe("something is behind the list of its members")
	}
	disks := binary.LittleEndian.Uint32(b[4:])
	length, begin := uint64(binary.LittleEndian.Uint32(b[12:])), uint64(binary.LittleEndian.Uint32(b[16:]))
	if locator := end - locator64Length; locator > 0 {
		if b, err = f.readAt(locator, locator64Length); err != nil {
			return err
		}
		if binary.LittleEndian.Uint32(b) == locator64Signature {
			if end = locator - end64Length; end < 0 || binary.LittleEndian.Uint64(b[8:]) != uint64(end) {
				return unsafe("something is between the list of its members and the end")
			}
			if b, err = f.readAt(end, end64Length); err != nil {
				return err
			}
			if binary.LittleEndian.Uint32(b) != end64Signature {
				return unsafe("something is between the list of its members and the end")
			}
			length, begin = binary.LittleEndian.Uint64(b[40:]), binary.LittleEndian.Uint64(b[48:])
		}
	}
	if disks != 0 || begin != uint64(list) || length != uint64(end-list) {
		return unsafe("something is between its members, the list of these, and the end")
	}
	return nil
}

// readAt reads a part of the file.
func (f *File) readAt(at int64, n int) ([]byte, error) {
	if at < 0 || at+int64(n) > f.bytes.Size() {
		return nil, unsafe("a member is beyond its end")
	}
	b := make([]byte, n)
	if _, err := f.bytes.ReadAt(b, at); err != nil {
		return nil, fmt.Errorf("reading the plan: %w", err)
	}
	return b, nil
}

// disguised returns the member that a name can be taken for, although it is another name, or an empty string.
func disguised(name string) string {
	plain := strings.ToLower(path.Clean(name))
	for _, own := range []string{PlanMember, StateMember, PrevStateMember, LockMember, SchemasMember} {
		if plain == own && name != own {
			return own
		}
	}
	return ""
}
