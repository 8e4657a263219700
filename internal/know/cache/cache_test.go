package cache_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/planfmt/planfmt/internal/know/cache"
	"github.com/planfmt/planfmt/schema"
)

const (
	acme  = "registry.terraform.io/acme/acme"
	other = "registry.terraform.io/acme/other"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func set(t testing.TB, text string) *schema.Set {
	t.Helper()
	s := &schema.Set{}
	if err := s.Load("test", strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return s
}

// provider is a document with one provider whose type has an attribute of the
// name.
func provider(address, attribute string) string {
	return fmt.Sprintf(`{"provider_schemas":{%q:{
		"resource_schemas":{"thing":{"block":{"attributes":{%q:{"type":"string"}}}}},
		"data_source_schemas":{"thing":{"block":{}}},
		"action_schemas":{"act":{"block":{}}}}}}`, address, attribute)
}

func add(t testing.TB, d *cache.Dir, s *schema.Set) {
	t.Helper()
	if _, err := d.Add(s.IDs(), s.Lookup, map[string]string{acme: "1.2.3"}, noon); err != nil {
		t.Fatal(err)
	}
}

// warnings collects what a cache complains about.
func warnings() (warn func(error), all func() []string) {
	var got []string
	return func(err error) { got = append(got, err.Error()) }, func() []string { return got }
}

func attributes(found []schema.Schema) (names []string) {
	for _, s := range found {
		for _, a := range s.Block.Attributes {
			names = append(names, a.Name)
		}
	}
	return names
}

var thing = schema.ID{Provider: acme, Kind: schema.Resource, Type: "thing"}

func TestAddAndLookup(t *testing.T) {
	warn, warned := warnings()
	path := filepath.Join(t.TempDir(), "a", "b")
	d := cache.In(path, warn)
	if d.Has(thing) {
		t.Error("an empty cache has a schema")
	}
	if b, err := d.Lookup(thing); b != nil || err != nil {
		t.Error(b, err)
	}
	if l, err := d.List(); len(l) > 0 || err != nil {
		t.Error(l, err)
	}
	s := set(t, provider(acme, "one"))
	add(t, d, s)
	add(t, d, set(t, provider(other, "two")))
	for _, d := range []*cache.Dir{d, cache.In(path, warn)} {
		for _, id := range s.IDs() {
			want, _ := s.Lookup(id)
			if id.Provider == acme {
				want[0].Release = "1.2.3"
			}
			got, err := d.Lookup(id)
			if err != nil || !d.Has(id) || !reflect.DeepEqual(got, want) {
				t.Errorf("%v: %+v %v, want %+v", id, got, err, want)
			}
		}
		for _, id := range []schema.ID{{Provider: acme, Type: "none"}, {Provider: "x/../../y", Type: "thing"}, {Provider: "", Type: "thing"}} {
			if b, err := d.Lookup(id); b != nil || err != nil || d.Has(id) {
				t.Errorf("%v: %v %v", id, b, err)
			}
		}
		ids, err := d.IDs()
		if err != nil || len(ids) != 6 || ids[0] != thing {
			t.Error(ids, err)
		}
	}
	entries, err := d.List()
	if err != nil || len(entries) != 2 {
		t.Fatal(entries, err)
	}
	e := entries[0]
	if e.Provider != acme || e.Version != "1.2.3" || !e.Added.Equal(noon) || !reflect.DeepEqual(e.Types, map[schema.Kind]int{schema.Resource: 1, schema.DataSource: 1, schema.Action: 1}) {
		t.Errorf("%+v", e)
	}
	if entries[1].Version != "" {
		t.Errorf("%+v", entries[1])
	}

	// Another version replaces all of it.
	add(t, d, set(t, strings.Replace(provider(acme, "three"), `"data_source_schemas"`, `"functions"`, 1)))
	b, _ := d.Lookup(thing)
	if got := fmt.Sprint(attributes(b)); got != "[three]" || d.Has(schema.ID{Provider: acme, Kind: schema.DataSource, Type: "thing"}) {
		t.Error(got)
	}
	if w := warned(); len(w) > 0 {
		t.Error(w)
	}
}

// TestFileNames checks that no address leaves the directory or takes the place
// of another.
func TestFileNames(t *testing.T) {
	dir := t.TempDir()
	d := cache.In(filepath.Join(dir, "c"), nil)
	addresses := []string{"..", "../x", "/x", "a/b", "a+b", "A/b", "a%2Fb", "a\\b", "host:8443/a/b", ".x", "ä/b", "con", "terraform.io/builtin/terraform", "aws"}
	for _, a := range addresses {
		add(t, d, set(t, provider(a, "one")))
	}
	entries, err := d.List()
	if err != nil || len(entries) != len(addresses) {
		t.Errorf("%d of %d: %v", len(entries), len(addresses), err)
	}
	for _, a := range addresses {
		if !d.Has(schema.ID{Provider: a, Type: "thing"}) {
			t.Errorf("%q is not there", a)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("files beside the cache: %v", left)
	}
}

// TestBroken breaks a file in every way: it is reported once, its schemas are lost, and
// the others stay.
func TestBroken(t *testing.T) {
	for name, breakIt := range map[string]func([]byte) []byte{
		"empty":     func([]byte) []byte { return nil },
		"cut":       func(b []byte) []byte { return b[:len(b)/2] },
		"head gone": func(b []byte) []byte { return b[40:] },
		"no zip":    func([]byte) []byte { return []byte("no zip at all, but longer than the record at the end of one is") },
		"data":      func(b []byte) []byte { b[bytes.Index(b, []byte("resource/thing"))+16] ^= 0xff; return b },
		"comment":   func(b []byte) []byte { return bytes.Replace(b, []byte(`{"format"`), []byte(`["format"`), 1) },
		"another's": func(b []byte) []byte {
			return bytes.Replace(b, []byte(acme), []byte("registry.terraform.io/evil/acme"), 1)
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := t.TempDir()
			add(t, cache.In(path, nil), set(t, provider(acme, "one")))
			add(t, cache.In(path, nil), set(t, provider(other, "two")))
			entries, err := cache.In(path, nil).List()
			if err != nil {
				t.Fatal(err)
			}
			file := entries[0].File
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, breakIt(data), 0o600); err != nil {
				t.Fatal(err)
			}
			warn, warned := warnings()
			d := cache.In(path, warn)
			for range 3 {
				b, err := d.Lookup(thing)
				if _, damaged := errors.AsType[*schema.DamageError](err); b != nil || !damaged {
					t.Errorf("%v %v", b, err)
				}
			}
			if d.Has(thing) {
				t.Error("Has says that it is there")
			}
			if w := warned(); len(w) != 1 || !strings.HasPrefix(w[0], file+": ignored: ") {
				t.Errorf("warnings %q", w)
			}
			if !d.Has(schema.ID{Provider: other, Type: "thing"}) {
				t.Error("the other provider is gone")
			}
			if ok, err := d.Remove(acme, ""); !ok || err != nil {
				t.Error(ok, err)
			}
			add(t, d, set(t, provider(acme, "new")))
			if b, err := d.Lookup(thing); b == nil || err != nil {
				t.Error("not mended", err)
			}
		})
	}
}

// TestBadSchema checks that one schema that makes no sense does not keep the
// others out.
func TestBadSchema(t *testing.T) {
	warn, warned := warnings()
	d := cache.In(t.TempDir(), warn)
	add(t, d, set(t, `{"provider_schemas":{"p":{"resource_schemas":{
		"bad":{"block":{"attributes":{"a":{"type":"strin"}}}},
		"good":{"block":{}}}}}}`))
	if !d.Has(schema.ID{Provider: "p", Type: "good"}) || d.Has(schema.ID{Provider: "p", Type: "bad"}) {
		t.Error("want good, not bad")
	}
	if w := warned(); len(w) != 1 || !strings.Contains(w[0], "resource bad") {
		t.Error(w)
	}
}

// TestVersions checks that versions of a provider stand beside one another, the
// newest first, and that each can be replaced and removed by itself.
func TestVersions(t *testing.T) {
	warn, warned := warnings()
	d := cache.In(t.TempDir(), warn)
	for _, v := range []string{"1.9.0", "", "1.10.0", "1.10.0-beta1"} {
		s := set(t, provider(acme, "of_"+strings.NewReplacer(".", "_", "-", "_").Replace(v)))
		if _, err := d.Add(s.IDs(), s.Lookup, map[string]string{acme: v}, noon); err != nil {
			t.Fatal(err)
		}
	}
	look := func() string {
		found, err := d.Lookup(thing)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, s := range found {
			all = append(all, s.Release+":"+s.Block.Attributes[0].Name)
		}
		return strings.Join(all, " ")
	}
	if have, want := look(), "1.10.0:of_1_10_0 1.10.0-beta1:of_1_10_0_beta1 1.9.0:of_1_9_0 :of_"; have != want {
		t.Errorf("have %s, want %s", have, want)
	}
	s := set(t, provider(acme, "again"))
	if _, err := d.Add(s.IDs(), s.Lookup, map[string]string{acme: "1.9.0"}, noon); err != nil {
		t.Fatal(err)
	}
	if ok, err := d.Remove(acme, "1.10.0"); !ok || err != nil {
		t.Error(ok, err)
	}
	if have, want := look(), "1.10.0-beta1:of_1_10_0_beta1 1.9.0:again :of_"; have != want {
		t.Errorf("have %s, want %s", have, want)
	}
	if entries, err := d.List(); err != nil || len(entries) != 3 || entries[0].Version != "" {
		t.Error(entries, err)
	}
	if ok, err := d.Remove(acme, ""); !ok || err != nil || d.Has(thing) {
		t.Error(ok, err)
	}
	if w := warned(); len(w) > 0 {
		t.Error(w)
	}
}

func TestRemoveAndClear(t *testing.T) {
	path := t.TempDir()
	d := cache.In(path, nil)
	add(t, d, set(t, provider(acme, "one")))
	add(t, d, set(t, provider(other, "one")))
	if ok, err := d.Remove("none", ""); ok || err != nil {
		t.Error(ok, err)
	}
	if ok, err := d.Remove(other, ""); !ok || err != nil || d.Has(schema.ID{Provider: other, Type: "thing"}) {
		t.Error(ok, err)
	}
	for name, age := range map[string]time.Duration{".new-1.part": 2 * time.Hour, "mine.txt": 0} {
		name = filepath.Join(path, name)
		if err := errors.Join(os.WriteFile(name, nil, 0o600), os.Chtimes(name, noon.Add(-age), noon.Add(-age))); err != nil {
			t.Fatal(err)
		}
	}
	// Nobody writes the old file any more, with locks or without.
	add(t, d, set(t, provider(acme, "one")))
	if _, err := os.Stat(filepath.Join(path, ".new-1.part")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("Add keeps what a killed writer has left:", err)
	}
	if n, err := d.Clear(noon); n != 1 || err != nil || d.Has(thing) {
		t.Error(n, err)
	}
	left, _ := os.ReadDir(path)
	if len(left) != 1 || left[0].Name() != "mine.txt" {
		t.Errorf("left %v", left)
	}
	if n, err := cache.In(filepath.Join(path, "none"), nil).Clear(noon); n != 0 || err != nil {
		t.Error(n, err)
	}
}

// TestErrors checks that what cannot be written to says which, then what.
func TestErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d := cache.In(filepath.Join(file, "cache"), nil)
	s := set(t, provider(acme, "one"))
	_, err := d.Add(s.IDs(), s.Lookup, nil, noon)
	if err == nil || !strings.HasPrefix(err.Error(), filepath.Join(file, "cache")+": ") {
		t.Error(err)
	}
	path := t.TempDir()
	_, err = cache.In(path, nil).Add([]schema.ID{thing}, func(schema.ID) ([]schema.Schema, error) { return nil, nil }, nil, noon)
	if err == nil || !strings.HasSuffix(err.Error(), ": no schema of resource thing") {
		t.Error(err)
	}
	if left, _ := os.ReadDir(path); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestConcurrent has many write and read the same provider: a reader finds one
// version or another, whole.
func TestConcurrent(t *testing.T) {
	path := t.TempDir()
	versions := []*schema.Set{set(t, provider(acme, "one")), set(t, provider(acme, "two"))}
	if _, err := cache.In(path, nil).Add(versions[0].IDs(), versions[0].Lookup, nil, noon); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for range 25 {
				s := versions[i%2]
				if _, err := cache.In(path, nil).Add(s.IDs(), s.Lookup, nil, noon); err != nil {
					t.Error(err)
				}
			}
		})
		wg.Go(func() {
			for range 100 {
				d := cache.In(path, func(err error) { t.Error(err) })
				b, err := d.Lookup(thing)
				if got := fmt.Sprint(attributes(b)); err != nil || got != "[one]" && got != "[two]" {
					t.Error(got, err)
				}
				runtime.Gosched()
			}
		})
	}
	wg.Wait()
	if left, _ := os.ReadDir(path); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// BenchmarkLookup finds three types in a fresh view of a cache with 2,000.
func BenchmarkLookup(b *testing.B) {
	var text strings.Builder
	text.WriteString(`{"provider_schemas":{"p":{"resource_schemas":{`)
	for i := range 2000 {
		if i > 0 {
			text.WriteByte(',')
		}
		fmt.Fprintf(&text, `"type_%d":{"block":{"attributes":{`, i)
		for j := range 30 {
			if j > 0 {
				text.WriteByte(',')
			}
			fmt.Fprintf(&text, `"attribute_%d_%d":{"type":["map","string"]}`, i, j)
		}
		text.WriteString("}}}")
	}
	text.WriteString("}}}}")
	path := b.TempDir()
	add(b, cache.In(path, nil), set(b, text.String()))
	b.ReportAllocs()
	for b.Loop() {
		d := cache.In(path, nil)
		for _, typ := range []string{"type_0", "type_1000", "type_1999"} {
			if block, err := d.Lookup(schema.ID{Provider: "p", Type: typ}); block == nil || err != nil {
				b.Fatal(block, err)
			}
		}
	}
}
