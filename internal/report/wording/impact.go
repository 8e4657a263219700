package wording

import (
	"fmt"

	"github.com/planfmt/planfmt/plans"
)

// MoreText says how many items there are besides those that are shown. It is empty if there are none.
func MoreText(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("and %d more", n)
}

// HasLeft reports whether the configuration does not have a resource any longer. Nothing in it can refer to the resource, so that only the state
// says what depended on it.
func HasLeft(h *plans.Header) bool {
	switch h.ActionReason {
	case plans.DeleteBecauseNoResourceConfig, plans.DeleteBecauseNoModule, plans.DeleteBecauseNoMoveTarget:
		return true
	}
	return false
}
