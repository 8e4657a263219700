package network

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/values"
)

// manyRules is a group of 60 rules of many prefixes each, of which one lets everyone in. Their ports are nested, which is the worst for sets.
func manyRules(each int) leaf.Side {
	var rules []string
	for i := range 60 {
		var prefixes []string
		for j := range each {
			n := j*60 + i
			prefixes = append(prefixes, fmt.Sprintf(`"%d.%d.%d.0/25"`, 11+n>>16, n>>8&255, n&255))
		}
		if i == 59 {
			prefixes = append(prefixes, `"0.0.0.0/0"`)
		}
		rules = append(rules, fmt.Sprintf(`{"priority":%d,"direction":"Inbound","access":"Allow","protocol":"Tcp","destination_port_range":"%d-%d","source_address_prefixes":[%s],"destination_address_prefix":"*"}`,
			100+i, 1000+i, 60000-i, strings.Join(prefixes, ",")))
	}
	return leaf.NewSide(leaf.Source{Value: values.Of(`{"security_rule":[` + strings.Join(rules, ",") + `]}`)})
}

// TestManyRules says all of 60 rules of 2,000 prefixes, or of 200 in samples, and says so if that is too much work.
func TestManyRules(t *testing.T) {
	each := 200
	if sampling.Full() {
		each = 2000
	}
	words := table.Default()
	entry, _ := words.Lookup("azurerm_network_security_group")
	r := NewReader(words)
	facts := r.Facts(entry.Network, leaf.Side{}, manyRules(each))
	isOpen := func(f fact.Fact) bool {
		return f.Traffic.Ports == "1059-59941" && f.Traffic.Peer == fact.PeerInternet && f.Severity == fact.Danger && f.Certainty == fact.Certain
	}
	if !slices.ContainsFunc(facts, isOpen) || len(facts) != 2*59+1 {
		t.Errorf("%d facts", len(facts))
	}
	r.maxSteps = 10_000
	facts = r.Facts(entry.Network, leaf.Side{}, manyRules(each))
	if len(facts) != 1 || facts[0].Certainty != fact.Possible || facts[0].Severity != fact.Caution || !slices.Equal(facts[0].Because, []string{fact.BecauseTooLarge}) {
		t.Errorf("%+v", facts)
	}
}
