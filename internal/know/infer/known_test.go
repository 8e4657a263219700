package infer

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// dump writes all that a shape has, but for what only makes it faster.
func (s *keyEvidence) dump(b *strings.Builder, indent string) {
	if s == nil {
		return
	}
	flat := *s
	flat.object, flat.elem, flat.veiled = nil, nil, nil
	flat.place, flat.next, flat.first, flat.visit = 0, 0, 0, 0
	fmt.Fprintf(b, "%s%+v\n", indent, flat)
	for _, name := range slices.Sorted(maps.Keys(s.members())) {
		s.members()[name].dump(b, indent+" ")
	}
	s.elem.dump(b, indent+" [] ")
	s.veiled.dump(b, indent+" * ")
}

func dumpAll(e *Evidence) string {
	var b strings.Builder
	for _, id := range slices.SortedFunc(maps.Keys(e.shapes), schema.ID.Compare) {
		fmt.Fprintln(&b, id)
		e.shapes[id].dump(&b, "")
	}
	return b.String()
}

// texts makes random JSON in which everything occurs often.
type texts struct {
	*rand.Rand
	odd bool // also what is no valid JSON, or spelled in another way

	instances, flags []string
}

// again returns one of a few texts, which may be a new one.
func (r *texts) again(texts *[]string, makeText func() string) string {
	if len(*texts) < 8 {
		*texts = append(*texts, makeText())
	}
	i := r.IntN(len(*texts))
	if r.IntN(30) == 0 {
		(*texts)[i] = makeText()
	}
	return (*texts)[i]
}

func (r *texts) pick(list ...string) string { return list[r.IntN(len(list))] }

func (r *texts) name() string {
	if r.odd && r.IntN(8) == 0 {
		return r.pick(`"\u0061"`, `"a\"`, `"a\\"`, `"a\\\"b"`, `"ü"`, "\"\xff\"", `"\ud800"`, `"a`, `a`)
	}
	return r.pick(`"a"`, `"b"`, `"c"`, `"tags"`)
}

func (r *texts) gap() string {
	if r.odd && r.IntN(6) == 0 {
		return r.pick(" ", "\n\t", ",", ":", "", "x", "}", "]")
	}
	return ""
}

func (r *texts) value(depth int) string {
	if depth > 0 && r.IntN(2) == 0 {
		return r.list(r.IntN(2) == 0, depth)
	}
	if r.odd && r.IntN(8) == 0 {
		return r.pick(`"\n"`, `"\q"`, `"\ud800"`, `"\ud83d\ude00"`, `01`, `1.`, `-`, `1e9`, `nul`, `truefalse`, "\"\x01\"", "")
	}
	return r.pick(`""`, `"x"`, `"y"`, `"z"`, `1`, `2`, `10`, `1.5`, `true`, `false`, `null`, `"z"`)
}

func (r *texts) list(object bool, depth int) string {
	var b strings.Builder
	b.WriteString(map[bool]string{false: "[", true: "{"}[object] + r.gap())
	names := r.Perm(4)
	for i := range r.IntN(4) {
		if i > 0 {
			b.WriteString("," + r.gap())
		}
		if object {
			name := []string{`"a"`, `"b"`, `"c"`, `"tags"`}[names[i]]
			if r.odd && r.IntN(3) == 0 {
				name = r.name()
			}
			b.WriteString(name + r.gap() + ":" + r.gap())
		}
		b.WriteString(r.value(depth-1) + r.gap())
	}
	b.WriteString(map[bool]string{false: "]", true: "}"}[object])
	return b.String()
}

// instance returns a value, most often an object.
func (r *texts) makeInstance() string {
	if r.IntN(10) == 0 {
		return r.pick("", "null", `"x"`, "[]")
	}
	return r.list(true, 3)
}

// makeFlags returns a tree of flags, most often one that fits the values.
func (r *texts) makeFlags() string {
	switch r.IntN(6) {
	case 0:
		return r.pick("", "null", "true", "false", "{}")
	case 1:
		return r.list(true, 3) // also flags that are none
	case 2, 3:
		return "{}"
	}
	text := strings.NewReplacer(`""`, "false", `"x"`, "false", `"y"`, "false", `"z"`, "true", "10", "false", "1.5", "false", "1", "false", "2", "false", "null", "false").Replace(r.list(true, 3))
	return text
}

func (r *texts) paths() plans.PathSet {
	if r.IntN(4) > 0 {
		return plans.PathSet{}
	}
	var paths []plans.Path
	for range 1 + r.IntN(2) {
		var p plans.Path
		for range 1 + r.IntN(3) {
			if r.IntN(3) == 0 {
				p = p.Child(plans.Index(r.IntN(2)))
			} else {
				p = p.Child(plans.Key(r.pick("a", "b", "c", "tags")))
			}
		}
		paths = append(paths, p)
	}
	return plans.ExactPaths(paths)
}

