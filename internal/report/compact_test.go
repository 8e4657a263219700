package report_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/test/kit"
)

// In the compact format, everything is counted exactly once, whatever the limit and the
// grouping, and there are no more lines than the limit allows.
func TestCompactCounts(t *testing.T) {
	t.Parallel()
	heading := regexp.MustCompile(`(?m)^(UNKNOWN|REPLACE|DELETE|FORGET|UPDATE|CREATE|IMPORT|MOVE|READ|DRIFT|DEFERRED|UNCHANGED) (\d+)`)
	byModule := regexp.MustCompile(`(?m)^ *(?:\(root module\)|module\..+?)  (\d+ [a-z]+(?:, \d+ [a-z]+)*)(?:  .*)?$`)
	kit.EachGolden(t, func(file string, document []byte, opts planfmt.Options) {
		opts.Drift = rules.AllDrift
		opts.Needs.Drift, opts.Needs.Muted = true, true
		plan, err := planfmt.Load(t.Context(), strings.NewReader(string(document)), opts)
		if err != nil || plan.Summary.State != 0 {
			return
		}
		for i, limit := range []int{0, 1, 10, 20} {
			if !sampling.Takes(t.Name(), file+strconv.Itoa(limit)) && i != len(document)%4 {
				continue
			}
			o := kit.WithFormat(opts, "compact")
			o.Limit, o.GroupBy = limit, layout.GroupByAction
			text, _ := kit.RenderGolden(document, o)
			sum := 0
			for _, m := range heading.FindAllStringSubmatch(text, -1) {
				n, _ := strconv.Atoi(m[2])
				sum += n
			}
			for _, m := range mutedIn(text) { // classes of which nothing is shown have no heading
				if !strings.Contains(text, "\n"+strings.ToUpper(m[1])+" ") {
					n, _ := strconv.Atoi(m[2])
					sum += n
				}
			}
			if sum != len(plan.Resources) {
				t.Errorf("%s, limit %d: %d resources, want %d\n%s", file, limit, sum, len(plan.Resources), text)
			}
			o.GroupBy = layout.GroupByModule
			text, _ = kit.RenderGolden(document, o)
			sum = 0
			for _, m := range byModule.FindAllStringSubmatch(text, -1) {
				for _, word := range strings.Split(m[1], ", ") {
					n := 0
					_, _ = fmt.Sscanf(word, "%d", &n)
					sum += n
				}
			}
			muted := 0 // in modules of which nothing is shown, among others
			for _, m := range mutedIn(text) {
				n, _ := strconv.Atoi(m[2])
				muted += n
			}
			if (sum > len(plan.Resources) || sum+muted < len(plan.Resources)) && !strings.Contains(file, "line-feeds") {
				t.Errorf("%s, by module, limit %d: %d resources, want %d\n%s", file, limit, sum, len(plan.Resources), text)
			}
		}
	})
}

// mutedIn returns the classes of muted resources in a report, each with its number.
func mutedIn(text string) [][]string {
	_, line, _ := strings.Cut(text, "muted by rules: ")
	line, _, _ = strings.Cut(line, "\n")
	return regexp.MustCompile(`([a-z]+) (\d+)`).FindAllStringSubmatch(line, -1)
}

// Whatever the limit, every object that is destroyed or replaced is named, also if that is
// left for a later plan.
func TestCompactNamesWhatIsDestroyed(t *testing.T) {
	var changes, deferred, want []string
	add := func(to *[]string, name, actions string) {
		address := fmt.Sprintf("%s[%d]", name, len(*to))
		*to = append(*to, fmt.Sprintf(`{"address":"a.%s","mode":"managed","type":"a","name":%q,"index":%d,"provider_name":"p","change":{"actions":[%s],"before":{"x":1},"after":%s}}`,
			address, name, len(*to), actions, map[bool]string{true: `{"x":2}`, false: "null"}[strings.Contains(actions, "create")]))
		want = append(want, fmt.Sprintf("[%d]", len(*to)-1))
	}
	for range 8 {
		add(&changes, "gone", `"delete"`)
	}
	for range 8 {
		add(&changes, "other", `"create","delete"`)
	}
	for range 30 {
		add(&deferred, "later", `"delete"`)
	}
	for range 8 {
		add(&deferred, "replaced", `"delete","create"`)
	}
	for i, c := range deferred {
		deferred[i] = `{"reason":"absent_prereq","resource_change":` + c + `}`
	}
	document := `{"format_version":"1.2","resource_changes":[` + strings.Join(changes, ",") + `],"deferred_changes":[` + strings.Join(deferred, ",") + `]}`
	for _, by := range []layout.GroupBy{layout.GroupByAction, layout.GroupByModule, layout.GroupByType, layout.GroupByNone} {
		o := kit.WithFormat(planfmt.Options{}, "compact")
		o.Limit, o.GroupBy = 1, by
		text, _ := kit.RenderGolden([]byte(document), o)
		for _, name := range want {
			if !strings.Contains(text, name) {
				t.Errorf("grouped by %v: %s is not named\n%s", by, name, text)
			}
		}
	}
}
