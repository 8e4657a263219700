package secrets_test

import (
	"fmt"
	"testing"

	"github.com/planfmt/planfmt/internal/know/secrets"
	"github.com/planfmt/planfmt/values"
)

// TestFindNamed checks which values are secrets because of the names around them, in all the forms in which names are written.
func TestFindNamed(t *testing.T) {
	for text, want := range map[string]string{
		`{"env": {"DB_PASSWORD": "x", "MODE": "x"}}`:                                                                  `{"env":{"DB_PASSWORD":true}}`,
		`{"env": [{"name": "MODE", "value": "x"}, {"name": "T_TOKEN", "value": "x"}]}`:                                `{"env":[false,{"value":true}]}`,
		`{"set": [{"key": "api_key", "values": ["x"]}]}`:                                                              `{"set":[{"values":true}]}`,
		`{"p": {"ParameterKey": "DbPassword", "ParameterValue": "x"}}`:                                                `{"p":{"ParameterValue":true}}`,
		`{"e": {"name": "DB_PASSWORD", "valueFrom": "arn:x", "value": null}}`:                                         ``,
		`{"name": "/prod/db/password", "value": "x", "type": "String"}`:                                               `{"value":true}`,
		`{"t": "[{\"environment\": [{\"name\": \"A_TOKEN\", \"value\": \"x\"}]}]"}`:                                   `{"t":true}`,
		`{"t": "{\"inner\": \"{\\\"password\\\": \\\"x\\\"}\"}"}`:                                                     `{"t":true}`,
		`{"t": "a: 1\nenv:\n- name: A_TOKEN\n  value: x\n"}`:                                                          `{"t":true}`,
		`{"t": "#!/bin/sh\nexport A_TOKEN='x'\n"}`:                                                                    `{"t":true}`,
		`{"t": ["MODE=x", "A_TOKEN=x"]}`:                                                                              `{"t":true}`,
		`{"t": "password_policy: strict\ntoken_ttl: 3\n", "u": "A_TOKEN=", "v": "arn:aws:secret", "secret_arn": "x"}`: ``,
		`{"t": "{\"name\": \"MODE\", \"value\": \"x\"}", "key": "x", "name": "token"}`:                                ``,
	} {
		v, err := (&values.Parser{}).ParseString(text)
		if err != nil {
			t.Fatal(err)
		}
		have := ""
		if paths := (&secrets.Finder{}).FindNamed(secrets.Side{Value: v}); len(paths) > 0 {
			have = fmt.Sprint(values.FlagsFromPaths(v, paths))
		}
		if have != want {
			t.Errorf("%s: have %s, want %s", text, have, want)
		}
	}
}
