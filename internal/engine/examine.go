package engine

import (
	"cmp"
	"context"

	"github.com/planfmt/planfmt/internal/compare"
	"github.com/planfmt/planfmt/internal/inorder"
	"github.com/planfmt/planfmt/values"
)

// Study looks at the resources of a document: a pass does, and a query. Several share one scan of the resources that any of
// them wants, see [Document.Examine].
type Study interface {
	// Wants says what look is to be given of a job.
	Wants(Job) Detail
	// Look looks at a job that the study wants. Several goroutines call it at a time. What it
	// is given is valid during the call only. The function that it returns is called in the
	// order of the jobs, by one goroutine; it may be nil.
	Look(Job, Examined) (keep func() error)
}

// Detail says what a study is to be given of a job.
type Detail uint8

const (
	Nothing    Detail = iota
	EntryOnly         // nothing but the job: its values are not loaded
	ValuesOnly        // the values
	FullDiff          // the result of the comparison, too
)

// Examined is what a study is given.
type Examined struct {
	comparer *compare.Comparer
	In       compare.Loaded   // the values
	Diff     compare.Compared // for fullDiff
	Err      error            // says why there is nothing else
	// Compare compares the values, as those of this entry or of another one for the same resource.
	Compare func(compare.Entry) compare.Compared
}

// Mark returns the values as the language sees them.
func (e *Examined) Mark() compare.Marked { return e.comparer.Mark().LoadedResource(&e.In) }

// Unknown says which parts of the values are known only after apply.
func (e *Examined) Unknown() values.Flags { return e.In.Unknown }

// Examine passes the jobs that the studies want to them.
func (d *Document) Examine(ctx context.Context, workers int, studies ...Study) error {
	wanted := func(j Job) Detail {
		most := Nothing
		for _, s := range studies {
			most = max(most, s.Wants(j))
		}
		return most
	}
	look := func(c *compare.Comparer, j Job) func() error {
		var keeps []func() error
		tell := func(e Examined, given Detail) {
			for _, s := range studies {
				if s.Wants(j) == given {
					if keep := s.Look(j, e); keep != nil {
						keeps = append(keeps, keep)
					}
				}
			}
		}
		e := Examined{comparer: c}
		tell(e, EntryOnly)
		most := wanted(j)
		if most >= ValuesOnly {
			if e.In, e.Err = c.LoadResource(j.Resource); e.Err == nil {
				in := e.In
				e.Compare = func(of compare.Entry) compare.Compared { return c.CompareLoaded(of, in) }
			}
			tell(e, ValuesOnly)
		}
		if most == FullDiff {
			if e.Err == nil {
				e.Diff = e.Compare(j.Entry)
			}
			tell(e, FullDiff)
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
		if wanted(j) == Nothing {
			continue
		}
		if err := cmp.Or(ctx.Err(), pool.Add(j)); err != nil {
			return err
		}
	}
	return cmp.Or(pool.Wait(), ctx.Err())
}
