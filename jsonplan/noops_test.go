package jsonplan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/values"
)

// appetite is a sink that wants everything, or nothing but what it is told anyway.
type appetite bool

func (a appetite) Wants(_, _, _ string) bool                             { return bool(a) }
func (a appetite) Version(_, _, _, _ string)                             {}
func (a appetite) Values(_, _, _ string, _ values.Value, _ values.Flags) {}
func (a appetite) Change(_, _, _ string, _ values.Change)                {}
func (a appetite) KnowsValues(_, _, _ string, _, _ []byte) bool          { return false }
func (a appetite) KnowsChange(_, _, _ string, _ values.ChangeText) bool  { return false }
func (a appetite) Config(_, _, _ string, _ values.Value)                 {}
func (a appetite) Written(_, _, _ string, _ values.Value)                {}

// TestLeaveOut compares the entries that are left out because of their bytes with
// those that are left out after they have been parsed, as all are that somebody
// wants as evidence.
func TestLeaveOut(t *testing.T) {
	header := `"address":"a.b","mode":"managed","type":"a","name":"b","provider_name":"registry.terraform.io/x/a"`
	change := `"actions":["no-op"],"before":{"id":1},"after":{"id":1},"after_unknown":{},"before_sensitive":{},"after_sensitive":{}`
	for name, tt := range map[string]struct {
		entry  string
		parsed bool // the bytes do not tell
	}{
		"plain":          {entry: header + `,"change":{` + change + `}`},
		"spaced":         {entry: header + " , \"change\" :\n{" + strings.ReplaceAll(change, ",", "\t,\n ") + ` } `},
		"key":            {parsed: true, entry: header + `,"index":"k","change":{` + change + `}`},
		"escaped":        {entry: strings.Replace(header, `a.b`, `a.b[\"k\"]`, 1) + `,"index":"k","change":{` + change + `}`},
		"flags":          {entry: header + `,"change":{` + strings.Replace(change, `unknown":{}`, `unknown":{"a":[{"b": false},[]],"c":false}`, 1) + `}`},
		"nulls":          {entry: header + `,"previous_address":null,"deposed":null,"change":{` + change + `,"importing":null,"generated_config":null,"replace_paths":null}`},
		"same address":   {entry: header + `,"previous_address":"a.b","change":{` + change + `}`},
		"data":           {entry: strings.Replace(strings.Replace(header, `managed`, `data`, 1), `a.b`, `data.a.b`, 1) + `,"change":{` + change + `}`},
		"no sides":       {entry: header + `,"change":{"actions":["no-op"]}`},
		"unknown member": {parsed: true, entry: header + `,"x":[1],"change":{` + change + `,"y":2}`},

		"moved":          {parsed: true, entry: header + `,"previous_address":"a.c","change":{` + change + `}`},
		"importing":      {parsed: true, entry: header + `,"change":{` + change + `,"importing":{"id":"x"}}`},
		"importing, bad": {parsed: true, entry: header + `,"change":{` + change + `,"importing":1}`},
		"other value":    {parsed: true, entry: header + `,"change":{` + strings.Replace(change, `:1`, `:2`, 1) + `}`},
		"other order":    {parsed: true, entry: header + `,"change":{` + strings.Replace(change, `"after":{`, `"after":{ `, 1) + `}`},
		"other marks":    {parsed: true, entry: header + `,"change":{` + strings.Replace(change, `after_sensitive":{}`, `after_sensitive":{"id":true}`, 1) + `}`},
		"marks, bad":     {parsed: true, entry: header + `,"change":{` + strings.ReplaceAll(change, `sensitive":{}`, `sensitive":[]`) + `}`},
		"unknown":        {parsed: true, entry: header + `,"change":{` + strings.Replace(change, `unknown":{}`, `unknown":{"id":true}`, 1) + `}`},
		"unknown, all":   {parsed: true, entry: header + `,"change":{` + strings.Replace(change, `unknown":{}`, `unknown":true`, 1) + `}`},
		"unknown, bad":   {parsed: true, entry: header + `,"change":{` + strings.Replace(change, `unknown":{}`, `unknown":{"id":"x"}`, 1) + `}`},
		"unknown, list":  {parsed: true, entry: header + `,"change":{` + strings.Replace(change, `unknown":{}`, `unknown":[]`, 1) + `}`},
		"update":         {parsed: true, entry: header + `,"change":{` + strings.Replace(change, `no-op`, `update`, 1) + `}`},
		"no actions":     {parsed: true, entry: header + `,"change":{` + strings.Replace(change, `"no-op"`, ``, 1) + `}`},
		"twice":          {parsed: true, entry: header + `,"change":{` + change + `,"actions":["delete"]}`},
		"twice, escaped": {parsed: true, entry: header + `,"change":{` + change + `,"\u0061ctions":["delete"]}`},
		"two changes":    {parsed: true, entry: header + `,"change":{` + change + `},"change":{` + change + `}`},
		"no type":        {parsed: true, entry: strings.Replace(header, `"type":"a"`, `"type":""`, 1) + `,"change":{` + change + `}`},
		"no address":     {parsed: true, entry: strings.Replace(header, `"address":"a.b",`, ``, 1) + `,"change":{` + change + `}`},
		"mode":           {parsed: true, entry: strings.Replace(header, `managed`, `other`, 1) + `,"change":{` + change + `}`},
		"not data":       {parsed: true, entry: strings.Replace(header, `managed`, `data`, 1) + `,"change":{` + change + `}`},
		"another type":   {parsed: true, entry: strings.Replace(header, `"type":"a"`, `"type":"c"`, 1) + `,"change":{` + change + `}`},
		"another name":   {parsed: true, entry: strings.Replace(header, `"name":"b"`, `"name":"c"`, 1) + `,"change":{` + change + `}`},
		"another module": {parsed: true, entry: strings.Replace(header, `a.b`, `module.m.a.b`, 1) + `,"module_address":"module.n","change":{` + change + `}`},
		"module":         {entry: strings.Replace(header, `a.b`, `module.m.a.b`, 1) + `,"module_address":"module.m","change":{` + change + `}`},
		"number":         {entry: strings.Replace(header, `a.b`, `a.b[1]`, 1) + `,"index":1,"change":{` + change + `}`},
		"another number": {parsed: true, entry: strings.Replace(header, `a.b`, `a.b[1]`, 1) + `,"index":2,"change":{` + change + `}`},
		"wrong kind":     {parsed: true, entry: header + `,"deposed":1,"change":{` + change + `}`},
		"wrong index":    {parsed: true, entry: header + `,"index":true,"change":{` + change + `}`},
		"no object":      {parsed: true, entry: header + `,"change":[]`},
	} {
		doc := `{"format_version":"1.2","resource_changes":[{` + tt.entry + `}]}`
		var have [2]string
		for i, wants := range []bool{false, true} {
			p, err := Read(t.Context(), strings.NewReader(doc), Options{Evidence: appetite(wants)})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			have[i] = fmt.Sprintf("%d left out, product %q, problems %v", p.NoOps, p.Product, p.Problems)
			for _, rc := range p.Changes.Slice() {
				have[i] += fmt.Sprintf(", %s %s %v", rc.Address, rc.Action, rc.Err())
			}
		}
		if have[0] != have[1] {
			t.Errorf("%s: from bytes: %s\nparsed: %s", name, have[0], have[1])
		}
		s := scanner(t, doc)
		r := &planReader{Scanner: s, plan: &Plan{}, outliners: newOutliners()}
		_, err := s.Document(func(string) error {
			return r.Array(func(int) error {
				o, err := r.Outline(r.outliners.entries)
				address, _ := o.Text(entryAddress)
				if k, asks := r.idle(&o, address); asks || (k == nil) != tt.parsed {
					t.Errorf("%s: left out because of its bytes: %v, %v", name, k, asks)
				}
				return err
			})
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func scanner(t *testing.T, doc string) *jsondoc.Scanner {
	in, err := jsondoc.Open(t.Context(), strings.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	s, err := jsondoc.NewScanner(in, jsondoc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
