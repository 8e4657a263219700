package inorder

import (
	"errors"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/planfmt/planfmt/failure"
)

// Results come in the order of their jobs, however many workers there are.
func TestOrder(t *testing.T) {
	for _, workers := range []int{0, 1, 3, 1 << 40} {
		for _, n := range []int{0, 1, 2, 100} {
			var have, want []int
			var started atomic.Int32
			p := New(workers, func() func(int) int {
				started.Add(1)
				return func(i int) int { return 2 * i }
			}, func(i int) error {
				have = append(have, i)
				return nil
			})
			for i := range n {
				want = append(want, 2*i)
				if err := p.Add(i); err != nil {
					t.Fatal(err)
				}
				if i == 50 {
					if err := p.Wait(); err != nil || len(have) != 51 {
						t.Errorf("%d results after Wait, %v", len(have), err)
					}
				}
			}
			if err := p.Wait(); err != nil || !slices.Equal(have, want) {
				t.Errorf("%d workers, %d jobs: %v, %v", workers, n, have, err)
			}
			p.Close()
			if s := int(started.Load()); s > n {
				t.Errorf("%d workers for %d jobs", s, n)
			}
		}
	}
}

// The first error in the order of the jobs ends the work, also if it is a panic.
func TestError(t *testing.T) {
	wrong := errors.New("wrong")
	for name, do := range map[string]func(int) error{
		"error": func(i int) error {
			if i >= 5 {
				return wrong
			}
			return nil
		},
		"panic": func(i int) error {
			if i >= 5 {
				panic(i)
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			handed := 0
			p := New(3, func() func(int) error { return do }, func(err error) error {
				handed++
				return err
			})
			var err error
			for i := 0; err == nil && i < 1000; i++ {
				err = p.Add(i)
			}
			if again := p.Wait(); err == nil || again != err {
				t.Errorf("have %v, then %v", err, again)
			}
			if panicked, ok := errors.AsType[*failure.Panic](err); ok && panicked.Value != 5 || !ok && err != wrong {
				t.Errorf("have %v", err)
			}
			if handed < 5 || handed > 6 {
				t.Errorf("%d results", handed)
			}
			p.Close()
		})
	}
}

// Close drops the jobs that have not begun, and waits for the one that has.
func TestClose(t *testing.T) {
	begun, goOn := make(chan bool, 3), make(chan bool)
	var done atomic.Int32
	p := New(1, func() func(int) int {
		return func(i int) int {
			begun <- true
			<-goOn
			done.Add(1)
			return i
		}
	}, func(int) error { return nil })
	for i := range 3 {
		p.Add(i)
	}
	<-begun
	go func() {
		for len(p.queue) > 0 { // the only worker is busy, so that it is Close that takes the jobs out
			runtime.Gosched()
		}
		close(goOn)
	}()
	p.Close()
	if n := done.Load(); n != 1 {
		t.Errorf("%d jobs were done", n)
	}
}
