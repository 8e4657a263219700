package facts

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/planfmt/planfmt/internal/know/packed"
)

// maxTable is what the table may take of the binary.
const maxTable = 2 << 20

// TestCommitted checks that the table that is compiled in is one that Encode
// wrote: well-formed, sorted, small, and the same when it is written again.
func TestCommitted(t *testing.T) {
	if len(embedded) > maxTable {
		t.Errorf("the table has %d bytes, want at most %d", len(embedded), maxTable)
	}
	table, err := Decode([]byte(embedded))
	if err != nil {
		t.Fatal(err)
	}
	providers, err := table.Providers()
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(providers) // the order must not matter
	again, err := Encode(providers)
	if err != nil {
		t.Fatal(err)
	}
	if string(again) == embedded {
		return
	}
	// Another version of Go may pack in another way, and may only do that.
	if !slices.Equal(unpacked(t, []byte(embedded)), unpacked(t, again)) {
		t.Error("the table is not the same when it is written again")
	}
}

// unpacked is everything in a table that does not depend on how it is packed.
func unpacked(t *testing.T, data []byte) (parts []string) {
	t.Helper()
	table, err := packed.Open(string(data))
	if err != nil {
		t.Fatal(err)
	}
	for i := range table.Len() {
		text, err := table.Part(i)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, text)
	}
	return parts
}

// TestLookup checks facts that everyone can look up in the providers' own
// documentation.
func TestLookup(t *testing.T) {
	table := Default()
	for _, c := range []struct {
		provider string
		kind     Kind
		path     string // TYPE.key.key
		want     string
	}{
		{"registry.terraform.io/hashicorp/aws", Resource, "aws_instance.ami", "attribute string"},
		{"registry.opentofu.org/hashicorp/aws", Resource, "aws_instance.root_block_device", "block list"},
		{"registry.opentofu.org/opentofu/aws", Resource, "aws_instance.root_block_device.volume_size", "attribute number"},
		{"hashicorp/AWS", Resource, "aws_instance.ebs_block_device", "block set"},
		{"aws", Resource, "aws_instance.timeouts", "block single"},
		{"registry.terraform.io/-/aws", Resource, "aws_instance.vpc_security_group_ids", "attribute set(string)"},
		{"hashicorp/aws", Resource, "aws_instance.cpu_core_count", "attribute number"}, // gone from newer versions
		{"hashicorp/aws", Resource, "aws_security_group.ingress", "attribute set(object)"},
		{"hashicorp/aws", Resource, "aws_security_group.ingress.cidr_blocks", "attribute list(string)"},
		{"hashicorp/aws", Resource, "aws_wafv2_web_acl.rule.statement.and_statement.statement", "block list"},
		{"hashicorp/aws", DataSource, "aws_ami.filter", "block set"},
		{"hashicorp/google", Resource, "google_compute_firewall.allow", "block set"},
		{"hashicorp/azurerm", Resource, "azurerm_network_security_group.security_rule", "attribute set(object)"},
		{"hashicorp/azurerm", Resource, "azurerm_app_service.site_config", "block list"},
		{"hashicorp/kubernetes", Resource, "kubernetes_manifest.manifest", "attribute dynamic"},
		{"hashicorp/kubernetes", Resource, "kubernetes_deployment.spec.template.spec.container.port", "block list"},
		{"cloudflare/cloudflare", Resource, "cloudflare_ruleset.rules.action_parameters", "nested attribute single"},
		{"cloudflare/cloudflare", Resource, "cloudflare_record.data", "block list"},
		{"hashicorp/helm", Resource, "helm_release.set", "nested attribute list"},
		{"hashicorp/random", Resource, "random_password.keepers", "attribute map(string)"},
		{"hashicorp/time", Resource, "time_rotating.unix", "attribute number"},
		{"hashicorp/null", DataSource, "null_data_source.outputs", "attribute map(string)"},
		{"hashicorp/aws", Resource, "aws_instance.no_such_key", "nothing"},
		{"hashicorp/aws", DataSource, "aws_no_such_type.x", "nothing"},
		{"example.com/acme/aws", Resource, "aws_instance.ami", "nothing"},
		{"terraform.io/builtin/terraform", Resource, "terraform_data.input", "nothing"},
		{"", Resource, "aws_instance.ami", "nothing"},
	} {
		if got := describe(table, c.provider, c.kind, c.path); got != c.want {
			t.Errorf("%s %s: have %s, want %s", c.provider, c.path, got, c.want)
		}
	}
}

