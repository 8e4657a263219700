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
	"github.com/planfmt/planfmt/internal/base/caught"
)

const (
	mostOpen  = 8   // documents that are kept open
	mostKnown = 200 // documents of which anything is kept
)

// document is what is kept of a plan or a state: of the file at a path, as it was at one time. Each part of it does not change.
type document struct {
	path string
	info fs.FileInfo

	summaries []summarised
	hashed    *computed.Summary // with the hash, if there is one
	opened    *opened           // nil if it is not open
}

// documents keeps what has been read last.
type documents struct {
	roots *Roots
	base  planfmt.Options
	// watch is called for each part before it is read. It is for tests, and may be nil.
	watch func(path, part string)

	mu      sync.Mutex
	kept    []document               // the one that was used last is at the end
	reading map[string]chan struct{} // the paths of what is being read; closed at the end of that
	seen    map[string]fs.FileInfo   // what was at a path when it was read last
	memory  memory
}

func newDocuments(roots *Roots, base planfmt.Options) *documents {
	return &documents{roots: roots, base: base, reading: map[string]chan struct{}{}, seen: map[string]fs.FileInfo{}, memory: memory{most: mostMemory, parts: mostParts, freed: make(chan struct{})}}
}

// errChanging is for a file that somebody writes.
var errChanging = errors.New("the file changes while it is read; call again when it is complete")

// documentPart is something that calls want to know about a document. It is read when the first of them asks.
type documentPart struct {
	name  string
	keeps bool // it keeps the file
	has   func(*document) bool
	// read reads a document, and returns what adds the part to it.
	read func(ctx context.Context, f *os.File, info fs.FileInfo) (add func(*document), err error)
}

// withPart calls do with a document of which a part is known, and with whether the file is another one than at an earlier call. The document
// is not closed while do runs. If the file changes in between, the error is errChanging, whatever do returns.
func (s *documents) withPart(ctx context.Context, path string, p documentPart, do func(d document, again bool) error) error {
	d, again, held, err := s.acquire(ctx, path, p)
	if err != nil {
		return err
	}
	defer s.giveBack(held)
	err = do(d, again)
	if s.release(d) {
		// What was read may be a part of the old file and a part of the new one.
		return pathError(path, errChanging)
	}
	return err
}

// acquire returns the document at a path. A part of it is read once for all who ask at the same time; others of the same document are read one
// after the other, so that it is not in memory twice. held is the memory that the call has until it gives that back: as much as to read an
// open document once. A call has it before it uses the document, which could not be closed for others while it waits.
func (s *documents) acquire(ctx context.Context, path string, p documentPart) (d document, reopened bool, held int64, err error) {
	file, info, err := s.roots.Open(path)
	if err != nil {
		return d, false, 0, err
	}
	for {
		if d, held, err = s.already(ctx, path, p, file, info); err != nil || d.path != "" {
			_ = file.Close()
			return d, false, held, err
		}
		s.mu.Lock()
		if i := s.find(path, info); i >= 0 && p.has(&s.kept[i]) {
			s.mu.Unlock()
			continue // somebody has read it since: a second copy would take the place of the first, which nobody would close
		}
		wait, busy := s.reading[path]
		if !busy {
			done := make(chan struct{})
			s.reading[path] = done
			s.mu.Unlock()
			add, held, err := s.read(ctx, path, p, file, info)
			s.mu.Lock()
			defer s.mu.Unlock()
			delete(s.reading, path)
			close(done)
			if err != nil {
				s.free(held)
				return d, false, 0, err
			}
			reopened = s.note(path, info)
			d = s.add(path, info, add)
			if !p.keeps {
				s.free(held)
				held = 0
			}
			return d, reopened, held, nil
		}
		s.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
			return d, false, 0, errors.Join(ctx.Err(), file.Close())
		}
	}
}

