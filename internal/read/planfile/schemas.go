package planfile

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/values"
)

// Newer versions of OpenTofu write the schemas of providers as a protobuf message, which is turned here into the JSON that older ones
// write: so schemas are decoded in one place only.

var (
	schemasType = &messageType{name: "Schemas", fields: []fieldType{
		1: {name: "providers", kind: messageField, repeated: true},
	}}
	schemaEntryType = &messageType{name: "Schemas.Entry", fields: []fieldType{
		1: {name: "key", kind: textField},
		2: {name: "value", kind: messageField},
	}}
	providerSchemaType = &messageType{name: "ProviderSchema", fields: []fieldType{
		1: {name: "provider", kind: messageField},
		2: {name: "resource_types", kind: messageField, repeated: true},
		3: {name: "data_sources", kind: messageField, repeated: true},
	}}
	resourceTypeType = &messageType{name: "ResourceTypeSchema", fields: []fieldType{
		1: {name: "schema", kind: messageField},
	}}
	schemaType = &messageType{name: "Schema", fields: []fieldType{
		1: {name: "version", kind: intField},
		2: {name: "block", kind: messageField},
	}}
	schemaBlockType = &messageType{name: "Schema.Block", fields: []fieldType{
		1: {name: "attributes", kind: messageField, repeated: true},
		2: {name: "block_types", kind: messageField, repeated: true},
	}}
	schemaAttributeType = &messageType{name: "Schema.Attribute", fields: []fieldType{
		1: {name: "name", kind: textField},
		2: {name: "type", kind: bytesField},
		3: {name: "nested_type", kind: messageField},
		4: {name: "required", kind: boolField},
		5: {name: "optional", kind: boolField},
		6: {name: "computed", kind: boolField},
		7: {name: "sensitive", kind: boolField},
		8: {name: "write_only", kind: boolField},
	}}
	schemaObjectType = &messageType{name: "Schema.Object", fields: []fieldType{
		1: {name: "attributes", kind: messageField, repeated: true},
		2: {name: "nesting", kind: enumField},
	}}
	schemaNestedType = &messageType{name: "Schema.NestedBlock", fields: []fieldType{
		1: {name: "name", kind: textField},
		2: {name: "block", kind: messageField},
		3: {name: "nesting", kind: enumField},
		4: {name: "min_items", kind: intField}, // nobody needs these two
		5: {name: "max_items", kind: intField},
	}}
)

// maxSchemaDepth is how deep blocks and nested types may be in each other. Those of providers are not half as deep.
const maxSchemaDepth = 100

// Schemas returns the schemas in the file, as the JSON of `tofu providers schema -json`. unknown counts what this version of planfmt does
// not know of them. If there are none, the error is [ErrNoMember].
func (f *File) Schemas(unknown *source.Unknown) (io.ReadCloser, error) {
	r, err := f.Open(SchemasMember)
	if err != nil {
		return nil, err
	}
	begin := make([]byte, 1)
	const firstField = 1<<3 | 2 // no JSON begins with it
	if n, err := io.ReadFull(r, begin); n == 1 && begin[0] != firstField || err != nil && err != io.EOF {
		return struct {
			io.Reader
			io.Closer
		}{io.MultiReader(bytes.NewReader(begin[:n]), r), r}, nil
	}
	r.Close()
	message, err := f.Member(SchemasMember)
	if err != nil {
		return nil, err
	}
	doc, err := schemasJSON(field{bytes: message, unknown: unknown})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", SchemasMember, err)
	}
	return io.NopCloser(bytes.NewReader([]byte(doc.JSON()))), nil
}

// schemaParts are the parts of a schema that have names: no two have the same one.
type schemaParts struct {
	all   []values.Member
	names map[string]bool
}

// add adds a part, unless there has been an error.
func (p *schemaParts) add(m values.Member, err error) error {
	switch {
	case err != nil:
		return err
	case m.Name == "" || p.names[m.Name]:
		return wireErrorf("a part of a schema has no name, or that of another one")
	case p.names == nil:
		p.names = map[string]bool{}
	}
	p.names[m.Name] = true
	p.all = append(p.all, m)
	return nil
}

// schemasJSON makes the document.
func schemasJSON(f field) (values.Value, error) {
	var providers schemaParts
	err := f.sub(schemasType, func(f field) error {
		if f.number != 1 {
			return nil
		}
		return f.schemaEntry(&providers, field.providerSchema)
	})
	return values.NewObject(
		values.Member{Name: "format_version", Value: values.NewString("1.0")},
		values.Member{Name: "provider_schemas", Value: values.NewObject(providers.all...)},
	), err
}

// schemaEntry adds an element of a map.
func (f field) schemaEntry(to *schemaParts, read func(field) (values.Value, error)) error {
	var m values.Member
	err := f.sub(schemaEntryType, func(f field) (err error) {
		switch f.number {
		case 1:
			return f.text(&m.Name)
		case 2:
			m.Value, err = read(f)
		}
		return err
	})
	if err == nil && m.Value.Kind() == values.Absent {
		err = wireErrorf("an element of a map has no value")
	}
	return to.add(m, err)
}

