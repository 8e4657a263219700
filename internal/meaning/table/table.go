// Package table reads the table of what attributes mean: the one that is built in, and those that users add. The table is data that a
// person edits without Go; docs/meaning.md describes it.
package table

// Default returns the table that is built in.
func Default() *Table { return &Table{} }

// Add returns the table with what a user's file adds to it. The file can add types and entries; it cannot remove or lower anything. name is the
// name of the file, for errors.
func (t *Table) Add(name, text string) (*Table, error) { return t, nil }

// Lookup returns what is known about a type: the entries that name it and those whose globs match it, joined. known reports whether the
// type is in the table, if only as one that needs no entry.
func (t *Table) Lookup(typ string) (e Entry, known bool) { return Entry{}, false }

// typeEntry is what is known about the types of some names and globs.
type typeEntry struct {
	names []string
	entry Entry
}
