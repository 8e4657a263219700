package engine

import (
	"cmp"
	"context"
	"iter"

	"github.com/planfmt/planfmt/internal/base/inorder"
	"github.com/planfmt/planfmt/internal/read/source"
)

// To hand a small resource to a worker can take as long as the work on it, so workers get several at a time: at most so many, and
// only as many as are this long together. A longer one is alone.
const (
	batchJobs  = 32
	batchBytes = 64 << 10
)

// inBatches does the wanted ones of jobs in workers, which call start to get the function that does a job, and calls do with the results
// in order. It returns the first error, or that of ctx if ctx ends.
func inBatches[T any](ctx context.Context, d *Document, workers int, jobs iter.Seq[Job], wanted func(Job) bool, start func() func(Job) T, do func(T) error) error {
	pool := inorder.New(workers, func() func([]Job) []T {
		one := start()
		return func(batch []Job) []T {
			results := make([]T, len(batch))
			for i, j := range batch {
				results[i] = one(j)
			}
			return results
		}
	}, func(results []T) error {
		for _, r := range results {
			if err := cmp.Or(do(r), ctx.Err()); err != nil {
				return err
			}
		}
		return nil
	})
	defer pool.Close()
	var batch []Job
	size := 0
	add := func() error {
		if len(batch) == 0 {
			return nil
		}
		full := batch
		batch, size = nil, 0
		return cmp.Or(ctx.Err(), pool.Add(full))
	}
	sizer, _ := d.Source.Loader().(source.Sizer)
	for j := range jobs {
		if !wanted(j) {
			continue
		}
		n := batchBytes // unless the source knows better
		if sizer != nil {
			n = sizer.Size(j.Resource.Handle)
		}
		if len(batch) == batchJobs || size+n > batchBytes {
			if err := add(); err != nil {
				return err
			}
		}
		batch, size = append(batch, j), size+n
	}
	return cmp.Or(add(), pool.Wait(), d.Facts.Changes.Err(), ctx.Err())
}
