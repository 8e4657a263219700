package options

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/internal/base/lazy"
	"github.com/planfmt/planfmt/sinks"
)

func addPlace(f *command.Factory, out *planfmt.SourceOptions, dir string) {
	if place, ok := placeOf(f, dir); ok {
		out.ConfigPlaces = append(out.ConfigPlaces, place)
	}
}

// placeOf returns the place of a directory in its repository. ok is false if it is in none.
func placeOf(f *command.Factory, dir string) (place planfmt.ConfigPlace, ok bool) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return place, false
	}
	root := repositoryOf(f, abs)
	rel, err := filepath.Rel(root, abs)
	if root == "" || err != nil || !filepath.IsLocal(rel) {
		return place, false
	}
	return planfmt.ConfigPlace{Path: filepath.ToSlash(rel), Dir: dir}, true
}

// repositoryOf returns the root of the repository around a directory. In a CI job that has only the
// files of the repository, it returns the directory that the environment names. It is empty if there
// is neither.
func repositoryOf(f *command.Factory, dir string) string {
	if root := files.Repository(dir); root != "" {
		return root
	}
	for _, name := range []string{"GITHUB_WORKSPACE", "CI_PROJECT_DIR", "BITBUCKET_CLONE_DIR", "BUILD_SOURCESDIRECTORY"} {
		root := f.Getenv(name)
		if root == "" || !filepath.IsAbs(root) {
			continue
		}
		if _, err := os.Stat(root); err != nil {
			continue
		}
		if rel, err := filepath.Rel(root, dir); err == nil && filepath.IsLocal(rel) {
			return root
		}
	}
	return ""
}

var commitPattern = lazy.Regexp(`^[0-9a-fA-F]{7,64}$`)

// linkTemplate returns the template of links to lines of files at the commit that the CI job runs for. It is empty
// if the environment does not name the repository and the commit.
func linkTemplate(f *command.Factory) string {
	get := f.Getenv
	isSet := func(name string) bool { v := get(name); return v != "" && v != "false" }
	base, commit, form := "", "", ""
	switch {
	case get("GITHUB_SERVER_URL") != "" && get("GITHUB_REPOSITORY") != "":
		base, commit = get("GITHUB_SERVER_URL")+"/"+get("GITHUB_REPOSITORY"), get("GITHUB_SHA")
		form = "/blob/%s/{path}#L{line}"
		if isSet("GITEA_ACTIONS") || isSet("FORGEJO_ACTIONS") {
			form = "/src/commit/%s/{path}#L{line}"
		}
	case get("CI_PROJECT_URL") != "":
		base, commit, form = get("CI_PROJECT_URL"), get("CI_COMMIT_SHA"), "/-/blob/%s/{path}#L{line}"
	case get("BITBUCKET_REPO_FULL_NAME") != "":
		base, commit, form = "https://bitbucket.org/"+get("BITBUCKET_REPO_FULL_NAME"), get("BITBUCKET_COMMIT"), "/src/%s/{path}#lines-{line}"
	case get("BUILD_REPOSITORY_URI") != "":
		base, commit = withoutUser(get("BUILD_REPOSITORY_URI")), get("BUILD_SOURCEVERSION")
		form = "?path=/{path}&version=GC%s&line={line}&lineEnd={line}&lineStartColumn=1&lineEndColumn=999"
		if provider := get("BUILD_REPOSITORY_PROVIDER"); provider == "GitHub" || provider == "GitHubEnterprise" {
			base, form = strings.TrimSuffix(base, ".git"), "/blob/%s/{path}#L{line}"
		}
	}
	template := strings.TrimSuffix(base, "/") + fmt.Sprintf(form, commit)
	if form == "" || !commitPattern().MatchString(commit) || !sinks.IsLink(strings.NewReplacer("{path}", "p", "{line}", "1").Replace(template)) {
		return ""
	}
	return template
}

// withoutUser returns an address without the name of a user, and without a password.
func withoutUser(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	u.User = nil
	return u.String()
}
