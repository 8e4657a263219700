package review

import (
	"strings"

	"github.com/planfmt/planfmt/computed"
)

// Moved returns the `moved` blocks which tell the product that the objects of renames are
// the same as before, ready to be pasted into the configuration of the root module. If all of a
// module moves together, it has one block. There is none for an object that may be replaced all the same, because an
// attribute differs. The blocks are HCL; unsafe characters in them
// that HCL allows are for the caller to escape.
func Moved(renames []computed.Rename) string {
	var b strings.Builder
	replaces := map[[2]string]bool{} // modules of which an object may be replaced
	for i := range renames {
		if r := &renames[i]; !r.KeepsObject() {
			replaces[[2]string{r.FromModule, r.ToModule}] = true
		}
	}
	seen := map[[2]string]bool{}
	for i := range renames {
		r := &renames[i]
		if !r.KeepsObject() {
			continue
		}
		ends := [2]string{r.FromModule, r.ToModule}
		if r.FromModule != "" && !replaces[ends] {
			// All of the module moves.
		} else {
			from, ok1 := parseAddress(r.From)
			to, ok2 := parseAddress(r.To)
			if !ok1 || !ok2 {
				continue // [Renames] finds none of these
			}
			ends = [2]string{from.String(), to.String()}
		}
		if seen[ends] {
			continue
		}
		seen[ends] = true
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("moved {\n  from = " + ends[0] + "\n  to   = " + ends[1] + "\n}\n")
	}
	return b.String()
}
