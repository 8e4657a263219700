// Package table reads the table of what attributes mean: the one that is built in, and those that users add. The table is data that a
// person edits without Go; docs/meaning.md describes it.
package table

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/wildcard"
	"github.com/planfmt/planfmt/internal/read/yamldoc"
	"github.com/planfmt/planfmt/values"
)

// builtIn is table.yaml as JSON, which is read in a tenth of the time. TestBuiltIn writes it.
//
//go:embed table.json
var builtIn string

const format = "planfmt-meaning/1"

// typeEntry is what is known about the types of some names and globs.
type typeEntry struct {
	names []string
	entry Entry
}

// fit says how well an entry fits a type: not at all (0), or the better the higher. A name fits best; of globs, the longer one does.
func (e typeEntry) fit(typ string) int {
	best := 0
	for _, name := range e.names {
		switch {
		case name == typ:
			return math.MaxInt
		case len(name) > best && strings.Contains(name, "*") && wildcard.Match(name, typ):
			best = len(name)
		}
	}
	return best
}

// Default returns the table that is built in. It is read anew each time, so keep it. There is no error, as a test reads it.
func Default() *Table {
	var p values.Parser
	v, err := p.ParseString(builtIn)
	if err != nil {
		return &Table{}
	}
	t, _ := read("table.yaml", v)
	return t
}

// read reads a whole table.
func read(name string, v values.Value) (*Table, error) {
	t := &Table{}
	return t, t.load(name, v, map[string]func(item){
		"network": t.Network.read, "aws": t.AWS.read, "azure": t.Azure.read, "google": t.Google.read, "kubernetes": t.Kubernetes.read,
		"any": t.Any.read, "version": setText(&t.Version),
	})
}

// load adds the types of a file. more are the parts that it may have besides.
func (t *Table) load(name string, v values.Value, more map[string]func(item)) error {
	r := &reader{name: name}
	known := map[string]func(item){
		"format": func(i item) { i.oneOf(format) },
		"plain":  func(i item) { t.plain = append(t.plain, i.texts()...) },
		"types": func(i item) {
			i.each(func(names string, m item) {
				e := typeEntry{names: cut(names)}
				e.entry.read(m)
				t.types = append(t.types, e)
			})
		},
	}
	maps.Copy(known, more)
	item{r: r, v: v}.fields(known)
	return r.err
}

// Add returns the table with what a user's file adds to it. The file can add types and entries; it cannot remove or lower anything. name is the
// name of the file, for errors.
func (t *Table) Add(name, text string) (*Table, error) {
	doc, err := yamldoc.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	more := &Table{}
	if err := more.load(name, doc.Value, nil); err != nil {
		return nil, err
	}
	for _, e := range more.types {
		for i := range e.entry.Settings {
			e.entry.Settings[i].Added = true
		}
	}
	sum := *t
	sum.Version, sum.added, sum.plain = t.Version+"+"+digest(text), append(slices.Clip(t.added), more.types...), append(slices.Clip(t.plain), more.plain...)
	return &sum, nil
}

// Entries yields the names and globs of the built-in types with their entries.
func (t *Table) Entries() iter.Seq2[string, Entry] {
	return func(yield func(string, Entry) bool) {
		for _, e := range t.types {
			if !yield(strings.Join(e.names, ", "), e.entry) {
				return
			}
		}
	}
}

// Lookup returns what is known about a type: the entry of the built-in table that fits best, and all that users have added. known reports
// whether the type is in one of them, if only as one that needs no entry.
func (t *Table) Lookup(typ string) (e Entry, known bool) {
	best := 0
	for _, own := range t.types {
		if fit := own.fit(typ); fit > best {
			best, e = fit, own.entry
		}
	}
	for _, added := range t.added {
		if added.fit(typ) > 0 {
			best = 1
			e.add(added.entry)
		}
	}
	return e, best > 0 || typeEntry{names: t.plain}.fit(typ) > 0
}

// add adds what another entry says to an entry. It takes nothing away: words that are there stay.
func (e *Entry) add(more Entry) {
	e.Holds, e.Runs = cmp.Or(e.Holds, more.Holds), cmp.Or(e.Runs, more.Runs)
	e.Guards = cmp.Or(e.Guards, more.Guards)
	e.Network, e.Access = append(slices.Clip(e.Network), more.Network...), append(slices.Clip(e.Access), more.Access...)
	e.Settings, e.Interrupts = append(slices.Clip(e.Settings), more.Settings...), append(slices.Clip(e.Interrupts), more.Interrupts...)
	e.Scales, e.Images = append(slices.Clip(e.Scales), more.Scales...), append(slices.Clip(e.Images), more.Images...)
	e.Routine, e.Manifest = append(slices.Clip(e.Routine), more.Routine...), append(slices.Clip(e.Manifest), more.Manifest...)
}

// cut splits a list of names or globs.
func cut(names string) []string {
	all := strings.Split(names, ",")
	for i := range all {
		all[i] = strings.TrimSpace(all[i])
	}
	return all
}

// digest returns a short text that tells apart what users add.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}
