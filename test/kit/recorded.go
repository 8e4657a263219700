package kit

import (
	"fmt"
	"hash/crc32"
	"iter"
	"runtime"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// RecordedCase is a case that is not part of the project.
type RecordedCase struct {
	Number  int // among all, from 0
	Name    string
	Archive *txtar.Archive
}

// InParts runs a test over the recorded cases, of which there are thousands, in as many parts as there are processors. All parts have
// ended when it returns.
func InParts(t *testing.T, run func(t *testing.T, cases iter.Seq[RecordedCase])) {
	t.Helper()
	RecordedCases(t) // which skips the test if there are none
	parts := runtime.GOMAXPROCS(0)
	t.Run("recorded", func(t *testing.T) {
		for part := range parts {
			t.Run(fmt.Sprintf("part %d of %d", part+1, parts), func(t *testing.T) {
				t.Parallel()
				run(t, func(yield func(RecordedCase) bool) {
					number := -1
					for name, archive := range RecordedCases(t) {
						number++
						if isOfPart(name, part, parts) && !yield(RecordedCase{number, name, archive}) {
							return
						}
					}
				})
			})
		}
	})
}

// isOfPart says whether something with a name is of a part. Neighbours are often alike, and are dealt out.
func isOfPart(name string, part, parts int) bool {
	return crc32.ChecksumIEEE([]byte(name))%uint32(parts) == uint32(part)
}
