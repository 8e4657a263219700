package terminal

import (
	"io"
	"os"
	"sync/atomic"
	"time"
)

// Patience lets a command go on after an interrupt, as long as the program at the other end of
// the pipe does. In `terraform apply -json | planfmt log`, both get the interrupt. Terraform
// then ends what is under way, which may take minutes, and would be killed if nobody read what
// it writes: its state would be lost. Terraform says at once that it has got the interrupt. If
// nothing comes, the other program has not got it, or is not there.
type Patience struct {
	following atomic.Bool
	ended     atomic.Bool
	last      atomic.Int64 // when something was read last, in nanoseconds
}

// silence is how long after an interrupt a command waits for the other program to say
// something.
const silence = 1500 * time.Millisecond

// Follow returns a reader of a log that another program writes.
func (p *Patience) Follow(in io.ReadCloser) io.ReadCloser {
	p.following.Store(true)
	return &followed{in, p}
}

// IsFollowing reports whether a log is being read.
func (p *Patience) IsFollowing() bool { return p.following.Load() && !p.ended.Load() }

// Wait waits until the command is done, which it reports. It gives up after a second signal, or
// if nothing is read for a while after the first.
func (p *Patience) Wait(done <-chan int, signals <-chan os.Signal) bool {
	began := time.Now()
	tick := time.NewTicker(silence / 10)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return true
		case <-signals:
			return false
		case <-tick.C:
			if p.last.Load() < began.UnixNano() && time.Since(began) > silence && !p.ended.Load() {
				return false
			}
		}
	}
}

// followed is a log that is being read.
type followed struct {
	io.ReadCloser
	patience *Patience
}

func (f *followed) Read(b []byte) (int, error) {
	n, err := f.ReadCloser.Read(b)
	if n > 0 {
		f.patience.last.Store(time.Now().UnixNano())
	}
	if err != nil {
		f.patience.ended.Store(true)
	}
	return n, err
}
