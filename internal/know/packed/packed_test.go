package packed_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/know/packed"
)

func TestRoundTrip(t *testing.T) {
	want := []string{"", strings.Repeat("a part ", 1000), "\x00", ""}
	data := packed.Encode(want)
	if len(data) > 200 {
		t.Errorf("%d bytes", len(data))
	}
	table, err := packed.Open(string(data))
	if err != nil {
		t.Fatal(err)
	}
	var have []string
	for i := range table.Len() {
		text, err := table.Part(i)
		if err != nil {
			t.Fatal(err)
		}
		have = append(have, text)
	}
	if !slices.Equal(have, want) {
		t.Errorf("have %q", have)
	}
	if _, err := table.Part(len(want)); err == nil {
		t.Error("there is one part more")
	}
}

// TestDamaged checks that a table that is cut off or too long is no table, and that no damage is fatal.
func TestDamaged(t *testing.T) {
	data := packed.Encode([]string{"one", "another one"})
	for i := range data {
		if _, err := packed.Open(string(data[:i])); err == nil {
			t.Errorf("cut off after %d bytes: no error", i)
		}
		for bit := range 8 {
			damaged := bytes.Clone(data)
			damaged[i] ^= 1 << bit
			if table, err := packed.Open(string(damaged)); err == nil {
				for i := range table.Len() {
					_, _ = table.Part(i)
				}
			}
		}
	}
	if _, err := packed.Open(string(data) + "x"); err == nil {
		t.Error("something behind the table: no error")
	}
}

func TestReader(t *testing.T) {
	for text, ok := range map[string]bool{
		"\x05": true, "\x05\x00": false, "\x7f": false, "\x80\x00": false, "\x85": false, "\xff\xff\xff\xff\xff": false, "": false,
	} {
		r := packed.NewReader(text)
		n := r.Number(100)
		if err := r.End(); (err == nil) != ok || ok && n != 5 {
			t.Errorf("%q: %d, %v", text, n, err)
		}
	}
	r := packed.NewReader(string(packed.AppendString(nil, "ab")) + "\x03x")
	if s := r.String(); s != "ab" || r.Err != nil {
		t.Errorf("%q, %v", s, r.Err)
	}
	if s := r.String(); s != "" || r.Err == nil || r.Byte() != 0 {
		t.Errorf("%q: a string that is longer than the text", s)
	}
}
