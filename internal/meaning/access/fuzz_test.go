package access_test

import (
	"testing"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/values"
)

// FuzzFacts reads any two objects by the entries of types with rights of every kind: it never panics, and no fact lacks what its kind needs.
func FuzzFacts(f *testing.F) {
	f.Add(`{"policy":"{\"Statement\":[{\"Effect\":\"Deny\",\"Action\":[1,null],\"Condition\":{\"IpAddress\":{\"k\":[\"x\",\"::/0\"]}}}]}"}`, `{"policy":true}`, `{}`)
	f.Add(`{"policy":{"Statement":{"Effect":"allow","NotPrincipal":{"AWS":["*"]},"NotAction":[]}},"assume_role_policy":"{}"}`, `{}`, `{"policy":{"Statement":true}}`)
	f.Add(`{"policy":"path \"a\" { capabilities = [\"read\" } path","access_policy":[{"object_id":1,"key_permissions":["all",null]}]}`, `true`, `{}`)
	f.Add(`{"role":["r"],"members":[null,"allUsers"],"condition":[{"expression":[]}],"policy_data":"{\"bindings\":{\"members\":1}}"}`, `{"members":[true]}`, `{"role":true}`)
	f.Add(`{"rule":[{"verbs":["*"],"resources":[null]},7],"permissions":[{"actions":["*"],"not_data_actions":["a*"]},"x"]}`, `{"rule":[{"resources":[true]}]}`, `{}`)
	known := table.Default()
	types := []string{
		"aws_iam_policy", "aws_iam_role", "aws_iam_policy_attachment", "aws_organizations_policy", "aws_lambda_permission", "aws_s3_bucket", "aws_s3_bucket_acl",
		"aws_db_snapshot", "azurerm_key_vault", "azurerm_key_vault_access_policy", "azurerm_role_assignment", "azurerm_role_definition",
		"google_project_iam_binding", "google_project_iam_policy", "google_project_iam_custom_role", "google_bigquery_dataset", "kubernetes_cluster_role",
		"kubernetes_role_binding", "cloudflare_access_policy", "vault_policy", "acme_thing",
	}
	f.Fuzz(func(t *testing.T, object, unknown, sensitive string) {
		a := leaf.NewSide(leaf.Source{Value: values.Of(object), Unknown: values.UnknownFlags(values.Of(unknown)), Sensitive: values.SensitiveFlags(values.Of(sensitive))})
		b := leaf.NewSide(leaf.Source{Value: values.Of(object)})
		for _, typ := range types {
			for _, sides := range [][2]leaf.Side{{{}, a}, {a, {}}, {b, a}, {a, b}, {a, a}} {
				for _, one := range factsOfType(known, typ, sides[0], sides[1]) {
					check(t, typ, one)
				}
			}
			for _, one := range factsOfType(known, typ, b, b) {
				t.Errorf("%s: nothing changes, and %s", typ, one.Text())
			}
		}
	})
}

func check(t *testing.T, typ string, f fact.Fact) {
	t.Helper()
	isRight := f.Kind == fact.Grants || f.Kind == fact.Revokes
	switch {
	case isRight != (f.Rights != nil), f.Severity == fact.NoSeverity, !isRight && f.Kind != fact.Routine:
		t.Errorf("%s: %+v", typ, f)
	case isRight && (f.Rights.As == "" || f.Rights.Who == "" && f.Rights.Principal == ""):
		t.Errorf("%s: a member is missing: %+v", typ, *f.Rights)
	case (f.Certainty == fact.Certain) != (len(f.Because) == 0):
		t.Errorf("%s: %v because of %q", typ, f.Certainty, f.Because)
	case f.Kind == fact.Revokes && f.Certainty == fact.Hidden:
		t.Errorf("%s: a hidden value revokes something", typ)
	}
}
