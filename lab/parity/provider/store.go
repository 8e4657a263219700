package provider

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// store keeps objects as files `ID.json` in a directory. If there is a file `fail-OPERATION-KEY`, that operation fails
// for the object with that key. The file `journal` has what was done, a line for each operation.
type store struct {
	dir string
	mu  sync.Mutex
}

// record is one file of the store.
type record struct {
	Generation int                        `json:"generation"`
	Value      map[string]json.RawMessage `json:"value"`
}

func (s *store) file(id string) string { return filepath.Join(s.dir, id+".json") }

// load returns the object as a value of the body's type, or null if there is none. Attributes that the file lacks are
// null.
func (s *store) load(b Body, id string) (cty.Value, int, error) {
	data, err := os.ReadFile(s.file(id))
	if errors.Is(err, fs.ErrNotExist) {
		return cty.NullVal(b.valueType()), 0, nil
	}
	if err != nil {
		return cty.NilVal, 0, err
	}
	var r record
	if err := json.Unmarshal(data, &r); err != nil {
		return cty.NilVal, 0, fmt.Errorf("%s: %w", s.file(id), err)
	}
	v, err := decode(b, r.Value)
	if err != nil {
		return cty.NilVal, 0, fmt.Errorf("%s: %w", s.file(id), err)
	}
	return v, r.Generation, nil
}

// save writes the object.
func (s *store) save(b Body, id string, v cty.Value, generation int) error {
	data, err := ctyjson.Marshal(v, b.valueType())
	if err != nil {
		return err
	}
	r := record{Generation: generation}
	if err := json.Unmarshal(data, &r.Value); err != nil {
		return err
	}
	data, err = json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(s.file(id), data, 0o644)
}

// allot reserves the first free ID for a key: KEY-1, KEY-2 and so on.
func (s *store) allot(key string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for n := 1; ; n++ {
		id := key + "-" + strconv.Itoa(n)
		f, err := os.OpenFile(s.file(id), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		return id, f.Close()
	}
}

func (s *store) remove(id string) error {
	err := os.Remove(s.file(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// note writes into the file journal that an operation on the object with a key is done.
func (s *store) note(operation, key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := os.OpenFile(filepath.Join(s.dir, "journal"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(f, operation, key)
	return errors.Join(err, f.Close())
}

// fails reports whether a test wants the operation to fail.
func (s *store) fails(operation, key string) bool {
	_, err := os.Stat(filepath.Join(s.dir, "fail-"+operation+"-"+key))
	return err == nil
}

// decode reads a body from JSON, one attribute at a time. The file may lack some, and those of another type are
// ignored.
func decode(b Body, members map[string]json.RawMessage) (cty.Value, error) {
	out := map[string]cty.Value{}
	for name, typ := range b.valueType().AttributeTypes() {
		raw, ok := members[name]
		if !ok {
			out[name] = cty.NullVal(typ)
			continue
		}
		v, err := ctyjson.Unmarshal(raw, typ)
		if err != nil {
			return cty.NilVal, fmt.Errorf("%s: %w", name, err)
		}
		out[name] = v
	}
	return present(b, cty.ObjectVal(out)), nil
}

// present replaces absent collections of blocks with empty ones, since Terraform insists on these, and absent groups
// with an object.
func present(b Body, v cty.Value) cty.Value {
	if v.IsNull() || !v.IsKnown() || len(b.Blocks) == 0 {
		return v
	}
	out := v.AsValueMap()
	for name, blk := range b.Blocks {
		old := out[name]
		typ := blk.Body.valueType()
		var elems []cty.Value
		keyed := map[string]cty.Value{}
		if !old.IsNull() && blk.Mode != Single && blk.Mode != Group {
			for it := old.ElementIterator(); it.Next(); {
				k, e := it.Element()
				e = present(blk.Body, e)
				elems = append(elems, e)
				if blk.Mode == Map {
					keyed[k.AsString()] = e
				}
			}
		}
		switch blk.Mode {
		case Single:
			out[name] = present(blk.Body, old)
		case Group:
			if old.IsNull() {
				attrs := map[string]cty.Value{}
				for n, t := range typ.AttributeTypes() {
					attrs[n] = cty.NullVal(t)
				}
				old = cty.ObjectVal(attrs)
			}
			out[name] = present(blk.Body, old)
		case List:
			out[name] = listOf(elems, typ)
		case Set:
			out[name] = cty.SetValEmpty(typ)
			if len(elems) > 0 {
				out[name] = cty.SetVal(elems)
			}
		case Map:
			out[name] = cty.MapValEmpty(typ)
			if len(keyed) > 0 {
				out[name] = cty.MapVal(keyed)
			}
		}
	}
	return cty.ObjectVal(out)
}
