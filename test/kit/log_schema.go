package kit

import (
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// LogSchema returns the published schema of `planfmt log -f json`.
func LogSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	return PublishedSchema(t, "log-1.0.json")("")
}
