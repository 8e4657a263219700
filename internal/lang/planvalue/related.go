package planvalue

import (
	"math"
	"math/big"
	"strconv"
	"sync"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/plans"
)

// Related are the objects that policies may ask for. Add all of them before the first
// question; after that, several goroutines may ask at a time.
type Related struct {
	// Open says why there may be more objects than these, of any type. It is empty if there are
	// not.
	Open string

	types map[string]*relatedType
	// ids are the identities of the objects that have an ID, by the names that [value.Value.Among] returns, and the ID. It is empty if
	// several have it.
	ids map[string]map[string]string

	mu      sync.Mutex
	answers map[string]eval.Result // to questions in which everything is known
}

// maxAnswers is how many answers are kept.
const maxAnswers = 10_000

type relatedType struct {
	open    string
	objects []relatedObject
	elem    cty.Type // of the objects, if all have the same

	mu     sync.Mutex
	byText map[string]*textIndex // the objects by the keys of attributes that somebody has asked for
}

type relatedObject struct {
	value value.Value
	// arguments are the names of the arguments that its block has, sorted; nil if that is not known.
	arguments map[string]bool
}

// textIndex are objects by the keys of an attribute. rest are those in which it may be anything.
type textIndex struct {
	texts map[string][]int
	rest  []int
}

// Add adds an object of a type.
func (r *Related) Add(typ string, o *Object) {
	t := r.typeOf(typ)
	v := o.Value().Value
	if len(t.objects) == 0 {
		t.elem = v.Type()
	} else if !t.elem.Equals(v.Type()) {
		t.elem = cty.DynamicPseudoType
	}
	t.objects = append(t.objects, relatedObject{value: v})
}

// AddArguments says which arguments the block of the object has that was added last.
func (r *Related) AddArguments(typ string, names map[string]bool) {
	t := r.typeOf(typ)
	t.objects[len(t.objects)-1].arguments = names
}

// IsEmpty reports whether there are no objects.
func (r *Related) IsEmpty() bool { return len(r.types) == 0 }

// SetOpen says why there may be more objects of a type than these.
func (r *Related) SetOpen(typ, reason string) { r.typeOf(typ).open = reason }

func (r *Related) typeOf(typ string) *relatedType {
	t := r.types[typ]
	if t == nil {
		t = &relatedType{elem: cty.DynamicPseudoType}
		if r.types == nil {
			r.types = map[string]*relatedType{}
		}
		r.types[typ] = t
	}
	return t
}

// fewObjects are so few that all of them are looked at.
const fewObjects = 16

// maxIndexes is by how many attributes objects of a type are found at once: the names may come from the plan.
const maxIndexes = 64

