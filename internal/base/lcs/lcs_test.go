package lcs

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// classicTable is the table from textbooks.
func classicTable(a, b []int32) [][]int {
	l := make([][]int, len(a)+1)
	for i := range l {
		l[i] = make([]int, len(b)+1)
		for j := range l[i] {
			if i == 0 || j == 0 {
				continue
			}
			if a[i-1] == b[j-1] {
				l[i][j] = l[i-1][j-1] + 1
			} else {
				l[i][j] = max(l[i-1][j], l[i][j-1])
			}
		}
	}
	return l
}

// classic is the rule of Pairs on the whole table.
func classic(a, b []int32) []Pair {
	l := classicTable(a, b)
	var out []Pair
	for i, j := len(a), len(b); i > 0 && j > 0; {
		switch {
		case a[i-1] == b[j-1]:
			i, j = i-1, j-1
			out = append(out, Pair{int32(i), int32(j)})
		case l[i-1][j] > l[i][j-1]:
			i--
		default:
			j--
		}
	}
	slices.Reverse(out)
	return out
}

// sequences returns two random sequences, case n of many: unrelated ones, or the second
// one made of the first one.
func sequences(r *rand.Rand, n int) (a, b []int32) {
	symbols := 1 + r.IntN(1+n%40)
	if r.IntN(3) == 0 { // symbols that occur once, or a few times
		symbols = 10 + r.IntN(300)
	}
	random := func() []int32 {
		s := make([]int32, r.IntN(3+n%200))
		for i := range s {
			s[i] = int32(r.IntN(symbols))
		}
		return s
	}
	a, b = random(), random()
	switch n % 8 {
	case 0, 4:
	case 1:
		return a[:min(len(a), 8)], slices.Concat(b, random(), random())
	case 2:
		return slices.Concat(a, random(), random()), b[:min(len(b), 8)]
	default:
		return a, b
	}
	b = slices.Clone(a)
	for range r.IntN(8) {
		at := r.IntN(len(b) + 1)
		switch r.IntN(3) {
		case 0:
			b = slices.Insert(b, at, int32(r.IntN(symbols+2)))
		case 1:
			b = slices.Delete(b, at, min(at+1, len(b)))
		default:
			end := min(at+r.IntN(20), len(b))
			moved := slices.Clone(b[at:end])
			b = slices.Delete(b, at, end)
			b = slices.Insert(b, r.IntN(len(b)+1), moved...)
		}
	}
	return a, b
}

func TestPairsIsTheClassicTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range max(sampling.Count(30_000), 5_000) {
		a, b := sequences(r, n)
		if got, want := Pairs(a, b), classic(a, b); !slices.Equal(got, want) {
			t.Fatalf("Pairs(%v, %v)\n got %v\nwant %v", a, b, got, want)
		}
	}
}

// Every row is that of the table from textbooks, also on the way back.
func TestTable(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 3_000 {
		a, b := sequences(r, n)
		c := table{a: a, b: b}
		c.index(320)
		c.fillBand(band{}, noLimit, 0)
		l := classicTable(a, b)
		for i := len(a); i > 0; i-- {
			for j := len(b); j > 0; j-- {
				if c.grows(j) != (l[i][j] > l[i][j-1]) {
					t.Fatalf("%v, %v: at %d, %d", a, b, i, j)
				}
			}
			c.back()
		}
	}
}

// In a band that is wide enough, the walk is that of the whole table, and the check
// whether it is wide enough is right.
func TestBandIsTheClassicTable(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	narrow := 0
	for n := range 10_000 {
		a, b := sequences(r, n)
		if n%5 == 0 { // several words
			long := slices.Repeat(a, 6)
			a, b = long, slices.Concat(long[:len(long)/2], b, long[len(long)/2:])
		}
		if len(a) == 0 || len(b) == 0 || a[len(a)-1] == b[len(b)-1] {
			continue
		}
		al := aligner{symbols: make([]symbol, 320)}
		p := subproblem{a: a, b: b}
		c := al.newCore(p)
		want := classic(a, b)
		for extra := 0; ; extra = 2*extra + 1 {
			band := diagonalBand(len(c.a), len(c.b), extra)
			c.fillBand(band, noLimit, 0)
			if len(c.a)+len(c.b)-2*c.length() > max(len(c.a)-len(c.b), len(c.b)-len(c.a))+extra {
				narrow++
				continue
			}
			al.addWalk(p, c)
			if !slices.Equal(al.pairs, want) {
				t.Fatalf("with %d extra symbols: %v, %v\n got %v\nwant %v", extra, a, b, al.pairs, want)
			}
			break
		}
	}
	if narrow < 1_000 {
		t.Errorf("only %d bands were too narrow", narrow)
	}
}

