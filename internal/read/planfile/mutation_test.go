package planfile_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// wire is a message as a tree of fields, which can be changed where it pleases.
type wire struct {
	number protowire.Number
	typ    protowire.Type
	num    uint64  // of a varint
	bytes  []byte  // of everything else, if it is no message
	parts  []*wire // of a message
	is     protoreflect.MessageDescriptor
	long   int // so many bytes too many has the number of a varint, or a length
}

// parseWire takes a message apart. d may be nil.
func parseWire(d protoreflect.MessageDescriptor, b []byte) []*wire {
	var all []*wire
	for len(b) > 0 {
		number, typ, n := protowire.ConsumeTag(b)
		w := &wire{number: number, typ: typ}
		b = b[n:]
		switch typ {
		case protowire.VarintType:
			w.num, n = protowire.ConsumeVarint(b)
		case protowire.BytesType:
			w.bytes, n = protowire.ConsumeBytes(b)
			if f := d.Fields().ByNumber(number); f != nil && f.Message() != nil {
				w.is, w.parts = f.Message(), parseWire(f.Message(), w.bytes)
			}
		}
		b = b[n:]
		all = append(all, w)
	}
	return all
}

// appendLong appends a varint with more bytes than it needs.
func appendLong(b []byte, v uint64, more int) []byte {
	if more == 0 {
		return protowire.AppendVarint(b, v)
	}
	start := len(b)
	b = protowire.AppendVarint(b, v)
	for range min(more, binary.MaxVarintLen64-(len(b)-start)) {
		b[len(b)-1] |= 0x80
		b = append(b, 0)
	}
	return b
}

func appendWire(b []byte, all []*wire) []byte {
	for _, w := range all {
		b = protowire.AppendTag(b, w.number, w.typ)
		switch w.typ {
		case protowire.VarintType:
			b = appendLong(b, w.num, w.long)
		case protowire.BytesType:
			text := w.bytes
			if w.is != nil {
				text = appendWire(nil, w.parts)
			}
			b = append(appendLong(b, uint64(len(text)), w.long), text...)
		default:
			b = append(b, w.bytes...)
		}
	}
	return b
}

func (w *wire) clone() *wire {
	c := *w
	c.bytes = slices.Clone(w.bytes)
	c.parts = cloneAll(w.parts)
	return &c
}

func cloneAll(all []*wire) []*wire {
	out := make([]*wire, len(all))
	for i, w := range all {
		out[i] = w.clone()
	}
	return out
}

// mutator changes messages.
type mutator struct {
	*rand.Rand
	plan protoreflect.MessageDescriptor
}

// populate makes a plan in which every field occurs, as far as the depth goes.
func (m *mutator) populate(d protoreflect.MessageDescriptor, depth int) *dynamicpb.Message {
	msg := dynamicpb.NewMessage(d)
	for i := range d.Fields().Len() {
		f := d.Fields().Get(i)
		if f.ContainingOneof() != nil && f.ContainingOneof().Fields().Get(m.IntN(f.ContainingOneof().Fields().Len())) != f && msg.WhichOneof(f.ContainingOneof()) != nil {
			continue
		}
		switch {
		case f.Number() == 1 && d == m.plan:
			msg.Set(f, protoreflect.ValueOfUint64(3))
		case f.IsList():
			list := msg.Mutable(f).List()
			for range 1 + m.IntN(2) {
				list.Append(m.value(f, depth))
			}
		case m.IntN(4) > 0 || d == m.plan || f.Message() == nil || d.Name() == "DynamicValue" || d.Name() == "Step":
			msg.Set(f, m.value(f, depth))
		}
	}
	return msg
}

