// Package shell has the parts of the page that are not written in Go, and puts the page together.
package shell

import (
	"crypto/sha256"
	_ "embed" // the parts
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
)

//go:embed page.html
var page string

//go:embed page.css
var style string

//go:embed page.js
var script string

//go:embed worker.js
var worker string

// unpack is a decompressor of zstd, with its licence. Browsers have none yet that all of them have.
//
//go:embed fzstd.js
var unpack string

//go:embed frame.js
var frame string

// Parts are what the page is made of, besides the parts in this package.
type Parts struct {
	Module []byte // the program, compressed with zstd
	Facts  []byte // the table of facts about well-known providers
	Exec   string // the wasm_exec.js of the same version of Go as the program
	Report string // any page in the format html
}

// Page returns the page.
func Page(p Parts) (string, error) {
	scripts, styles, err := reportHashes(p.Report)
	if err != nil {
		return "", err
	}
	values := map[string]string{
		"policy": policy(append([]string{hash(script), hash(frame)}, scripts...), append([]string{hash(style)}, styles...)),
		"style":  style, "script": script, "worker": p.Exec + "\n" + unpack + "\n" + worker, "frame": frame,
		"facts": base64.StdEncoding.EncodeToString(p.Facts), "module": base64.StdEncoding.EncodeToString(p.Module),
	}
	var pairs []string
	for name, value := range values {
		if lower := strings.ToLower(value); strings.Contains(lower, "</script") || strings.Contains(lower, "</style") || strings.Contains(lower, "<!--") {
			return "", fmt.Errorf("the %s has text that would end the element it is in", name)
		}
		if mark := "{{" + name + "}}"; strings.Count(page, mark) != 1 {
			return "", fmt.Errorf("the page has not one place for %s", mark)
		}
		pairs = append(pairs, "{{"+name+"}}", value)
	}
	return strings.NewReplacer(pairs...).Replace(page), nil
}

// policy returns the Content-Security-Policy of the page, given what may run and which style sheets apply. What
// it does not name is forbidden: above all, to connect to anything. The frame in which a report is shown has no address but
// about:srcdoc, and the worker has that of a blob, which is why both inherit the policy. The report has one of its own, too.
func policy(scripts, styles []string) string {
	return strings.Join([]string{
		"default-src 'none'", "script-src " + strings.Join(scripts, " ") + " 'wasm-unsafe-eval'", "style-src " + strings.Join(styles, " "),
		"worker-src blob:", "connect-src 'none'", "base-uri 'none'", "form-action 'none'",
	}, "; ")
}

// hash returns the source expression of a policy for an inline script or style sheet.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// reportHashes returns the hashes in the policy of a report. The policy of the page must allow what that of the
// report does, because both apply to it.
func reportHashes(report string) (scripts, styles []string, err error) {
	const start = `<meta http-equiv="Content-Security-Policy" content="`
	_, rest, ok := strings.Cut(report, start)
	text, _, closed := strings.Cut(rest, `"`)
	if !ok || !closed {
		return nil, nil, errors.New("the report has no policy")
	}
	for directive := range strings.SplitSeq(strings.ReplaceAll(text, "&#39;", "'"), ";") {
		words := strings.Fields(directive)
		if len(words) == 0 {
			continue
		}
		var list *[]string
		switch words[0] {
		case "script-src":
			list = &scripts
		case "style-src":
			list = &styles
		default:
			continue
		}
		for _, w := range words[1:] {
			if !strings.HasPrefix(w, "'sha256-") {
				return nil, nil, fmt.Errorf("the policy of the report allows %s in %s", w, words[0])
			}
			*list = append(*list, w)
		}
	}
	if len(scripts) == 0 || len(styles) == 0 {
		return nil, nil, errors.New("the policy of the report allows no script or no style sheet")
	}
	return scripts, styles, nil
}
