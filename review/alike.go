package review

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// Likeness says what resources that change alike have in common, and what each of them has
// of its own.
//
// Resources change alike if they have the same class, type, action and reason, and if the
// same parts change in the same way, with the same values. If an object is destroyed or
// forgotten, its values do not matter, because all of it goes. Values may differ where they
// differ by nature, unless they force a replacement: the id and the arn, the name of an object
// that is created or replaced, a string that contains the key of the instance, and the value
// before of something that is known only after apply. A [Grouper] keeps these values, so that
// none of them goes unseen. A sensitive value is never compared: two of them are alike if nothing
// but the values could tell them apart.
type Likeness struct {
	Signature Signature
	// Own are the values that may differ, in the order of the body. Resources with the same
	// signature have the same paths here.
	Own []OwnValue
}

// Signature is the same for resources that change alike, and no others.
type Signature [16]byte

// OwnValue is a value that may differ between resources that change alike.
type OwnValue struct {
	Path   plans.Path
	Digest [8]byte // two equal values have the same; it is not to be shown
	// Diff is the value, as long as the resource is there.
	Diff *computed.Diff
	// Alarming says that a reviewer should not miss the value, see isAlarming.
	Alarming bool
	// Told is the text about the value, with its path, which the caller sets. If it is empty, a report shows
	// only that the value differs.
	Told doc.Text
}

// LikenessOf returns the likeness of a resource.
func LikenessOf(r *computed.Resource) Likeness {
	s := signers.Get().(*signer)
	defer s.release()
	s.class = ClassOf(r)
	s.number(uint64(s.class))
	s.text(r.Type, r.Mode, string(r.ActionReason), string(r.DeferredReason), r.Deposed)
	s.number(uint64(r.Action))
	s.text(r.ActionNames...)
	s.flag(r.Relevant, r.Importing != nil, r.Moved(), r.Muted, r.UndoesDrift, r.Planned)
	if r.Err != nil {
		s.text(r.Address, r.Err.Error()) // an error is like no other
	}
	s.actions(r.BeforeActions)
	s.actions(r.AfterActions)
	s.cause(r.Cause)
	if s.class != Delete && s.class != Forget && r.Body.Renderer != nil {
		s.keys = keyWords(r.Address)
		s.diff(&r.Body, "")
	}
	s.number(uint64(len(s.own)))
	return Likeness{Signature: s.signature(), Own: s.own}
}

// keyWords returns the text of the keys in an address.
func keyWords(address string) []string {
	var words []string
	for _, k := range plans.Keys(address) {
		if text := k.Text(); text != "" {
			words = append(words, text)
		}
	}
	return words
}

// signer writes what resources have in common to a buffer. Whatever has no fixed size is
// preceded by its size, so that different facts are never written alike.
type signer struct {
	class Class
	keys  []string
	own   []OwnValue
	inOwn bool
	buf   []byte    // what has not been passed on to sum
	sum   hash.Hash // nil if nothing has
}

// signedAtOnce is how many bytes a signer collects.
const signedAtOnce = 512

var signers = sync.Pool{New: func() any { return &signer{buf: make([]byte, 0, 2*signedAtOnce)} }}

// release keeps the signer for the next resource.
func (s *signer) release() {
	const kept = 64 << 10 // so that a huge value does not stay in memory
	if cap(s.buf) <= kept {
		*s = signer{buf: s.buf[:0]}
		signers.Put(s)
	}
}

func (s *signer) signature() (out Signature) {
	if s.sum == nil {
		sum := sha256.Sum256(s.buf)
		return Signature(sum[:len(out)])
	}
	s.sum.Write(s.buf)
	return Signature(s.sum.Sum(s.buf[:0])[:len(out)])
}

// pass passes on what has been collected, if it is enough.
func (s *signer) pass() {
	if len(s.buf) < signedAtOnce || s.inOwn {
		return
	}
	if s.sum == nil {
		s.sum = sha256.New()
	}
	s.sum.Write(s.buf)
	s.buf = s.buf[:0]
}

func (s *signer) number(n uint64) { s.buf = binary.AppendUvarint(s.buf, n) }

func (s *signer) text(texts ...string) {
	s.number(uint64(len(texts)))
	for _, t := range texts {
		s.number(uint64(len(t)))
		s.buf = append(s.buf, t...)
	}
}

func (s *signer) flag(flags ...bool) {
	for _, f := range flags {
		b := byte(0)
		if f {
			b = 1
		}
		s.buf = append(s.buf, b)
	}
}

func (s *signer) actions(all []computed.ActionInvocation) {
	s.number(uint64(len(all)))
	for i := range all {
		s.text(all[i].Address, string(all[i].OnFailure))
	}
}

// cause writes what a replacement comes from. What lies behind a reference is the same for all
// that refer to it.
func (s *signer) cause(c *computed.Cause) {
	if c == nil {
		return
	}
	for i := range c.Attributes {
		a := &c.Attributes[i]
		s.text(a.Path.String())
		for j := range a.From {
			s.text(a.From[j].Address, a.From[j].Attribute.String())
		}
	}
}

