package source

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/plans"
)

// TestListKeepsAll checks that entries that are packed come back as they were, whatever is in them: a field that packing forgets is found
// here, because all fields are filled by reflection.
func TestListKeepsAll(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, limit := range []int64{-1, 1, 5_000, 0} {
		store := jsondoc.NewStore(jsondoc.Options{MemoryLimit: limit, TempDir: t.TempDir()})
		defer store.Close()
		l := NewList(store)
		var want []*Resource
		for i := range 5_000 {
			rc := &Resource{}
			fill(t, r, reflect.ValueOf(&rc.Header).Elem())
			rc.Handle, rc.Unmarked = Handle(i+1), r.IntN(2) == 0
			if r.IntN(50) == 0 {
				rc.SetFaults(errors.New("an error"), []error{errors.New("a problem")})
			}
			if r.IntN(4) == 0 && i > 0 { // neighbours have most in common
				rc.Header = want[i-1].Header
			}
			want = append(want, rc)
			if err := l.Add(rc); err != nil {
				t.Fatal(err)
			}
		}
		if err := store.Seal(); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			i := 0
			for have := range l.All() {
				if !reflect.DeepEqual(have, want[i]) {
					t.Fatalf("with limit %d, entry %d is\n%+v, not\n%+v", limit, i, have, want[i])
				}
				i++
			}
			if i != len(want) || l.Len() != i || len(l.Slice()) != i || l.Err() != nil {
				t.Fatalf("with limit %d, %d of %d entries, length %d, error %v", limit, i, len(want), l.Len(), l.Err())
			}
		}
		for range l.All() {
			break
		}
		if limit != 0 && l.parts == nil {
			t.Errorf("with limit %d, nothing is packed", limit)
		}
	}
}

// fill fills a value with something, or with nothing.
func fill(t *testing.T, r *rand.Rand, v reflect.Value) {
	if r.IntN(3) == 0 {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, r, v.Field(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, r, v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), r.IntN(3), 3))
		for i := range v.Len() {
			fill(t, r, v.Index(i))
		}
	case reflect.String:
		v.SetString([]string{"a", "module.a", "module.a.b[\"\x00é\xff\"]", fmt.Sprint("module.a.", r.IntN(1000))}[r.IntN(4)])
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint8:
		v.SetUint(uint64(r.IntN(256)))
	default:
		t.Fatalf("%s is of kind %s, which packing does not know", v.Type(), v.Kind())
	}
}

// TestListTellsErrors checks that a file that cannot be read again, or that has changed, never makes a list shorter without an error.
func TestListTellsErrors(t *testing.T) {
	store := jsondoc.NewStore(jsondoc.Options{MemoryLimit: -1, TempDir: t.TempDir()})
	l := NewList(store)
	for i := range 10_000 {
		if err := l.Add(&Resource{Handle: Handle(i + 1), Header: plans.Header{Address: fmt.Sprint("a.b", i)}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Seal(); err != nil {
		t.Fatal(err)
	}
	store.Close()
	if n := len(l.Slice()); n == l.Len() || l.Err() == nil {
		t.Errorf("%d of %d entries, error %v", n, l.Len(), l.Err())
	}
}

// TestListCounts checks that a part of which an end is missing, at the border of an entry, is an error, too.
func TestListCounts(t *testing.T) {
	store := jsondoc.NewStore(jsondoc.Options{MemoryLimit: -1, TempDir: t.TempDir()})
	defer store.Close()
	l := NewList(store)
	var one int
	for i := range 3 {
		if err := l.Add(&Resource{Handle: Handle(i + 1), Header: plans.Header{Address: fmt.Sprint("a.b", i)}}); err != nil {
			t.Fatal(err)
		}
		one = cmp.Or(one, len(l.packed.text))
	}
	if err := store.Seal(); err != nil {
		t.Fatal(err)
	}
	if n := len(slices.Collect(l.All())); n != 3 || l.Err() != nil {
		t.Fatalf("%d entries, error %v", n, l.Err())
	}
	l.packed.text = l.packed.text[:one]
	if n := len(slices.Collect(l.All())); n != 1 || l.Err() == nil {
		t.Errorf("%d entries, error %v", n, l.Err())
	}
}

// FuzzUnpack checks that no text makes unpacking panic.
func FuzzUnpack(f *testing.F) {
	var p packer
	p.add(&Resource{Header: plans.Header{Address: "a.b", ActionNames: []string{"create"}, Importing: &plans.Importing{ID: "x"}}})
	p.add(&Resource{Header: plans.Header{Address: "a.c"}})
	f.Add(p.text)
	f.Add([]byte("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"))
	f.Fuzz(func(_ *testing.T, text []byte) {
		for u := (unpacker{text: text}); len(u.text) > 0 && !u.wrong; {
			u.next()
		}
	})
}
