package facts

import (
	"fmt"
	"strings"
	"testing"
)

// dated is a type in three releases: kind changed its form after the oldest,
// and mode its type after the middle one.
func dated(t *testing.T) *Table {
	t.Helper()
	attr := func(name string, in Releases) Member {
		return Member{Name: name, Form: FormAttribute, Type: &Type{Kind: TypeString}, Releases: in}
	}
	inner := &Block{Members: []Member{attr("new", 0b001), attr("x", 0)}}
	list := &Type{Kind: TypeList, Elem: &Type{Kind: TypeObject, Object: inner}}
	data, err := Encode([]Provider{{
		Address: "acme/thing",
		Sources: []Source{{"p", "3", "acme/thing", "3.0"}, {"p", "2", "acme/thing", "2.0"}, {"p", "1", "acme/thing", "1.0"}},
		Entries: []Entry{{"thing", Resource, &Block{SDK: true, Members: []Member{
			attr("a", 0), attr("b", 0), attr("c", 0), attr("d", 0),
			attr("gone", 0b100),
			{Name: "kind", Form: FormBlock, Nesting: List, Block: inner, Guess: true, Variants: []Variant{
				{Releases: 0b011, Form: FormBlock, Nesting: List, Block: inner},
				{Releases: 0b100, Form: FormAttribute, Type: list},
			}},
			{Name: "mode", Form: FormAttribute, Type: &Type{Kind: TypeNumber}, Guess: true, Variants: []Variant{
				{Releases: 0b001, Form: FormAttribute, Type: &Type{Kind: TypeNumber}},
				{Releases: 0b110, Form: FormAttribute, Type: &Type{Kind: TypeBool}},
			}},
			attr("since2", 0b011), attr("since3", 0b001),
		}}}, {"was", Resource, &Block{Releases: 0b100, Members: []Member{attr("a", 0)}}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	table, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestLookupFor(t *testing.T) {
	table := dated(t)
	for _, c := range []struct {
		name, keys string
		kind, mode string // a ? marks a guess
	}{
		{"no keys", "", "block ?", "number ?"},
		{"all keys of the newest", "a b c d kind mode since2 since3", "block", "number"},
		{"all of the middle", "a b c d kind mode since2", "block", "bool"},
		{"all of the oldest", "a b c d gone kind mode", "attribute", "bool"},
		{"a key that only the oldest has", "a gone", "attribute", "bool"},
		{"a key that the oldest lacks", "a since2", "block", "number ?"},
		{"nothing new or gone in a whole plan", "a b c d kind mode", "block ?", "bool"},
		{"nothing new in a part of one", "a b kind", "block ?", "number ?"},
		{"older and newer", "a since2 since3 gone", "block", "number"},
		{"unheard of", "x y", "block ?", "number ?"},
	} {
		b, ok := table.LookupFor("acme/thing", Resource, "thing", strings.Fields(c.keys))
		if !ok {
			t.Fatal("not found")
		}
		mark := func(m *Member, is fmt.Stringer) string {
			if m.Guess {
				return is.String() + " ?"
			}
			return is.String()
		}
		kind, mode := b.Member("kind"), b.Member("mode")
		if have := mark(kind, kind.Form); have != c.kind {
			t.Errorf("%s: kind: have %s, want %s", c.name, have, c.kind)
		}
		if have := mark(mode, mode.Type); have != c.mode {
			t.Errorf("%s: mode: have %s, want %s", c.name, have, c.mode)
		}
		if len(b.Members) != 9 || !b.SDK || kind.Variants != nil {
			t.Errorf("%s: members or marks are lost, or variants are left: %+v", c.name, b)
		}
	}
}

// TestPlain checks that the type of an attribute has what the release has, and
// a block all that is known.
func TestPlain(t *testing.T) {
	table := dated(t)
	b, _ := table.LookupFor("acme/thing", Resource, "thing", []string{"a", "b", "c", "d", "gone", "kind", "mode"})
	if o := b.Member("kind").Type.Elem.Object; o.Member("new") != nil || o.Member("x") == nil {
		t.Errorf("an object's type: %+v", o)
	}
	b, _ = table.LookupFor("acme/thing", Resource, "thing", []string{"since2"})
	if o := b.Member("kind").Block; o.Member("new") == nil || o.Member("x") == nil {
		t.Errorf("a block: %+v", o)
	}
}

// TestSame checks that what does not depend on the release is not copied.
func TestSame(t *testing.T) {
	table := dated(t)
	one, _ := table.Lookup("acme/thing", Resource, "was")
	other, ok := table.LookupFor("acme/thing", Resource, "was", []string{"a"})
	if !ok || one != other {
		t.Errorf("have %+v, want %+v", other, one)
	}
	if _, ok := table.LookupFor("acme/thing", Resource, "none", nil); ok {
		t.Error("a type out of nowhere")
	}
	if _, ok := table.LookupFor("acme/none", Resource, "was", nil); ok {
		t.Error("a provider out of nowhere")
	}
}

// TestReleases checks forms that providers changed, by keys of their plans.
func TestReleases(t *testing.T) {
	v3 := strings.Fields("creation_timestamp description fingerprint gateway_address id ip_cidr_range log_config name network private_ip_google_access " +
		"private_ipv6_google_access project region secondary_ip_range self_link timeouts")
	for _, c := range []struct {
		keys []string
		want Form
	}{
		{v3, FormAttribute},
		{append([]string{"purpose", "role", "stack_type", "ipv6_access_type", "reserved_internal_range"}, v3...), FormBlock},
		{[]string{"secondary_ip_range", "enable_flow_logs"}, FormBlock},
	} {
		b, ok := Default().LookupFor("hashicorp/google", Resource, "google_compute_subnetwork", c.keys)
		if !ok || b.Member("secondary_ip_range").Form != c.want {
			t.Errorf("%v: have %v, want %v", c.keys, b.Member("secondary_ip_range"), c.want)
		}
	}
}

// TestVariants checks what the table says of releases: none that its provider
// has no source for, and variants in order, each its own.
func TestVariants(t *testing.T) {
	providers, err := Default().Providers()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range providers {
		all := Releases(1<<len(p.Sources) - 1)
		done := map[*Block]bool{}
		var check func(b *Block) error
		check = func(b *Block) error {
			if b == nil || done[b] {
				return nil
			}
			done[b] = true
			for _, m := range b.Members {
				if m.Releases&^all != 0 || m.Releases == all {
					return fmt.Errorf("%s: releases %b of %b", m.Name, m.Releases, all)
				}
				var before Releases
				for _, is := range m.forms() {
					if is.Releases&^all != 0 || is.Releases&before != 0 {
						return fmt.Errorf("%s: releases %b of %b after %b", m.Name, is.Releases, all, before)
					}
					if before != 0 && before&-before > is.Releases&-is.Releases {
						return fmt.Errorf("%s: variants out of order", m.Name)
					}
					before |= is.Releases
					below := is.Block
					for t := is.Type; t != nil; t = t.Elem {
						if t.Object != nil {
							below = t.Object
						}
					}
					if err := check(below); err != nil {
						return fmt.Errorf("%s: %w", m.Name, err)
					}
				}
			}
			return nil
		}
		for _, e := range p.Entries {
			if e.Block.Releases&^all != 0 || e.Block.Releases == all {
				t.Errorf("%s: releases %b of %b", e.Name, e.Block.Releases, all)
			}
			if err := check(e.Block); err != nil {
				t.Errorf("%s %s: %v", e.Kind, e.Name, err)
			}
		}
	}
}

// BenchmarkLookupFor is the cost of making a view, everything unpacked.
func BenchmarkLookupFor(b *testing.B) {
	table := Default()
	for _, typ := range []string{"aws_instance", "aws_wafv2_web_acl"} {
		b.Run(typ, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, ok := table.LookupFor("hashicorp/aws", Resource, typ, []string{"id", "tags", "tags_all"}); !ok {
					b.Fatal("not found")
				}
			}
		})
	}
}
