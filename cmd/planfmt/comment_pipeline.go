package main

import (
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// run returns what the environment says about the run of the pipeline, or nil if it says nothing. Its number grows with each run of the
// same system, so that an older run does not overwrite the comment of a newer one. A rerun keeps the number: it is as old as what it repeats.
func (ci commentCI) run() *plans.PipelineRun {
	get := ci.get
	var r plans.PipelineRun
	number := ""
	switch {
	case ci.isSet("GITHUB_ACTIONS"):
		r.System = "github"
		number, r.Commit = get("GITHUB_RUN_ID"), get("GITHUB_SHA")
		if e := ci.gitHubEvent(); e.Pull != nil && e.Pull.Head.SHA != "" {
			r.Commit = e.Pull.Head.SHA // GITHUB_SHA is a merge of it with the base branch
		}
		if server, repository := get("GITHUB_SERVER_URL"), get("GITHUB_REPOSITORY"); server != "" && repository != "" {
			r.URL = server + "/" + repository + "/actions/runs/" + number
		}
	case ci.isSet("GITLAB_CI"):
		r.System = "gitlab"
		number, r.Commit, r.URL = get("CI_PIPELINE_ID"), get("CI_COMMIT_SHA"), get("CI_PIPELINE_URL")
		if head := get("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"); head != "" {
			r.Commit = head
		}
	case ci.isSet("TF_BUILD"):
		r.System = "azure"
		number, r.Commit = get("BUILD_BUILDID"), get("BUILD_SOURCEVERSION")
		if head := get("SYSTEM_PULLREQUEST_SOURCECOMMITID"); head != "" {
			r.Commit = head
		}
		if collection, project := get("SYSTEM_COLLECTIONURI"), get("SYSTEM_TEAMPROJECTID"); collection != "" && project != "" {
			r.URL = strings.TrimSuffix(collection, "/") + "/" + project + "/_build/results?buildId=" + number
		}
	case get("BITBUCKET_BUILD_NUMBER") != "":
		r.System = "bitbucket"
		number, r.Commit = get("BITBUCKET_BUILD_NUMBER"), get("BITBUCKET_COMMIT")
		if name := get("BITBUCKET_REPO_FULL_NAME"); name != "" {
			r.URL = "https://bitbucket.org/" + name + "/pipelines/results/" + number
		}
	default:
		return nil
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 {
		return nil
	}
	r.Number = n
	return &r
}
