//go:build planfmt_no_facts

package facts

// The page in web is built with this tag: the table is next to the program there.
const embedded = ""
