package planfmt

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/inorder"
	"github.com/planfmt/planfmt/values"
)

// study finds something out about the resources of a document that formats have to know
// before the first one is written. Studies share one pass over the resources that any of
// them wants, see [document.examine].
type study interface {
	// wants says what look is to be given of a job.
	wants(job) detail
	// look looks at a job that the study wants. Several goroutines call it at a time. What it
	// is given is valid during the call only. The function that it returns is called in the
	// order of the jobs, by one goroutine; it may be nil.
	look(job, examined) (keep func() error)
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
	comparer *comparer
	in       loaded   // the values
	diff     compared // for fullDiff
	err      error    // says why there is nothing else
	// compare compares the values, as those of this job or of another one for the same resource.
	compare func(job) compared
}

// mark returns the values as the language sees them.
func (e *examined) mark() marked { return e.comparer.mark().loadedResource(&e.in) }

// unknown says which parts of the values are known only after apply.
func (e *examined) unknown() values.Flags { return e.in.Unknown }

// examine passes the jobs that the studies want to them.
func (d *document) examine(ctx context.Context, workers int, studies ...study) error {
	wanted := func(j job) detail {
		most := nothing
		for _, s := range studies {
			most = max(most, s.wants(j))
		}
		return most
	}
	look := func(c *comparer, j job) func() error {
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
			if e.in, e.err = c.loadResource(j.resource); e.err == nil {
				in := e.in
				e.compare = func(j job) compared { return c.compareLoaded(j, in) }
			}
			tell(e, valuesOnly)
		}
		if most == fullDiff {
			if e.err == nil {
				e.diff = e.compare(j)
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
	pool := inorder.New(workers, func() func(job) func() error {
		c := d.comparer()
		return func(j job) func() error { return look(c, j) }
	}, func(keep func() error) error {
		return cmp.Or(keep(), ctx.Err())
	})
	defer pool.Close()
	for _, j := range d.jobs {
		if wanted(j) == nothing {
			continue
		}
		if err := cmp.Or(ctx.Err(), pool.Add(j)); err != nil {
			return err
		}
	}
	return cmp.Or(pool.Wait(), ctx.Err())
}

// compareInManners begins the summaries of the views, with what depends on the manner in which
// they compare. Views of the same manner share it.
func (d *document) compareInManners(ctx context.Context, workers int) error {
	made := map[manner]computed.Summary{{}: d.summary}
	for _, v := range d.views {
		s, ok := made[v.manner]
		if !ok {
			s = d.summary
			var err error
			if s.Outputs, err = d.compareOutputs(ctx, workers, v.manner); err != nil {
				return err
			}
			c := d.comparer().in(v.manner)
			if s.Invoked = c.invoked(d.invoked); v.manner.digests {
				s.Unshown = c.invoked(d.unshown)
			}
			var copies []computed.Copy
			if v.manner.maskCopies {
				s.Checks, copies = d.hideMessages()
			}
			if d.copies == nil {
				d.copies = append(copiesInSummary(s), copies...)
			}
			made[v.manner] = s
		}
		v.summary = s
	}
	return nil
}

// summariseViews works out what formats have to know before the first resource, beyond the
// summary that all have in common.
func (d *document) summariseViews(ctx context.Context, opts Options, builtin func() builtinHazards) error {
	needs := d.needs()
	var studies []study
	var hashing *hashStudy
	var hash *computed.Hash
	if needs.Hash && !d.facts.State {
		hashing = newHashStudy(d.source, opts.HashKey)
		studies = append(studies, hashing)
	}
	var causes *causesStudy
	if needs.Review || needs.References || opts.Where.usesCauses() {
		causes = d.newCausesStudy(needs.References)
	}
	if causes != nil && opts.Where.usesCauses() { // first, because the condition decides on what is muted
		if err := d.examine(ctx, opts.Workers, causes); err != nil {
			return err
		}
		d.compare.causes, d.compare.unknown = causes.resolve()
		causes = nil
	}
	if causes != nil {
		studies = append(studies, causes)
	}
	if opts.Where != nil && d.compare.differ.Secrets != nil { // the condition marks copies, too
		if err := cmp.Or(d.compareActions(ctx), d.examine(ctx, opts.Workers, d.newSecretsStudy())); err != nil {
			return err
		}
		d.endSecrets()
	}
	if err := d.selectWhere(ctx, opts.Where, opts.MaxSteps, opts.Workers); err != nil {
		return err
	}
	var renaming *renameStudy
	var renames []computed.Rename
	if needs.Review && !d.facts.State {
		renaming = newRenameStudy(d.facts)
		studies = append(studies, renaming)
	}
	var hazards *hazardsStudy
	if needs.Hazards && !d.facts.State {
		hazards = d.newHazardsStudy(builtin())
		studies = append(studies, hazards)
	}
	if d.compare.differ.Secrets != nil {
		studies = append(studies, d.newSecretsStudy())
		if err := d.compareActions(ctx); err != nil {
			return err
		}
	}
	if d.muting != nil {
		studies = append(studies, d.startMuting())
	}
	if err := d.examine(ctx, opts.Workers, studies...); err != nil {
		return err
	}
	if !d.compare.copiesKnown {
		d.endSecrets()
	}
	if renaming != nil {
		renames = renaming.renames()
		if n := renaming.skipped; n > 0 {
			d.warnings = append(d.warnings, fmt.Sprintf("renames were not looked for: %d objects of the same types are destroyed or created, more than %d", n, maxRenaming))
		}
	}
	if hashing != nil {
		var err error
		if hash, err = hashing.hash(); err != nil {
			d.warnings = append(d.warnings, err.Error())
		}
	}
	if causes != nil {
		d.compare.causes, d.compare.unknown = causes.resolve()
	}
	if err := d.compareInManners(ctx, opts.Workers); err != nil {
		return err
	}
	var err error
	for i, v := range d.views {
		if v.needs.Review {
			v.summary.Renames = renames
			v.summary.RenamesSkipped = renaming != nil && renaming.skipped > 0
		}
		if v.needs.Hazards && hazards != nil {
			v.summary.Hazards = hazards.hazards()
		}
		if v.needs.Hash && hash != nil {
			if v.summary.Hash, err = d.hashFor(ctx, v, *hash, opts); err != nil {
				return err
			}
		}
		d.addSelection(i)
	}
	return nil
}

// hashFor returns the hash for the summary of a view, nil if it must not have it.
func (d *document) hashFor(ctx context.Context, v *view, hash computed.Hash, opts Options) (*computed.Hash, error) {
	if len(opts.HashKey) > 0 {
		return &hash, nil
	}
	var err error
	if hash.Exposes, err = d.exposes(ctx, opts.Workers, v.manner); err != nil {
		return nil, err
	}
	switch {
	case !hash.Exposes:
	case !v.needs.HashAnyway:
		return nil, nil
	default:
		const warning = "the hash covers values that the report hides, although the plan does not mark them as sensitive: whoever has both can find a short value by trying. A key prevents that"
		if !slices.Contains(d.warnings, warning) {
			d.warnings = append(d.warnings, warning)
		}
	}
	return &hash, nil
}

// addSelection adds to the summary of a view, given its index, what the view shows and what it leaves out.
func (d *document) addSelection(view int) {
	v := d.views[view]
	v.summary.Muted = d.listMuted(view)
	v.summary.Where = d.where.summary(view)
	if v.file != nil {
		v.summary.RulesFile = v.file.Name
	}
	for _, j := range d.jobs {
		if j.section == computed.DriftSection && v.shows(j) {
			v.summary.DriftCount++
		}
	}
}

// startMuting finds out which resources are muted as a whole, and returns the study that looks into the others.
func (d *document) startMuting() study {
	d.muting.where = d.where
	for i := range d.jobs {
		d.muting.prepare(&d.jobs[i], len(d.views))
	}
	return mutingStudy{d.views}
}
