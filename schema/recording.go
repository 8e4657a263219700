package schema

import "slices"

// recording is a text in pieces, so that a long one is not copied while it grows.
type recording [][]byte

// pieceSize is how long the pieces of a recording are.
const pieceSize = 1 << 20

// add adds text.
func (r *recording) add(text []byte) {
	last := len(*r) - 1
	if last < 0 || len((*r)[last])+len(text) > max(cap((*r)[last]), pieceSize) {
		*r = append(*r, nil)
		last++
		if last > 0 {
			(*r)[last] = make([]byte, 0, pieceSize)
		}
	}
	(*r)[last] = append((*r)[last], text...)
}

func (r recording) size() int {
	n := 0
	for _, piece := range r {
		n += len(piece)
	}
	return n
}

// text returns the text in one piece.
func (r recording) text() []byte {
	if len(r) == 1 {
		return r[0]
	}
	return slices.Concat(r...)
}
