package planfmt

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/internal/engine"
)

// Load reads a plan or a state from r, as [Show] does, compares its resources and
// returns all of them. Use it to inspect a plan instead of printing it. Options
// about layout have no effect. All resources are in memory at once; [Resources]
// yields them one by one. Load returns the same errors as Show.
func Load(ctx context.Context, r io.Reader, opts Options) (p *computed.Plan, err error) {
	defer caught.As(&err)
	plan := &computed.Plan{}
	res, err := opts.run(ctx, r, collect(opts.Needs, func(r computed.Resource) error {
		plan.Resources = append(plan.Resources, r)
		return nil
	}))
	if err != nil {
		return nil, err
	}
	plan.Summary, plan.Problems = res.Summary, res.Problems
	return plan, nil
}

// Resources reads a plan or a state from r, as [Show] does, compares its resources
// and yields them in the order of the report's sections. Little more than one
// resource per worker is in memory at a time. If there is an error, it is yielded
// last, with a zero Resource. If the document cannot be read, only the error is
// yielded. A problem with one resource is in its Err, or in its Body if a value
// contradicts its schema, and does not end the sequence. Resources yields the
// same errors as Show.
//
// Since the sequence reads r, only one loop can range over it.
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
			_, err = opts.run(ctx, r, collect(opts.Needs, func(r computed.Resource) error {
				outside = true
				more := yield(r, nil)
				outside = false
				if !more {
					return stopped
				}
				return nil
			}))
			return err
		}
		err := walk()
		if err != nil && !errors.Is(err, stopped) {
			yield(computed.Resource{}, err)
		}
	}
}

// collect returns a form that passes on every resource.
func collect(needs Needs, do func(computed.Resource) error) []engine.Form {
	return []engine.Form{{Needs: needs, TellsCopies: true, Writer: func(dialect.Dialect) (engine.Writer, error) { return each(do), nil }}}
}

// each is a Writer that passes on every resource and writes nothing.
type each func(computed.Resource) error

// Begin has nothing to begin.
func (each) Begin(computed.Summary) error { return nil }

// Resource passes r on.
func (e each) Resource(r computed.Resource) error { return e(r) }

// End has nothing to end.
func (each) End(computed.Outcome) error { return nil }
