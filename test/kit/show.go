package kit

import (
	"fmt"
	"io"
	"strings"
)

// ManyChanges is a plan of n updates, each with a text of its own.
func ManyChanges(n int) string {
	var b strings.Builder
	b.WriteString(`{"format_version": "1.2", "terraform_version": "1.14.0", "resource_changes": [`)
	for i := range n {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"address": "demo_disk.d[%d]", "mode": "managed", "type": "demo_disk", "name": "d", "index": %[1]d,
			"provider_name": "registry.terraform.io/example/demo", "change": {"actions": ["update"],
			"before": {"name": "%[1]d", "size": %[1]d}, "after": {"name": "%[1]d", "size": 9%[1]d, "zone": "%[2]s"}}}`, i, strings.Repeat("z", 100))
	}
	b.WriteString("]}")
	return b.String()
}

// OnlyReader hides that a reader can seek.
type OnlyReader struct{ io.Reader }
