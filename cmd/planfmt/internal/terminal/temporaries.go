package terminal

import (
	"errors"
	"io/fs"
	"os"
	"sync"
)

// Temporaries are the files that are being written. A signal may end the
// process at any time, and must not leave them behind.
type Temporaries struct {
	mu    sync.Mutex
	names map[string]bool
	ended bool
}

var errEnded = errors.New("the program is about to end")

// Create creates a file that does not exist yet. If it is secret, nobody else may read it.
func (t *Temporaries) Create(name string, secret bool) (*os.File, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return nil, errEnded
	}
	mode := fs.FileMode(0o666)
	if secret {
		mode = 0o600
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err == nil {
		if t.names == nil {
			t.names = map[string]bool{}
		}
		t.names[name] = true
	}
	return f, err
}

// Rename gives a file its final name.
func (t *Temporaries) Rename(name, target string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return errEnded
	}
	err := os.Rename(name, target)
	if err == nil {
		delete(t.names, name)
	}
	return err
}

func (t *Temporaries) Remove(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	os.Remove(name)
	delete(t.names, name)
}

// End removes all files. No file can be created or renamed after that.
func (t *Temporaries) End() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	for name := range t.names {
		os.Remove(name)
	}
}
