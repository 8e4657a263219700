package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// packaged are the files that every package has.
var packaged = []string{
	"usr/bin/planfmt", "usr/share/bash-completion/completions/planfmt", "usr/share/zsh/site-functions/_planfmt",
	"usr/share/fish/vendor_completions.d/planfmt.fish", "usr/share/man/man1/planfmt.1.gz", "usr/share/man/man1/planfmt-show.1.gz",
	"usr/share/doc/planfmt/LICENSE", "usr/share/doc/planfmt/NOTICE",
}

// packages checks what is in the packages for Linux.
func (s *smoke) packages(arch string) {
	for end, open := range map[string]func([]byte) (map[string]file, error){".deb": undeb, ".apk": unapk, ".rpm": unrpm} {
		name := s.name("linux", arch, end)
		data := s.read(name)
		files, err := open(data)
		if err != nil {
			s.fail("%s: %v", name, err)
			continue
		}
		s.expect(name, files, packaged...)
		b := files["usr/bin/planfmt"]
		if b.mode.Perm() != 0o755 {
			s.fail("%s: the binary has the mode %v", name, b.mode)
		}
		if b.data != nil && sha256.Sum256(b.data) != sha256.Sum256(s.binaries["linux_"+arch]) {
			s.fail("%s: its binary is not that of the archive", name)
		}
		fmt.Printf("%-45s %s, %d files\n", name, megabytes(len(data)), len(files))
	}
}

// undeb returns the files of a Debian package: an ar archive with data.tar.gz.
func undeb(data []byte) (map[string]file, error) {
	rest, ok := bytes.CutPrefix(data, []byte("!<arch>\n"))
	for ok && len(rest) >= 60 {
		name := strings.TrimRight(string(rest[:16]), " /")
		size, err := strconv.Atoi(strings.TrimSpace(string(rest[48:58])))
		if err != nil || size > len(rest)-60 {
			return nil, fmt.Errorf("the member %q has no size", name)
		}
		if name == "data.tar.gz" {
			return untar(rest[60 : 60+size])
		}
		rest = rest[min(60+size+size%2, len(rest)):]
	}
	return nil, errors.New("has no data.tar.gz")
}

// unapk returns the files of an Alpine package: several tar archives, each compressed, one after the other.
func unapk(data []byte) (map[string]file, error) {
	files := map[string]file{}
	in := bytes.NewReader(data) // a ByteReader, so that gzip reads no further than it has to
	for in.Len() > 0 {
		r, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		r.Multistream(false)
		part, err := untarFrom(r)
		if err != nil {
			return nil, err
		}
		if _, err := io.Copy(io.Discard, r); err != nil {
			return nil, err
		}
		for name, f := range part {
			files[name] = f
		}
	}
	return files, nil
}

// The tags of the header of an RPM package that say which files it has.
const (
	rpmSizes    = 1028
	rpmModes    = 1030
	rpmDirOf    = 1116
	rpmBases    = 1117
	rpmDirs     = 1118
	rpmLead     = 96
	rpmPreamble = 16
)

// unrpm returns the files of an RPM package, from its header, without their contents.
func unrpm(data []byte) (map[string]file, error) {
	if len(data) < rpmLead {
		return nil, errors.New("is too short")
	}
	_, rest, err := rpmHeader(data[rpmLead:]) // the signature, up to a multiple of 8 bytes
	if err != nil {
		return nil, err
	}
	rest = rest[min((8-(len(data)-len(rest))%8)%8, len(rest)):]
	tags, _, err := rpmHeader(rest)
	if err != nil {
		return nil, err
	}
	bases, dirs := texts(tags[rpmBases]), texts(tags[rpmDirs])
	files := map[string]file{}
	for i, base := range bases {
		var dir, size uint32
		var mode uint16
		for tag, to := range map[uint32]any{rpmDirOf: &dir, rpmSizes: &size, rpmModes: &mode} {
			at := min(i*binary.Size(to), len(tags[tag]))
			if _, err := binary.Decode(tags[tag][at:], binary.BigEndian, to); err != nil {
				return nil, err
			}
		}
		if int(dir) >= len(dirs) {
			return nil, fmt.Errorf("%s is in no directory", base)
		}
		files[strings.TrimPrefix(dirs[dir], "/")+base] = file{size: int64(size), mode: permissions(mode)}
	}
	return files, nil
}

// rpmHeader returns the data of each tag, with whatever comes after it, and what follows the header.
func rpmHeader(data []byte) (tags map[uint32][]byte, rest []byte, err error) {
	if len(data) < rpmPreamble || !bytes.HasPrefix(data, []byte{0x8e, 0xad, 0xe8}) {
		return nil, nil, errors.New("has no header")
	}
	entries, size := int(binary.BigEndian.Uint32(data[8:])), int(binary.BigEndian.Uint32(data[12:]))
	store := rpmPreamble + entries*16
	if store+size > len(data) {
		return nil, nil, errors.New("ends in its header")
	}
	tags = map[uint32][]byte{}
	for i := range entries {
		entry := data[rpmPreamble+i*16:]
		at := int(binary.BigEndian.Uint32(entry[8:]))
		kind, count := binary.BigEndian.Uint32(entry[4:]), int(binary.BigEndian.Uint32(entry[12:]))
		value := data[store+min(at, size) : store+size]
		if kind == 8 { // strings, each of which ends in a zero byte
			end := 0
			for range count {
				end += bytes.IndexByte(value[end:], 0) + 1
			}
			value = value[:end]
		}
		tags[binary.BigEndian.Uint32(entry)] = value
	}
	return tags, data[store+size:], nil
}

func texts(data []byte) []string {
	return strings.Split(strings.TrimSuffix(string(data), "\x00"), "\x00")
}
