package kit

import (
	"bytes"
	"io"

	"github.com/planfmt/planfmt"
)

// SchemaText is a file of schemas with a text.
func SchemaText(text []byte) planfmt.SchemaSource {
	return planfmt.SchemaSource{Name: "schemas.json", Open: func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(text)), nil
	}}
}
