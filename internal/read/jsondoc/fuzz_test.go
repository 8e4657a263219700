package jsondoc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/planfmt/planfmt/internal/testkit/encoded"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// FuzzScanner walks anything: there is a document or a *plans.InputError, the same for
// a stream and for input that can seek, and what is kept is there afterwards.
func FuzzScanner(f *testing.F) {
	for _, s := range []string{
		"", "[command]x", "::debug::", "PK\x03\x04", "{}", "[[[", "{\"@level\":1}", `{"version":4,"serial":1}`, "null", "[1]{}", "{}\n{}",
		`{"format_version":"1.2","a":[{"b":{"c":1,"c":2},"\u0062":null}],"d":"\ud83d\ude00","e":[true,false,null,-1e5,""]}`,
	} {
		f.Add([]byte(s))
		f.Add(encoded.Gzip([]byte(s)))
		f.Add(encoded.UTF16([]byte(s), true, false))
		f.Add(encoded.UTF16([]byte(s), false, true))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		opts := Options{MemoryLimit: 20, TempDir: t.TempDir()}
		a, err := walk(t, struct{ io.Reader }{bytes.NewReader(doc)}, opts)
		b, err2 := walk(t, bytes.NewReader(doc), opts)
		if a != b || fmt.Sprint(err) != fmt.Sprint(err2) {
			t.Fatalf("stream: %s, %v\nseekable: %s, %v", a, err, b, err2)
		}
		var ie *plans.InputError
		if err != nil && (!errors.As(err, &ie) || ie.Msg == "" || len(err.Error()) > 1000) {
			t.Fatalf("a %T: %v", err, err)
		}
	})
}

// walk reads all of a document: objects and lists in parts down to the third
// level, whole values below it. It returns the values.
func walk(t *testing.T, r io.Reader, opts Options) (string, error) {
	s, err := newScanner(context.Background(), r, opts)
	if err != nil {
		return "", err
	}
	defer s.Store().Close()
	var kept []Ref
	var value func(level int) error
	value = func(level int) error {
		switch k := s.Next(); {
		case k == values.Object && level < 3:
			return s.Object(func(string) error { return value(level + 1) })
		case k == values.Array && level < 3:
			return s.Array(func(int) error { return value(level + 1) })
		}
		v, err := s.Value()
		if err != nil {
			return err
		}
		checkDuplicates(t, s)
		if v.Kind() == values.Absent {
			t.Error("a value is absent")
		}
		ref, err := s.Keep()
		kept = append(kept, ref)
		return err
	}
	if _, err := s.Document(func(string) error { return value(0) }); err != nil {
		return "", err
	}
	var b strings.Builder
	l := s.Store().Loader()
	for _, ref := range kept {
		raw, err := l.read(ref)
		if err != nil {
			t.Error(err)
		}
		b.Write(append(raw, '\n'))
	}
	return b.String(), nil
}

// checkDuplicates compares the first name that occurs twice with what jsontext
// finds.
func checkDuplicates(t *testing.T, s *Scanner) {
	_, err := jsontext.NewDecoder(bytes.NewReader(s.raw)).ReadValue()
	var se *jsontext.SyntacticError
	errors.As(err, &se)
	found := false
	s.parser.eachDuplicate(func(path []string, offset int64) bool {
		found = true
		pointer := jsontext.Pointer("")
		for _, p := range path {
			pointer = pointer.AppendToken(p)
		}
		if se == nil || pointer != se.JSONPointer || offset != se.ByteOffset {
			t.Errorf("%s: have %s at %d, want %v", s.raw, pointer, offset, err)
		}
		return false
	})
	if found != (err != nil) || found != (s.parser.DuplicateError(1) != nil) {
		t.Errorf("%s: have %v, want %v", s.raw, s.parser.DuplicateError(1), err)
	}
}

func TestDuplicates(t *testing.T) {
	doc := `{"x": {"a": 1, "b": [{"c": {"d": 1, "d": 2}, "\u0063": 3}], "a": 4, "a": 5}}`
	s, err := newScanner(t.Context(), strings.NewReader(doc), Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Document(func(string) error {
		if _, err := s.Value(); err != nil {
			return err
		}
		var have []string
		for path := range s.Parser().Duplicates() {
			have = append(have, strings.Join(path, "."))
		}
		if got, want := strings.Join(have, " "), "b.0.c.d b.0.c a a"; got != want {
			t.Errorf("have %s, want %s", got, want)
		}
		at := strconv.Itoa(strings.Index(doc, `"d": 2`))
		for steps, want := range []string{
			0: "a name stands twice in one object (byte " + at + ")",
			3: "b.0.c: a name stands twice in one object (byte " + at + ")",
			4: "b.0.c: the name \"d\" stands twice in one object (byte " + at + ")",
		} {
			if err := s.Parser().DuplicateError(steps); want != "" && err.Error() != want {
				t.Errorf("%d steps: have %v, want %s", steps, err, want)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