// index returns the objects by the keys of an attribute, or nil if it is better to look at all of them.
func (t *relatedType) index(name string) *textIndex {
	if len(t.objects) < fewObjects {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	found := t.byText[name]
	if found != nil || len(t.byText) == maxIndexes {
		return found
	}
	found = &textIndex{texts: map[string][]int{}}
	for i, o := range t.objects {
		switch text, is := o.text(name); {
		case is == value.Always:
			found.texts[text] = append(found.texts[text], i)
		case is == value.Maybe:
			found.rest = append(found.rest, i)
		}
	}
	if t.byText == nil {
		t.byText = map[string]*textIndex{}
	}
	t.byText[name] = found
	return found
}

// text returns the key of an attribute, and whether it has one. It may have one if it is unknown, or if nobody may learn that it does not.
func (o *relatedObject) text(name string) (text string, is value.Truth) {
	v, ok := o.value.Attr(name)
	if !ok {
		missing, _, mayExist := o.value.Missing(name)
		if o.value.IsKnown() && !(mayExist && !missing.IsKnown()) {
			return "", value.Never // it does not exist, or is null or a list
		}
		return "", value.Maybe
	}
	if v.IsNull() && !v.HasSensitive() {
		return "", value.Never
	}
	if text, ok = indexKey(v); ok {
		return text, value.Always
	}
	return "", value.Maybe
}

// indexKey returns a text that a string, a whole number or a truth value has in common only with those that are equal to it.
func indexKey(v value.Value) (string, bool) {
	if v.HasSensitive() || !v.IsKnown() || v.IsNull() {
		return "", false
	}
	switch v.Type() {
	case cty.String:
		return "s" + v.Cty().AsString(), true
	case cty.Bool:
		return strconv.FormatBool(v.IsTrue()), true
	case cty.Number:
		n, accuracy := v.Cty().AsBigFloat().Int64()
		return "n" + strconv.FormatInt(n, 10), accuracy == big.Exact
	}
	return "", false
}

func failure(summary, detail string) eval.Result {
	return eval.Result{Err: &diag.Diagnostic{Summary: summary, Detail: detail}}
}

// Find returns the objects of a type of which all attributes that a filter names have the values in it. The
// result is a list, which is partial if a value is not known. args are the type and the filter, which may be
// null or missing.
func (r *Related) Find(args []value.Value) eval.Result {
	typ := args[0]
	filter := value.Of(cty.EmptyObjectVal)
	if len(args) > 1 && !args[1].IsNull() {
		filter = args[1]
	}
	switch {
	case typ.IsNull():
		return failure("Invalid function argument", "The type of resources must not be null.")
	case typ.Type() != cty.String && typ.Type() != cty.DynamicPseudoType:
		return failure("Invalid function argument", "The type of resources must be a string.")
	case !typ.IsKnown():
		return eval.Result{Value: value.Unlisted(cty.DynamicPseudoType, 0, math.MaxInt).DerivedFrom(typ)}
	case !filter.Type().IsObjectType() && !filter.Type().IsMapType() && filter.Type() != cty.DynamicPseudoType:
		return failure("Invalid function argument", "The filter must be an object with the attributes that the resources must have.")
	}
	key, known := questionKey(typ, filter)
	if known {
		r.mu.Lock()
		answer, ok := r.answers[key]
		r.mu.Unlock()
		if ok {
			return answer
		}
	}
	answer := r.find(typ, filter)
	if known {
		r.mu.Lock()
		if r.answers == nil {
			r.answers = map[string]eval.Result{}
		}
		if len(r.answers) < maxAnswers {
			r.answers[key] = answer
		}
		r.mu.Unlock()
	}
	return answer
}

// questionKey returns a text that only questions with the same answer have. It reports false if
// something in the question is not known, or sensitive.
func questionKey(typ, filter value.Value) (key string, ok bool) {
	if typ.HasSensitive() || filter.HasSensitive() || !filter.IsKnown() {
		return "", false
	}
	key = strconv.Quote(typ.Cty().AsString())
	items, _, _ := filter.Items()
	for _, item := range items {
		text, ok := indexKey(item.Value)
		if !ok {
			return "", false
		}
		key += strconv.Quote(item.Key.Cty().AsString()) + strconv.Quote(text)
	}
	return key, true
}

// find answers a question.
func (r *Related) find(typ, filter value.Value) eval.Result {
	t := r.types[typ.Cty().AsString()]
	if t == nil {
		t = &relatedType{elem: cty.DynamicPseudoType}
	}
	var candidates []value.Candidate
	from := []value.Value{typ}
	if filter.IsSensitive() {
		from = append(from, filter)
	}
	certain, steps := 0, 0
	perObject := 1 + filterSize(filter)
	for i := range t.narrow(filter) {
		steps += perObject
		truth, used := t.objects[i].match(r, filter)
		for _, u := range used {
			if u.HasSensitive() || truth == value.Maybe {
				from = append(from, u)
			}
		}
		if truth == value.Never {
			continue
		}
		if truth == value.Always {
			certain++
		}
		candidates = append(candidates, value.Candidate{Value: t.objects[i].value, Certain: truth == value.Always})
		steps += 1 + attributes(t.objects[i].value)/attributesPerStep
	}
	open := r.Open
	if t.open != "" {
		open = t.open
	}
	if open != "" {
		cause := &value.Cause{Address: typ.Cty().AsString(), Reason: open, Label: "unknown"}
		return eval.Result{Value: amongOthers(t.elem, candidates, certain, cause).DerivedFrom(from...), Steps: steps}
	}
	return eval.Result{Value: value.Partial(t.elem, candidates).DerivedFrom(from...), Steps: steps}
}

// amongOthers returns a list that has the candidates and perhaps others, at places that nobody knows.
func amongOthers(elem cty.Type, candidates []value.Candidate, certain int, cause *value.Cause) value.Value {
	other := value.Candidate{Value: value.Unknown(elem, cause).NotNull(), Many: true}
	s := value.Sequence{Candidates: append(candidates, other), Unordered: true, Min: certain, Max: math.MaxInt}
	return s.List(elem).WithCauses(cause)
}

// attributesPerStep is how many attributes of an object are one step when it becomes an element of a list. Its value is
// shared, so that there is no more to it than to look at its type.
const attributesPerStep = 16

// filterSize is how many attributes a filter names.
func filterSize(filter value.Value) int {
	if !filter.IsKnown() || filter.IsNull() {
		return 0
	}
	return filter.Cty().LengthInt()
}

func attributes(v value.Value) int {
	if !v.Type().IsObjectType() {
		return 0
	}
	return len(v.Type().AttributeTypes())
}

// narrow yields the objects that may match a filter.
func (t *relatedType) narrow(filter value.Value) func(yield func(int) bool) {
	var few []int
	narrowed := false
	if filter.IsKnown() {
		for name := range filter.Cty().AsValueMap() {
			v, _ := filter.Attr(name)
			key, ok := indexKey(v)
			if !ok {
				continue
			}
			index := t.index(name)
			if index == nil {
				continue
			}
			found := index.texts[key]
			if n := len(found) + len(index.rest); !narrowed || n < len(few) {
				few, narrowed = merged(found, index.rest), true
			}
		}
	}
	return func(yield func(int) bool) {
		if narrowed {
			for _, i := range few {
				if !yield(i) {
					return
				}
			}
			return
		}
		for i := range t.objects {
			if !yield(i) {
				return
			}
		}
	}
}

// merged returns the numbers of two sorted lists, sorted.
func merged(a, b []int) []int {
	all := make([]int, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0] < b[0] {
			all, a = append(all, a[0]), a[1:]
		} else {
			all, b = append(all, b[0]), b[1:]
		}
	}
	return append(append(all, a...), b...)
}

