package planhash

import (
	"bytes"
	"container/heap"
	"crypto/sha256"
	"slices"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
)

// digests sorts digests. When there are many, it keeps them in sorted runs in a Store, and merges these.
type digests struct {
	few   [][sha256.Size]byte // those that are in no run yet
	runs  [][]jsondoc.Ref     // the parts of each run
	store *jsondoc.Store
}

const (
	// runLen is how many digests a run has: they take 512 KiB.
	runLen = 16 << 10
	// partLen is how many of them are read at a time.
	partLen = 256
)

// add adds a digest. The error is a *plans.TempError.
func (d *digests) add(sum [sha256.Size]byte, storing jsondoc.Options) error {
	if len(d.few) == runLen {
		if err := d.keep(storing); err != nil {
			return err
		}
	}
	d.few = append(d.few, sum)
	return nil
}

// keep makes a run of the digests that are in none yet.
func (d *digests) keep(storing jsondoc.Options) error {
	if d.store == nil {
		if storing.MemoryLimit == 0 {
			storing.MemoryLimit = 1 << 20
		}
		storing.MaxResources = 0 // this is not a document
		d.store = jsondoc.NewStore(storing)
	}
	d.sort()
	var run []jsondoc.Ref
	text := make([]byte, 0, partLen*sha256.Size)
	for part := range slices.Chunk(d.few, partLen) {
		text = text[:0]
		for i := range part {
			text = append(text, part[i][:]...)
		}
		ref, err := d.store.Keep(text)
		if err != nil {
			return err
		}
		run = append(run, ref)
	}
	d.runs, d.few = append(d.runs, run), d.few[:0]
	return nil
}

func (d *digests) sort() {
	slices.SortFunc(d.few, func(a, b [sha256.Size]byte) int { return bytes.Compare(a[:], b[:]) })
}

// each calls visit with all digests, sorted. The argument is valid until visit returns.
func (d *digests) each(visit func([]byte)) error {
	d.sort()
	if d.runs == nil {
		for i := range d.few {
			visit(d.few[i][:])
		}
		return nil
	}
	if err := d.store.Seal(); err != nil {
		return err
	}
	var all readers
	last := &runReader{}
	for i := range d.few {
		last.text = append(last.text, d.few[i][:]...)
	}
	if len(last.text) > 0 {
		all = append(all, last)
	}
	for _, run := range d.runs {
		r := &runReader{load: d.store.Loader(), rest: run}
		if _, err := r.fill(); err != nil {
			return err
		}
		all = append(all, r)
	}
	heap.Init(&all)
	for len(all) > 0 {
		r := all[0]
		visit(r.text[:sha256.Size])
		r.text = r.text[sha256.Size:]
		more, err := r.fill()
		if err != nil {
			return err
		}
		if !more {
			heap.Pop(&all)
			continue
		}
		heap.Fix(&all, 0)
	}
	return nil
}

// runReader reads a run.
type runReader struct {
	load *jsondoc.Loader
	rest []jsondoc.Ref
	text []byte // the digests that have been read
}

// fill reads more digests if there are none left. It reports whether there are any.
func (r *runReader) fill() (bool, error) {
	if len(r.text) > 0 {
		return true, nil
	}
	if len(r.rest) == 0 {
		return false, nil
	}
	var err error
	r.text, err = r.load.Bytes(r.rest[0])
	r.rest = r.rest[1:]
	return err == nil, err
}

// readers are ordered by what they read next.
type readers []*runReader

func (r readers) Len() int { return len(r) }
func (r readers) Less(i, j int) bool {
	return bytes.Compare(r[i].text[:sha256.Size], r[j].text[:sha256.Size]) < 0
}
func (r readers) Swap(i, j int) { r[i], r[j] = r[j], r[i] }
func (r *readers) Push(x any)   { *r = append(*r, x.(*runReader)) }
func (r *readers) Pop() any {
	last := len(*r) - 1
	x := (*r)[last]
	*r = (*r)[:last]
	return x
}
