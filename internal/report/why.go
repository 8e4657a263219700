package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/internal/report/human"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/subject/plan"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// Why says what happens to one resource, why, and what would be done because of it. It needs
// all drift, all resources that do not change, and all references.
type Why struct {
	w         io.Writer
	address   string // of a resource; without keys, it stands for all instances
	opts      layout.Options
	words     dialect.Words
	wanted    []computed.Resource // without those parts of the body that do not matter
	effects   map[string][]effect // by the address of what has them
	changes   map[string]*plans.Header
	addresses []string
}

// effect is an attribute that is known only after apply because of another resource.
type effect struct {
	of   *plans.Header
	path plans.Path
	may  bool // the reference does not say which instance it means
}

// NewWhy returns a Why that writes to w.
func NewWhy(w io.Writer, address string, opts layout.Options) *Why {
	opts.SetDefaults(sinks.DefaultWidth)
	return &Why{
		w: w, address: address, opts: opts, words: opts.Dialect.Words,
		effects: map[string][]effect{}, changes: map[string]*plans.Header{},
	}
}

// Begin returns an error for a state, in which nothing happens.
func (y *Why) Begin(s computed.Summary) error {
	if s.State != computed.NotState {
		return fmt.Errorf("this is a state, in which nothing changes; a plan is needed")
	}
	return nil
}

// Resource notes what is to be said about a resource.
func (y *Why) Resource(r computed.Resource) error {
	if y.means(r.Address) || r.Moved() && y.means(r.PreviousAddress) {
		y.wanted = append(y.wanted, r)
	}
	y.addresses = append(y.addresses, r.Address)
	y.addEffects(&r)
	return nil
}

// addEffects notes which attributes of a resource are known only after apply because of others.
func (y *Why) addEffects(r *computed.Resource) {
	if r.Section == computed.DriftSection || r.Deposed != "" {
		return
	}
	h := r.Header
	if _, ok := y.changes[h.Address]; !ok {
		y.changes[h.Address] = &h
	}
	told := map[string]bool{}
	add := func(path plans.Path, from []computed.Reference) {
		for _, s := range sources(from) {
			if !told[s.address] && s.address != h.Address {
				told[s.address] = true
				y.effects[s.address] = append(y.effects[s.address], effect{&h, path, s.may})
			}
		}
	}
	if r.Cause != nil { // what forces the replacement first
		for _, a := range r.Cause.Attributes {
			add(a.Path, a.From)
		}
	}
	for _, u := range r.Unknown {
		add(u.Path, u.From)
	}
}

// means reports whether an address is that of a resource that is asked for.
func (y *Why) means(address string) bool {
	if address == y.address {
		return true
	}
	all, _ := plans.SplitKey(address)
	return all == y.address || len(plans.Keys(y.address)) == 0 && withoutKeys(address) == y.address
}

// withoutKeys returns an address without the keys of all instances in it.
func withoutKeys(address string) string {
	module, rest := plans.SplitModule(address)
	rest, _ = plans.SplitKey(rest)
	if module == "" || module == address {
		return rest
	}
	if !strings.Contains(module, "[") {
		return module + "." + rest
	}
	return withoutKeys(module) + "." + rest
}

// unknownSource is a resource because of which something is known only after apply.
type unknownSource struct {
	address string
	may     bool
}

// sources returns the resources to which references lead first.
func sources(from []computed.Reference) []unknownSource {
	var all []unknownSource
	seen := map[*computed.Reference]bool{}
	var walk func([]computed.Reference, bool)
	walk = func(refs []computed.Reference, may bool) {
		if len(refs) == 0 || seen[&refs[0]] {
			return
		}
		seen[&refs[0]] = true
		for _, r := range refs {
			switch {
			case r.Action == plans.NoOp:
				walk(r.From, may || r.OneOf)
			case r.End != computed.EndsInNoChange:
				all = append(all, unknownSource{r.Address, may})
			}
		}
	}
	walk(from, false)
	return all
}

// End writes the answer for all wanted resources.
func (y *Why) End(computed.Outcome) error {
	if len(y.wanted) == 0 {
		return &plans.UnknownAddressError{Address: y.address, Near: near.Names(y.address, y.addresses, 3)}
	}
	return sinks.Write(y.w, y.opts.Sink, doc.Lines(func(w *doc.Writer) {
		for i := range y.wanted {
			if i > 0 {
				w.Empty()
			}
			y.resource(w, &y.wanted[i])
		}
	}))
}

func (y *Why) resource(w *doc.Writer, r *computed.Resource) {
	w.Group(human.ResourceSubject(r), func() {
		lines := y.words.Heading(human.HeaderSubject(r)).Lines
		if r.Section == computed.DeferredSection {
			lines = y.words.Deferred(r.Address, r.DeferredReason)
		}
		for _, l := range lines {
			w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.NoGutter}}, wording.PhraseSpans(l.Text)...)
		}
		if y.opts.ShowSource && !r.Declared.IsZero() {
			w.Line(text.Indent(2), doc.Span{Text: "It is declared at "}, plan.PlaceSpan(doc.Plain, r.Declared), doc.Span{Text: "."})
		}
		if r.Err != nil {
			w.Line(text.Indent(2), wording.FailureNote(r.Address, r.Err))
		}
		y.reasons(w, r)
		if r.Section == computed.ChangesSection {
			y.consequences(w, r)
		}
	})
}

