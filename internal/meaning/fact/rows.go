package fact

import (
	"slices"
	"strconv"
	"strings"
)

// inRow is how many facts a row says.
const inRow = 2

// Row says the facts of an object, which are sorted, in a row: the first two, and how many more there are. What is routine is only said if
// there is nothing else.
func Row(all []Fact) string {
	if i := slices.IndexFunc(all, func(f Fact) bool { return f.Kind == Routine }); i > 0 {
		all = all[:i]
	}
	said := joinPorts(all)
	more := ""
	if len(said) > inRow {
		more = "; +" + strconv.Itoa(len(said)-inRow) + " more"
		said = said[:inRow]
	}
	return strings.Join(said, "; ") + more
}

// joinPorts returns the rows of some facts, each once. If three or more differ only in the port, they share one.
func joinPorts(all []Fact) []string {
	var rows []string
	for i := 0; i < len(all); {
		n := 1
		for i+n < len(all) && differInPort(all[i], all[i+n]) {
			n++
		}
		if n <= inRow {
			n = 1
		}
		f := all[i]
		if n > 1 {
			t := *f.Traffic
			for _, other := range all[i+1 : i+n] {
				t.Ports += ", " + other.Traffic.Ports
			}
			f.Traffic = &t
		}
		if row := f.Row(); !slices.Contains(rows, row) {
			rows = append(rows, row)
		}
		i += n
	}
	return rows
}

// differInPort reports whether two facts are the same but for their ports.
func differInPort(a, b Fact) bool {
	if a.Traffic == nil || b.Traffic == nil || a.Kind != b.Kind || a.Certainty != b.Certainty || a.Severity != b.Severity {
		return false
	}
	t := *b.Traffic
	t.Ports = a.Traffic.Ports
	return compareTraffic(a.Traffic, &t) == 0 && isPort(a.Traffic.Ports) && isPort(b.Traffic.Ports)
}

func isPort(ports string) bool { return firstPort(ports) < 1<<16 }
