package planfmt_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/randplan"
	"github.com/planfmt/planfmt/internal/sampling"
)

// No line of the compact format is longer than the width, whatever the plan: from the narrowest terminals that there are to wide ones.
func TestCompactWidth(t *testing.T) {
	t.Parallel()
	const narrowest, widest = 40, 200
	looked := 0
	check := func(name string, document []byte, opts planfmt.Options) {
		opts = withFormat(opts, "compact")
		opts.ShowHash, opts.Needs.Hash = true, true
		for opts.Width = narrowest; opts.Width <= widest; opts.Width++ {
			if !sampling.TakesOneOf(60*sampling.Share(), t.Name(), name+strconv.Itoa(opts.Width)) {
				continue
			}
			looked++
			text, _ := renderGolden(document, opts)
			for line := range strings.SplitSeq(text, "\n") {
				if n := utf8.RuneCountInString(line); n > opts.Width {
					t.Errorf("%s: a line of %d characters in %d columns: %s", name, n, opts.Width, line)
					break
				}
			}
		}
	}
	eachGolden(t, func(file string, document []byte, opts planfmt.Options) { check(file, document, opts) })
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
