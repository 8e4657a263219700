package network_test

import (
	"testing"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/values"
)

// FuzzFacts reads any two objects by the entries of every type that has rules: it never panics, and no fact lacks what its kind needs.
func FuzzFacts(f *testing.F) {
	f.Add(`{"ingress":[{"from_port":22,"protocol":"tcp","cidr_blocks":["0.0.0.0/0",null]}]}`, `{"ingress":[{"cidr_blocks":true}]}`, `{"ingress":true}`)
	f.Add(`{"security_rule":[{"priority":"x","access":7,"direction":[]}],"rule":{"match":[{"config":1}]}}`, `{"security_rule":[{"priority":true}]}`, `{}`)
	f.Add(`{"spec":[{"ingress":[{"from":[{"ip_block":[{"cidr":"::/0","except":["10.0.0.0/8"]}]}],"ports":[{"port":"http"}]}]}]}`, `true`, `{"spec":[]}`)
	f.Add(`{"start_ip_address":"0.0.0.0","end_ip_address":"255.255.255.255","allow":[{"protocol":"TCP","ports":["1-70000","-"]}],"source_ranges":null}`, `{}`, `false`)
	r := newReader()
	types := []string{
		"aws_security_group", "aws_vpc_security_group_ingress_rule", "aws_network_acl", "aws_network_acl_rule", "aws_eks_cluster",
		"azurerm_network_security_group", "azurerm_network_security_rule", "azurerm_mssql_firewall_rule", "azurerm_storage_account",
		"azurerm_storage_account_network_rules", "azurerm_cosmosdb_account", "azurerm_linux_web_app", "google_compute_firewall",
		"google_compute_network_firewall_policy_rule", "google_compute_security_policy", "google_sql_database_instance", "google_container_cluster",
		"kubernetes_network_policy", "kubernetes_service", "digitalocean_firewall", "hcloud_firewall", "openstack_networking_secgroup_rule_v2",
	}
	f.Fuzz(func(t *testing.T, object, unknown, sensitive string) {
		a := leaf.NewSide(leaf.Source{Value: values.Of(object), Unknown: values.UnknownFlags(values.Of(unknown)), Sensitive: values.SensitiveFlags(values.Of(sensitive))})
		b := leaf.NewSide(leaf.Source{Value: values.Of(object)})
		for _, typ := range types {
			for _, sides := range [][2]leaf.Side{{{}, a}, {a, {}}, {b, a}, {a, b}, {a, a}} {
				for _, one := range r.facts(typ, sides[0], sides[1]) {
					check(t, typ, one)
				}
			}
		}
	})
}

func check(t *testing.T, typ string, f fact.Fact) {
	t.Helper()
	isTraffic := f.Kind == fact.Opens || f.Kind == fact.Closes
	switch {
	case isTraffic != (f.Traffic != nil), f.Severity == fact.NoSeverity:
		t.Errorf("%s: %+v", typ, f)
	case isTraffic && (f.Traffic.Direction == "" || f.Traffic.Protocol == "" || f.Traffic.Ports == "" || f.Traffic.Peer == ""):
		t.Errorf("%s: a member is missing: %+v", typ, *f.Traffic)
	case (f.Certainty == fact.Certain) != (len(f.Because) == 0):
		t.Errorf("%s: %v because of %q", typ, f.Certainty, f.Because)
	case f.Kind == fact.Closes && f.Certainty == fact.Hidden:
		t.Errorf("%s: a hidden value closes something", typ)
	}
}
