package report_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/base/width"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

// No line of the compact format takes more columns than there are, whatever the plan: on the narrowest terminals that there are, and on wide ones. Each
// plan is looked at with its letters, and with characters of one, two and no columns in place of some of them.
func TestCompactWidth(t *testing.T) {
	t.Parallel()
	const narrowest, widest = 40, 200
	looked := 0
	var check func(name string, document []byte, opts planfmt.Options)
	look := func(name string, document []byte, opts planfmt.Options) {
		opts = kit.WithFormat(opts, "compact")
		opts.ShowHash, opts.Needs.Hash = true, true
		for opts.Width = narrowest; opts.Width <= widest; opts.Width++ {
			if sampling.Full() && !sampling.Exhaustive() && (opts.Width+len(name))%20 > 0 || !sampling.TakesOneOf(120*sampling.Share(), t.Name(), name+strconv.Itoa(opts.Width)) {
				continue
			}
			looked++
			text, _ := kit.RenderGolden(document, opts)
			for line := range strings.SplitSeq(text, "\n") {
				if n := width.Of(line); n > opts.Width {
					t.Errorf("%s: a line of %d columns in %d: %s", name, n, opts.Width, line)
					break
				}
			}
		}
	}
	check = func(name string, document []byte, opts planfmt.Options) {
		look(name, document, opts)
		look("wide "+name, widened(document), opts)
	}
	kit.EachGolden(t, func(file string, document []byte, opts planfmt.Options) { check(file, document, opts) })
	for _, file := range []string{"view/shop.json", "example/plan.json", "planfiles/terraform-1.14/plan.json", "planfiles/opentofu-1.10/plan.json"} {
		document, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		check(file, document, planfmt.Options{})
	}
	for seed := range sampling.Seeds(60) {
		check("seed "+strconv.FormatUint(seed, 10), []byte(randplan.Make(randplan.Bytes(seed), randplan.Options{}).Plan), planfmt.Options{})
	}
	if looked == 0 {
		t.Error("nothing was looked at")
	}
}

// widened returns a document with other characters in place of some letters in its strings, where these are no names that readers know: behind capital
// letters and digits.
func widened(document []byte) []byte {
	others := []string{"界", "é", "e\u0301", "✅", "⚠\ufe0f", "한", "👨\u200d👩"}
	n := 0
	return regexp.MustCompile(`[-A-Z0-9][a-z]`).ReplaceAllFunc(document, func(found []byte) []byte {
		n++
		return append(found[:1:1], others[n%len(others)]...)
	})
}
