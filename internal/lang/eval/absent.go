package eval

import (
	"cmp"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// Absences are the attributes that values lack, where that is not an error: a null takes their place. What try and can catch is not among them.
type Absences struct{ all map[*model.Attr]*Absence }

// Absence is an attribute in an expression.
type Absence struct {
	At diag.Range // of the whole path to it
	// Found and Lacking are how many values have it, and how many lack it.
	Found, Lacking int
	Err            *diag.Diagnostic // what is wrong with the first of those that lack it
}

// Forgiving is a [Host] for which it is not an error that a value lacks an attribute. Absences may be nil: then it is one.
type Forgiving interface {
	Host
	Absences() *Absences
}

// All returns the attributes, in the order in which they stand in the expression. a may be nil.
func (a *Absences) All() []Absence {
	var all []Absence
	if a == nil {
		return nil
	}
	for _, one := range a.all {
		if one.Lacking > 0 {
			all = append(all, *one)
		}
	}
	slices.SortFunc(all, func(a, b Absence) int {
		return cmp.Or(cmp.Compare(a.At.Start.Byte, b.At.Start.Byte), cmp.Compare(a.At.End.Byte, b.At.End.Byte))
	})
	return all
}

// Add adds what another evaluation of the same expression has seen.
func (a *Absences) Add(b *Absences) {
	for e, one := range b.all {
		to := a.absence(e)
		to.Found += one.Found
		to.Lacking += one.Lacking
		to.Err = cmp.Or(to.Err, one.Err)
	}
}

func (a *Absences) absence(e *model.Attr) *Absence {
	if a.all == nil {
		a.all = map[*model.Attr]*Absence{}
	}
	one := a.all[e]
	if one == nil {
		one = &Absence{At: e.Range()}
		a.all[e] = one
	}
	return one
}

// forgive returns the result of looking up an attribute in a value: null instead of the error that the value lacks it, if that is none.
func (ev *evaluator) forgive(e *model.Attr, v value.Value, r Result) Result {
	if ev.absences == nil || ev.caught > 0 {
		return r
	}
	if r.Err == nil {
		ev.absences.absence(e).Found++
		return r
	}
	if t := v.Type(); v.IsSensitive() || !v.IsNull() && !t.IsObjectType() && !t.IsMapType() {
		return r
	}
	one := ev.absences.absence(e)
	one.Lacking++
	one.Err = cmp.Or(one.Err, r.Err)
	return Of(value.Of(cty.NullVal(cty.DynamicPseudoType)).WithUntypedNull())
}
