//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package cache

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// A writer holds a lock on its temporary file until the file has its final name. The system gives the lock back when the
// writer ends, however it ends. So a file that can be locked has no writer any more. On file systems without locks, the
// age of a file decides.

// createPart creates a temporary file and locks it. Between the two, another process may take the file for one that was left
// behind, and remove it; then there is another try.
func (d *Dir) createPart() (*os.File, error) {
	for {
		f, err := os.CreateTemp(d.path, partPrefix+"*"+partSuffix)
		if err != nil {
			return nil, err
		}
		if d.lock(f, syscall.LOCK_EX) != nil || isAt(f, f.Name()) {
			return f, nil
		}
		f.Close()
	}
}

// finishPart gives a temporary file its final name. The lock ends only then, because the file could be removed in between.
func finishPart(f *os.File, name string) error {
	if err := rename(f.Name(), name); err != nil {
		return err
	}
	f.Close() // what it has is on the disk already
	return nil
}

// removeAbandoned removes a temporary file if nobody is writing it any more.
func (d *Dir) removeAbandoned(name string, now time.Time) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	switch err := d.lock(f, syscall.LOCK_EX|syscall.LOCK_NB); {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return nil // it has a writer
	case err != nil && !isStale(name, now):
		return nil
	case !isAt(f, name): // its writer has renamed it, and has let go of it then
		return nil
	}
	return os.Remove(name)
}

// lock locks a file, as flock does.
func (d *Dir) lock(f *os.File, how int) error {
	if d.noLocks {
		return syscall.ENOTSUP
	}
	for {
		if err := syscall.Flock(int(f.Fd()), how); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

// isAt reports whether a file is the one that has a name.
func isAt(f *os.File, name string) bool {
	have, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(name)
	return err == nil && os.SameFile(have, there)
}
