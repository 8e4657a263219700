package planvalue_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/plans"
)

// What is known of expressions that refer to others through very many others does not depend on the order in which it is asked for: workers ask in any
// order.
func TestConfiguredInAnyOrder(t *testing.T) {
	const locals, each = 1500, 30
	var text strings.Builder
	text.WriteString("resource \"acme_net\" \"n\" {}\nlocals {\n  l0 = \"p-${acme_net.n.id}\"\n  loop0 = local.loop299\n")
	for i := 1; i < locals; i++ {
		fmt.Fprintf(&text, "  l%d = \"${local.l%d}${local.l%d}\"\n", i, i-1, max(0, i-7)) // each by two ways
	}
	for i := 1; i < 300; i++ {
		fmt.Fprintf(&text, "  loop%d = local.loop%d\n", i, i-1)
	}
	text.WriteString("}\n")
	names := []string{}
	for i := 0; i < locals; i += each {
		names = append(names, fmt.Sprintf("t%d", i))
		fmt.Fprintf(&text, "resource \"acme_thing\" \"t%d\" {\n  name = local.l%d\n}\n", i, i)
	}
	text.WriteString("resource \"acme_thing\" \"loop\" {\n  name = local.loop7\n}\n")
	c := configuration(t, map[string]string{"main.tf": text.String()})
	block := thing(t)
	ask := func(known *planvalue.Configured, name string) string {
		h := &plans.Header{Address: "acme_thing." + name, Mode: "managed", Type: "acme_thing", Name: name}
		return describe(known.Of(h, block, planvalue.Exact).Of(plans.NewPath(plans.Key("name"))))
	}
	want, said := map[string]string{}, 0
	for _, name := range append(names, "loop") { // each is asked first
		want[name] = ask(planvalue.NewConfigured(c, planvalue.Variables{}), name)
		if strings.Contains(want[name], "begins with") {
			said++
		}
	}
	if said != 4 { // through 100 others at most: t0, t30, t60, t90
		t.Errorf("something is known of %d", said)
	}
	r := rand.New(rand.NewPCG(44, 3))
	for range 5 {
		known := planvalue.NewConfigured(c, planvalue.Variables{})
		for _, i := range r.Perm(len(names)) {
			if have := ask(known, names[i]); have != want[names[i]] {
				t.Errorf("%s: have %s, want %s, as if nothing had been asked before", names[i], have, want[names[i]])
			}
		}
		if have := ask(known, "loop"); have != want["loop"] {
			t.Errorf("loop: have %s, want %s", have, want["loop"])
		}
	}
}
