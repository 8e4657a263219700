package jsonplan

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/values"
)

// notes is an EvidenceSink that writes down what it is told.
type notes struct {
	without string // the type that it does not want
	told    []string
}

func (n *notes) Wants(_, _, typ string) bool { return typ != n.without }

func (n *notes) note(what, provider, mode, typ string, vs ...values.Value) {
	s := fmt.Sprintf("%s %s %s %s", what, provider[strings.LastIndex(provider, "/")+1:], mode, typ)
	for _, v := range vs {
		s += " " + canonical(v)
	}
	n.told = append(n.told, s)
}

func (n *notes) Version(provider, mode, typ, version string) {
	n.note("version "+version+" of", provider, mode, typ)
}

func (n *notes) Values(provider, mode, typ string, v values.Value, sensitive values.Flags) {
	n.note("values", provider, mode, typ, v, values.Of(sensitive.String()))
}

func (n *notes) Change(provider, mode, typ string, c values.Change) {
	n.note("change", provider, mode, typ, c.Before, c.After)
}

func (n *notes) KnowsValues(_, _, _ string, _, _ []byte) bool { return false }

func (n *notes) KnowsChange(_, _, _ string, _ values.ChangeText) bool { return false }

func (n *notes) Written(provider, mode, typ string, body values.Value) {
	n.note("written", provider, mode, typ, body)
}

func (n *notes) Config(provider, mode, typ string, expressions values.Value) {
	n.note("config", provider, mode, typ, expressions)
}

func TestEvidence(t *testing.T) {
	full := fullPlan(t)
	read := func(doc []byte, without string) []string {
		n := &notes{without: without}
		p, err := Read(context.Background(), bytes.NewReader(doc), Options{Evidence: n})
		if err != nil {
			t.Fatal(err)
		}
		p.Close()
		return n.told
	}
	got := read(full, "thing_b")
	// Of a type that is not wanted it is told what can tell a schema's version.
	want := []string{
		"version 0 of thing managed thing_a",
		"values thing managed thing_a object(name:\"one\",tags:list(\"x\",),) object(tags:list(false,),)",
		"version 0 of thing managed thing_b",
		"values thing managed thing_a object(name:\"deep\",) -",
		"change thing managed thing_a object(name:\"one\",) object(name:\"uno\",)",
		"change thing managed thing_a object(name:\"one\",tags:list(\"x\",),) object(name:\"\\u00fcn\",tags:list(\"x\",\"y\",),)",
		"change thing managed thing_a object(name:\"still\",) object(name:\"still\",)",
		"change thing managed thing_a object(name:\"m\",) object(name:\"m\",)",
		"change thing managed thing_a object(name:\"t\",) object(name:\"t\",)",
		"change thing managed thing_b object(disk:list(object(size:1,),),id:1e400,) object(disk:list(object(size:2,),),id:12345678901234567890.5,)",
		"change thing data thing_d object() null",
		"change thing managed thing_a null object(name:\"l\",)",
		"values thing data thing_d object() -",
		"config thing managed thing_a object(name:object(constant_value:\"one\",),)",
		"config thing managed thing_b object(id:object(references:list(\"var.id\",),),)",
		"config other managed thing_c object()",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	all := read(full, "")
	for _, want := range []string{
		"values thing managed thing_b object(id:2,) object()", // planned
		"values thing managed thing_b object(id:1,) object()", // prior
		"config thing managed thing_b object(id:object(references:list(\"var.id\",),),)",
	} {
		if !slices.Contains(all, want) {
			t.Errorf("%s is missing in\n%s", want, strings.Join(all, "\n"))
		}
	}
	// In another order everything is told too, but for the providers of the
	// configuration when they come after it.
	backwards := read(reorder(t, full, slices.Reverse[[]string]), "")
	if len(backwards) != len(all) {
		t.Errorf("backwards: %d pieces, want %d", len(backwards), len(all))
	}
	if !slices.Contains(backwards, "config thing managed thing_a object(name:object(constant_value:\"one\",),)") &&
		!slices.Contains(backwards, "config  managed thing_a object(name:object(constant_value:\"one\",),)") {
		t.Errorf("backwards: %q", backwards)
	}
	// Documents of odd shapes tell nothing and do no harm.
	for _, doc := range []string{
		`{"format_version":"1.2","planned_values":null,"prior_state":{"values":{"root_module":5}},"configuration":7}`,
		`{"format_version":"1.2","prior_state":{"values":{"root_module":{"resources":{"a":1},"child_modules":[1,{"resources":[null,5,{"type":3}]}]}}}}`,
		`{"format_version":"1.2","planned_values":null,"configuration":{"provider_config":{"a":5},"root_module":{"resources":[1,{}],"module_calls":{"m":1,"n":{"module":2}}}}}`,
	} {
		if got := read([]byte(doc), ""); len(got) > 0 {
			t.Errorf("%s: %q", doc, got)
		}
	}
}

// TestConfigOnce has the same body several times, for the same type and for others.
func TestConfigOnce(t *testing.T) {
	long := `{"a":{"constant_value":"` + strings.Repeat("x", 2_000) + `"}}`
	var resources []string
	for _, header := range []string{
		`"mode":"managed","type":"a","provider_config_key":"p"`,
		`"mode":"data","type":"a","provider_config_key":"p"`,
		`"mode":"managed","type":"b","provider_config_key":"p"`,
		`"mode":"managed","type":"a","provider_config_key":"q"`,
		`"type":"a","provider_config_key":"p"`, // the address has the mode
	} {
		for i, body := range []string{`{}`, `{"x":{}}`, `{}`, long, long} {
			resources = append(resources, fmt.Sprintf(`{"address":"data.a.r%d",%s,"name":"r%[1]d","expressions":%[3]s}`, i, header, body))
		}
	}
	doc := `{"format_version":"1.2","resource_changes":[],"configuration":{"provider_config":{"p":{"full_name":"p"},"q":{"full_name":"q"}},` +
		`"root_module":{"resources":[` + strings.Join(resources, ",") + `]}}}`
	n := &notes{}
	p, err := Read(context.Background(), strings.NewReader(doc), Options{Evidence: n})
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
	short := map[string]int{}
	for _, s := range n.told {
		if len(s) < 100 {
			short[s]++
		}
	}
	want := map[string]int{
		"config p managed a object()": 1, "config p managed a object(x:object(),)": 1,
		"config p data a object()": 3, "config p data a object(x:object(),)": 2, // two without a mode
		"config p managed b object()": 1, "config p managed b object(x:object(),)": 1,
		"config q managed a object()": 1, "config q managed a object(x:object(),)": 1,
	}
	if !maps.Equal(short, want) || len(n.told) != 11+5*2 {
		t.Errorf("%d told: %v", len(n.told), short)
	}
}
