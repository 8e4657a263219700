package jsondoc

import (
	"fmt"
	"io"

	"github.com/planfmt/planfmt/plans"
)

// DefaultMaxUnpacked is how many bytes compressed input may unpack to if nobody says so.
const DefaultMaxUnpacked = 16 << 30

// LimitUnpacked returns what r has unpacked, up to a limit; 0 stands for [DefaultMaxUnpacked]. Beyond it, the error is a
// *plans.InputError.
func LimitUnpacked(r io.Reader, limit int64) io.Reader {
	u := &unpacked{r: r}
	u.setLimit(limit)
	return u
}

// unpacked counts what has been unpacked.
type unpacked struct {
	r           io.Reader
	read, limit int64
}

func (u *unpacked) setLimit(limit int64) {
	if u.limit = limit; limit <= 0 {
		u.limit = DefaultMaxUnpacked
	}
}

func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	u.read += int64(n)
	if err := u.check(); err != nil {
		return 0, err
	}
	return n, err
}

func (u *unpacked) check() error {
	if u.read > u.limit {
		return &plans.InputError{Kind: plans.InputTooLarge, Msg: fmt.Sprintf("the input has more than %d bytes when unpacked", u.limit)}
	}
	return nil
}
