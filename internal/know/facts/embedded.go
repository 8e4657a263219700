//go:build !planfmt_no_facts

package facts

import _ "embed" // the table

//go:embed facts.bin
var embedded string
