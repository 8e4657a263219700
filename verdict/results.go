package verdict

import (
	"encoding/binary"
	"iter"
)

// Results are what policies say about the objects of a plan, in the order in which they are added. The zero value has none.
//
// There may be millions of them, so they are packed: one that has passed and has nothing else to say is a byte, and what others
// say is kept once, however many objects it is said of.
type Results struct {
	subjects []subject
	kinds    []resultKind
	byKind   map[kindKey]int
	// verdicts has a number for each result, see pack. A 0 comes before those of the next subject.
	verdicts []byte
	n        int
	details  details
	last     int // the kind of the last result, or -1
}

// subject is what results are about.
type subject struct{ address, mock, operation string }

type kindKey struct {
	policy    *Policy
	level     Level
	exception *Exception
}

// resultKind is the results of a policy with a level, excepted or not.
type resultKind struct {
	kindKey
	counts [Error + 1]int // by outcome
}

// Ref is one of the results. A Ref is smaller than a [Result].
type Ref struct {
	subject, kind, detail int32 // detail is 0 for those that have only passed
}

// Subject returns the number of what the result is about. Results about the same follow one another.
func (r Ref) Subject() int { return int(r.subject) }

// Kind returns the number of the result's kind.
func (r Ref) Kind() int { return int(r.kind) }

// OnlyPassed reports whether the policy has passed, and has nothing else to say.
func (r Ref) OnlyPassed() bool { return r.detail == 0 }

// Len returns how many results there are.
func (r *Results) Len() int { return r.n }

// Tally yields how many results there are of each policy, level, exception and outcome. Nothing else is in these results.
func (r *Results) Tally() iter.Seq2[Result, int] {
	return func(yield func(Result, int) bool) {
		for i := range r.kinds {
			k := &r.kinds[i]
			for outcome, n := range k.counts {
				if n > 0 && !yield(Result{Policy: k.policy, Level: k.level, Exception: k.exception, Outcome: Outcome(outcome)}, n) {
					return
				}
			}
		}
	}
}

// Add adds results.
func (r *Results) Add(all ...Result) {
	for i := range all {
		r.add(&all[i])
	}
}

func (r *Results) add(one *Result) {
	about := subject{one.Address, one.Mock, one.Operation}
	if n := len(r.subjects); n == 0 || r.subjects[n-1] != about {
		r.subjects = append(r.subjects, about)
		r.verdicts = append(r.verdicts, 0)
		r.last = -1
	}
	kind := r.kindOf(one)
	r.kinds[kind].counts[one.Outcome]++
	r.n++
	detail := 0
	if one.Outcome != Pass || one.Message != "" || len(one.Conditions)+len(one.Causes)+len(one.Diagnostics) > 0 {
		detail = r.details.add(one)
	}
	r.pack(kind, detail)
	r.last = kind
}

// kindOf returns the number of a result's kind. The policies are mostly in the same order as for the subject before.
func (r *Results) kindOf(one *Result) int {
	key := kindKey{one.Policy, one.Level, one.Exception}
	if next := r.last + 1; next < len(r.kinds) && r.kinds[next].kindKey == key {
		return next
	}
	number, ok := r.byKind[key]
	if !ok {
		if r.byKind == nil {
			r.byKind = map[kindKey]int{}
		}
		number = len(r.kinds)
		r.kinds, r.byKind[key] = append(r.kinds, resultKind{kindKey: key}), number
	}
	return number
}

// pack adds a number that says by how much the kind differs from the one after the last one, and whether a number of a detail
// follows. It is at least 1.
func (r *Results) pack(kind, detail int) {
	jump := int64(kind - r.last - 1)
	head := (uint64(jump<<1)^uint64(jump>>63))<<1 + 1
	if detail > 0 {
		head++
	}
	r.verdicts = binary.AppendUvarint(r.verdicts, head)
	if detail > 0 {
		r.verdicts = binary.AppendUvarint(r.verdicts, uint64(detail))
	}
}

// Refs yields all results.
func (r *Results) Refs() iter.Seq[Ref] {
	return func(yield func(Ref) bool) {
		at := Ref{subject: -1}
		last := int64(-1)
		for i := 0; i < len(r.verdicts); {
			head, n := binary.Uvarint(r.verdicts[i:])
			i += n
			if head == 0 {
				at.subject++
				last = -1
				continue
			}
			jump := (head - 1) >> 1
			last += int64(jump>>1) ^ -int64(jump&1) + 1
			at.kind, at.detail = int32(last), 0
			if (head-1)&1 == 1 {
				detail, n := binary.Uvarint(r.verdicts[i:])
				i += n
				at.detail = int32(detail)
			}
			if !yield(at) {
				return
			}
		}
	}
}

// At returns a result.
func (r *Results) At(ref Ref) Result {
	about, kind := &r.subjects[ref.subject], &r.kinds[ref.kind]
	one := Result{
		Policy: kind.policy, Level: kind.level, Exception: kind.exception, Outcome: Pass,
		Address: about.address, Mock: about.mock, Operation: about.operation,
	}
	if ref.detail > 0 {
		r.details.load(int(ref.detail), &one)
	}
	return one
}

// All yields all results.
func (r *Results) All() iter.Seq2[Ref, Result] { return r.some(func(Ref) bool { return true }) }

// Others yields those that have not only passed: another outcome, or notes.
func (r *Results) Others() iter.Seq2[Ref, Result] {
	return r.some(func(ref Ref) bool { return !ref.OnlyPassed() })
}

func (r *Results) some(which func(Ref) bool) iter.Seq2[Ref, Result] {
	return func(yield func(Ref, Result) bool) {
		for ref := range r.Refs() {
			if which(ref) && !yield(ref, r.At(ref)) {
				return
			}
		}
	}
}
