package main

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

const benchProvider = "registry.terraform.io/example/bench"

// singleTypes are the types of the plans that have one large value of a kind.
func singleTypes() []resourceType {
	return []resourceType{{name: "bench_thing", attrs: []attribute{
		{name: "id", computed: true},
		{name: "list", typ: listOfString},
		{name: "set", typ: `["set",["object",{"cidr":"string","from":"number","name":"string"}]]`},
		{name: "text"},
		{name: "map", typ: mapOfString},
		{name: "records", typ: `["list",["object",{"cidr":"string","description":"string","from":"number","name":"string","to":"number"}]]`},
	}}}
}

// input is a file that this program generates.
type input struct {
	name  string
	write func(w *bufio.Writer, g *generator, n int) error
}

// inputs are all the generated files. What n counts differs.
func inputs() []input {
	plan := func(m mix) func(*bufio.Writer, *generator, int) error {
		return func(w *bufio.Writer, g *generator, n int) error {
			_, err := g.writePlan(w, int64(n)*1e6, m)
			return err
		}
	}
	member := func(name string, sides func(r *rand.Rand, n int) (before, after iter.Seq[string])) func(*bufio.Writer, *generator, int) error {
		return func(w *bufio.Writer, g *generator, n int) error {
			before, after := sides(g.random(n, 0), n)
			writeThing(w, thing{name: "a", before: oneMember(name, before), after: oneMember(name, after)})
			return nil
		}
	}
	return []input{
		{"mix", plan(usual)},        // n megabytes
		{"no-ops", plan(allNoOp)},   // n megabytes
		{"changes", plan(allOther)}, // n megabytes
		{"creations", plan(allNew)}, // n megabytes
		{"resources", func(w *bufio.Writer, g *generator, n int) error { // n resources
			_, err := g.writeResources(w, n, allOther)
			return err
		}},
		{"judged", func(w *bufio.Writer, g *generator, n int) error { // n resources
			_, err := g.judged(judgedTypes).writeResources(w, n, usual)
			return err
		}},
		{"judged-schemas", func(w *bufio.Writer, g *generator, _ int) error { return g.judged(judgedTypes).writeOwnSchemas(w) }},
		{"generated.policy.hcl", func(w *bufio.Writer, g *generator, n int) error { return g.judged(judgedTypes).writePolicies(w, n) }},
		{"one-type", func(w *bufio.Writer, g *generator, n int) error { // n resources
			_, err := g.judged(1).writeResources(w, n, usual)
			return err
		}},
		{"one-type-schemas", func(w *bufio.Writer, g *generator, _ int) error { return g.judged(1).writeOwnSchemas(w) }},
		{"one-type.policy.hcl", func(w *bufio.Writer, g *generator, n int) error { return g.judged(1).writeOneTypePolicies(w, n) }},
		{"findings", func(w *bufio.Writer, g *generator, n int) error { return g.writeFindings(w, n) }},   // about n resources
		{"references", func(w *bufio.Writer, _ *generator, n int) error { return writeReferences(w, n) }}, // between n resources
		{"schemas", func(w *bufio.Writer, _ *generator, _ int) error { return writeSchemas(w) }},
		{"list-changed", member("list", changedList)},
		{"list-shuffled", member("list", shuffledList)},
		{"list-repeated", member("list", repeatedList)},
		{"set", member("set", changedSet)},
		{"lines-inserted", member("text", insertedLine)},
		{"lines-different", member("text", differentLines)},
		{"lines-repeated", member("text", repeatedLines)},
		{"json-string", member("text", jsonText)},     // n bytes
		{"huge-resource", member("records", records)}, // n megabytes
		{"huge-map", member("map", bigMap)},
		{"relevant-paths", func(w *bufio.Writer, g *generator, n int) error { return writePaths(w, n, "resource_drift") }},
		{"replace-paths", func(w *bufio.Writer, g *generator, n int) error { return writePaths(w, n, "resource_changes") }},
		{"unknown-attributes", func(w *bufio.Writer, _ *generator, n int) error { return writeExtras(w, n) }},
		{"outputs", func(w *bufio.Writer, _ *generator, n int) error { return writeOutputs(w, n) }},
		{"many-types.json.gz", func(w *bufio.Writer, g *generator, n int) error { return writeProvider(w, g.seed, manyTypes.scaled(n)) }},
		{"long-texts.json.gz", func(w *bufio.Writer, g *generator, n int) error { return writeProvider(w, g.seed, longTexts.scaled(n)) }},
	}
}

// scaled returns the shape of a smaller provider, n percent of the original.
func (p providerShape) scaled(n int) providerShape {
	p.types, p.dataSources = max(1, p.types*n/100), max(1, p.dataSources*n/100)
	return p
}

