package report_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// floors are the rooms of reports, from the lowest floor to the highest. A room knows only those on lower floors.
var floors = [][]string{
	{"paper", "wording"},
	{"content", "fit", "marker", "paper/json", "spool"},
	{"layout"},
	{"paper/text"},
	{"human", "paper/html", "paper/markdown"},
	{"subject/graph", "subject/log", "subject/plan", "subject/query"},
	{"subject/pair", "subject/several"},
	{"machine"},
	{""},
}

// Contents know no paper, papers know no subject, and subjects know no paper but lines.
func TestFloors(t *testing.T) {
	t.Parallel()
	const module = "github.com/planfmt/planfmt/internal/report"
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	room := func(path string) string {
		return strings.TrimPrefix(strings.TrimPrefix(path, module), "/")
	}
	floor := func(room string) int {
		return slices.IndexFunc(floors, func(rooms []string) bool { return slices.Contains(rooms, room) })
	}
	n := 0
	for line := range strings.Lines(string(out)) {
		all := strings.Fields(line)
		from := room(all[0])
		n++
		if floor(from) < 0 {
			t.Errorf("%s has no floor: give it one here, and name it in docs/ARCHITECTURE.md", all[0])
			continue
		}
		for _, path := range all[1:] {
			if to := room(path); strings.HasPrefix(path, module) && floor(to) >= floor(from) {
				t.Errorf("%s imports %s, which is not on a lower floor", from, to)
			}
			if to := room(path); strings.HasPrefix(from, "subject/") && strings.HasPrefix(to, "paper/") && to != "paper/text" {
				t.Errorf("%s imports %s: a subject makes contents, and knows no paper but lines", from, to)
			}
		}
	}
	if want := len(slices.Concat(floors...)); n != want {
		t.Errorf("%d rooms, want %d", n, want)
	}
}