func describe(table *Table, provider string, kind Kind, path string) string {
	keys := strings.Split(path, ".")
	b, ok := table.Lookup(provider, kind, keys[0])
	if !ok {
		return "nothing"
	}
	var m *Member
	for _, key := range keys[1:] {
		if m = b.Member(key); m == nil {
			return "nothing"
		}
		b = m.Block
		for t := m.Type; t != nil; t = t.Elem {
			b = t.Object
		}
	}
	if m.Form == FormAttribute {
		return m.Form.String() + " " + m.Type.String()
	}
	return m.Form.String() + " " + m.Nesting.String()
}

func TestVersions(t *testing.T) {
	versions := Default().Versions()
	have := map[string]bool{}
	for _, v := range versions {
		have[v.Provider] = true
		if v.Package == "" || v.Version == "" || v.Release == "" {
			t.Errorf("%+v is incomplete", v)
		}
	}
	for _, want := range []string{
		"cloudflare/cloudflare", "datadog/datadog", "hashicorp/archive", "hashicorp/aws", "hashicorp/azuread", "hashicorp/azurerm",
		"hashicorp/google", "hashicorp/google-beta", "hashicorp/helm", "hashicorp/kubernetes", "hashicorp/local", "hashicorp/null",
		"hashicorp/random", "hashicorp/time", "hashicorp/tls", "hashicorp/vault", "integrations/github", "kreuzwerker/docker",
	} {
		if !have[want] || !Default().Knows("registry.terraform.io/"+want) {
			t.Errorf("no facts about %s", want)
		}
	}
}

// TestSDK checks the mark of types of the old SDK.
func TestSDK(t *testing.T) {
	for typ, want := range map[string]bool{"aws_instance": true, "aws_s3_bucket_lifecycle_configuration": false} {
		if b, ok := Default().Lookup("aws", Resource, typ); !ok || b.SDK != want {
			t.Errorf("%s: found %t, want the mark %t", typ, ok, want)
		}
	}
}

// TestLazy checks that a look-up unpacks nothing but its provider's index and
// the chunk that has the type.
func TestLazy(t *testing.T) {
	table := Open(embedded) // of its own: nobody has looked anything up yet
	if _, ok := table.Lookup("hashicorp/aws", Resource, "aws_instance"); !ok {
		t.Fatal("no aws_instance")
	}
	opened := 0
	for _, s := range table.header {
		if s.Address != "hashicorp/aws" && s.types != nil {
			t.Errorf("%s was opened", s.Address)
		}
		for i := range s.chunks {
			if s.chunks[i].roots != nil {
				opened++
			}
		}
	}
	if opened != 1 {
		t.Errorf("%d chunks were opened, want 1", opened)
	}
}

func TestConcurrent(t *testing.T) {
	table := Open(embedded)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, typ := range []string{"aws_instance", "aws_vpc", "aws_s3_bucket"} {
				if _, ok := table.Lookup("aws", Resource, typ); !ok {
					t.Errorf("no %s", typ)
				}
			}
		})
	}
	wg.Wait()
}

