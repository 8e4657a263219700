package passes

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"

	version "github.com/hashicorp/go-version"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/know/lockfile"
	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/read/source"
)

// maxLock is how many bytes of a lock file are read.
const maxLock = 4 << 20

// findVersions finds the versions that are locked: in the plan, or else beside the configuration, unless the plan has one of its own.
func (c *documentChecker) findVersions() {
	c.locked = c.facts.ProviderVersions
	if c.locked != nil || c.facts.Config != nil || c.configDir == "" {
		return
	}
	var err error
	if c.locked, err = lockedIn(c.configDir); err != nil {
		c.report.Diagnostics = append(c.report.Diagnostics, &diag.Diagnostic{
			Severity: diag.Warning, Summary: "Lock file not read", Detail: "The lock file beside the configuration cannot be read: " + err.Error() + ".",
		})
	}
}

// lockedIn returns the versions of the lock file in a directory, or none if there is no such file. It follows no link out of the
// directory.
func lockedIn(dir string) (map[string]string, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(lockfile.Name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > maxLock:
		return nil, errors.New("it is too large, or no file")
	}
	f, err := root.Open(lockfile.Name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxLock))
	if err != nil {
		return nil, err
	}
	return lockfile.Parse(lockfile.Name, text)
}

// providerVersion returns which version of a provider the plan was made with.
func (c *documentChecker) providerVersion(p source.ConfigProvider) planvalue.Version {
	locked, ok := c.versions[p.FullName]
	if !ok {
		locked, ok = c.locked[p.FullName]
	}
	switch {
	case !ok || p.FullName == "":
		return planvalue.Version{Text: p.Version}
	case !admits(p.Version, locked):
		return planvalue.Version{Unclear: "the configuration does not allow the locked version, so the plan was made with another one"}
	}
	return planvalue.Version{Text: locked, Locked: true}
}

// admits reports whether version constraints admit a version. It reports true for what cannot be compared, and for versions before a release,
// which the products treat in their own ways.
func admits(constraints, text string) bool {
	all, err := version.NewConstraint(constraints)
	v, wrong := version.NewVersion(text)
	if err != nil || wrong != nil || v.Prerelease() != "" {
		return true
	}
	return !slices.ContainsFunc(all, func(c *version.Constraint) bool { return !c.Prerelease() && !c.Check(v) })
}
