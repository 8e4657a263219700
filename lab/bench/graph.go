package main

import (
	"bufio"
	"fmt"
	"io"
)

// nodes are the resources of the plan that graphs are made of, and perNode is to how many others each refers.
const (
	nodes   = 10_000
	perNode = 3
)

// writeReferences writes a plan that changes n resources, each of which refers to some of those before it.
func writeReferences(w *bufio.Writer, n int) error {
	fmt.Fprint(w, planHead+`"resource_changes":[`)
	for i := range n {
		comma(w, i)
		values := func(v string) func(io.Writer) {
			return func(w io.Writer) {
				fmt.Fprintf(w, `{"id":"i-%d","list":null,"set":null,"text":%q,"map":null,"records":null}`, i, v)
			}
		}
		thing{name: fmt.Sprintf("t%d", i), before: values("old"), after: values("new")}.write(w)
	}
	fmt.Fprint(w, `],"configuration":{"root_module":{"resources":[`)
	for i := range n {
		comma(w, i)
		fmt.Fprintf(w, `{"address":"bench_thing.t%d","mode":"managed","type":"bench_thing","name":"t%[1]d","provider_config_key":"bench","expressions":{"text":{"references":[`, i)
		for k := range min(i, perNode) {
			comma(w, k)
			to := (i*7 + k*k*31) % i
			fmt.Fprintf(w, `"bench_thing.t%d.id","bench_thing.t%[1]d"`, to)
		}
		fmt.Fprint(w, `]}}}`)
	}
	_, err := fmt.Fprint(w, `]}}}`+"\n")
	return err
}

// graphs measures what graphs cost.
func (s *session) graphs() error {
	n := s.small(nodes)
	plan, err := s.file("references", n)
	if err != nil {
		return err
	}
	m := s.together()
	m.add("compact", s.show("--format=compact", plan))
	for _, format := range []string{"dot", "mermaid", "json"} {
		c := s.show()
		c.args = []string{s.planfmt, "graph", "--all", "--format=" + format, plan}
		m.add(format, c)
	}
	if err := m.run(fmt.Sprintf("%d resources that change, each refers to %d", n, perNode)); err != nil {
		return err
	}
	m.ratio(fmt.Sprintf("graph -f dot of %d nodes / show -f compact, CPU", n), "dot", "compact", cpu, limitIf(!s.quick, atMost(1)))
	m.ratio(fmt.Sprintf("graph -f json of %d nodes / show -f compact, CPU", n), "json", "compact", cpu, goal{})
	return nil
}
