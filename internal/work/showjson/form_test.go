package showjson

import (
	"testing"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/read/planfile"
)

// TestForm checks from which version on something is written, at the version before and at the first one.
func TestForm(t *testing.T) {
	formFor := func(d dialect.Dialect, version string, whole bool) versionForm {
		p := &planfile.Plan{}
		p.TerraformVersion = version
		return formOf(Plan{Plan: p, Dialect: d, Whole: whole})
	}
	for _, tt := range []struct {
		before, since string
		product       dialect.Dialect
		has           func(versionForm) bool
	}{
		{"1.0.11", "1.1.0", dialect.Terraform(), func(f versionForm) bool { return f.replacePaths }},
		{"1.7.5", "1.8.0", dialect.Terraform(), func(f versionForm) bool { return f.applyable }},
		{"1.13.9", "1.14.0-beta1", dialect.Terraform(), func(f versionForm) bool { return f.config.Actions }},
		{"1.15.5", "1.15.6", dialect.Terraform(), func(f versionForm) bool { return !f.forgotten }},
		{"1.15.0", "1.16.0", dialect.Terraform(), func(f versionForm) bool { return !f.forgotten }},
		{"1.15.6", "1.17.0-dev", dialect.Terraform(), func(f versionForm) bool { return f.onFailure }},
		{"1.9.4", "1.10.0", dialect.OpenTofu(), func(f versionForm) bool { return f.config.Deprecated }},
		{"1.10.7", "1.11.0", dialect.OpenTofu(), func(f versionForm) bool { return f.config.Types }},
	} {
		if tt.has(formFor(tt.product, tt.before, false)) || !tt.has(formFor(tt.product, tt.since, false)) || !tt.has(formFor(tt.product, "", false)) {
			t.Errorf("%s: %s has it, or %s has not, or one that is not known", tt.product.Name, tt.before, tt.since)
		}
	}
	for _, version := range []string{"1.14.0", "1.99.0", ""} {
		if f := formFor(dialect.OpenTofu(), version, false); f.config.Actions || f.onFailure || f.applyable || !f.forgotten {
			t.Errorf("OpenTofu %s has what only Terraform has: %+v", version, f)
		}
	}
	if f := formFor(dialect.Terraform(), "0.14.11", true); !f.replacePaths || f.marks {
		t.Errorf("what is to read as the file does: %+v", f)
	}
}