// match reports whether an object has the values in a filter, and which values decide on it.
func (o *relatedObject) match(r *Related, filter value.Value) (truth value.Truth, used []value.Value) {
	items, _, ok := filter.Items()
	if !ok {
		return value.Maybe, []value.Value{filter}
	}
	if len(items) > 0 && !o.value.IsKnown() { // nobody knows its attributes
		return value.Maybe, []value.Value{o.value}
	}
	truth = value.Always
	for _, item := range items {
		name := item.Key.Cty().AsString()
		attr, ok := o.value.Attr(name)
		missing, why, mayExist := o.value.Missing(name)
		same := value.Never
		switch {
		case ok:
			if same = value.Same(attr, item.Value); same == value.Maybe && r.otherID(attr, item.Value) {
				same = value.Never
			}
			used = append(used, item.Value, attr)
		case mayExist && value.Same(missing, item.Value) != value.Never:
			same = value.Maybe
			used = append(used, item.Value, value.Unknown(cty.DynamicPseudoType, why))
		}
		if same == value.Never {
			return value.Never, used
		}
		if same == value.Maybe {
			truth = value.Maybe
		}
	}
	return truth, used
}

// Data returns the data source of a type that has been read with exactly the arguments of a
// configuration. args are the type and the configuration. If there is none, the result is not
// known.
func (r *Related) Data(args []value.Value) eval.Result {
	typ, config := args[0], value.Of(cty.EmptyObjectVal)
	if len(args) > 1 && !args[1].IsNull() {
		config = args[1]
	}
	switch {
	case typ.IsNull():
		return failure("Invalid function argument", "The type of the data source must not be null.")
	case !config.Type().IsObjectType() && !config.Type().IsMapType() && config.Type() != cty.DynamicPseudoType:
		return failure("Invalid function argument", "The configuration must be an object with the arguments of the data source.")
	}
	reason, label := "the data source has not been read with these arguments", notInPlan
	steps := 0
	if typ.IsKnown() && typ.Type() == cty.String && config.IsWhollyKnown() {
		if t := r.types["data."+typ.Cty().AsString()]; t != nil {
			steps = len(t.objects) * (1 + filterSize(config))
			for i := range t.objects {
				o := &t.objects[i]
				if o.arguments == nil || config.Cty().LengthInt() != len(o.arguments) {
					continue
				}
				exact := true
				for name := range config.Cty().AsValueMap() {
					exact = exact && o.arguments[name]
				}
				if truth, _ := o.match(r, config); exact && truth == value.Always {
					return eval.Result{Value: o.value.DerivedFrom(typ, config), Steps: steps}
				}
			}
		}
	} else {
		reason, label = "the arguments of the data source are not known yet", ""
	}
	address := "data"
	if typ.IsKnown() && typ.Type() == cty.String {
		address = "data." + typ.Cty().AsString()
	}
	cause := &value.Cause{Address: plans.SpellName(address), Reason: reason, Label: label}
	return eval.Result{
		Value: value.Unknown(cty.DynamicPseudoType, cause).DerivedFrom(typ, config),
		MayFail: &diag.Diagnostic{
			Summary: "Data source not read",
			Detail:  "The plan does not say what a data source with these arguments contains, or whether there is one.",
		},
		Causes: []*value.Cause{cause},
		Steps:  steps,
	}
}
