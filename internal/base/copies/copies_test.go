package copies_test

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/planfmt/planfmt/internal/base/copies"
)

func TestSet(t *testing.T) {
	s := copies.New()
	if !s.IsEmpty() || s.Has("Zq9!xK2#vLp7") {
		t.Error("a new set has something")
	}
	long := strings.Repeat("x7Kp9QmZ", 1000)
	for _, text := range []string{"Zq9!xK2#vLp7", "10.0.0.0/8", "", "short", long, "Zq9!xK2#vLp7", "Grüße!aus#7Kp9QmZ"} {
		s.Add(text)
	}
	s.Add(`{"user":"app","passwords":["q83vEjRWeJCrze8="],"inner":"[\"16C7e42F292c6912E771\"]","net":"10.0.0.0/8"}`)
	s.Add(`{"broken":"7xKp9QmZ2vLw"`)
	for _, text := range []string{"Zq9!xK2#vLp7", long, "q83vEjRWeJCrze8=", "16C7e42F292c6912E771", "Grüße!aus#7Kp9QmZ", `{"broken":"7xKp9QmZ2vLw"`} {
		if !s.Has(text) {
			t.Errorf("the set does not have %.50q", text)
		}
	}
	for _, text := range []string{"", "10.0.0.0/8", "short", "Zq9!xK2#vLp8", "Zq9!xK2#vLp7 ", "zq9!xK2#vLp7", long + "x", "passwords", "app", "7xKp9QmZ2vLw"} {
		if s.Has(text) {
			t.Errorf("the set has %.50q", text)
		}
	}
	if s.IsEmpty() {
		t.Error("the set is empty")
	}
}

func TestHasIn(t *testing.T) {
	s := copies.New()
	s.Add(`{"a":"Zq9!xK2#vLp7","a":{"b":["7xKp9QmZ2vLw"]},"c":{"Zq9!xK2#vLp9":null}}`)
	s.Add("\n  [\"Ya3!bC7#dEf9\"]\n")
	for _, text := range []string{
		"Zq9!xK2#vLp7", "7xKp9QmZ2vLw", "Ya3!bC7#dEf9", `["Ya3!bC7#dEf9"]`, `{"a":[1,{"b":"x","c":"\u0059a3!bC7#dEf9"}]}`,
		`{"a":"Zq9!xK2#vLp7","a":1}`, `[[],{},"{\"a\":[\"Ya3!bC7#dEf9\"]}"]`, `{"a":{"b":1},"c":"Zq9!xK2#vLp7"}`,
		"x Zq9!xK2#vLp7", `["Zq9!xK2#vLp7"`, `{"Zq9!xK2#vLp7":1}`, `{"a":{"Zq9!xK2#vLp7":1},"b":[{"Zq9!xK2#vLp7":[]}]}`, `["Zq9!xK2#vLp7"]]`,
	} {
		if !s.HasIn(text) {
			t.Errorf("there is nothing in %s", text)
		}
	}
	for _, text := range []string{
		"", "{", "[]", "xZq9!xK2#vLp7", `["Zq9!xK2#vLp9"]`, strings.Repeat("[", 100_000),
	} {
		if s.HasIn(text) {
			t.Errorf("there is something in %.50s", text)
		}
	}
}

// The strings themselves are not in the memory of a set, and two sets have different digests.
func TestSetKeepsDigests(t *testing.T) {
	const secret = "Zq9!xK2#vLp7"
	a, b := copies.New(), copies.New()
	a.Add(secret)
	b.Add(secret)
	text := fmt.Sprintf("%+v %s", reflect.ValueOf(a).Elem(), fmt.Sprint(reflect.ValueOf(a).Elem()))
	if strings.Contains(text, secret) {
		t.Error("the set has the string")
	}
	digests := func(s *copies.Set) string {
		return fmt.Sprint(reflect.ValueOf(s).Elem().FieldByName("digests"))
	}
	if digests(a) == digests(b) {
		t.Error("the digests do not depend on the key")
	}
}

func TestSetConcurrently(t *testing.T) {
	s := copies.New()
	secret := func(i int) string { return fmt.Sprintf("x7Kp9QmZ2vLw%dq!", i%100) }
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := range 200 {
				s.Add(secret(i + worker))
			}
		})
	}
	wg.Wait()
	for i := range 100 {
		if !s.Has(secret(i)) {
			t.Errorf("the set does not have number %d", i)
		}
	}
}

func FuzzEligible(f *testing.F) {
	for _, list := range innocent {
		for _, text := range list {
			f.Add(text)
		}
	}
	for _, text := range []string{"Zq9!xK2#vLp7", "-----BEGIN KEY-----\nabc\n", `{"a":["x7Kp9QmZ2vLw"]}`, "\xff\xfe7Kp9QmZ2", "İİİİİİİİİİİİ", "${", "://@:/", "🔑🔑🔑🔑🔑🔑🔑🔑"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		counts := copies.Eligible(text)
		if counts && len([]rune(strings.TrimSpace(text))) < 8 {
			t.Errorf("%q is short, and counts", text)
		}
		if counts != copies.Eligible(" "+text+"\n") {
			t.Errorf("white space around %q decides", text)
		}
		s := copies.New()
		s.Add(text)
		if s.Has(text) != counts {
			t.Errorf("%q: counts %v, in the set %v", text, counts, s.Has(text))
		}
		if s.Has(text + "x") {
			t.Errorf("%q: a longer string is in the set", text)
		}
	})
}

func BenchmarkHas(b *testing.B) {
	s := copies.New()
	for i := range 1000 {
		s.Add(fmt.Sprintf("x7Kp9QmZ2vLw%dq!", i))
	}
	for b.Loop() {
		s.Has("arn:aws:iam::123456789012:role/application")
	}
}
