// Package inorder does jobs in several goroutines at the same time, and hands their
// results on in order. Its main type is [Pool].
package inorder

import (
	"runtime"
	"sync"

	"github.com/planfmt/planfmt/internal/base/caught"
)

// Pool does jobs of type J, whose results are of type R. It is for one goroutine, which
// is also the one that gets the results.
type Pool[J, R any] struct {
	start   func() func(J) R
	each    func(R) error
	most    int          // how many workers there may be
	workers int          // how many there are so far
	slots   []slot[J, R] // a ring
	first   int          // the slot of the oldest job
	used    int          // how many slots have a job
	queue   chan *slot[J, R]
	wait    sync.WaitGroup
	err     error // the first one: of each, or a panic in a job
}

// slot is a job in progress.
type slot[J, R any] struct {
	job    J
	result R
	err    error // a panic
	done   chan struct{}
}

// maxWorkers is how many workers a Pool has at most, however many it is asked for.
const maxWorkers = 1 << 10

// New returns a Pool with at most so many workers; 0 means one for each processor. Each
// worker calls start once, for the function that does its jobs. [Pool.Add] and [Pool.Wait]
// call each with the results, in the order of their jobs. Twice as many jobs as there may
// be workers, and one more, can be in progress.
//
// A panic in a job is an error. After an error, no more results are handed on. The caller
// must call [Pool.Close] in any case.
func New[J, R any](workers int, start func() func(J) R, each func(R) error) *Pool[J, R] {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, maxWorkers)
	p := &Pool[J, R]{start: start, each: each, most: workers, slots: make([]slot[J, R], 2*workers+1)}
	p.queue = make(chan *slot[J, R], len(p.slots))
	return p
}

// work does jobs until there are no more.
func work[J, R any](queue <-chan *slot[J, R], start func() func(J) R) {
	var do func(J) R
	safely := func(s *slot[J, R]) {
		defer caught.As(&s.err)
		if do == nil {
			do = start()
		}
		s.result = do(s.job)
	}
	for s := range queue {
		safely(s)
		s.done <- struct{}{}
	}
}

// Add adds a job, and perhaps a worker. If too many jobs are in progress, it waits for the
// oldest one first, and hands on its result. It returns the first error so far.
func (p *Pool[J, R]) Add(job J) error {
	if p.used == len(p.slots) {
		p.take()
	}
	if p.err != nil {
		return p.err
	}
	s := &p.slots[(p.first+p.used)%len(p.slots)]
	s.job = job
	if s.done == nil {
		s.done = make(chan struct{}, 1)
	}
	p.used++
	p.queue <- s // there is room for all slots
	if p.workers < min(p.used, p.most) {
		p.workers++
		p.wait.Go(func() { work(p.queue, p.start) })
	}
	return nil
}

// take waits for the oldest job and hands its result on.
func (p *Pool[J, R]) take() {
	s := &p.slots[p.first]
	<-s.done
	result, err := s.result, s.err
	var none slot[J, R]
	s.job, s.result, s.err = none.job, none.result, nil
	p.first = (p.first + 1) % len(p.slots)
	p.used--
	if p.err == nil {
		p.err = err
	}
	if p.err == nil {
		p.err = p.each(result)
	}
}

// Wait waits for all jobs that have been added, hands on their results, and returns the
// first error. More jobs can be added afterwards.
func (p *Pool[J, R]) Wait() error {
	for p.used > 0 {
		p.take()
	}
	return p.err
}

// Close ends the workers. Jobs that have not been begun are dropped, and so are results that
// have not been handed on.
func (p *Pool[J, R]) Close() {
	close(p.queue)
	for range p.queue {
		continue
	}
	p.wait.Wait()
}
