// Package planfile reads binary plan files, as `terraform plan -out=FILE` and `tofu plan
// -out=FILE` write them.
//
// A plan file is a ZIP archive. [Open] opens it, and checks what a hostile archive might
// do. Its members are the plan itself, as a protobuf message ([File.Plan]), the states before
// the plan was made, the configuration and the dependency lock file
// ([File.Open], [File.Member]).
//
// The values in the plan are msgpack. This package does not decode them: internal/read/planfile/dynamic
// does. It never holds a whole plan in memory, only one change at a time, and no
// file makes it panic.
package planfile

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/plans"
)

// The names of members that plan files have.
const (
	PlanMember      = "tfplan"
	StateMember     = "tfstate"             // the state that the plan was made from, after refreshing
	PrevStateMember = "tfstate-prev"        // the state before that
	LockMember      = ".terraform.lock.hcl" // the providers, with their versions
	SchemasMember   = "tfschemas"           // the providers' schemas; only OpenTofu writes them
)

// File is a plan file that has been opened. It is for one goroutine.
type File struct {
	ctx     context.Context
	bytes   *jsondoc.Bytes
	members map[string]*zip.File
	names   []string // in the archive's order
}

// Open opens an input of the kind [jsondoc.PlanFile]. If the input can be read again, the file
// reads from it, and it must stay open and unchanged until [File.Close]. If not, the
// file keeps its bytes, see [jsondoc.Options]. If the file is not a plan file,
// or not a safe archive, the error is a *plans.InputError. When ctx ends, so does reading.
func Open(ctx context.Context, in *jsondoc.Input, opts jsondoc.Options) (*File, error) {
	bytes, err := in.Bytes(opts)
	if err != nil {
		return nil, err
	}
	f := &File{ctx: ctx, bytes: bytes}
	if err := f.open(); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Close gives the temporary file back, if there is one. The input is the caller's.
func (f *File) Close() error { return f.bytes.Close() }

// Names returns the names of all members, in the archive's order.
func (f *File) Names() []string { return slices.Clone(f.names) }

// Has reports whether there is a member of that name.
func (f *File) Has(name string) bool { return f.members[name] != nil }

// ErrNoMember is the error for a member that a plan file does not have.
var ErrNoMember = errors.New("the plan file has no such member")

// Open opens a member, to be read as a stream. The caller must close it before it opens
// another one. Errors, also those of reading, are of type *plans.InputError if something
// is wrong with the archive. If there is no such member, the error is [ErrNoMember].
func (f *File) Open(name string) (io.ReadCloser, error) {
	m := f.members[name]
	if m == nil {
		return nil, ErrNoMember
	}
	r, err := m.Open()
	if err != nil {
		return nil, memberError(name, err)
	}
	return &memberReader{ReadCloser: r, ctx: f.ctx, name: name}, nil
}

// Verify reads a member to its end, and says what is wrong with it, apart from what it means.
func (f *File) Verify(name string) error {
	r, err := f.Open(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, r)
	return errors.Join(err, r.Close())
}

// maxMember is how long a member may be that is read as a whole.
const maxMember = 64 << 20

// Member returns the bytes of a small member. If there is none of that name, the error
// is [ErrNoMember].
func (f *File) Member(name string) ([]byte, error) {
	r, err := f.Open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if size := f.members[name].UncompressedSize64; size > maxMember {
		return nil, unsafe("%s has %s, more than the %s that planfmt reads of such a member", quoteMember(name), formatSize(size), formatSize(maxMember))
	}
	return io.ReadAll(r)
}

// memberReader adds to errors in which member they are, and ends with the context.
type memberReader struct {
	io.ReadCloser
	ctx  context.Context
	name string
}

// Read reads on.
func (r *memberReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		err = memberError(r.name, err)
	}
	return n, err
}

// broken is the error for a plan file that is damaged.
func broken(format string, args ...any) error {
	return &plans.InputError{Kind: plans.InputStructure, Msg: "in the plan file: " + fmt.Sprintf(format, args...)}
}

// unsafe is the error for a plan file that no program writes, and that may be hostile.
func unsafe(format string, args ...any) error {
	return &plans.InputError{Kind: plans.InputUnsafe, Msg: "this ZIP archive may be hostile: " + fmt.Sprintf(format, args...)}
}
