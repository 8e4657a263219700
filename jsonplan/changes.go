package jsonplan

import (
	"sync"

	"github.com/planfmt/planfmt/internal/base/inorder"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
)

// The entries of resource_changes and resource_drift are most of what is parsed of a
// plan. The reader only finds out where they begin and end. Those that are not left out
// are parsed by other goroutines, a batch at a time.

const (
	// batchSize is how many bytes of entries a batch has, unless it is a single entry.
	batchSize = 64 << 10
	// maxBatched is how long an entry may be that is copied to a batch.
	maxBatched = 1 << 20
)

// changeList reads the entries of resource_changes or resource_drift.
type changeList struct {
	*planReader
	keep  func(*source.Resource) error // adds an entry to its list
	field string
	drift bool

	pool    *inorder.Pool[*batch, *batch]
	batches int    // how many are complete
	next    *batch // the one that is being filled
	free    []*batch
	order   turns
	idles   int // how many entries in which nothing happens have come since the last other one
}

// batch is a number of entries, and what has been read of them.
type batch struct {
	jsondoc.Batch
	number    int // from 0
	positions []position
	read      []readEntry
	product   string // the product that they show, or empty
	odd       source.Members
	err       error // of the entry after those that have been read
}

// position is where an entry is in its list.
type position struct {
	index  int
	listed bool         // planReader.listed has its address
	idle   *sharedEntry // of an entry that is left out if it is no new evidence; otherwise nil
	// address is set for an idle entry, if somebody wants to know the addresses of these.
	address string
}

// readEntry is an entry that has been read.
type readEntry struct {
	*source.Resource // nil if the entry is left out because of its bytes
	kept             bool
	ref              jsondoc.Ref // zero unless it is kept
}

// changes reads resource_changes or resource_drift. Drift in which nothing happens is
// kept: a refresh-only plan mentions that there is any.
func (r *planReader) changes(field string, drift bool) error {
	l := &changeList{planReader: r, keep: r.plan.Changes.Add, field: field, drift: drift}
	if drift {
		l.keep = func(rc *source.Resource) error {
			r.plan.Drift = append(r.plan.Drift, rc)
			return nil
		}
	}
	l.next = l.newBatch()
	l.pool = inorder.New(r.opts.Workers, l.newWorker, l.add)
	defer l.pool.Close()
	defer l.order.stop()
	err := r.Array(l.change)
	// The first error in the document counts. It may be in an entry that has not been
	// parsed yet.
	if earlier := l.settle(); earlier != nil {
		return earlier
	}
	return err
}

// settle waits until all entries so far have been read.
func (l *changeList) settle() error {
	if err := l.flush(); err != nil {
		return err
	}
	return l.pool.Wait()
}

// change reads an element of the list, and leaves it out or adds it to the next batch.
func (l *changeList) change(i int) error {
	o, err := l.Outline(l.outliners.entries)
	if err != nil {
		return err
	}
	l.plan.hasChanges = l.plan.hasChanges || !l.drift
	p := position{index: i}
	if !l.drift {
		address, ok := o.Text(entryAddress)
		if p.listed = ok && len(address) > 0; p.listed {
			l.listed.add(address)
		}
		if !l.opts.KeepNoOps {
			left, err := l.leaveOut(&o, &p, address)
			if left || err != nil {
				return err
			}
		}
	}
	e := l.Excerpt()
	if len(e.Raw) > maxBatched {
		return l.changeAlone(e, p)
	}
	if l.next.Size()+len(e.Raw) > batchSize {
		if err := l.flush(); err != nil {
			return err
		}
	}
	if p.idle != nil {
		l.next.SetAside(e, &o)
	} else {
		l.next.Add(e)
	}
	l.next.positions = append(l.next.positions, p)
	return nil
}

// manyIdle is how many entries in which nothing happens have to follow each other until the reader
// waits for those before, so that it can tell without a copy whether an entry is left out.
const manyIdle = 16

// leaveOut leaves out an entry in which nothing happens, and reports whether it has done so. If that
// depends on the evidence that entries before it show, it sets p.idle. address is the one in the
// outline, which may be empty.
func (l *changeList) leaveOut(o *jsondoc.Outline, p *position, address []byte) (bool, error) {
	k, asks := l.idle(o, address)
	if k == nil {
		l.idles = 0
		return false, nil
	}
	if asks {
		if l.idles++; l.idles < manyIdle && o.Len() <= maxBatched {
			p.idle = k
			if l.opts.KeepDependencies {
				p.address = string(address)
			}
			return false, nil
		}
		if err := l.settle(); err != nil {
			return false, err
		}
		if !l.knowsIdle(o, k) {
			return false, nil
		}
	}
	if l.plan.Product == "" {
		l.plan.Product = productOfIdle(o, k)
	}
	l.plan.NoOps++
	if l.opts.KeepDependencies {
		l.plan.Idle = append(l.plan.Idle, string(address))
	}
	return true, nil
}