// already returns a document of which the part has been read; its path is empty if there is none.
func (s *documents) already(ctx context.Context, path string, p documentPart, file *os.File, info fs.FileInfo) (d document, held int64, err error) {
	if !s.has(path, p, info) {
		return d, 0, nil
	}
	if p.keeps {
		held = estimate(file, info.Size())
		if err := s.reserveFor(ctx, &queued{bytes: held, path: path}); err != nil {
			return d, 0, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := s.find(path, info); i >= 0 && p.has(&s.kept[i]) {
		return s.touch(i), held, nil
	}
	s.free(held) // it was closed in between
	return d, 0, nil
}

func (s *documents) has(path string, p documentPart, info fs.FileInfo) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.find(path, info)
	return i >= 0 && p.has(&s.kept[i])
}

// giveBack ends what a call has reserved.
func (s *documents) giveBack(n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free(n)
}

// find returns the index of what is kept of a file; -1 if that is nothing. What is kept of another file at the path is forgotten.
func (s *documents) find(path string, info fs.FileInfo) int {
	i := slices.IndexFunc(s.kept, func(d document) bool { return d.path == path })
	if i >= 0 && !isSame(s.kept[i].info, info) {
		s.drop(i)
		return -1
	}
	return i
}

// touch returns a document for a call, and notes that it was used last.
func (s *documents) touch(i int) document {
	d := s.kept[i]
	s.kept = append(slices.Delete(s.kept, i, i+1), d)
	if d.opened != nil {
		d.opened.users++
	}
	return d
}

// read reads a part of a document, when there is memory for it. size is how much of that it takes up until it is freed.
func (s *documents) read(ctx context.Context, path string, p documentPart, file *os.File, info fs.FileInfo) (add func(*document), size int64, err error) {
	defer func() {
		if err != nil || !p.keeps {
			_ = file.Close()
		}
	}()
	defer caught.As(&err) // others wait for the end of it
	n := estimate(file, info.Size())
	if err := s.reserve(ctx, n); err != nil {
		return nil, 0, err
	}
	size = n // also if there is a panic
	if s.watch != nil {
		s.watch(path, p.name)
	}
	add, err = p.read(ctx, file, info)
	if now, statErr := file.Stat(); err == nil && (statErr != nil || !isSame(info, now)) {
		err = errChanging
	}
	return add, size, pathOrDiags(path, err)
}

// add adds a part to what is kept of a document, and returns the document for a call.
func (s *documents) add(path string, info fs.FileInfo, add func(*document)) document {
	i := s.find(path, info)
	if i < 0 {
		i = len(s.kept)
		s.kept = append(s.kept, document{path: path, info: info})
	}
	before := s.kept[i].opened
	add(&s.kept[i])
	if o := s.kept[i].opened; o != before {
		s.memory.used += o.size
	}
	d := s.touch(i)
	open := 0
	for i := len(s.kept) - 1; i >= 0; i-- {
		if s.kept[i].opened != nil {
			if open++; open > mostOpen {
				s.shut(i)
			}
		}
	}
	if len(s.kept) > mostKnown {
		s.drop(0)
	}
	return d
}

// release ends a call. It reports whether the file has changed in between, so that what was read must not be trusted.
func (s *documents) release(d document) (changed bool) {
	if d.opened == nil {
		return false // it was read as a whole before
	}
	info, err := d.opened.file.Stat()
	changed = err != nil || !isSame(d.info, info)
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.kept, func(k document) bool { return k.opened == d.opened }); i >= 0 && changed {
		s.drop(i)
	}
	if d.opened.users--; d.opened.users == 0 {
		if d.opened.gone {
			s.close(d.opened)
		}
		s.free(0) // somebody may wait for it to be idle
	}
	return changed
}

// drop forgets a document.
func (s *documents) drop(i int) {
	s.shut(i)
	s.kept = slices.Delete(s.kept, i, i+1)
}

// shut closes a document, when nobody uses it any more.
func (s *documents) shut(i int) {
	o := s.kept[i].opened
	if o == nil {
		return
	}
	s.kept[i].opened = nil
	if o.gone = true; o.users == 0 {
		s.close(o)
	}
}

func (s *documents) close(o *opened) {
	o.close()
	s.free(o.size)
}

// end closes all documents.
func (s *documents) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.kept) > 0 {
		s.drop(0)
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

// documentInput is a file that is read for one call.
type documentInput struct {
	*os.File
	path     string
	info     fs.FileInfo
	reopened bool // it has changed since an earlier call
}

// once opens files for one call, when there is memory for it.
func (s *documents) once(ctx context.Context, paths []string, w weight, do func(files []*documentInput) error) (err error) {
	var files []*documentInput
	defer func() {
		for _, f := range files {
			_ = f.Close()
		}
	}()
	size := int64(0)
	for _, path := range paths {
		f, info, err := s.roots.Open(path)
		if err != nil {
			return err
		}
		files = append(files, &documentInput{File: f, path: path, info: info})
		size += estimate(f, info.Size()) * int64(w)
	}
	if err := s.reserve(ctx, size); err != nil {
		return err
	}
	s.mu.Lock()
	for _, f := range files {
		f.reopened = s.note(f.path, f.info)
	}
	s.mu.Unlock()
	if s.watch != nil {
		for _, path := range paths {
			s.watch(path, "all")
		}
	}
	defer s.giveBack(size)
	err = do(files)
	for _, f := range files {
		if now, statErr := f.Stat(); statErr != nil || !isSame(f.info, now) {
			return pathError(f.path, errChanging)
		}
	}
	return err
}