// small is a table with every kind of fact in it.
func small() []Provider {
	str := &Type{Kind: TypeString}
	timeouts := &Block{Members: []Member{{Name: "create", Form: FormAttribute, Type: str}}}
	object := &Block{Members: []Member{{Name: "a", Form: FormAttribute, Type: &Type{Kind: TypeBool}}, {Name: "b", Form: FormAttribute, Type: &Type{Kind: TypeDynamic}, Guess: true}}}
	body := &Block{SDK: true, Members: []Member{
		{Name: "any", Form: FormUnknown},
		{Name: "block", Form: FormBlock, Nesting: Map, Block: object},
		{Name: "cut", Form: FormBlock},
		{Name: "list", Form: FormAttribute, Type: &Type{Kind: TypeList, Elem: &Type{Kind: TypeMap, Elem: &Type{Kind: TypeNumber}}}},
		{Name: "nested", Form: FormNested, Nesting: Set, Guess: true, Block: object},
		{Name: "set", Form: FormAttribute, Type: &Type{Kind: TypeSet, Elem: &Type{Kind: TypeObject, Object: object}}},
		{Name: "timeouts", Form: FormBlock, Nesting: Single, Block: timeouts},
		{Name: "type", Form: FormAttribute, Type: &Type{}},
		{Name: "was", Form: FormBlock, Nesting: List, Block: object, Guess: true, Releases: 3, Variants: []Variant{
			{Releases: 1, Form: FormBlock, Nesting: List, Block: object},
			{Releases: 2, Form: FormAttribute, Type: &Type{Kind: TypeList, Elem: &Type{Kind: TypeObject, Object: object}}},
		}},
	}}
	return []Provider{
		{Address: "acme/empty"},
		{Address: "acme/thing", Sources: []Source{{"@acme/thing", "2.0.0", "acme/thing", "1.2.3"}, {"@acme/thing", "1.0.0", "acme/thing", "0.9.0"}}, Entries: []Entry{
			{"thing_one", Resource, body},
			{"thing_one", DataSource, &Block{Members: body.Members[:3]}},
			{"thing_two", Resource, timeouts},
			{"thing_was", Resource, &Block{Releases: 2, Members: body.Members[1:]}},
		}},
	}
}

// TestRoundTrip checks that what is decoded says what was encoded.
func TestRoundTrip(t *testing.T) {
	data, err := Encode(small())
	if err != nil {
		t.Fatal(err)
	}
	table, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"thing_one.any":             "unknown unknown",
		"thing_one.block":           "block map",
		"thing_one.block.a":         "attribute bool",
		"thing_one.cut":             "block unknown",
		"thing_one.cut.x":           "nothing",
		"thing_one.list":            "attribute list(map(number))",
		"thing_one.nested":          "nested attribute set",
		"thing_one.set":             "attribute set(object)",
		"thing_one.set.b":           "attribute dynamic",
		"thing_one.timeouts.create": "attribute string",
		"thing_one.type":            "attribute unknown",
		"thing_one.was":             "block list",
	} {
		if got := describe(table, "acme/thing", Resource, path); got != want {
			t.Errorf("%s: have %s, want %s", path, got, want)
		}
	}
	one, _ := table.Lookup("acme/thing", Resource, "thing_one")
	if !one.SDK || !one.Member("nested").Guess || one.Member("block").Guess || one.Member("block").Block != one.Member("nested").Block {
		t.Errorf("marks or shared blocks are lost: %+v", one)
	}
	if was := one.Member("was"); !was.Guess || was.Releases != 3 || len(was.Variants) != 2 || was.Variants[1].Type.Elem.Object != was.Block || was.Variants[1].Releases != 2 {
		t.Errorf("variants are lost: %+v", was)
	}
	if was, ok := table.Lookup("acme/thing", Resource, "thing_was"); !ok || was.Releases != 2 {
		t.Errorf("the type's releases are lost: %+v", was)
	}
	if table.Knows("acme/other") || !table.Knows("example.com/acme/empty") {
		t.Error("the wrong providers are known")
	}
}

