package planfmt

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/caught"
)

// Load reads a plan or a state from r, as [Show] does, and returns the whole of
// it, compared: for programs that want to look at what happens, not to show
// it. Of the options, those about layout have no effect. All resources are in
// memory at once; [Resources] hands them out one by one. Errors are those of
// [Show].
func Load(ctx context.Context, r io.Reader, opts Options) (p *computed.Plan, err error) {
	defer caught.As(&err)
	plan := &computed.Plan{}
	res, err := run(ctx, r, opts, func(Options) Writer {
		return each(func(r computed.Resource) error {
			plan.Resources = append(plan.Resources, r)
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	plan.Summary, plan.Problems = res.Summary, res.Problems
	return plan, nil
}

// Resources reads a plan or a state from r, as [Show] does, and yields its
// resources, compared, in the order of the report's sections. No more of them
// are in memory at a time than there are workers, and a few. An error is the
// last that is yielded, with a zero Resource; when the document cannot be read,
// nothing else is. What is wrong with one resource is in its Err, or in its
// Body where a value contradicts its schema, and ends nothing. Errors are those
// of [Show].
//
// Since r is read, the sequence is good for one loop.
func Resources(ctx context.Context, r io.Reader, opts Options) iter.Seq2[computed.Resource, error] {
	return func(yield func(computed.Resource, error) bool) {
		stopped := errors.New("no more resources are wanted")
		outside := false // in the loop's own body, whose panics are not ours
		walk := func() (err error) {
			defer func() {
				if outside {
					return
				}
				if v := recover(); v != nil {
					err = caught.New(v)
				}
			}()
			_, err = run(ctx, r, opts, func(Options) Writer {
				return each(func(r computed.Resource) error {
					outside = true
					more := yield(r, nil)
					outside = false
					if !more {
						return stopped
					}
					return nil
				})
			})
			return err
		}
		err := walk()
		if err != nil && !errors.Is(err, stopped) {
			yield(computed.Resource{}, err)
		}
	}
}

// each is a Writer that passes on every resource and writes nothing.
type each func(computed.Resource) error

// Begin has nothing to begin.
func (each) Begin(computed.Summary) error { return nil }

// Resource passes r on.
func (e each) Resource(r computed.Resource) error { return e(r) }

// End has nothing to end.
func (each) End() error { return nil }
