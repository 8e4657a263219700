package jsonplan

import (
	"errors"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// TestDepth reads values that are nested deeper than the parser goes, and than
// the tokenizer goes.
func TestDepth(t *testing.T) {
	for _, depth := range []int{values.MaxDepth + 1, 9_000, 100_000} {
		value := strings.Repeat("[", depth) + strings.Repeat("]", depth)
		doc := `{"resource_changes":[{"address":"a.b","change":{"after":` + value + `}}]}`
		_, err := Read(t.Context(), strings.NewReader(doc), Options{})
		var ie *plans.InputError
		if !errors.As(err, &ie) || ie.Kind != plans.InputTooDeep || !strings.Contains(ie.Msg, "deeper than 1000 levels") {
			t.Errorf("%d deep: %v", depth, err)
		}
	}
}