// thing is an entry of a plan.
type thing struct {
	name          string
	before, after func(io.Writer)
	replace       string // the action replaces; the paths that force it
}

// oneMember writes the values of a resource. All of them but one are null. The
// parts of that one may be large.
func oneMember(name string, parts iter.Seq[string]) func(io.Writer) {
	return func(w io.Writer) {
		fmt.Fprint(w, `{"id":"i-0123456789"`)
		for _, a := range singleTypes()[0].attrs[1:] {
			fmt.Fprintf(w, `,"%s":`, a.name)
			if a.name != name {
				fmt.Fprint(w, "null")
				continue
			}
			for part := range parts {
				fmt.Fprint(w, part)
			}
		}
		fmt.Fprint(w, "}")
	}
}

const planHead = `{"format_version":"1.2","terraform_version":"1.14.0",`

// writeThing writes a plan with one changed resource.
func writeThing(w io.Writer, t thing) {
	fmt.Fprint(w, planHead+`"resource_changes":[`)
	t.write(w)
	fmt.Fprint(w, `],"configuration":{"root_module":{}}}`+"\n")
}

func (t thing) write(w io.Writer) {
	fmt.Fprintf(w, `{"address":"bench_thing.%s","mode":"managed","type":"bench_thing","name":%[1]q,"provider_name":%q,"change":{"actions":`, t.name, benchProvider)
	if t.replace != "" {
		fmt.Fprintf(w, `["delete","create"],"replace_paths":%s,"before":`, t.replace)
	} else {
		fmt.Fprint(w, `["update"],"before":`)
	}
	t.before(w)
	fmt.Fprint(w, `,"after":`)
	t.after(w)
	fmt.Fprint(w, `,"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}`)
}

// separated yields the parts of a value: an opening, n elements with separators,
// and an end.
func separated(open, sep, end string, n int, element func(i int) string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !yield(open) {
			return
		}
		for i := range n {
			if i > 0 && !yield(sep) || !yield(element(i)) {
				return
			}
		}
		yield(end)
	}
}

func list(all []string) iter.Seq[string] {
	return separated("[", ",", "]", len(all), func(i int) string { return all[i] })
}

// changedList changes every tenth element of a list.
func changedList(_ *rand.Rand, n int) (before, after iter.Seq[string]) {
	element := func(i int) string { return fmt.Sprintf(`"element number %d"`, i) }
	return separated("[", ",", "]", n, element), separated("[", ",", "]", n, func(i int) string {
		if i%10 == 0 {
			return fmt.Sprintf(`"changed number %d"`, i)
		}
		return element(i)
	})
}

func shuffledList(r *rand.Rand, n int) (before, after iter.Seq[string]) {
	all, other := make([]string, n), make([]string, n)
	for i, to := range r.Perm(n) {
		all[i] = fmt.Sprintf(`"element number %d"`, i)
		other[to] = all[i]
	}
	return list(all), list(other)
}

// repeatedList has elements of eight values in any order.
func repeatedList(r *rand.Rand, n int) (before, after iter.Seq[string]) {
	some := func() iter.Seq[string] {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprintf(`"value %d"`, r.IntN(8))
		}
		return list(all)
	}
	return some(), some()
}

// changedSet changes every twentieth object of a set.
func changedSet(_ *rand.Rand, n int) (before, after iter.Seq[string]) {
	object := func(i, from int) string {
		return fmt.Sprintf(`{"cidr":"10.%d.%d.0/24","from":%d,"name":"rule %06d"}`, i/256%256, i%256, from, i)
	}
	return separated("[", ",", "]", n, func(i int) string { return object(i, i) }), separated("[", ",", "]", n, func(i int) string {
		if i%20 == 0 {
			return object(i, i+1)
		}
		return object(i, i)
	})
}

func line(i int) string { return fmt.Sprintf(`line %d of the text\n`, i) }

// insertedLine inserts a line on top of a text.
func insertedLine(_ *rand.Rand, n int) (before, after iter.Seq[string]) {
	return separated(`"`, "", `"`, n, line), separated(`"a line on top\n`, "", `"`, n, line)
}

// differentLines changes every line.
func differentLines(_ *rand.Rand, n int) (before, after iter.Seq[string]) {
	return separated(`"`, "", `"`, n, line), separated(`"`, "", `"`, n, func(i int) string { return "new " + line(i) })
}

// repeatedLines has lines of eight values in any order.
func repeatedLines(r *rand.Rand, n int) (before, after iter.Seq[string]) {
	some := func() iter.Seq[string] {
		return separated(`"`, "", `"`, n, func(int) string { return line(r.IntN(8)) })
	}
	return some(), some()
}

