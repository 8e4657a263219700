package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/internal/base/lazy"
	"github.com/planfmt/planfmt/internal/forge"
	"github.com/planfmt/planfmt/plans"
)

// commentCI knows the environments of CI jobs, as far as a comment depends on them.
type commentCI struct{ get func(string) string }

// pullRequest is where a comment is written.
type pullRequest struct {
	forge  string
	config forge.Config
}

func (ci commentCI) isSet(name string) bool {
	v := ci.get(name)
	return v != "" && !strings.EqualFold(v, "false")
}

// target returns the forge for which the CI job runs.
func (ci commentCI) target() (string, error) {
	switch {
	case ci.isSet("GITEA_ACTIONS"), ci.isSet("FORGEJO_ACTIONS"):
		return "", errors.New("planfmt comment does not know the API of Gitea and Forgejo; valid values of --target: " + strings.Join(forge.Names(), ", "))
	case ci.isSet("GITHUB_ACTIONS"), ci.isGitHubOnAzure():
		return "github", nil
	case ci.isSet("GITLAB_CI"):
		return "gitlab", nil
	case ci.isSet("TF_BUILD"):
		return "azure-devops", nil
	case ci.isSet("BITBUCKET_BUILD_NUMBER"):
		return "bitbucket", nil
	}
	return "", errors.New("the environment is not that of a CI job that planfmt knows: use --target to say where the pull request is; valid values: " + strings.Join(forge.Names(), ", "))
}

// isGitHubOnAzure reports whether a job of Azure Pipelines is for a repository on GitHub.
func (ci commentCI) isGitHubOnAzure() bool {
	provider := ci.get("BUILD_REPOSITORY_PROVIDER")
	return ci.isSet("TF_BUILD") && (provider == "GitHub" || provider == gitHubEnterprise)
}

// gitHubEnterprise is what Azure Pipelines calls a GitHub Enterprise Server.
const gitHubEnterprise = "GitHubEnterprise"

// pullRequestPlace is what the environment says about a pull request, and which variables say it.
type pullRequestPlace struct {
	api, repository, pull string
	graphQL               string
	tokens                []string // the variables that may have the token
	needs                 struct{ api, repository, pull string }
	tokenNeeds            string // what the token must be allowed to do
	labelsNeed            string // what it must be allowed to do for labels; empty if that is the same
	// why says why there may be no token, although a variable seems to have one.
	why string
	// elsewhere is the variable that names another server than the public one, for which the token may be. Then api is
	// empty unless a variable has it.
	elsewhere string
}

// publicAPI sets the address of the API to that of the public server, unless one of some variables names another server.
func (p *pullRequestPlace) publicAPI(get func(string) string, api, host string, variables ...string) {
	for _, name := range variables {
		if v := get(name); v != "" && !isOnHost(v, host) {
			p.elsewhere = name
			return
		}
	}
	p.api = api
}

// isOnHost reports whether the name of a server, or an address on it, is that of a host or of its API.
func isOnHost(server, host string) bool {
	if !strings.Contains(server, "://") {
		server = "https://" + server
	}
	u, err := url.Parse(server)
	if err != nil {
		return false
	}
	name := strings.ToLower(u.Hostname())
	return name == host || name == "api."+host || name == "www."+host
}

