//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package cache

import (
	"os"
	"time"
)

// There are no locks here that end with their process in every case, so that the age of a temporary file decides whether
// its writer has left it behind.

func (d *Dir) createPart() (*os.File, error) {
	return os.CreateTemp(d.path, partPrefix+"*"+partSuffix)
}

// finishPart gives a temporary file its final name. A file that is open cannot be renamed everywhere.
func finishPart(f *os.File, name string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return rename(f.Name(), name)
}

func (d *Dir) removeAbandoned(name string, now time.Time) error {
	if !isStale(name, now) {
		return nil
	}
	return os.Remove(name)
}