// remark writes a line of text.
func remark(w *doc.Writer, columns int, said string) {
	w.Line(text.Indent(columns), doc.Span{Text: said})
}

// maxWhyChanges is how many changes of an update are listed.
const maxWhyChanges = 50

// reasons says why a resource changes.
func (y *Why) reasons(w *doc.Writer, r *computed.Resource) {
	told := make([]bool, len(r.Unknown))
	switch {
	case r.Cause != nil:
		remark(w, 2, "It is replaced because of:")
		s := y.steps(w)
		s.attributes(r.Cause, 4)
	case r.Action.Replaces() && r.ActionReason == plans.ReplaceByTriggers:
		remark(w, 2, "The plan does not say which of the references in replace_triggered_by has changed.")
	case r.Action.Replaces() && (r.ActionReason == "" || r.ActionReason == plans.ReplaceBecauseCannotUpdate):
		remark(w, 2, "The plan does not say which attributes are the reason.")
	case r.Action == plans.Update:
		documents, paths, dropped := y.documents(r)
		parts, more := review.ChangesBeside(r.Body, maxWhyChanges, func(p plans.Path) bool {
			return slices.ContainsFunc(paths, func(document plans.Path) bool { return isBelow(p, document) })
		})
		more += dropped
		switch {
		case len(parts)+len(documents) == 0:
		case r.Section == computed.DriftSection:
			remark(w, 2, "What has changed:")
		default:
			remark(w, 2, "What changes:")
		}
		for _, p := range parts {
			s := y.steps(w)
			s.change(4, p)
			if i := slices.IndexFunc(r.Unknown, func(u computed.UnknownAttribute) bool { return u.Path.Equal(p.Path) }); i >= 0 {
				told[i] = true
				s.writeReferences(r.Unknown[i].From, 6)
			}
		}
		for _, said := range documents {
			w.Line(text.Indent(4), said.Spans()...)
		}
		if more > 0 {
			remark(w, 4, "and "+strconv.Itoa(more)+" more")
		}
	}
	var rest []computed.UnknownAttribute
	for i, u := range r.Unknown {
		if !told[i] && (r.Cause == nil || !slices.ContainsFunc(r.Cause.Attributes, func(a computed.ForcingAttribute) bool { return isBelow(u.Path, a.Path) })) {
			rest = append(rest, u)
		}
	}
	if len(rest) == 0 {
		return
	}
	remark(w, 2, "It depends on what is known only after apply:")
	for _, u := range rest {
		s := y.steps(w)
		w.Line(text.Indent(4), doc.Span{Role: doc.Key, Text: u.Path.String()})
		s.writeReferences(u.From, 6)
	}
}

// isDocument reports whether a value is a string with a document that changes in its parts.
func isDocument(d computed.Diff) bool {
	return d.Action == plans.Update && d.Content().Kind == computed.KindJSON
}

// documents says what changes in the documents in strings, as reports for reviewers do, and where they are. dropped counts what is too much.
func (y *Why) documents(r *computed.Resource) (all []doc.Text, paths []plans.Path, dropped int) {
	c := plan.Describer{Refinements: y.opts.Refinements}
	r.Body.Walk(func(d computed.Diff) computed.Visit {
		if !isDocument(d) {
			return computed.SkipUnchanged
		}
		paths = append(paths, d.Path)
		for _, ch := range c.Describe(&d) {
			if len(all) < maxWhyChanges {
				all = append(all, ch.Text.Clone())
			} else {
				dropped += ch.Count
			}
		}
		return computed.SkipParts
	})
	return all, paths, dropped
}

// isBelow reports whether a path leads to the same value as another one, or into it.
func isBelow(p, around plans.Path) bool {
	a, b := p.Steps(), around.Steps()
	return len(a) >= len(b) && slices.Equal(a[:len(b)], b)
}

// steps writes the way to a cause, one step on each line.
type steps struct {
	w           *doc.Writer
	seen        map[*computed.Cause]bool
	refinements bool // as in [layout.Options]
}

func (y *Why) steps(w *doc.Writer) steps {
	return steps{w: w, seen: map[*computed.Cause]bool{}, refinements: y.opts.Refinements}
}

// change writes a part that changes.
func (s *steps) change(columns int, p computed.ForcingPart) {
	var t wording.CauseText
	t.Part(&p)
	s.line(columns, t, p.After)
}

// line writes a line about a value, of which one side is the one after.
func (s *steps) line(columns int, t wording.CauseText, after computed.Side) {
	if s.refinements && after.Refinement != nil {
		t.Add(doc.Comment, " # "+computed.RefinementText(after.Refinement))
	}
	s.w.Line(text.Indent(columns), t.Spans...)
}