// TestRefused checks that what cannot be written is an error.
func TestRefused(t *testing.T) {
	deep := &Block{}
	for range maxDepth + 1 {
		deep = &Block{Members: []Member{{Name: "x", Form: FormBlock, Nesting: List, Block: deep}}}
	}
	wide := &Block{}
	for range 30 {
		wide = &Block{Members: []Member{{Name: "x", Form: FormBlock, Nesting: List, Block: wide}, {Name: "y", Form: FormBlock, Nesting: List, Block: wide}}}
	}
	typ := &Type{Kind: TypeString}
	for range maxTypeDepth {
		typ = &Type{Kind: TypeList, Elem: typ}
	}
	variants := func(all ...Variant) Provider {
		return Provider{Address: "a/b", Entries: []Entry{{"t", Resource, &Block{Members: []Member{{Name: "a", Variants: all}}}}}}
	}
	disorder := &Block{Members: []Member{{Name: "b"}, {Name: "a"}}}
	for name, p := range map[string]Provider{
		"too deep":       {Address: "a/b", Entries: []Entry{{"t", Resource, deep}}},
		"too wide":       {Address: "a/b", Entries: []Entry{{"t", Resource, wide}}},
		"type too deep":  {Address: "a/b", Entries: []Entry{{"t", Resource, &Block{Members: []Member{{Name: "a", Form: FormAttribute, Type: typ}}}}}},
		"members":        {Address: "a/b", Entries: []Entry{{"t", Resource, disorder}}},
		"twice":          {Address: "a/b", Entries: []Entry{{"t", Resource, &Block{}}, {"t", Resource, &Block{}}}},
		"address":        {Address: "registry.terraform.io/a/b"},
		"no block":       {Address: "a/b", Entries: []Entry{{Name: "t"}}},
		"two namespaces": {Address: "b"},
		"one variant":    variants(Variant{Releases: 1}),
		"no releases":    variants(Variant{Releases: 1}, Variant{}),
		"sources":        {Address: "a/b", Sources: make([]Source, maxSources+1)},
	} {
		if _, err := Encode([]Provider{p}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestDamaged checks that no damage to a table goes unnoticed, nor is fatal.
func TestDamaged(t *testing.T) {
	data, err := Encode(small())
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		if _, err := Decode(data[:i]); err == nil {
			t.Errorf("cut off after %d bytes: no error", i)
		}
		for bit := range 8 {
			damaged := bytes.Clone(data)
			damaged[i] ^= 1 << bit
			exercise(damaged)
		}
	}
	if _, err := Decode(append(bytes.Clone(data), 0)); err == nil {
		t.Error("something after the table: no error")
	}
}

// exercise uses a table without a check, as Default does.
func exercise(data []byte) {
	table := &Table{data: string(data)}
	table.Lookup("acme/thing", Resource, "thing_one")
	table.LookupFor("acme/thing", Resource, "thing_one", []string{"any", "was"})
	table.LookupFor("acme/thing", Resource, "thing_was", []string{"set"})
	table.Versions()
	_, _ = table.Providers()
}

func FuzzDecode(f *testing.F) {
	data, err := Encode(small())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(packed.Encode(nil))
	f.Add(packed.Encode([]string{""}))
	f.Add([]byte(embedded[:4096]))
	f.Fuzz(func(t *testing.T, data []byte) {
		exercise(data)
		table, err := Decode(data)
		if err != nil {
			return
		}
		providers, err := table.Providers()
		if err != nil {
			t.Fatalf("checked, but: %v", err)
		}
		if _, err := Encode(providers); err != nil {
			t.Fatalf("cannot be written again: %v", err)
		}
	})
}

// BenchmarkLookup is the cost of the first look-up in a run.
func BenchmarkLookup(b *testing.B) {
	for _, typ := range []string{"aws_instance", "aws_wafv2_web_acl"} {
		b.Run(typ, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, ok := Default().Lookup("registry.terraform.io/hashicorp/aws", Resource, typ); !ok {
					b.Fatal("not found")
				}
			}
		})
	}
}
