package main

import (
	"bufio"
	"fmt"
)

// perResource is how many findings there are about each resource.
const perResource = 2

// writeFindings writes what a scanner says about n resources, in planfmt's own JSON.
func (g *generator) writeFindings(w *bufio.Writer, n int) error {
	levels := []string{"error", "warning", "note"}
	for i := range n * perResource {
		before := ","
		if i == 0 {
			before = "["
		}
		// There are as many rules as scanners have that find something in an estate.
		const rules = 40
		fmt.Fprintf(w, `%s{"address":%q,"level":%q,"tool":"scan","rule":"R%d","title":"A finding of rule %[4]d","text":"What is wrong, and how to mend it.","url":"https://example.com/%[4]d"}`+"\n",
			before, g.resource(i/perResource, allOther).address(), levels[i%len(levels)], i%rules)
	}
	_, err := fmt.Fprintln(w, "]")
	return err
}

// annotations measures what the reports of other programs cost.
func (s *session) annotations() error {
	n := s.small(5000)
	plan, err := s.file("resources", n)
	if err != nil {
		return err
	}
	findings, err := s.file("findings", n)
	if err != nil {
		return err
	}
	m := s.together()
	for _, format := range []string{"compact", "html"} {
		m.add(format, s.show("--format="+format, plan))
		m.add(format+" annotated", s.show("--format="+format, "--annotate="+findings, plan))
	}
	if err := m.run(fmt.Sprintf("%d resources that change, %d findings about them", n, n*perResource)); err != nil {
		return err
	}
	m.ratio(fmt.Sprintf("html with %d annotations / without, CPU", n*perResource), "html annotated", "html", cpu, limitIf(!s.quick, atMost(1.3)))
	m.ratio(fmt.Sprintf("compact with %d annotations / without, CPU", n*perResource), "compact annotated", "compact", cpu, goal{})
	return nil
}