// jsonText is JSON of n bytes in a string. One key changes in the middle of it.
func jsonText(_ *rand.Rand, n int) (before, after iter.Seq[string]) {
	const size = 64
	object := func(version int) iter.Seq[string] {
		return separated(`"{`, ",", `}"`, n/size, func(i int) string {
			v := 0
			if i == n/size/2 {
				v = version
			}
			text := fmt.Sprintf(`\"key%08d\":{\"a\":[1,2,3],\"b\":\"%d\"}`, i, v)
			return text + strings.Repeat(" ", max(0, size-1-len(text)))
		})
	}
	return object(0), object(1)
}

// records are n megabytes of objects, half of them on each side. One in a hundred
// changes.
func records(_ *rand.Rand, n int) (before, after iter.Seq[string]) {
	const size = 200
	object := func(i, to int) string {
		return fmt.Sprintf(`{"cidr":"10.%03d.%03d.0/24","description":"%s","from":%08d,"name":"record number %08d","to":%d}`,
			i/256%256, i%256, strings.Repeat("about ", 15), 10_000_000+i, i, to)
	}
	count := n * 1e6 / 2 / size
	return separated("[", ",", "]", count, func(i int) string { return object(i, 8080) }), separated("[", ",", "]", count, func(i int) string {
		if i%100 == 0 {
			return object(i, 8081)
		}
		return object(i, 8080)
	})
}

// bigMap is a map of n keys. One in a hundred changes.
func bigMap(_ *rand.Rand, n int) (before, after iter.Seq[string]) {
	pair := func(i, v int) string { return fmt.Sprintf(`"key-%08d":"value %d"`, i, v) }
	return separated("{", ",", "}", n, func(i int) string { return pair(i, i) }), separated("{", ",", "}", n, func(i int) string {
		if i%100 == 0 {
			return pair(i, i+1)
		}
		return pair(i, i)
	})
}

// writePaths writes a plan with a map of n keys, all of them changed, and a path
// for each: in a replacement the paths that force it, in drift those that
// contribute to changes.
func writePaths(w io.Writer, n int, section string) error {
	entries := func(v string) iter.Seq[string] {
		return separated("{", ",", "}", n, func(i int) string { return fmt.Sprintf(`"key-%08d":%q`, i, v) })
	}
	path := func(i int) string { return fmt.Sprintf(`["map","key-%08d"]`, i) }
	t := thing{name: "a", before: oneMember("map", entries("old")), after: oneMember("map", entries("new"))}
	if section == "resource_changes" {
		t.replace = strings.Join(slices.Collect(separated("[", ",", "]", n, path)), "")
		writeThing(w, t)
		return nil
	}
	fmt.Fprint(w, planHead+`"resource_drift":[`)
	t.write(w)
	fmt.Fprint(w, `],"resource_changes":[`)
	// The paths are those that matter to a change of another resource.
	text := func(v string) func(io.Writer) {
		return oneMember("text", separated(`"`, "", `"`, 1, func(int) string { return v }))
	}
	thing{name: "b", before: text("old"), after: text("new")}.write(w)
	fmt.Fprint(w, `],"relevant_attributes":[`)
	for i := range n {
		comma(w, i)
		fmt.Fprintf(w, `{"resource":"bench_thing.a","attribute":%s}`, path(i))
	}
	_, err := fmt.Fprint(w, `],"configuration":{"root_module":{}}}`+"\n")
	return err
}

// writeExtras writes a plan of n resources, each with an attribute that the schema
// does not know, and that no other resource has.
func writeExtras(w io.Writer, n int) error {
	fmt.Fprint(w, planHead+`"resource_changes":[`)
	for i := range n {
		comma(w, i)
		values := func(v string) func(io.Writer) {
			return func(w io.Writer) {
				fmt.Fprintf(w, `{"id":"i","list":null,"set":null,"text":%q,"map":null,"records":null,"extra_%d":%[1]q}`, v, i)
			}
		}
		thing{name: "t" + strconv.Itoa(i), before: values("old"), after: values("new")}.write(w)
	}
	_, err := fmt.Fprint(w, `],"configuration":{"root_module":{}}}`+"\n")
	return err
}

// writeOutputs writes a plan that changes n outputs.
func writeOutputs(w io.Writer, n int) error {
	fmt.Fprint(w, planHead+`"planned_values":{"outputs":{`)
	for i := range n {
		comma(w, i)
		fmt.Fprintf(w, `"output_%06d":{"sensitive":false,"type":"string","value":"new value %d"}`, i, i)
	}
	fmt.Fprint(w, `},"root_module":{}},"output_changes":{`)
	for i := range n {
		comma(w, i)
		fmt.Fprintf(w, `"output_%06d":{"actions":["update"],"before":"value %d","after":"new value %d","after_unknown":false,"before_sensitive":false,"after_sensitive":false}`, i, i, i)
	}
	_, err := fmt.Fprint(w, `},"configuration":{"root_module":{}}}`+"\n")
	return err
}