// place returns what the environment says about the pull request.
func (ci commentCI) place(name string) (p pullRequestPlace) {
	get := ci.get
	switch name {
	case "github":
		p = pullRequestPlace{api: get("GITHUB_API_URL"), graphQL: get("GITHUB_GRAPHQL_URL"), repository: get("GITHUB_REPOSITORY"), pull: ci.gitHubPull(), tokens: []string{"GITHUB_TOKEN", "GH_TOKEN"}}
		p.tokenNeeds = "the permission pull-requests: write"
		p.needs.api, p.needs.repository, p.needs.pull = "GITHUB_API_URL", "GITHUB_REPOSITORY", "GITHUB_REF or GITHUB_EVENT_PATH"
		servers := []string{"GITHUB_SERVER_URL", "GITHUB_BASE_URL", "GH_HOST"}
		if ci.isGitHubOnAzure() {
			p.repository, p.pull = get("BUILD_REPOSITORY_NAME"), get("SYSTEM_PULLREQUEST_PULLREQUESTNUMBER")
			servers = append(servers, "BUILD_REPOSITORY_URI")
		}
		switch {
		case p.api != "":
		case ci.isGitHubOnAzure() && get("BUILD_REPOSITORY_PROVIDER") == gitHubEnterprise:
			p.elsewhere = "BUILD_REPOSITORY_PROVIDER"
		case ci.isSet("GITHUB_ACTIONS") && get("GITHUB_SERVER_URL") == "": // a container to which not all is passed
		default:
			p.publicAPI(get, "https://api.github.com", "github.com", servers...)
		}
		if ci.isSet("GITHUB_ACTIONS") {
			p.why = "; pass it to the step: env: GITHUB_TOKEN: ${{ github.token }}"
		}
	case "gitlab":
		p = pullRequestPlace{api: get("CI_API_V4_URL"), repository: get("CI_MERGE_REQUEST_PROJECT_ID"), pull: get("CI_MERGE_REQUEST_IID"), tokens: []string{"GITLAB_TOKEN"}}
		p.tokenNeeds = "the scope api, and the role Reporter or above"
		p.labelsNeed = "the scope api, and the role Developer or above"
		p.needs.api, p.needs.repository, p.needs.pull = "CI_API_V4_URL", "CI_PROJECT_ID", "CI_MERGE_REQUEST_IID"
		if p.repository == "" {
			p.repository = get("CI_PROJECT_ID")
		}
		switch {
		case p.api != "":
		case ci.isSet("GITLAB_CI") && get("CI_SERVER_URL") == "":
		default:
			p.publicAPI(get, "https://gitlab.com/api/v4", "gitlab.com", "CI_SERVER_URL", "GITLAB_BASE_URL", "GITLAB_HOST")
		}
		if get("CI_JOB_TOKEN") != "" {
			p.why = "; CI_JOB_TOKEN cannot write comments: use a project access token with the scope api"
		}
	case "azure-devops":
		p = pullRequestPlace{api: get("SYSTEM_COLLECTIONURI"), pull: get("SYSTEM_PULLREQUEST_PULLREQUESTID"), tokens: []string{"SYSTEM_ACCESSTOKEN", "AZURE_DEVOPS_TOKEN"}}
		p.tokenNeeds = "the permission to contribute to pull requests"
		p.labelsNeed = p.tokenNeeds + `, and "Create tag definition" in the project for a label that is new there`
		p.needs.api, p.needs.repository, p.needs.pull = "SYSTEM_COLLECTIONURI", "SYSTEM_TEAMPROJECT and BUILD_REPOSITORY_ID", "SYSTEM_PULLREQUEST_PULLREQUESTID"
		if project, id := get("SYSTEM_TEAMPROJECT"), get("BUILD_REPOSITORY_ID"); project != "" && id != "" {
			p.repository = project + "/" + id
		}
		if ci.isSet("TF_BUILD") {
			p.why = "; pass it to the step: env: SYSTEM_ACCESSTOKEN: $(System.AccessToken)"
		}
	case "bitbucket":
		p = pullRequestPlace{api: "https://api.bitbucket.org/2.0", repository: get("BITBUCKET_REPO_FULL_NAME"), pull: get("BITBUCKET_PR_ID"), tokens: []string{"BITBUCKET_TOKEN"}}
		p.tokenNeeds = "the scopes pullrequest:write and account, or --author in place of the latter"
		p.needs.repository, p.needs.pull = "BITBUCKET_REPO_FULL_NAME", "BITBUCKET_PR_ID"
	}
	return p
}

// locate adds to an error in the configuration of a forge which flag or variable it comes from.
func (p *pullRequestPlace) locate(err error, o *commentOptions) error {
	invalid, ok := errors.AsType[*forge.ConfigError](err)
	if !ok {
		return err
	}
	flag, value, variable := "--repo", o.Repo, p.needs.repository
	if invalid.Field == "APIURL" {
		flag, value, variable = "--api-url", o.APIURL, p.needs.api
	}
	if value != "" {
		return fmt.Errorf("%s: %w", flag, err)
	}
	return fmt.Errorf("%s: %w", variable, err)
}

// errNoToken says that there is no token, so that --fallback applies.
var errNoToken = errors.New("there is no token")

// noPullError says that the environment does not say which pull request it is. --fallback applies then, too.
type noPullError struct{ text string }

func (e *noPullError) Error() string { return e.text }

// pullRequest returns where the comment is to be written.
func (ci commentCI) pullRequest(o *commentOptions) (*pullRequest, error) {
	p := ci.place(o.Target)
	cfg := forge.Config{APIURL: p.api, GraphQLURL: p.graphQL, Repository: p.repository, Author: o.Author, UserAgent: "planfmt/" + buildVersion().module, Proxy: proxyFromEnvironment}
	if o.APIURL != "" {
		cfg.APIURL, cfg.GraphQLURL = o.APIURL, ""
	}
	if o.Repo != "" {
		cfg.Repository = o.Repo
	}
	switch {
	case cfg.APIURL == "" && p.elsewhere != "":
		return nil, fmt.Errorf("%s names another server than the public one, but the environment does not say where its API is (%s): use --api-url", p.elsewhere, p.needs.api)
	case cfg.APIURL == "":
		return nil, fmt.Errorf("the environment does not say where the API is (%s): use --api-url", p.needs.api)
	case cfg.Repository == "":
		return nil, fmt.Errorf("the environment does not say which repository it is (%s): use --repo", p.needs.repository)
	}
	if cfg.Pull = o.Pull; cfg.Pull == 0 {
		n, err := strconv.Atoi(p.pull)
		if p.pull == "" || err != nil || n <= 0 {
			return nil, &noPullError{fmt.Sprintf("the environment does not say which pull request it is (%s): is this a job for a pull request? Otherwise, use --pr", p.needs.pull)}
		}
		cfg.Pull = n
	}
	if err := forge.Check(o.Target, cfg); err != nil {
		return nil, p.locate(err, o)
	}
	if err := ci.checkProxies(); err != nil {
		return nil, err
	}
	return &pullRequest{o.Target, cfg}, nil
}

