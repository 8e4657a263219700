package engine

import (
	"context"
	"iter"

	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/values"
)

// Study looks at the resources of a document. Passes and queries are studies. Several studies share one scan of the resources, see
// [Document.Examine].
type Study interface {
	// Wants says in how much detail Look gets a job.
	Wants(Job) Detail
	// Look looks at a job that the study wants. Several goroutines call Look at a time. Its
	// arguments are valid during the call only. The function that it returns, which may be nil,
	// is called in the order of the jobs, by one goroutine.
	Look(Job, Examined) (keep func() error)
}

// Detail says how much of a job a study wants.
type Detail uint8

const (
	Nothing    Detail = iota
	EntryOnly         // the job alone: its values are not loaded
	ValuesOnly        // the values, too
	FullDiff          // the values and the result of their comparison, which is valid as long as they are
	KeptDiff          // likewise, but the result, or what it refers to, may be kept
)

// Examined is what a study gets of a job.
type Examined struct {
	comparer *compare.Comparer
	In       compare.Loaded   // for all but EntryOnly
	Diff     compare.Compared // for FullDiff and KeptDiff
	Err      error            // why the values cannot be loaded
	// Compare compares the values, for the job's entry or for another entry of the same resource. The result may be kept.
	Compare func(compare.Entry) compare.Compared
}

// Mark returns the values as policies and queries see them: with marks on what is sensitive.
func (e *Examined) Mark() compare.Marked { return e.comparer.Mark().LoadedResource(&e.In) }

// Sides returns the values before and after for package meaning.
func (e *Examined) Sides() (before, after leaf.Side) { return e.comparer.Mark().Sides(&e.In) }

// CompareIn is like Compare, in a manner of comparing that is not that of the human format.
func (e *Examined) CompareIn(m compare.Manner, of compare.Entry) compare.Compared {
	return e.comparer.In(m).CompareLoaded(of, e.In)
}

// Release lets the loader drop the values. Only a study that is alone in a scan may call it.
func (e *Examined) Release() { source.Release(e.comparer.Load) }

// Unknown says which parts of the values are known only after apply.
func (e *Examined) Unknown() values.Flags { return e.In.Unknown }

// Examine passes each job to the studies that want it.
func (d *Document) Examine(ctx context.Context, workers int, studies ...Study) error {
	return d.ExamineJobs(ctx, workers, d.Jobs(), studies...)
}

// ExamineJobs is like Examine for other jobs, such as those of resources that are not shown.
func (d *Document) ExamineJobs(ctx context.Context, workers int, jobs iter.Seq[Job], studies ...Study) error {
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
		if most >= FullDiff {
			switch {
			case e.Err != nil:
			case most == KeptDiff:
				e.Diff = e.Compare(j.Entry)
			default:
				e.Diff = c.Transient().CompareLoaded(j.Entry, e.In)
			}
			tell(e, FullDiff)
			tell(e, KeptDiff)
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
	return inBatches(ctx, d, workers, jobs, func(j Job) bool { return wanted(j) != Nothing }, func() func(Job) func() error {
		c := d.Comparer()
		return func(j Job) func() error { return look(c, j) }
	}, func(keep func() error) error { return keep() })
}
