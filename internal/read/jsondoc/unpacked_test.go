package jsondoc

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
)

// TestUnpackedLimit checks that gzip unpacks to no more than the limit, and that no more is read of it than a buffer. What is not
// compressed has no limit.
func TestUnpackedLimit(t *testing.T) {
	sampling.SkipShort(t)
	for _, text := range []string{
		`{"format_version":"1.2","x":"` + strings.Repeat("a", 3<<20) + `"}`,
		`{"format_version":"1.2"` + strings.Repeat(" ", 3<<20) + `}`,
		`{"format_version":"1.2","x":1}`,
		`{"x":[` + strings.Repeat(`{"a":1},`, 400_000) + `1]}`,
	} {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, _ = io.WriteString(z, text)
		z.Close()
		read := func(r io.Reader, strict bool, limit int64) error {
			in, err := Open(t.Context(), r)
			if err != nil {
				return err
			}
			s, err := NewScanner(in, Options{MaxUnpacked: limit, Strict: strict})
			if err != nil {
				return err
			}
			defer s.Store().Close()
			_, err = s.Document(func(string) error { return s.Skip() })
			if in.unpacked != nil && in.unpacked.read > max(limit, 1)+4*bufferSize && limit < int64(len(text)) {
				t.Errorf("%d bytes have been unpacked, with a limit of %d", in.unpacked.read, limit)
			}
			return err
		}
		for _, strict := range []bool{false, true} {
			for _, limit := range []int64{1, int64(len(text)) / 3, int64(len(text)) - 1} {
				err := read(bytes.NewReader(packed.Bytes()), strict, limit)
				if e, ok := errors.AsType[*plans.InputError](err); !ok || e.Kind != plans.InputTooLarge || !strings.Contains(e.Msg, fmt.Sprint(" ", limit, " bytes")) {
					t.Errorf("limit %d: %v", limit, err)
				}
			}
			if err := read(bytes.NewReader(packed.Bytes()), strict, int64(len(text))); err != nil {
				t.Error(err)
			}
			if err := read(strings.NewReader(text), strict, 1); err != nil {
				t.Error(err)
			}
		}
	}
}
