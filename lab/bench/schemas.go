package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
)

// schema returns the schema of a type.
func (t resourceType) schema() string {
	var nested []string
	for _, b := range t.blocks {
		nested = append(nested, fmt.Sprintf(`%q:{"nesting_mode":%q,"block":{%s}}`, b.name, b.mode, attributeSchemas(b.attrs)))
	}
	return fmt.Sprintf(`{"version":0,"block":{%s,"block_types":{%s}}}`, attributeSchemas(t.attrs), strings.Join(nested, ","))
}

func attributeSchemas(attrs []attribute) string {
	var all []string
	for _, a := range attrs {
		typ, flags := a.typ, `"optional":true`
		if typ == "" {
			typ = `"string"`
		}
		if a.computed {
			flags += `,"computed":true`
		}
		if a.secret {
			flags += `,"sensitive":true`
		}
		all = append(all, fmt.Sprintf(`%q:{"type":%s,"description_kind":"plain",%s}`, a.name, typ, flags))
	}
	return fmt.Sprintf(`"attributes":{%s}`, strings.Join(all, ","))
}

// writeSchemas writes the schemas of all types in the generated plans.
func writeSchemas(w io.Writer) error {
	var aws, bench []string
	for _, t := range resourceTypes() {
		aws = append(aws, quote(t.name)+":"+t.schema())
	}
	for _, t := range singleTypes() {
		bench = append(bench, quote(t.name)+":"+t.schema())
	}
	_, err := fmt.Fprintf(w, `{"format_version":"1.0","provider_schemas":{%q:{"resource_schemas":{%s}},%q:{"resource_schemas":{%s}}}}`+"\n",
		awsProvider, strings.Join(aws, ","), benchProvider, strings.Join(bench, ","))
	return err
}

// providerShape is the size of a provider's schemas.
type providerShape struct {
	types, dataSources int
	attributes         int // on average, of a type
	words              int // of a description
}

// The schemas of the generated providers are about as large as those of the AWS
// and Google providers, compressed and uncompressed.
var (
	manyTypes = providerShape{types: 1650, dataSources: 660, attributes: 16, words: 4}
	longTexts = providerShape{types: 1100, dataSources: 370, attributes: 18, words: 14}
)

// writeProvider writes the schemas of a whole provider, gzipped.
func writeProvider(out io.Writer, seed uint64, p providerShape) error {
	gz := gzip.NewWriter(out)
	w := bufio.NewWriter(gz)
	r := rand.New(rand.NewPCG(seed, uint64(p.types)))
	vocabulary := make([]string, 3000)
	for i := range vocabulary {
		b := make([]byte, 2+r.IntN(9))
		for j := range b {
			b[j] = 'a' + byte(r.IntN(26))
		}
		vocabulary[i] = string(b)
	}
	word := func() string { return vocabulary[r.IntN(1+r.IntN(len(vocabulary)))] }
	attributes := func(count int) {
		fmt.Fprint(w, `"attributes":{"id":{"type":"string","description_kind":"plain","optional":true,"computed":true}`)
		for i := range count {
			typ := []string{`"string"`, `"string"`, `"string"`, `"bool"`, `"number"`, listOfString, mapOfString}[r.IntN(7)]
			text := make([]string, r.IntN(2*p.words+1))
			for j := range text {
				text[j] = word()
			}
			fmt.Fprintf(w, `,"%s_%s_%d":{"type":%s,"description":%q,"description_kind":"plain","optional":true}`, word(), word(), i, typ, strings.Join(text, " "))
		}
		fmt.Fprint(w, `}`)
	}
	group := func(name string, count int) {
		fmt.Fprintf(w, `%q:{`, name)
		for i := range count {
			comma(w, i)
			fmt.Fprintf(w, `"large_%04d_%s":{"version":0,"block":{`, i, word())
			attributes(r.IntN(p.attributes))
			fmt.Fprintf(w, `,"block_types":{"%s":{"nesting_mode":"list","block":{`, word())
			attributes(r.IntN(p.attributes))
			fmt.Fprint(w, `}}}}}`)
		}
		fmt.Fprint(w, `}`)
	}
	fmt.Fprint(w, `{"format_version":"1.0","provider_schemas":{"registry.terraform.io/example/large":{`)
	group("resource_schemas", p.types)
	fmt.Fprint(w, ",")
	group("data_source_schemas", p.dataSources)
	fmt.Fprint(w, `}}}`+"\n")
	if err := w.Flush(); err != nil {
		return err
	}
	return gz.Close()
}

// writePlanFor writes a plan that creates a resource of each of five types in a
// file of schemas, gzipped or not.
func writePlanFor(w io.Writer, schemas string) error {
	f, err := os.Open(schemas)
	if err != nil {
		return err
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(schemas, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return err
		}
	}
	var doc struct {
		Providers map[string]struct {
			Resources map[string]struct {
				Block struct {
					Attributes map[string]struct {
						Type      any
						Sensitive bool
					}
					BlockTypes map[string]struct {
						Mode string `json:"nesting_mode"`
					} `json:"block_types"`
				}
			} `json:"resource_schemas"`
		} `json:"provider_schemas"`
	}
	if err := json.NewDecoder(r).Decode(&doc); err != nil {
		return fmt.Errorf("%s: %w", schemas, err)
	}
	fmt.Fprint(w, `{"format_version":"1.2","terraform_version":"1.14.0","resource_changes":[`)
	n := 0
	for _, provider := range sortedKeys(doc.Providers) {
		resources := doc.Providers[provider].Resources
		names := sortedKeys(resources)
		for i := 0; i < len(names); i += max(1, len(names)/5) {
			var members []string
			block := resources[names[i]].Block
			for _, name := range sortedKeys(block.Attributes) {
				text := "null"
				if a := block.Attributes[name]; a.Type == "string" && !a.Sensitive {
					text = `"text"`
				}
				members = append(members, quote(name)+":"+text)
			}
			for _, name := range sortedKeys(block.BlockTypes) {
				text := "[]"
				switch block.BlockTypes[name].Mode {
				case "single", "group":
					text = "null"
				case "map":
					text = "{}"
				}
				members = append(members, quote(name)+":"+text)
			}
			comma(w, n)
			n++
			fmt.Fprintf(w, `{"address":"%s.a","mode":"managed","type":%[1]q,"name":"a","provider_name":%[2]q,"change":{"actions":["create"],"before":null,"after":%[3]s,`+
				`"after_unknown":{},"before_sensitive":false,"after_sensitive":{}}}`, names[i], provider, object(members))
		}
	}
	_, err = fmt.Fprint(w, `],"configuration":{"root_module":{}}}`+"\n")
	return err
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
