package graph

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
)

// rest has the profiles of instances whose keys are no small numbers. It keeps the text of each, and little else: a map of strings takes
// half as much again.
type rest struct {
	// texts has, for each instance, the profile and its text, see spell.
	texts []byte
	// at is where it begins in texts, by a hash of the text. If another text has the same, it is under the next one that is free.
	at   map[uint64]int
	seed maphash.Seed
	mask uint64 // which bits of hashes are used: all, unless a test wants equal ones
}

const profileSize = 4 // bytes

func newRest() rest {
	return rest{at: map[uint64]int{}, seed: maphash.MakeSeed(), mask: ^uint64(0)}
}

// spell appends the text of an instance, which is not the beginning of that of any other.
func spell(text []byte, b *graphBlock, key string) []byte {
	text = binary.AppendUvarint(text, uint64(b.number))
	text = binary.AppendUvarint(text, uint64(len(key)))
	return append(text, key...)
}

// find returns where the profile of an instance is, or -1 and the hash under which there is room for it.
func (r *rest) find(text []byte) (at int, hash uint64) {
	for hash = maphash.Bytes(r.seed, text) & r.mask; ; hash++ {
		at, ok := r.at[hash]
		if !ok {
			return -1, hash
		}
		if bytes.HasPrefix(r.texts[at+profileSize:], text) {
			return at, hash
		}
	}
}

// get returns the profile of an instance, or 0.
func (r *rest) get(b *graphBlock, key string) int32 {
	var room [64]byte
	at, _ := r.find(spell(room[:0], b, key))
	if at < 0 {
		return 0
	}
	return int32(binary.LittleEndian.Uint32(r.texts[at:]))
}

func (r *rest) set(b *graphBlock, key string, profile int32) {
	var room [64]byte
	text := spell(room[:0], b, key)
	at, hash := r.find(text)
	if at < 0 {
		at = len(r.texts)
		r.at[hash] = at
		r.texts = append(append(r.texts, make([]byte, profileSize)...), text...)
	}
	binary.LittleEndian.PutUint32(r.texts[at:], uint32(profile))
}