func (f field) providerSchema() (values.Value, error) {
	var members []values.Member
	var resources, dataSources schemaParts
	err := f.sub(providerSchemaType, func(f field) error {
		switch f.number {
		case 1:
			v, err := f.schema()
			members = append(members, values.Member{Name: "provider", Value: v})
			return err
		case 2:
			return f.schemaEntry(&resources, field.resourceType)
		case 3:
			return f.schemaEntry(&dataSources, field.resourceType)
		}
		return nil
	})
	return values.NewObject(append(members,
		values.Member{Name: "resource_schemas", Value: values.NewObject(resources.all...)},
		values.Member{Name: "data_source_schemas", Value: values.NewObject(dataSources.all...)},
	)...), err
}

func (f field) resourceType() (v values.Value, err error) {
	err = f.sub(resourceTypeType, func(f field) (err error) {
		if f.number == 1 {
			v, err = f.schema()
		}
		return err
	})
	return v, err
}

func (f field) schema() (values.Value, error) {
	var version int64
	block := values.NewObject()
	err := f.sub(schemaType, func(f field) (err error) {
		switch f.number {
		case 1:
			return f.int(&version)
		case 2:
			block, err = f.schemaBlock(maxSchemaDepth)
		}
		return err
	})
	return values.NewObject(
		values.Member{Name: "version", Value: values.NewNumber(strconv.FormatInt(version, 10))},
		values.Member{Name: "block", Value: block},
	), err
}

// schemaBlock reads a block. depth is how deep it may be.
func (f field) schemaBlock(depth int) (values.Value, error) {
	var attributes, blocks schemaParts
	err := f.sub(schemaBlockType, func(f field) error {
		switch f.number {
		case 1:
			return f.schemaAttribute(&attributes, depth-1)
		case 2:
			return f.schemaNested(&blocks, depth-1)
		}
		return nil
	})
	return values.NewObject(
		values.Member{Name: "attributes", Value: values.NewObject(attributes.all...)},
		values.Member{Name: "block_types", Value: values.NewObject(blocks.all...)},
	), err
}

var errDeepSchema = wireErrorf("blocks or nested types are in each other more than %d deep", maxSchemaDepth)

func (f field) schemaAttribute(to *schemaParts, depth int) error {
	var m values.Member
	var members []values.Member
	err := f.sub(schemaAttributeType, func(f field) (err error) {
		if f.number == 1 {
			return f.text(&m.Name)
		}
		spec := schemaAttributeType.field(f.number)
		if spec == nil {
			return nil
		}
		member := values.Member{Name: spec.name}
		switch f.number {
		case 2:
			member.Value, err = new(values.Parser).Parse(f.bytes)
		case 3:
			member.Value, err = f.schemaObject(depth)
		default:
			member.Value = values.NewBool(f.num != 0)
		}
		members = append(members, member)
		return err
	})
	m.Value = values.NewObject(members...)
	return to.add(m, err)
}

func (f field) schemaObject(depth int) (values.Value, error) {
	if depth < 0 {
		return values.Value{}, errDeepSchema
	}
	var attributes schemaParts
	var nesting uint64
	err := f.sub(schemaObjectType, func(f field) error {
		switch f.number {
		case 1:
			return f.schemaAttribute(&attributes, depth-1)
		case 2:
			return f.uint(&nesting)
		}
		return nil
	})
	mode, wrong := nestingMode(nesting)
	if err == nil {
		err = wrong
	}
	return values.NewObject(values.Member{Name: "attributes", Value: values.NewObject(attributes.all...)}, values.Member{Name: "nesting_mode", Value: mode}), err
}

func (f field) schemaNested(to *schemaParts, depth int) error {
	if depth < 0 {
		return errDeepSchema
	}
	var m values.Member
	var nesting uint64
	block := values.NewObject()
	err := f.sub(schemaNestedType, func(f field) (err error) {
		switch f.number {
		case 1:
			return f.text(&m.Name)
		case 2:
			block, err = f.schemaBlock(depth)
		case 3:
			return f.uint(&nesting)
		}
		return err
	})
	mode, wrong := nestingMode(nesting)
	if err == nil {
		err = wrong
	}
	m.Value = values.NewObject(values.Member{Name: "nesting_mode", Value: mode}, values.Member{Name: "block", Value: block})
	return to.add(m, err)
}

// nestingMode returns the name of a nesting mode.
func nestingMode(n uint64) (values.Value, error) {
	name, ok := pick([]string{"", "single", "group", "list", "set", "map"}, n)
	if !ok || name == "" {
		return values.Value{}, fmt.Errorf("the nesting mode %d is not known", n)
	}
	return values.NewString(name), nil
}