func (m *mutator) value(f protoreflect.FieldDescriptor, depth int) protoreflect.Value {
	switch f.Kind() {
	case protoreflect.MessageKind:
		return protoreflect.ValueOfMessage(m.populate(f.Message(), depth-1))
	case protoreflect.StringKind:
		switch f.Name() {
		case "addr", "prev_run_addr":
			return protoreflect.ValueOfString(fmt.Sprintf("a.b[%d]", m.IntN(1000)))
		case "terraform_version":
			return protoreflect.ValueOfString("1.11.4")
		}
		return protoreflect.ValueOfString(fmt.Sprintf("s%d", m.IntN(1_000_000)))
	case protoreflect.BytesKind:
		return protoreflect.ValueOfBytes([]byte{0x01 + byte(m.IntN(100)), 0x02})
	case protoreflect.EnumKind:
		return protoreflect.ValueOfEnum(protoreflect.EnumNumber(m.IntN(3)))
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(m.IntN(3) > 0)
	case protoreflect.Int64Kind:
		return protoreflect.ValueOfInt64(int64(m.IntN(5)) - 1)
	}
	return protoreflect.ValueOfUint64(m.Uint64N(5))
}

// lists returns the fields of all messages in a message, itself included.
func lists(all *[]*wire, found []*[]*wire) []*[]*wire {
	found = append(found, all)
	for _, w := range *all {
		if w.is != nil {
			found = lists(&w.parts, found)
		}
	}
	return found
}

// mutate changes a message in one place.
func (m *mutator) mutate(all *[]*wire) {
	found := lists(all, nil)
	at := found[m.IntN(len(found))]
	if len(*at) == 0 {
		return
	}
	i := m.IntN(len(*at))
	w := (*at)[i]
	insert := func(c *wire) { *at = slices.Insert(*at, m.IntN(len(*at)+1), c) }
	switch m.IntN(12) {
	case 0: // twice, the same
		insert(w.clone())
	case 1: // twice, with another content
		c := w.clone()
		c.num++
		m.mutate(&c.parts)
		insert(c)
	case 2: // split
		if w.is != nil && len(w.parts) > 0 {
			c := w.clone()
			n := m.IntN(len(w.parts))
			w.parts, c.parts = w.parts[:n], c.parts[n:]
			insert(c)
		}
	case 3: // in another order
		m.Shuffle(len(*at), func(i, j int) { (*at)[i], (*at)[j] = (*at)[j], (*at)[i] })
	case 4: // gone
		*at = slices.Delete(*at, i, i+1)
	case 5: // empty
		w.parts, w.bytes, w.num = nil, nil, 0
	case 6: // a field of another message of the file, perhaps with an unknown number
		if other := found[m.IntN(len(found))]; len(*other) > 0 {
			c := (*other)[m.IntN(len(*other))].clone()
			if m.IntN(2) == 0 {
				c.number = protowire.Number(1 + m.IntN(40))
			}
			insert(c)
		}
	case 7: // of another type
		number := w.number
		if w.is != nil && w.is.Name() == "Importing" {
			break
		}
		*w = wire{number: number, typ: []protowire.Type{protowire.VarintType, protowire.Fixed32Type, protowire.Fixed64Type, protowire.BytesType}[m.IntN(4)]}
		w.bytes = make([]byte, map[protowire.Type]int{protowire.Fixed32Type: 4, protowire.Fixed64Type: 8, protowire.BytesType: m.IntN(4)}[w.typ])
	case 8: // another number
		w.num = []uint64{0, 1, 5, 1 << 31, 1<<32 + w.num, 1<<63 + w.num, ^uint64(0), 1<<32 + 5}[m.IntN(8)]
	case 9: // longer than necessary
		w.long = 1 + m.IntN(9)
	case 10: // two messages of a kind, interleaved
		if w.is != nil {
			c := w.clone()
			for j := range w.parts {
				if m.IntN(2) == 0 {
					c.parts[j] = &wire{number: 60, typ: protowire.VarintType}
				} else {
					w.parts[j] = &wire{number: 60, typ: protowire.VarintType}
				}
			}
			insert(c)
		}
	case 12: // a field that a later version has
		insert(&wire{number: protowire.Number(40 + m.IntN(1<<20)), typ: protowire.VarintType, num: m.Uint64()})
	case 11: // other bytes
		if len(w.bytes) > 0 && w.is == nil {
			w.bytes[m.IntN(len(w.bytes))] = byte(m.IntN(256))
		}
	}
}

