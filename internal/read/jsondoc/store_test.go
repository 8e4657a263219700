package jsondoc

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// countingReader counts how often it is read from an offset.
type countingReader struct {
	*strings.Reader
	count int
}

func (r *countingReader) ReadAt(p []byte, off int64) (int, error) {
	r.count++
	return r.Reader.ReadAt(p, off)
}

// TestReadAhead loads values in several orders. Short ones that are next to each other are
// read together.
func TestReadAhead(t *testing.T) {
	var doc strings.Builder
	var want []string
	doc.WriteString(`{"list":[`)
	for i := range 1000 {
		v := fmt.Sprintf(`"%d%s"`, i, strings.Repeat("x", 100))
		switch i {
		case 300:
			v = `"` + strings.Repeat("y", 3*readAhead) + `"`
		case 600: // nobody wants it
			doc.WriteString(`"` + strings.Repeat("z", 2*readAhead) + `",`)
		}
		want = append(want, v)
		doc.WriteString(v + ",")
	}
	doc.WriteString(`0]}`)
	in := &countingReader{Reader: strings.NewReader(doc.String())}
	s, err := newScanner(t.Context(), in, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var refs []Ref
	if _, err := s.Document(func(string) error {
		return s.Array(func(int) error {
			if _, err := s.Value(); err != nil {
				return err
			}
			if len(refs) == len(want) || len(s.raw) == 2*readAhead+2 {
				return nil
			}
			ref, err := s.Keep()
			refs = append(refs, ref)
			return err
		})
	}); err != nil {
		t.Fatal(err)
	}
	order := make([]int, len(want))
	for i := range order {
		order[i] = i
	}
	load := func() int {
		in.count = 0
		l := s.Store().Loader()
		for _, i := range order {
			if v, err := l.Load(refs[i]); err != nil || v.JSON() != want[i] {
				t.Fatalf("value %d: %v", i, err)
			}
		}
		return in.count
	}
	if n, most := load(), 10; n > most {
		t.Errorf("in order, the file is read %d times; want %d at most", n, most)
	}
	slices.Reverse(order)
	load()
	r := rand.New(rand.NewPCG(1, 2))
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	load()
}
