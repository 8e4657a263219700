package agents

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"sync"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/review"
)

const (
	mostKept      = 8         // documents
	mostKeptBytes = 256 << 20 // of their files, together; the newest is kept whatever its size
)

// document is a plan or a state that has been opened. It does not change.
type document struct {
	path   string
	info   fs.FileInfo
	file   *os.File
	opened *planfmt.OpenPlan

	summary   computed.Summary
	entries   []computed.Resource
	places    []review.Place // of the entries
	order     []int          // of the entries, by importance, without those that do not change
	byAddress map[string][]int
	pages     *report.Pages

	users int
	gone  bool // it is closed when nobody uses it any more
}

// isCurrent reports whether a file is the one that was opened, as it was.
func (d *document) isCurrent(info fs.FileInfo) bool { return isSame(d.info, info) }

// documents keeps those that have been opened last.
type documents struct {
	roots *Roots
	base  planfmt.Options

	mu      sync.Mutex
	kept    []*document // the one that was used last is at the end
	opening map[string]chan struct{}
	seen    map[string]fs.FileInfo // what was at a path when it was read last
}

// errChanging is for a file that somebody writes.
var errChanging = errors.New("the file changes while it is read; call again when it is complete")

// with calls do with a document, and with whether the file is another one than at an earlier call.
func (s *documents) with(ctx context.Context, path string, do func(d *document, again bool) error) error {
	reopened := false
	for range 2 {
		d, again, err := s.acquire(ctx, path)
		if err != nil {
			return err
		}
		reopened = reopened || again
		err = do(d, reopened)
		info, statErr := d.file.Stat()
		changed := statErr != nil || !d.isCurrent(info)
		s.release(d, changed)
		if !changed {
			return err
		}
		// What was read may be a part of the old file and a part of the new one.
	}
	return pathError(path, errChanging)
}

// acquire returns the document at a path, opened once for all who ask at the same time.
func (s *documents) acquire(ctx context.Context, path string) (d *document, reopened bool, err error) {
	file, info, err := s.roots.Open(path)
	if err != nil {
		return nil, false, err
	}
	for {
		s.mu.Lock()
		if i := slices.IndexFunc(s.kept, func(k *document) bool { return k.path == path }); i >= 0 {
			d := s.kept[i]
			if d.isCurrent(info) {
				d.users++
				s.kept = append(slices.Delete(s.kept, i, i+1), d)
				s.mu.Unlock()
				return d, false, file.Close()
			}
			s.drop(i)
		}
		wait, busy := s.opening[path]
		if !busy {
			done := make(chan struct{})
			s.opening[path] = done
			s.mu.Unlock()
			d, err := s.open(ctx, path, file, info)
			s.mu.Lock()
			delete(s.opening, path)
			close(done)
			if err == nil {
				reopened = s.note(path, info)
				d.users++
				s.kept = append(s.kept, d)
				s.shrink()
			}
			s.mu.Unlock()
			return d, reopened, err
		}
		s.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, false, errors.Join(ctx.Err(), file.Close())
		}
	}
}

// shrink closes documents that are too many.
func (s *documents) shrink() {
	total := int64(0)
	for i := len(s.kept) - 1; i >= 0; i-- {
		total += s.kept[i].info.Size()
		if last := i == len(s.kept)-1; !last && (total > mostKeptBytes || len(s.kept)-i > mostKept) {
			s.drop(i)
		}
	}
}

// note remembers what is at a path, and reports whether that is something else than before.
func (s *documents) note(path string, info fs.FileInfo) (changed bool) {
	const most = 1000
	old := s.seen[path]
	if old == nil && len(s.seen) >= most {
		clear(s.seen)
	}
	s.seen[path] = info
	return old != nil && !isSame(old, info)
}

// isSame reports whether a file is as it was.
func isSame(old, now fs.FileInfo) bool {
	return os.SameFile(old, now) && old.Size() == now.Size() && old.ModTime().Equal(now.ModTime())
}

// reading opens a file for one call.
func (s *documents) reading(path string, do func(f *os.File, size int64) error) (reopened bool, err error) {
	f, info, err := s.roots.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	s.mu.Lock()
	reopened = s.note(path, info)
	s.mu.Unlock()
	err = do(f, info.Size())
	if now, statErr := f.Stat(); statErr != nil || !isSame(info, now) {
		return reopened, pathError(path, errChanging)
	}
	return reopened, err
}

// drop forgets a document, and closes it if nobody uses it.
func (s *documents) drop(i int) {
	d := s.kept[i]
	s.kept = slices.Delete(s.kept, i, i+1)
	if d.gone = true; d.users == 0 {
		d.close()
	}
}

func (s *documents) release(d *document, changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.kept, d); i >= 0 && changed {
		s.drop(i)
	}
	if d.users--; d.users == 0 && d.gone {
		d.close()
	}
}

func (d *document) close() {
	_ = d.opened.Close()
	_ = d.file.Close()
}

// Close closes all documents.
func (s *documents) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.kept) > 0 {
		s.drop(0)
	}
}

// needs are all facts that a tool tells.
var needs = planfmt.Needs{
	Drift: true, NoOps: true, Causes: true, Impact: true, References: true, Hash: true, Hazards: true, MaskCopies: true, Readable: true, Complete: true,
}

// open opens a document. The file belongs to it.
func (s *documents) open(ctx context.Context, path string, file *os.File, info fs.FileInfo) (d *document, err error) {
	defer caught.As(&err) // others wait for the end of it
	opts := s.base
	opts.Needs = needs
	opts.ShowUnchanged = true
	opts.Progress = progress(ctx, info.Size())
	opened, err := planfmt.Open(ctx, file, opts)
	if err != nil {
		_ = file.Close()
		return nil, pathError(path, err)
	}
	d = &document{path: path, info: info, file: file, opened: opened, byAddress: map[string][]int{}}
	d.summary, d.entries = opened.Summary(), opened.Entries()
	d.pages = report.NewPages(d.summary, d.entries, report.PagesOptions{Options: report.Options{Dialect: opened.Dialect(), Refinements: true, ShowSource: true}})
	d.places = make([]review.Place, len(d.entries))
	for i := range d.entries {
		e := &d.entries[i]
		d.places[i] = review.PlaceOf(e)
		d.byAddress[e.Address] = append(d.byAddress[e.Address], i)
		if d.places[i].Class != review.Unchanged {
			d.order = append(d.order, i)
		}
	}
	slices.SortStableFunc(d.order, func(a, b int) int { return d.places[a].Compare(d.places[b]) })
	return d, nil
}
