package planhash

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"path/filepath"
	"testing"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// noValues is a source of outputs and actions without values.
type noValues struct{ source.Loader }

func (noValues) Output(*source.Output) (source.RawValues, values.Value, error) {
	return source.RawValues{}, values.Value{}, nil
}

func (noValues) Config(*source.Action) (source.RawValues, error) { return source.RawValues{}, nil }

// TestRestTellsErrors checks that an output or an action whose digest cannot be kept is an error: without it, the hash would be that of
// another plan.
func TestRestTellsErrors(t *testing.T) {
	for name, facts := range map[string]*source.Facts{
		"output": {Outputs: []*source.Output{{Name: "o", Action: plans.Create}}},
		"action": {Actions: []*source.Action{{}}},
	} {
		t.Run(name, func(t *testing.T) {
			p := Plan{Storing: jsondoc.Options{MemoryLimit: -1, TempDir: filepath.Join(t.TempDir(), "missing")}}
			defer p.Close()
			for i := range runLen {
				if err := p.Add(Entry{sum: sha256.Sum256(binary.AppendUvarint(nil, uint64(i)))}); err != nil {
					t.Fatal(err)
				}
			}
			err := new(Hasher).Rest(&p, nil, facts, noValues{})
			if _, ok := errors.AsType[*plans.TempError](err); !ok {
				t.Errorf("error %v", err)
			}
		})
	}
}