// Pairs chooses between whole tables, bands, and tables of symbols that occur once. This
// compares it with the whole table for sequences that are large enough.
func TestPairsIsTheWholeTable(t *testing.T) {
	for name, in := range large(7_000) {
		al := aligner{exact: math.MaxInt}
		want := wholeTable(in[0], in[1])
		if got := al.pairAll(in[0], in[1]); !slices.Equal(got, want) {
			t.Errorf("%s: %d pairs differ from %d", name, len(got), len(want))
		}
		al = aligner{exact: math.MaxInt}
		a, b := append([]int32{-1 + 1<<20}, in[0]...), append([]int32{1 << 20}, in[1]...)
		if got := al.pairAll(a, b); len(got) != len(want) {
			t.Errorf("%s, with other ends: %d pairs, not %d", name, len(got), len(want))
		}
	}
}

// wholeTable is what Pairs was before it left anything out.
func wholeTable(a, b []int32) []Pair {
	words := len(b)/wordLen + 1
	match := map[int32][]uint64{}
	for _, s := range a {
		match[s] = make([]uint64, words)
	}
	for j, s := range b {
		if m := match[s]; m != nil {
			m[j/wordLen] |= 1 << (j % wordLen)
		}
	}
	t := table{a: a, b: b, words: words, end: words, row: make([]uint64, words)}
	for w := range t.row {
		t.row[w] = ^uint64(0)
	}
	rows := [][]uint64{slices.Clone(t.row)}
	t.start = []int32{0, 0}
	for _, s := range a {
		t.i, t.a, t.bits = 0, []int32{0}, [][]uint64{match[s]}
		t.log.clear()
		t.next()
		rows = append(rows, slices.Clone(t.row))
	}
	var out []Pair
	for i, j := len(a), len(b); i > 0 && j > 0; {
		t.row = rows[i]
		switch {
		case a[i-1] == b[j-1]:
			i, j = i-1, j-1
			out = append(out, Pair{int32(i), int32(j)})
		case t.grows(j):
			i--
		default:
			j--
		}
	}
	slices.Reverse(out)
	return out
}

func TestRough(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for n := range 20_000 {
		a, b := sequences(r, n)
		al := aligner{exact: r.IntN(20), rough: r.IntN(200)}
		check(t, a, b, al.pairAll(a, b))
	}
	for name, in := range large(20_000) {
		exact := len(Pairs(in[0], in[1]))
		al := aligner{exact: 1 << 10, rough: 1 << 18}
		got := al.pairAll(in[0], in[1])
		check(t, in[0], in[1], got)
		if len(got) < exact*3/4 {
			t.Errorf("%s: %d pairs of %d", name, len(got), exact)
		}
	}
}

// check checks that pairs are a common subsequence.
func check(t *testing.T, a, b []int32, pairs []Pair) {
	t.Helper()
	last := Pair{-1, -1}
	for _, p := range pairs {
		if p.A <= last.A || p.B <= last.B || int(p.A) >= len(a) || int(p.B) >= len(b) || a[p.A] != b[p.B] {
			t.Fatalf("%v and %v: %v after %v", a, b, p, last)
		}
		last = p
	}
}

// large returns sequences of n symbols, by what they are like.
func large(n int) map[string][2][]int32 {
	r := rand.New(rand.NewPCG(1, 2))
	random := func(symbols int) []int32 {
		s := make([]int32, n)
		for i := range s {
			s[i] = int32(r.IntN(symbols))
		}
		return s
	}
	change := func(s []int32, one int) []int32 {
		s = slices.Clone(s)
		for i := range s {
			if r.IntN(one) == 0 {
				s[i] = int32(r.IntN(2 * n))
			}
		}
		return s
	}
	once := make([]int32, n)
	for i := range once {
		once[i] = int32(i)
	}
	shuffled := slices.Clone(once)
	r.Shuffle(n, func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	eight, text := random(8), random(n/10)
	other := make([]int32, n)
	for i := range other {
		other[i] = int32(n + i)
	}
	return map[string][2][]int32{
		"changed":           {once, change(once, 10)},
		"shuffled":          {once, shuffled},
		"of 8 values":       {eight, random(8)},
		"of 8, 1% changed":  {eight, change(eight, 100)},
		"text, 10% changed": {text, change(text, 10)},
		"moved block":       {text, slices.Concat(text[n/3:n/2], text[:n/3], text[n/2:])},
		"different":         {once, other},
		"inserted on top":   {once, slices.Concat([]int32{int32(n)}, once)},
	}
}

func BenchmarkPairs(b *testing.B) {
	for _, size := range []struct {
		name string
		n    int
	}{{"20", 20}, {"10k", 10_000}, {"200k", 200_000}} {
		for name, in := range large(size.n) {
			b.Run(size.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					Pairs(in[0], in[1])
				}
			})
		}
	}
}
