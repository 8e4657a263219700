package kit

import (
	"fmt"
	"strings"
)

// PlanOf returns a plan with these entries of resource_changes, and other members.
func PlanOf(entries []string, members string) string {
	return `{"format_version":"1.2","terraform_version":"1.9.0","resource_changes":[` + strings.Join(entries, ",") + `]` + members + `}`
}

// EntryOf returns an entry of resource_changes. The change is an object without its first brace.
func EntryOf(name, change string) string {
	return fmt.Sprintf(`{"address":"acme_thing.%s","mode":"managed","type":"acme_thing","name":"%[1]s","provider_name":"registry.terraform.io/acme/acme","change":{%s}`, name, change)
}
