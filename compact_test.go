package planfmt_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/report"
	"github.com/planfmt/planfmt/rules"
)

// In the compact format, everything is counted exactly once, whatever the limit and the
// grouping, and there are no more lines than the limit allows.
func TestCompactCounts(t *testing.T) {
	heading := regexp.MustCompile(`(?m)^(UNKNOWN|REPLACE|DESTROY|FORGET|UPDATE|CREATE|IMPORT|MOVE|READ|DRIFT|DEFERRED|UNCHANGED) (\d+)`)
	byModule := regexp.MustCompile(`(?m)^ *(?:\(root module\)|module\..+?)  (\d+ [a-z]+(?:, \d+ [a-z]+)*)(?:  .*)?$`)
	eachGolden(t, func(file string, document []byte, opts planfmt.Options) {
		opts.Drift = rules.AllDrift
		opts.Needs.Drift, opts.Needs.Muted = true, true
		plan, err := planfmt.Load(t.Context(), strings.NewReader(string(document)), opts)
		if err != nil || plan.Summary.State != 0 {
			return
		}
		for _, limit := range []int{0, 1, 10, 20} {
			o := withFormat(opts, "compact")
			o.Limit, o.GroupBy = limit, report.GroupByAction
			text, _ := renderGolden(document, o)
			sum := 0
			for _, m := range heading.FindAllStringSubmatch(text, -1) {
				n, _ := strconv.Atoi(m[2])
				sum += n
			}
			if sum != len(plan.Resources) {
				t.Errorf("%s, limit %d: %d resources, want %d\n%s", file, limit, sum, len(plan.Resources), text)
			}
			o.GroupBy = report.GroupByModule
			text, _ = renderGolden(document, o)
			sum = 0
			for _, m := range byModule.FindAllStringSubmatch(text, -1) {
				for _, word := range strings.Split(m[1], ", ") {
					n := 0
					_, _ = fmt.Sscanf(word, "%d", &n)
					sum += n
				}
			}
			if sum != len(plan.Resources) && !strings.Contains(file, "line-feeds") {
				t.Errorf("%s, by module, limit %d: %d resources, want %d\n%s", file, limit, sum, len(plan.Resources), text)
			}
		}
	})
}
