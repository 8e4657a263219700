package engine

import (
	"github.com/planfmt/planfmt/internal/base/copies"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
)

// Asked is what the sets of several documents have been asked about. There may be many strings, so they are kept as texts are until
// all documents have been read.
type Asked struct {
	store *jsondoc.Store
	refs  []jsondoc.Ref // by document
	text  []byte
}

// NewAsked returns what the sets of a number of documents have been asked about: nothing. The options are those of the store.
func NewAsked(o jsondoc.Options, documents int) *Asked {
	if o.MemoryLimit == 0 {
		o.MemoryLimit = 1 << 20
	}
	o.MaxResources = 0 // this is not a document
	return &Asked{store: jsondoc.NewStore(o), refs: make([]jsondoc.Ref, documents)}
}

// Close removes what is kept.
func (a *Asked) Close() { a.store.Close() }

// Put keeps what the set of a document has been asked about.
func (a *Asked) Put(number int, what copies.Asked) (err error) {
	a.text = what.Append(a.text[:0])
	a.refs[number], err = a.store.Keep(a.text)
	return err
}

// Concerned returns the documents whose sets have been asked about strings that a set has. own returns the set of a document, and
// whether it could be read.
func (a *Asked) Concerned(set *copies.Set, own func(number int) (*copies.Set, bool)) (numbers []int, err error) {
	if set.IsEmpty() {
		return nil, nil
	}
	if err := a.store.Seal(); err != nil {
		return nil, err
	}
	l := a.store.Loader()
	for i, ref := range a.refs {
		secrets, read := own(i)
		if !read {
			continue
		}
		text, err := l.Bytes(ref)
		if err != nil {
			return nil, err
		}
		if copies.ReadAsked(text).Concern(set, secrets) {
			numbers = append(numbers, i)
		}
	}
	return numbers, nil
}