// isAmbiguous reports whether a message has a field that Terraform and OpenTofu read differently, in the form of
// OpenTofu: the identity of an import, or the name of a variable.
func isAmbiguous(all []*wire, is protoreflect.Name) bool {
	for _, w := range all {
		switch {
		case is == "Importing" && w.number == 2 && w.typ == protowire.BytesType, is == "Plan" && (w.number == 22 && (len(w.bytes) == 0 || w.bytes[0] > ' ') || w.number == 6 || w.number > 32):
			return true
		case is == "ResourceInstanceChange" && w.number < 7: // the address in parts, of old versions
			return true
		case w.is != nil && isAmbiguous(w.parts, w.is.Name()):
			return true
		}
	}
	return false
}

// TestMutations changes messages in the ways in which somebody might hide something, and asks for what planfmt and
// the protobuf library make of them: planfmt rejects the file, or both read the same plan.
func TestMutations(t *testing.T) {
	n := sampling.Count(6_000)
	if sampling.Exhaustive() {
		n = 100_000
	}
	m := &mutator{rand.New(rand.NewPCG(7, 25)), describe(t)}
	refused, same := 0, 0
	for range n {
		text, err := proto.MarshalOptions{Deterministic: true}.Marshal(m.populate(m.plan, 6))
		if err != nil {
			t.Fatal(err)
		}
		tree := parseWire(m.plan, text)
		if m.IntN(10) > 0 {
			for range 1 + m.IntN(2) {
				m.mutate(&tree)
			}
		}
		text = appendWire(nil, tree)
		if ambiguousBytes(m.plan, text) {
			continue
		}
		if m.IntN(30) == 0 {
			text = text[:m.IntN(len(text)+1)]
		}
		switch what, err := compareReaders(t, m.plan, text); {
		case what != "":
			t.Fatalf("%s\nthe message: %x", what, text)
		case err != nil:
			refused++
		default:
			same++
		}
	}
	if refused < n/4 || same < n/8 {
		t.Errorf("of %d messages, %d were rejected and %d are the same: too few", n, refused, same)
	}
	t.Logf("%d messages: %d rejected, %d read the same", n, refused, same)
}

// compareReaders reads a message with planfmt and with the protobuf library. err says why planfmt rejects it, what
// says how they differ.
func compareReaders(t testing.TB, d protoreflect.MessageDescriptor, message []byte) (what string, err error) {
	t.Helper()
	have, err := ours(t, message)
	if err != nil {
		return "", err
	}
	want, theirErr := theirs(d, message)
	switch {
	case theirErr != nil:
		return fmt.Sprintf("planfmt reads what is not valid (%v):\n%s", theirErr, have), nil
	case have != want:
		return fmt.Sprintf("planfmt reads\n%s\nthe library\n%s", have, want), nil
	}
	return "", nil
}

// FuzzReaders compares the readers for any bytes.
func FuzzReaders(f *testing.F) {
	m := &mutator{rand.New(rand.NewPCG(1, 1)), describe(f)}
	for range 20 {
		if text, err := proto.Marshal(m.populate(m.plan, 6)); err == nil {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, message []byte) {
		if ambiguousBytes(m.plan, message) {
			return
		}
		if what, _ := compareReaders(t, m.plan, message); what != "" {
			t.Fatal(what)
		}
	})
}

// ambiguousBytes is isAmbiguous for bytes that need not be a message.
func ambiguousBytes(d protoreflect.MessageDescriptor, b []byte) (yes bool) {
	defer func() {
		if recover() != nil {
			yes = true
		}
	}()
	for rest := b; len(rest) > 0; {
		number, typ, n := protowire.ConsumeField(rest)
		if n < 0 {
			break
		}
		if text, _ := protowire.ConsumeBytes(rest[protowire.SizeTag(number):n]); number == 22 && typ == protowire.BytesType && len(text) > 0 && text[0] > ' ' {
			return true // the name of a variable, for OpenTofu
		}
		rest = rest[n:]
	}
	if err := proto.Unmarshal(b, dynamicpb.NewMessage(d)); err != nil {
		return false
	}
	return isAmbiguous(parseWire(d, b), "Plan")
}
