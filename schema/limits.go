package schema

import (
	"fmt"
	"io"

	"github.com/planfmt/planfmt/internal/base/enum"
)

// Limits restrict how much of a schema file is read, since a small gzip file can
// expand without end. Zero means the default.
type Limits struct {
	Size  int64 // bytes of the text, when it is unpacked
	Token int64 // bytes of the longest part that is kept at a time: the schema of a type, a name
	Types int64 // schemas
}

// DefaultLimits returns limits far above what all providers together need.
func DefaultLimits() Limits { return Limits{Size: 1 << 30, Token: 128 << 20, Types: 500_000} }

// Or returns the limits, with each one that is zero taken from other.
func (l Limits) Or(other Limits) Limits {
	if l.Size <= 0 {
		l.Size = other.Size
	}
	if l.Token <= 0 {
		l.Token = other.Token
	}
	if l.Types <= 0 {
		l.Types = other.Types
	}
	return l
}

// LimitKind says which of the Limits was reached.
type LimitKind uint8

// The kinds.
const (
	SizeLimit LimitKind = iota
	TokenLimit
	TypesLimit
)

var limitKinds = enum.New[LimitKind]("limit", "size", "token", "types")

// String returns the name of the limit.
func (l LimitKind) String() string { return limitKinds.String(l) }

// MarshalText returns the name of the limit.
func (l LimitKind) MarshalText() ([]byte, error) { return limitKinds.Marshal(l) }

// UnmarshalText sets the limit by its name. If there is no such name, the error
// lists the valid ones.
func (l *LimitKind) UnmarshalText(text []byte) error { return limitKinds.Unmarshal(text, l) }

// LimitError says that a schema file exceeds one of its limits.
type LimitError struct {
	Kind  LimitKind
	Limit int64
}

// Error says which limit it is.
func (e *LimitError) Error() string {
	switch e.Kind {
	case TokenLimit:
		return fmt.Sprintf("the schema of a type, or a name, has more than %d bytes", e.Limit)
	case TypesLimit:
		return fmt.Sprintf("the file has schemas for more than %d types", e.Limit)
	}
	return fmt.Sprintf("the file has more than %d bytes when unpacked", e.Limit)
}

// limitedReader fails beyond a number of bytes.
type limitedReader struct {
	r     io.Reader
	limit int64
	read  int64
}

func (l *limitedReader) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if l.read += int64(n); l.read > l.limit {
		return 0, &LimitError{SizeLimit, l.limit}
	}
	return n, err
}
