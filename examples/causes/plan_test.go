package causes_test

import (
	"fmt"
	"io"
	"strings"
)

// planOfInstances returns a plan that replaces two instances of a resource.
func planOfInstances() io.Reader {
	instance := func(key string) string {
		return fmt.Sprintf(`{
			"address": "aws_instance.web[\"%[1]s\"]", "mode": "managed", "type": "aws_instance", "name": "web", "index": "%[1]s",
			"provider_name": "registry.terraform.io/hashicorp/aws", "action_reason": "replace_because_cannot_update",
			"change": {
				"actions": ["delete", "create"], "replace_paths": [["ami"]],
				"before": {"id": "i-%[1]s", "ami": "ami-1"}, "after": {"ami": "ami-2"}, "after_unknown": {"id": true},
				"before_sensitive": {}, "after_sensitive": {}
			}
		}`, key)
	}
	return strings.NewReader(`{"format_version": "1.2", "terraform_version": "1.14.0", "resource_changes": [` + instance("a") + "," + instance("b") + "]}")
}