// diff writes a part of the body that changes. attribute is its name if it is an attribute of
// the resource itself, or empty.
func (s *signer) diff(d *computed.Diff, attribute string) {
	s.flag(d.Replace, d.Muted, d.Before.Sensitive, d.After.Sensitive)
	s.buf = append(s.buf, byte(d.Action), byte(d.Before.State), byte(d.After.State))
	if d.Renderer == nil {
		return
	}
	// Not Diff.Content: it spells the type, and everything else that it adds is here.
	c := d.Renderer.Content()
	s.buf = append(s.buf, byte(c.Kind), byte(c.Form), byte(len(c.Notes)))
	for _, n := range c.Notes {
		s.buf = append(s.buf, byte(n))
	}
	switch {
	case c.Kind == computed.KindScalar && d.Replace: // it is the reason, so it has to be told
		s.literals(c)
	case c.Kind == computed.KindScalar && s.isOwn(d, attribute):
		s.addOwn(d, func() { s.literals(c) })
	case c.Kind == computed.KindScalar:
		s.scalar(d, c)
	case c.Kind == computed.KindUnknown && c.Parts != nil:
		s.addOwn(d, func() { s.parts(c, false) })
	default:
		s.parts(c, d.Path.IsEmpty())
	}
}

// isOwn reports whether an attribute is of a kind that differs by nature.
func (s *signer) isOwn(d *computed.Diff, attribute string) bool {
	switch attribute {
	case "id", "arn":
		return true
	case "name":
		return s.class == Create || s.class == Replace && d.Action != plans.Update
	}
	return false
}

// addOwn makes what a function writes an own value.
func (s *signer) addOwn(d *computed.Diff, write func()) {
	from, keys, inOwn := len(s.buf), s.keys, s.inOwn
	s.keys, s.inOwn = nil, true // the value itself counts, with the keys in it
	write()
	sum := sha256.Sum256(s.buf[from:])
	s.buf, s.keys, s.inOwn = s.buf[:from], keys, inOwn
	own := *d // the other parts need no place of their own in memory
	s.own = append(s.own, OwnValue{Path: d.Path, Digest: [8]byte(sum[:8]), Diff: &own, Alarming: isAlarming(&own)})
}

func (s *signer) literals(c computed.Content) {
	for _, l := range [...]computed.Literal{c.Before.Literal, c.After.Literal} {
		s.buf = append(s.buf, byte(l.Kind))
		s.text(l.Text)
	}
}

// scalar writes a value of which the key of the instance may be a part.
func (s *signer) scalar(d *computed.Diff, c computed.Content) {
	before, b := s.pattern(c.Before.Literal)
	after, a := s.pattern(c.After.Literal)
	if a || b {
		s.addOwn(d, func() { s.literals(c) })
		c.Before.Text, c.After.Text = before, after
	}
	s.flag(a, b)
	s.literals(c)
}

// pattern returns a string with something else in place of the keys, and whether there are
// any.
func (s *signer) pattern(l computed.Literal) (string, bool) {
	if l.Kind != computed.StringLiteral {
		return l.Text, false
	}
	text, found := l.Text, false
	for i, key := range s.keys {
		if replaced := replaceWord(text, key, string(rune('\uE000'+i))); replaced != text {
			text, found = replaced, true
		}
	}
	return text, found
}

// replaceWord replaces a word wherever neither a letter nor a digit is next to it.
func replaceWord(text, word, with string) string {
	var b strings.Builder
	done := 0
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			break
		}
		from, to := at+i, at+i+len(word)
		before, _ := utf8.DecodeLastRuneInString(text[:from])
		after, _ := utf8.DecodeRuneInString(text[to:])
		if at = from + 1; isAlphanumeric(before) || isAlphanumeric(after) {
			continue
		}
		b.WriteString(text[done:from])
		b.WriteString(with)
		done, at = to, to
	}
	if done == 0 {
		return text
	}
	b.WriteString(text[done:])
	return b.String()
}

func isAlphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// parts writes the parts that change. attributes says that members are attributes of the
// resource itself.
func (s *signer) parts(c computed.Content, attributes bool) {
	const end = 0
	inList := c.Kind == computed.KindList
	for p := range c.MadeParts() {
		if p.Changes() {
			s.part(&p, inList, attributes)
		}
	}
	s.buf = append(s.buf, end)
}

// part writes a part of a list, or of something else.
func (s *signer) part(p *computed.Part, inList, attributes bool) {
	const part = 1
	s.buf = append(s.buf, part, byte(p.Role), byte(p.Nesting))
	s.flag(p.Forces)
	s.text(p.Key, p.BlockType)
	if step, ok := p.Diff.Path.Last(); ok && inList && p.Role == computed.PartElement {
		i, _ := step.Index()
		s.number(uint64(i))
	}
	name := ""
	if attributes && p.Role == computed.PartMember {
		name = p.Key
	}
	s.diff(&p.Diff, name)
	s.pass()
}
