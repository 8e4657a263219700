package forge

import "testing"

// What forges say is told with the reasons, each once. The bodies have the forms that the forges document.
func TestMessageOf(t *testing.T) {
	for body, want := range map[string]string{
		`{"message":"Validation Failed","errors":[{"resource":"IssueComment","code":"unprocessable","field":"data","message":"Body is too long (maximum is 65536 characters)"}]}`: "Validation Failed: Body is too long (maximum is 65536 characters)",
		`{"message":"Validation Failed","errors":[{"resource":"Label","code":"already_exists","field":"name"}]}`:                                                                  "Validation Failed: name already_exists",
		`{"message":"Validation Failed","errors":["Could not resolve to a node","Could not resolve to a node"]}`:                                                                  "Validation Failed: Could not resolve to a node",
		`{"message":"Validation Failed","errors":"Issue is locked"}`:                                                                                                              "Validation Failed: Issue is locked",
		`{"errors":[{"message":"a"},{"message":"b"},{"message":"c"},{"message":"d"},{"message":"e"},{"message":"f"}]}`:                                                            "a: b: c: d: e: ...",
		`{"message":{"note":["is too long (maximum is 1000000 characters)"],"base":["b","c"]}}`:                                                                                   "base b: base c: note is too long (maximum is 1000000 characters)",
		`{"error":"invalid_token","error_description":"Token was revoked."}`:                                                                                                      "Token was revoked.",
		`{"type":"error","error":{"message":"Bad request","detail":"See below","fields":{"content":["too long"]}}}`:                                                               "Bad request: See below: content too long",
		`{"$id":"1","message":"TF401179: An active pull request ...","typeKey":"x","errorCode":0}`:                                                                                "TF401179: An active pull request ...",
		`{"message":"  ","errors":[]}`: "", `[]`: "", `<html>`: "", `{"message":null,"errors":{"a":1}}`: "", `{}`: "",
	} {
		if got := messageOf([]byte(body)); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", body, got, want)
		}
	}
}
