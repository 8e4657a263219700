package machine

import (
	"strconv"
)

// Versions returns the version of each JSON document that the reports write. The names are those of
// the schemas in docs/schema: diff has the version 1.1, and its schema is diff-1.1.json.
func Versions() map[string]string {
	return map[string]string{
		"check":    strconv.Itoa(verdictVersion),
		"diff":     jsonVersion,
		"diffs":    manyVersion,
		"log":      logVersion,
		"plandiff": planDiffVersion,
	}
}
