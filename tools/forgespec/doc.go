// Package forgespec tests that what planfmt sends to GitHub, and what planfmt's tests take for an answer of GitHub, are as GitHub describes its interfaces.
//
// The descriptions are in npm packages, which `.ci/run` downloads: PLANFMT_GITHUB_OPENAPI is the file api.github.com.json of @octokit/openapi,
// and PLANFMT_GITHUB_GRAPHQL is the file schema.graphql of @octokit/graphql-schema. Without them, the tests are skipped. The other forges publish no description that
// a registry has.
package forgespec
