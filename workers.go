package planfmt

import (
	"context"
	"runtime"
	"sync"

	"github.com/planfmt/planfmt/internal/caught"
)

// workers runs jobs at the same time and hands their results on in order.
type workers[T any] struct {
	count int // 0 for one per processor
	// start makes the function that does one job. Each worker has one of its own.
	start func() func(job int) T
}

// run does n jobs and calls each with their results. Not many more results are in
// memory at a time than there are workers. A panic in a job ends the run, as an
// error.
func (w workers[T]) run(ctx context.Context, n int, each func(T) error) error {
	count := w.count
	if count <= 0 {
		count = runtime.GOMAXPROCS(0)
	}
	count = min(count, n)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type outcome struct {
		result T
		err    error // a panic
	}
	type task struct {
		job  int
		done chan outcome
	}
	queue := make(chan task, count)
	order := make(chan task, count)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	for range count {
		wg.Go(func() {
			do := w.start()
			safely := func(job int) (o outcome) {
				defer caught.As(&o.err)
				o.result = do(job)
				return o
			}
			for t := range queue {
				t.done <- safely(t.job)
			}
		})
	}
	wg.Go(func() {
		defer close(queue)
		defer close(order)
		for i := range n {
			t := task{i, make(chan outcome, 1)}
			select {
			case order <- t:
			case <-ctx.Done():
				return
			}
			queue <- t
		}
	})
	for t := range order {
		o := <-t.done
		if o.err != nil {
			return o.err
		}
		if err := each(o.result); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return ctx.Err()
}