// changeAlone reads a long entry here and now, without a copy of it.
func (l *changeList) changeAlone(e jsondoc.Excerpt, p position) error {
	if err := l.settle(); err != nil {
		return err
	}
	b := l.newBatch()
	b.Hold(e)
	b.positions = append(b.positions, p)
	l.count(b)
	l.read(&l.entryReader, b)
	if len(b.read) > 0 && b.read[0].kept && !l.drift && b.read[0].Shown() {
		l.HandOn(b.read[0].ref, l.entryReader.parser)
	}
	return l.add(b)
}

// flush passes on the batch that is being filled.
func (l *changeList) flush() error {
	if l.next.Len() == 0 {
		return nil
	}
	b := l.next
	l.next = l.newBatch()
	l.count(b)
	return l.pool.Add(b)
}

// newBatch returns an empty batch.
func (l *changeList) newBatch() *batch {
	n := len(l.free)
	if n == 0 {
		return new(batch)
	}
	b := l.free[n-1]
	l.free = l.free[:n-1]
	return b
}

// count numbers a batch that is complete.
func (l *changeList) count(b *batch) {
	b.number = l.batches
	l.batches++
}

// newWorker returns the function that reads batches in a goroutine.
func (l *changeList) newWorker() func(*batch) *batch {
	er := &entryReader{parser: new(jsondoc.Parser), single: new(jsondoc.Parser), evidence: l.evidence, secrets: l.secrets, noOps: l.noOps}
	return func(b *batch) *batch {
		l.read(er, b)
		return b
	}
}

// read reads the entries of a batch.
func (l *changeList) read(er *entryReader, b *batch) {
	defer l.order.end(b.number)
	er.parser.ParseBatch(&b.Batch)
	if !l.order.begin(b.number) { // the Store and the sink of evidence get the entries in order
		return
	}
	for i := range b.Len() {
		e, err := l.readEntry(er, b, i)
		if err != nil {
			b.err = err
			return
		}
		if e.kept {
			if e.ref, b.err = l.Store().Put(b.Excerpt(i)); b.err != nil {
				return
			}
		}
		b.read = append(b.read, e)
	}
	b.product, b.odd = er.product, er.odd
	er.odd = source.Members{}
}

// readEntry reads an entry of a batch.
func (l *changeList) readEntry(er *entryReader, b *batch, i int) (e readEntry, err error) {
	where := entryPlace{l.field, b.positions[i].index}
	all := l.drift || l.opts.KeepNoOps
	if k := b.positions[i].idle; k != nil {
		if o := b.Outline(i); er.knowsIdle(&o, k) {
			if er.product == "" {
				er.product = productOfIdle(&o, k)
			}
			return e, nil
		}
		return er.whole(b.Excerpt(i), where, all)
	}
	v, err := er.parser.ParseMember(&b.Batch, i)
	if err == nil {
		e.Resource, e.kept = er.change(v, where, all)
	}
	return e, err
}

// whole parses an entry of a batch on its own and reads it.
func (r *entryReader) whole(text jsondoc.Excerpt, where entryPlace, all bool) (e readEntry, err error) {
	batches := r.parser
	r.parser = r.single
	defer func() { r.parser = batches }()
	v, err := r.parser.Parse(text)
	if err == nil {
		e.Resource, e.kept = r.change(v, where, all)
	}
	return e, err
}

// add adds the entries of a batch to the plan.
func (l *changeList) add(b *batch) error {
	for i, e := range b.read {
		if e.Resource == nil {
			l.plan.NoOps++
			if address := b.positions[i].address; address != "" {
				l.plan.Idle = append(l.plan.Idle, address)
			}
			continue
		}
		if !l.drift && !b.positions[i].listed {
			l.listed.add([]byte(e.Address))
		}
		if !e.kept && e.Mode == "ephemeral" {
			l.plan.ephemeral.Add(e.Address)
			continue
		}
		if !e.kept {
			l.plan.NoOps++
			if l.opts.KeepDependencies && !l.drift && e.Deposed == "" {
				l.plan.Idle = append(l.plan.Idle, e.Address)
			}
			continue
		}
		var err error
		if e.Handle, err = l.plan.add(e.ref); err != nil {
			return err
		}
		if err := l.keep(e.Resource); err != nil {
			return err
		}
	}
	l.addProduct(b.product)
	l.plan.odd.Merge(b.odd)
	b.odd = source.Members{}
	err := b.err
	b.Reset(2 * batchSize)
	b.positions, b.read, b.product, b.err = b.positions[:0], b.read[:0], "", nil
	l.free = append(l.free, b)
	return err
}

// turns lets goroutines take turns, in the order of their numbers.
type turns struct {
	mu      sync.Mutex
	changed sync.Cond
	next    int
	stopped bool
}

// begin waits for the turn of a number; the first is 0. It returns false if the turns have
// been stopped.
func (t *turns) begin(number int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.changed.L = &t.mu
	for t.next != number && !t.stopped {
		t.changed.Wait()
	}
	return !t.stopped
}

// end ends the turn of a number. If it has not begun, end waits for it first.
func (t *turns) end(number int) {
	t.begin(number)
	t.mu.Lock()
	t.next++
	t.mu.Unlock()
	t.changed.Broadcast()
}

// stop ends all waiting. Jobs that are dropped have no turn, so those after them would wait
// in vain.
func (t *turns) stop() {
	t.mu.Lock()
	t.stopped = true
	t.mu.Unlock()
	t.changed.Broadcast()
}