// parse parses texts as a source does. It returns false if one of them is no evidence.
func parse(texts ...string) (out []values.Value, ok bool) {
	for _, text := range texts {
		if text == "" {
			out = append(out, values.Value{})
			continue
		}
		v, err := new(values.Parser).Parse([]byte(text))
		if err != nil {
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}

// TestKnows adds random instances. What the evidence knows must change nothing.
func TestKnows(t *testing.T) {
	for _, odd := range []bool{false, true} {
		known, all := 0, 0
		for seed := range uint64(max(sampling.Count(40), 5)) {
			r := &texts{Rand: rand.New(rand.NewPCG(seed, 7)), odd: odd}
			checkKnown(t, &Evidence{}, r, 100, &known, &all)
		}
		t.Logf("odd: %v, known: %d of %d", odd, known, all)
		if known < all/10 {
			t.Errorf("only %d of %d are known", known, all)
		}
	}
}

func FuzzKnows(f *testing.F) {
	for i := range uint64(10) {
		f.Add(i, i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, seed uint64, odd bool) {
		checkKnown(t, &Evidence{}, &texts{Rand: rand.New(rand.NewPCG(seed, 8)), odd: odd}, 100, new(int), new(int))
	})
}

func checkKnown(t *testing.T, e *Evidence, r *texts, n int, known, all *int) {
	t.Helper()
	const provider, typ = "p", "t"
	add := func(knows bool, change func(), instance ...any) {
		*all++
		if !knows {
			change()
			return
		}
		*known++
		before := dumpAll(e)
		change()
		if after := dumpAll(e); after != before {
			t.Fatalf("%q\nknown as\n%s\nbut now\n%s", instance, before, after)
		}
		for _, text := range instance {
			if s, ok := text.(string); ok && strings.Contains(strings.ReplaceAll(s, `\ud83d\ude00`, ""), `\ud`) {
				t.Fatalf("known, but no UTF-8: %q", instance)
			}
		}
	}
	instance := func() string { return r.again(&r.instances, r.makeInstance) }
	flags := func() string { return r.again(&r.flags, r.makeFlags) }
	for range n {
		mode := r.pick("managed", "data")
		if r.IntN(4) == 0 {
			v, marks := instance(), flags()
			knows := e.KnowsValues(provider, mode, typ, []byte(v), []byte(marks))
			in, ok := parse(v, marks)
			if knows && !ok {
				t.Fatalf("known, but no JSON: %s %s", v, marks)
			}
			if ok {
				add(knows, func() { e.Values(provider, mode, typ, in[0], values.SensitiveFlags(in[1])) }, v, marks)
			}
			continue
		}
		before, after := instance(), instance()
		switch r.IntN(4) {
		case 0:
			before = "null"
		case 1:
			after = before
		}
		unknown, beforeFlags, afterFlags := flags(), flags(), flags()
		if r.IntN(2) == 0 {
			unknown = r.pick("", "{}", "false")
		}
		if r.IntN(2) == 0 {
			afterFlags = beforeFlags
		}
		paths := r.paths()
		knows := e.KnowsChange(provider, mode, typ, values.ChangeText{
			Before: []byte(before), After: []byte(after), Unknown: []byte(unknown),
			BeforeSensitive: []byte(beforeFlags), AfterSensitive: []byte(afterFlags), ReplacePaths: paths,
		})
		in, ok := parse(before, after, unknown, beforeFlags, afterFlags)
		if knows && !ok {
			t.Fatalf("known, but no JSON: %s %s %s %s %s", before, after, unknown, beforeFlags, afterFlags)
		}
		if !ok {
			continue
		}
		add(knows, func() {
			e.Change(provider, mode, typ, values.Change{
				Before: in[0], After: in[1], Unknown: values.UnknownFlags(in[2]),
				BeforeSensitive: values.SensitiveFlags(in[3]), AfterSensitive: values.SensitiveFlags(in[4]), ReplacePaths: paths,
			})
		}, before, after, unknown, beforeFlags, afterFlags, paths)
	}
}

// TestKnowsNames has a name that ends in a backslash: in a text, that would hide the
// quote after it.
func TestKnowsNames(t *testing.T) {
	e := &Evidence{}
	v := values.Of(`{"a\\":1,"b":"x"}`)
	e.Values("p", "managed", "t", v, values.Flags{})
	for text, want := range map[string]bool{v.JSON(): false, `{"b":"y"}`: true, `{"a\":1}`: false, `{"b":""}`: true, `{"b":1}`: false} {
		if got := e.KnowsValues("p", "managed", "t", []byte(text), nil); got != want {
			t.Errorf("%s: known: %v, want %v", text, got, want)
		}
	}
}

// BenchmarkKnows checks an instance that shows nothing new.
func BenchmarkKnows(b *testing.B) {
	v := values.Of(`{"ami":"ami-0c55b159cbfafe1f0","arn":"arn:aws:ec2:eu-west-1:123456789012:instance/i-0123456789","count":2,"monitoring":true,"host_id":null,` +
		`"policy":"{\"Statement\":[{\"Action\":[\"s3:GetObject\"],\"Effect\":\"Allow\"}]}","root_block_device":[{"encrypted":false,"iops":3000,"tags":{}}],` +
		`"tags":{"Environment":"production","Name":"web-1","Owner":"platform"},"vpc_security_group_ids":["sg-0a1b2c3d4e5f60718","sg-1a1b2c3d4e5f60719"]}`)
	flags := values.Of(`{"tags":{},"tags_all":{}}`)
	e := &Evidence{}
	e.Values("p", "managed", "t", v, values.SensitiveFlags(flags))
	b.SetBytes(int64(len(v.Source())))
	b.ReportAllocs()
	for b.Loop() {
		if !e.KnowsValues("p", "managed", "t", v.Source(), flags.Source()) {
			b.Fatal("not known")
		}
	}
}
