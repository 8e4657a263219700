package planfile

import (
	"fmt"

	"golang.org/x/mod/semver"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/know/lockfile"
)

// The format of plan files has had the same version all the time, but what programs write in it
// has changed. This file knows from which version of which program on.

// isBefore reports whether the plan was written by a version before another one, such as v1.2. If
// the version is not known, it is a later one.
func (m *Message) isBefore(version string) bool {
	own := semver.MajorMinor("v" + m.TerraformVersion)
	return own != "" && semver.Compare(own, version) < 0
}

// lacksMarks reports whether values may be sensitive by the schema of their type although the plan
// does not mark them: old versions mark only what is sensitive by the configuration. Terraform
// 1.8.3 and 1.11.4 and OpenTofu 1.10 were measured; where nothing was, they count as old.
func (m *Message) lacksMarks(product string) bool {
	since := "v1.9"
	if product == dialect.OpenTofu().Name {
		since = "v1.10"
	}
	return m.isBefore(since) || semver.MajorMinor("v"+m.TerraformVersion) == ""
}

// outcome is what the plan says about whether it is applyable and complete. A false is not in the
// file, so if there is one of them, the other one is false. Both are nil for programs that do
// not know of them: Terraform before 1.8, and OpenTofu.
func (m *Message) outcome() (applyable, complete *bool) {
	applyable, complete = m.Applyable, m.Complete
	if applyable == nil && complete == nil {
		return nil, nil
	}
	no := false
	if applyable == nil {
		applyable = &no
	}
	if complete == nil {
		complete = &no
	}
	return applyable, complete
}

// jsonFormat is the version of the format in which the program that wrote the file prints the plan
// as JSON. It is empty for a version that is not known.
func (m *Message) jsonFormat(product string) string {
	switch {
	case product == dialect.OpenTofu().Name:
		return "1.2"
	case semver.MajorMinor("v"+m.TerraformVersion) == "":
		return ""
	case m.isBefore("v1.0"):
		return "0.1"
	case m.isBefore("v1.1"):
		return "0.2"
	case m.isBefore("v1.2"):
		return "1.0"
	case m.isBefore("v1.5"):
		return "1.1"
	}
	return "1.2"
}

// detectProduct finds out which product wrote a file whose providers do not show it.
func (r *planReader) detectProduct(f *File) {
	if r.plan.Product == "" {
		r.plan.Product = r.opts.Product
	}
	if r.plan.Product != "" || !f.Has(LockMember) {
		return
	}
	if text, err := f.Member(LockMember); err == nil {
		r.plan.Product = dialect.DetectByLock(string(text))
	}
}

// readLocks reads which versions of providers the plan was made with.
func (r *planReader) readLocks(f *File) {
	if !r.opts.KeepVersions || !f.Has(LockMember) {
		return
	}
	text, err := f.Member(LockMember)
	if err == nil {
		r.plan.ProviderVersions, err = lockfile.Parse(LockMember, text)
	}
	if err != nil {
		r.plan.Warnings = append(r.plan.Warnings, fmt.Sprintf("ignoring the lock file in the plan: %v", err))
	}
}
