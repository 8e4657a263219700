// Package lockfile reads .terraform.lock.hcl, the dependency lock file of
// Terraform and OpenTofu, for the versions of the providers that it selects.
//
// The main call is [Parse]. [ParseVersions] also reads what the products print about versions. The package opens no files.
package lockfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// Name is the name of the file. It is in the directory of the configuration.
const Name = ".terraform.lock.hcl"

// Parse returns the selected version of each provider by the provider's full
// address, such as 5.31.0 for registry.terraform.io/hashicorp/aws. It leaves
// out provider blocks without a version. The error says where in the file the
// fault is.
func Parse(name string, text []byte) (map[string]string, error) {
	file, diags := hclsyntax.ParseConfig(text, name, hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	body, ok := file.Body.(*hclsyntax.Body)
	if !ok {
		return nil, fmt.Errorf("%s: not written in HCL's native syntax", name)
	}
	versions := map[string]string{}
	for _, b := range body.Blocks {
		if b.Type != "provider" || len(b.Labels) != 1 {
			continue
		}
		version := b.Body.Attributes["version"]
		if version == nil {
			continue
		}
		v, diags := version.Expr.Value(nil)
		if diags.HasErrors() {
			return nil, diags
		}
		if v.Type() != cty.String || v.IsNull() || !v.IsKnown() {
			return nil, fmt.Errorf("%s: the version of provider %q is not a string", version.Range(), b.Labels[0])
		}
		versions[b.Labels[0]] = v.AsString()
	}
	return versions, nil
}

// ParseVersions is Parse for a text that may also be what 'terraform version -json' prints.
func ParseVersions(name string, text []byte) (map[string]string, error) {
	if trimmed := bytes.TrimSpace(text); len(trimmed) == 0 || trimmed[0] != '{' {
		return Parse(name, text)
	}
	var printed struct {
		Selections map[string]string `json:"provider_selections"`
	}
	if err := json.Unmarshal(text, &printed); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if printed.Selections == nil {
		return nil, fmt.Errorf("%s: %w", name, errors.New("there is no member provider_selections: this is not what 'terraform version -json' prints"))
	}
	return printed.Selections, nil
}
