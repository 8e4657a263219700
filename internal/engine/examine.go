package engine

import (
	"cmp"
	"context"

	"github.com/planfmt/planfmt/internal/compare"
	"github.com/planfmt/planfmt/internal/inorder"
	"github.com/planfmt/planfmt/values"
)

// study looks at the resources of a document: a pass does, and a query. Several share one scan of the resources that any of
// them wants, see [Document.examine].
type study interface {
	// wants says what look is to be given of a job.
	wants(Job) detail
	// look looks at a job that the study wants. Several goroutines call it at a time. What it
	// is given is valid during the call only. The function that it returns is called in the
	// order of the jobs, by one goroutine; it may be nil.
	look(Job, examined) (keep func() error)
}

// detail says what a study is to be given of a job.
type detail uint8

const (
	nothing    detail = iota
	entryOnly         // nothing but the job: its values are not loaded
	valuesOnly        // the values
	fullDiff          // the result of the comparison, too
)

// examined is what a study is given.
type examined struct {
	comparer *compare.Comparer
	in       compare.Loaded   // the values
	diff     compare.Compared // for fullDiff
	err      error            // says why there is nothing else
	// compare compares the values, as those of this entry or of another one for the same resource.
	compare func(compare.Entry) compare.Compared
}

// mark returns the values as the language sees them.
func (e *examined) mark() compare.Marked { return e.comparer.Mark().LoadedResource(&e.in) }

// unknown says which parts of the values are known only after apply.
func (e *examined) unknown() values.Flags { return e.in.Unknown }

// examine passes the jobs that the studies want to them.
func (d *Document) examine(ctx context.Context, workers int, studies ...study) error {
	wanted := func(j Job) detail {
		most := nothing
		for _, s := range studies {
			most = max(most, s.wants(j))
		}
		return most
	}
	look := func(c *compare.Comparer, j Job) func() error {
		var keeps []func() error
		tell := func(e examined, given detail) {
			for _, s := range studies {
				if s.wants(j) == given {
					if keep := s.look(j, e); keep != nil {
						keeps = append(keeps, keep)
					}
				}
			}
		}
		e := examined{comparer: c}
		tell(e, entryOnly)
		most := wanted(j)
		if most >= valuesOnly {
			if e.in, e.err = c.LoadResource(j.Resource); e.err == nil {
				in := e.in
				e.compare = func(of compare.Entry) compare.Compared { return c.CompareLoaded(of, in) }
			}
			tell(e, valuesOnly)
		}
		if most == fullDiff {
			if e.err == nil {
				e.diff = e.compare(j.Entry)
			}
			tell(e, fullDiff)
		}
		return func() error {
			for _, keep := range keeps {
				if err := keep(); err != nil {
					return err
				}
			}
			return nil
		}
	}
	pool := inorder.New(workers, func() func(Job) func() error {
		c := d.Comparer()
		return func(j Job) func() error { return look(c, j) }
	}, func(keep func() error) error {
		return cmp.Or(keep(), ctx.Err())
	})
	defer pool.Close()
	for _, j := range d.Jobs {
		if wanted(j) == nothing {
			continue
		}
		if err := cmp.Or(ctx.Err(), pool.Add(j)); err != nil {
			return err
		}
	}
	return cmp.Or(pool.Wait(), ctx.Err())
}
