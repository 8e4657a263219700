// Package goldenflag has the flag with which tests write the goldens that they otherwise compare with.
package goldenflag

import "flag"

// Update says that goldens are rewritten. Read the diff then.
var Update = flag.Bool("update", false, "rewrite the goldens; then read the diff")