// proxyFromEnvironment is that of net/http, the errors of which may have the password of the proxy. It takes addresses that
// it does not understand for none, and would connect without the proxy: see checkProxies.
func proxyFromEnvironment(r *http.Request) (*url.URL, error) {
	u, err := http.ProxyFromEnvironment(r)
	if err != nil {
		return nil, errors.New("the variables for proxies (HTTPS_PROXY, HTTP_PROXY) cannot be used")
	}
	return u, nil
}

// checkProxies returns an error if a variable for proxies has something else than the address of one. The error does not
// have the address, since that may have a password.
func (ci commentCI) checkProxies() error {
	for _, name := range []string{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"} {
		if address := ci.get(name); address != "" && !isProxy(address) {
			return fmt.Errorf("%s: is not the address of a proxy, such as http://proxy.example.com:3128", name)
		}
	}
	return nil
}

// isProxy reports whether a text is an address of a proxy, with or without the scheme.
func isProxy(address string) bool {
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || strings.ContainsFunc(u.Hostname(), func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return false
	}
	if !strings.HasPrefix(u.Host, "[") && strings.Count(u.Host, ":") > 1 {
		return false // an IPv6 address without brackets, or no address at all
	}
	if port := u.Port(); port != "" || strings.HasSuffix(u.Host, ":") {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return false
		}
	}
	return slices.Contains([]string{"http", "https", "socks5", "socks5h"}, u.Scheme)
}

var gitHubRef = lazy.Regexp(`^refs/pull/([0-9]+)/(?:merge|head)$`)

// maxEvent is how many bytes the description of an event may have.
const maxEvent = 64 << 20

// gitHubPull returns the number of the pull request that a job of GitHub Actions is for, or nothing.
func (ci commentCI) gitHubPull() string {
	if m := gitHubRef().FindStringSubmatch(ci.get("GITHUB_REF")); m != nil {
		return m[1]
	}
	switch event := ci.gitHubEvent(); {
	case event.Pull != nil:
		return strconv.Itoa(event.Pull.Number)
	case event.Issue != nil && event.Issue.Pull != nil:
		return strconv.Itoa(event.Issue.Number)
	case event.Run != nil && len(event.Run.Pulls) == 1:
		return strconv.Itoa(event.Run.Pulls[0].Number)
	}
	return ""
}

// gitHubPullRequest is a pull request in the description of an event.
type gitHubPullRequest struct {
	Number int
	Head   struct{ SHA string }
}

// gitHubEvent is the description of the event that a job of GitHub Actions is for.
type gitHubEvent struct {
	Pull  *gitHubPullRequest `json:"pull_request"`
	Issue *struct {
		Number int
		Pull   *struct{} `json:"pull_request"`
	}
	Run *struct {
		Pulls []gitHubPullRequest `json:"pull_requests"`
	} `json:"workflow_run"`
}

// gitHubEvent returns the description of the event. It is empty if there is none that can be read.
func (ci commentCI) gitHubEvent() (event gitHubEvent) {
	name := ci.get("GITHUB_EVENT_PATH")
	if name == "" {
		return event
	}
	f, err := files.OpenRegular(name)
	if err != nil {
		return event
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxEvent))
	if err != nil || json.Unmarshal(text, &event) != nil {
		return gitHubEvent{}
	}
	return event
}

// maxToken is how many bytes a token may have.
const maxToken = 16 << 10

// token returns the token.
func (ci commentCI) token(o *commentOptions) (string, error) {
	if o.TokenFile != "" {
		return readToken(string(o.TokenFile))
	}
	p := ci.place(o.Target)
	for _, name := range p.tokens {
		if token := strings.TrimSpace(ci.get(name)); token != "" { // secrets often end in a line feed
			return token, nil
		}
	}
	return "", fmt.Errorf("%w: set %s, or use --token-file%s", errNoToken, strings.Join(p.tokens, " or "), p.why)
}

// readToken reads a token from a file. White space around it is not part of it.
func readToken(name string) (string, error) {
	text, err := options.ReadSmall(name, maxToken)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if token == "" {
		return "", fmt.Errorf("%s: the token is empty", plans.SpellName(name))
	}
	return token, nil
}
