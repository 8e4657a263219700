package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/ctxio"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/verdict"
)

// reading is a document that is read once, from the beginning to the end: it cannot seek. So what is shown of it
// later is what has been read, whatever happens to the file.
type reading struct {
	in    io.Reader
	sum   hash.Hash // of all that has been read
	begin []byte    // the first bytes of that
	// isFile says that the document is a regular file, and so may be changed.
	isFile bool
}

func newReading(in io.Reader) *reading {
	r := &reading{in: in, sum: sha256.New()}
	if f, ok := in.(interface{ Stat() (fs.FileInfo, error) }); ok {
		info, err := f.Stat()
		r.isFile = err == nil && info.Mode().IsRegular()
	}
	return r
}

func (r *reading) Read(b []byte) (int, error) {
	n, err := r.in.Read(b)
	r.sum.Write(b[:n])
	if missing := len(archiveBegin) - len(r.begin); missing > 0 {
		r.begin = append(r.begin, b[:min(n, missing)]...)
	}
	return n, err
}

// archiveBegin is how archives begin, as binary plan files are.
const archiveBegin = "PK\x03\x04"

// isArchive reports whether the document is an archive.
func (r *reading) isArchive() bool { return string(r.begin) == archiveBegin }

// finish reads the rest, which may be nothing, and returns the SHA-256 of the document.
func (r *reading) finish() (sum digest, err error) {
	if _, err := io.Copy(io.Discard, r); err != nil {
		return sum, files.TrimName(err)
	}
	return digest(r.sum.Sum(nil)), nil
}

// digest is a SHA-256.
type digest [sha256.Size]byte

// judge decides whether a yes counts: whether the plan can be applied as it has been shown.
type judge struct {
	plan *planfmt.OpenPlan
	// file is where the plan is from. It is empty if it cannot be read again, as standard input cannot.
	file     string
	sum      digest // of the plan as it was read
	isBinary bool   // the plan is what the product applies, and not JSON made of it
	lacks    bool   // a report that belongs to it could not be read

	mu      sync.Mutex
	outcome *computed.Outcome // once everything has been compared
}

// newJudge returns the judge of a plan that has been read from a file, or from standard input. It is an
// error if there is nothing to approve.
func newJudge(plan *planfmt.OpenPlan, file string, document *reading, sum digest) (*judge, error) {
	if plan.Summary().State != computed.NotState {
		return nil, source.NeedsPlan("this is a state, in which nothing changes: only a plan can be approved")
	}
	// What the name stands for by now does not matter: if it is gone, that is for the answer.
	if file == "-" || !document.isFile || isStream(file) {
		file = ""
	}
	return &judge{plan: plan, file: file, sum: sum, isBinary: document.isArchive()}, nil
}

// isStream reports whether a name stands for something that is open already, as /dev/stdin does. When it is opened again, it is
// still the same file, even if the name by which somebody knows that file stands for another one by then.
func isStream(name string) bool {
	abs, err := filepath.Abs(name)
	if err != nil {
		return false
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
		abs = filepath.Join(dir, filepath.Base(abs))
	}
	abs = filepath.ToSlash(abs)
	return abs == "/dev/stdin" || strings.HasPrefix(abs, "/dev/fd/") || strings.HasPrefix(abs, "/proc/")
}

// notes are what somebody should know who is asked.
func (a *judge) notes() (notes []string) {
	if err := a.refuseWhole(); err != nil {
		notes = append(notes, "yes will not be accepted: "+err.Error())
	}
	if sum := a.plan.Summary(); wording.HasLaterFormat(&sum) {
		notes = append(notes, "the format of the plan or of its schemas is newer than planfmt knows: something may be missing here")
	}
	switch {
	case !a.isBinary:
		notes = append(notes, "planfmt has read JSON, and cannot check that the plan file that you apply is the same plan")
	case a.file == "":
		notes = append(notes, "planfmt has not read a file, and cannot check that what you apply is the same plan")
	}
	return notes
}

// refuse returns why a yes does not count, or nil if it does.
func (a *judge) refuse(ctx context.Context) error {
	if err := a.refuseWhole(); err != nil {
		return err
	}
	out, err := a.compareAll(ctx)
	if err != nil {
		return err
	}
	if n := len(out.Problems); n > 0 {
		text := out.Problems[0].Error()
		if n > 1 {
			text = fmt.Sprintf("%s (and %d more)", text, n-1)
		}
		return fmt.Errorf("the plan has problems, so not all of it has been shown: %s", text)
	}
	if !out.Changes && !a.plan.Summary().Applyable {
		return errors.New("the plan has no changes: there is nothing to apply")
	}
	return a.refuseFile(ctx) // last, so that as little time as possible passes after it
}

// refuseWhole returns what is wrong with the plan as a whole.
func (a *judge) refuseWhole() error {
	sum := a.plan.Summary()
	switch rep := sum.Verdicts; {
	case sum.Errored:
		return command.ErrErroredPlan
	case sum.IsIncomplete():
		return errors.New("the plan is incomplete: it leaves out changes that the configuration asks for")
	case !sum.Applyable && doesSomething(&sum):
		return errors.New("the plan itself says that it cannot be applied")
	case !sum.Applyable && sum.Invocations == 0 && !changesOutputs(&sum):
		return errors.New("the plan has no changes: there is nothing to apply")
	case sum.Hash == nil:
		return errors.New("the plan has no hash, since parts of it cannot be read")
	case a.lacks:
		return errors.New("a report of --annotate cannot be read")
	case rep != nil:
		for _, r := range rep.Results.Others() {
			switch {
			case !rep.Blocks(&r):
			case r.Outcome == verdict.Error:
				return fmt.Errorf("the policy %s cannot be evaluated", plans.SpellName(r.Policy.Name))
			default:
				return fmt.Errorf("the policy %s fails", plans.SpellName(r.Policy.Name))
			}
		}
	}
	return nil
}

// doesSomething reports whether a plan changes resources.
func doesSomething(sum *computed.Summary) bool {
	for action, n := range sum.Counts {
		if action != plans.NoOp && n > 0 {
			return true
		}
	}
	return false
}

func changesOutputs(sum *computed.Summary) bool {
	return slices.ContainsFunc(sum.Outputs, func(o computed.Output) bool { return o.Shown() })
}

// compareAll compares everything, once.
func (a *judge) compareAll(ctx context.Context) (*computed.Outcome, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.outcome == nil {
		out, err := a.plan.All(ctx, func(int, computed.Resource) error { return nil })
		if err != nil {
			return nil, err
		}
		a.outcome = &out
	}
	return a.outcome, nil
}

// refuseFile returns an error unless the file is still what has been read.
func (a *judge) refuseFile(ctx context.Context) error {
	if a.file == "" {
		return nil
	}
	name := plans.SpellName(a.file)
	info, err := os.Stat(a.file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s is gone", name)
	case err != nil:
		return fmt.Errorf("%s cannot be read again: %w", name, files.TrimName(err))
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is no longer a file", name)
	}
	f, err := os.Open(a.file)
	if err != nil {
		return fmt.Errorf("%s cannot be read again: %w", name, files.TrimName(err))
	}
	defer f.Close()
	sum, err := newReading(ctxio.Reader(ctx, f)).finish()
	switch {
	case err != nil:
		return fmt.Errorf("%s cannot be read again: %w", name, err)
	case sum != a.sum:
		return fmt.Errorf("%s has changed since it was read", name)
	}
	return nil
}
