package view

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/sinks"
)

// largePlan is a plan with n resources in modules that are in one another. One in a hundred is destroyed.
func largePlan(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"format_version":"1.2","terraform_version":"1.14.0","resource_changes":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		module := fmt.Sprintf("module.region[%q].module.cell_%d", []string{"eu-1", "us-1", "ap-1"}[i%3], i/3%100)
		name := fmt.Sprintf("item_%d", i/300)
		actions, after := `["update"]`, fmt.Sprintf(`{"id":"i-%d","name":"item %d","size":16,"tags":{"env":"prod","n":"%d"}}`, i, i, i+1)
		if i%100 == 99 {
			actions, after = `["delete"]`, "null"
		}
		fmt.Fprintf(&b, `{"address":"%s.demo_disk.%s","module_address":"%s","mode":"managed","type":"demo_disk","name":%q,"provider_name":"registry.terraform.io/acme/demo","change":{"actions":%s,"before":{"id":"i-%d","name":"item %d","size":8,"tags":{"env":"prod","n":"%d"}},"after":%s,"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}`,
			strings.ReplaceAll(module, `"`, `\"`), name, strings.ReplaceAll(module, `"`, `\"`), name, actions, i, i, i, after)
	}
	b.WriteString(`]}`)
	return []byte(b.String())
}

func newLarge(t testing.TB, n int) *viewer {
	v := newViewer(t, Options{
		Plan: open(t, largePlan(n), planfmt.Options{}), Title: "large.json", Theme: Theme{Colors: ColorsTrue},
		Terminal: Terminal{Width: 200, Height: 60},
	})
	return v
}

// BenchmarkKeys measures a key and the screen after it, on a plan with 15,000 resources. Effects are not run: they are in
// the background.
func BenchmarkKeys(b *testing.B) {
	v := newLarge(b, 15000)
	v.hold = true
	for _, keys := range []string{"j", "pgdown", "end home", "]d", "g", "zM zR", "za", "n", "tab j tab", "w esc", "? esc", "f esc"} {
		b.Run(strings.ReplaceAll(keys, " ", "-"), func(b *testing.B) {
			if keys == "n" {
				v.hold = false
				v.keys(`/ "item 14" enter`)
				v.hold = true
			}
			for b.Loop() {
				v.keys(keys)
				_ = v.state.Screen()
				v.held = nil
			}
		})
	}
	b.Run("start", func(b *testing.B) {
		o := Options{Plan: v.state.all.plan}
		for b.Loop() {
			s, _ := newState(&o)
			_ = s.Screen()
		}
	})
	b.Run("body", func(b *testing.B) {
		v.keys("home j")
		v.hold = false
		v.send(keyEvent{name: "j"})
		for b.Loop() {
			v.keys("j")
			_ = v.state.Screen()
		}
	})
}

// A key must be answered within a frame of 16 ms, however large the plan is: what is allocated for a key does not depend on
// the size of the plan, but for that which groups the tree anew. BenchmarkKeys has the times.
func TestKeysAreFast(t *testing.T) {
	cost := func(v *viewer, key string) (bytes uint64) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		v.keys(key)
		_ = v.state.Screen()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	small, large := newLarge(t, 400), newLarge(t, 4000)
	small.hold, large.hold = true, true
	for _, key := range []string{"j", "pgdown", "end", "home", "]d", "zM", "zR", "g", "g", "g", "za"} {
		a, b := cost(small, key), cost(large, key)
		most := 4 * a
		if key == "g" {
			most = 15 * a
		}
		if b > most {
			t.Errorf("%s: %d bytes are allocated, and %d for ten times as many resources", key, a, b)
		}
	}
}

// BenchmarkWrap measures the layout of a line of a million characters, which is done once.
func BenchmarkWrap(b *testing.B) {
	for _, text := range []string{"a", "ab c", "日本", "e\u0301"} {
		long := strings.Repeat(text, 1_000_000/utf8.RuneCountInString(text))
		var c sinks.Composer
		line := c.Compose(doc.Line{Text: doc.NewText(doc.Span{Role: doc.String, Text: long})})
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				wrapLine(ruler{}, line, doc.Update, 100, nil)
			}
		})
	}
}