// maxIndent is how many columns steps are indented at most.
const maxIndent = 80

func (s *steps) attributes(c *computed.Cause, columns int) {
	if s.seen[c] {
		return
	}
	s.seen[c] = true
	for _, a := range c.Attributes {
		switch {
		case len(a.Parts) > 0:
			for _, p := range a.Parts {
				s.change(columns, p)
			}
			if a.MoreParts > 0 {
				remark(s.w, columns, "and "+strconv.Itoa(a.MoreParts)+" more")
			}
		default:
			var t wording.CauseText
			t.Values(a)
			s.line(columns, t, a.After)
		}
		s.writeReferences(a.From, columns+2)
		if len(a.From) == 0 && isUnknown(a) {
			remark(s.w, columns+2, "(the plan's configuration does not say where it comes from)")
		}
	}
}

// isUnknown reports whether any of a value is known only after apply.
func isUnknown(a computed.ForcingAttribute) bool {
	return a.After.State == computed.KnownAfterApply ||
		slices.ContainsFunc(a.Parts, func(p computed.ForcingPart) bool { return p.After.State == computed.KnownAfterApply })
}

func (s *steps) writeReferences(refs []computed.Reference, columns int) {
	if columns > maxIndent && len(refs) > 0 {
		remark(s.w, columns, "...")
		return
	}
	for i := range refs {
		s.reference(&refs[i], columns)
	}
}

func (s *steps) reference(r *computed.Reference, columns int) {
	s.w.Group(wording.ChangeOf(r.Address), func() { s.referenceLine(r, columns) })
	if r.Cause != nil && len(r.From) == 0 {
		if columns > maxIndent {
			remark(s.w, columns+2, "...")
			return
		}
		s.attributes(r.Cause, columns+2)
	}
	s.writeReferences(r.From, columns+2)
	if r.More > 0 {
		remark(s.w, columns+2, "and "+strconv.Itoa(r.More)+" more")
	}
}

func (s *steps) referenceLine(r *computed.Reference, columns int) {
	s.w.Begin(text.Indent(columns))
	s.w.Text(doc.Arrow, "<- ")
	s.w.Text(doc.Bold, r.Address)
	if !r.Attribute.IsEmpty() {
		attribute := r.Attribute.String()
		if !strings.HasPrefix(attribute, "[") {
			attribute = "." + attribute
		}
		s.w.Text(doc.Key, attribute)
	}
	did, why := wording.Happened(r.Action, r.Reason), wording.EndWords(r.End)
	again := r.Cause != nil && s.seen[r.Cause]
	switch {
	case r.OneOf:
		s.w.Text(doc.Comment, " (one of these)")
	case did != "" && r.End == computed.EndsInNoChange:
		s.w.Text(doc.Comment, " (this is known)")
	case did != "" && again:
		s.w.Text(doc.Plain, " ("+did+", see above)")
	case did != "" && r.Cause != nil && len(r.From) == 0:
		s.w.Text(doc.Plain, " ("+did+"):")
	case did != "":
		s.w.Text(doc.Plain, " ("+did+")")
	case why != "":
		s.w.Text(doc.Comment, " ("+why+")")
	}
	s.w.End()
}

// consequences says what would be done because of a change.
func (y *Why) consequences(w *doc.Writer, r *computed.Resource) {
	if len(y.effects[r.Address]) == 0 || r.Deposed != "" {
		return
	}
	remark(w, 2, "Because of it:")
	seen := map[string]bool{r.Address: true}
	var list func(address string, columns int)
	list = func(address string, columns int) {
		for _, e := range y.effects[address] {
			again := seen[e.of.Address]
			seen[e.of.Address] = true
			y.effect(w, e, again, columns)
			switch {
			case again:
			case columns > maxIndent:
				if len(y.effects[e.of.Address]) > 0 {
					remark(w, columns+2, "...")
				}
			default:
				list(e.of.Address, columns+2)
			}
		}
	}
	list(r.Address, 4)
}

func (y *Why) effect(w *doc.Writer, e effect, again bool, columns int) {
	w.Group(wording.ChangeOf(e.of.Address), func() { y.effectLine(w, e, again, columns) })
}

func (y *Why) effectLine(w *doc.Writer, e effect, again bool, columns int) {
	w.Begin(text.Indent(columns))
	w.Text(doc.Bold, e.of.Address)
	did := wording.Happened(e.of.Action, "")
	if did == "" {
		did = "changed"
	}
	if e.may {
		w.Text(doc.Plain, " may depend on it, and is "+did)
	} else {
		w.Text(doc.Plain, " is "+did)
	}
	w.Text(doc.Plain, ": ")
	w.Text(doc.Key, e.path.String())
	w.Text(doc.Plain, " ")
	w.Text(doc.Unknown, "(known after apply)")
	if again {
		w.Text(doc.Comment, ", see above")
	}
	w.End()
}
