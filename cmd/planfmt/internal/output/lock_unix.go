//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package output

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// LockDirectory locks the directory of a file against other processes that do so, and waits for them. No lock outlives its
// process, and no file is left behind. Where the file system has no locks, the directory is not locked.
func LockDirectory(ctx context.Context, name string) (unlock func(), err error) {
	target, err := filepath.EvalSymlinks(name)
	if err != nil { // it does not exist yet
		target, _ = linkTarget(name)
	}
	dir, err := os.Open(filepath.Dir(target))
	if err != nil {
		return func() {}, nil // whoever writes the file says why that fails
	}
	for {
		err := unix.Flock(int(dir.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return func() { dir.Close() }, nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR) {
			dir.Close()
			return func() {}, nil
		}
		select {
		case <-ctx.Done():
			dir.Close()
			return nil, ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}
