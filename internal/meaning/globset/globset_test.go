package globset_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/meaning/globset"
)

func TestExists(t *testing.T) {
	of, but := globset.Of, globset.Except
	for name, test := range map[string]struct {
		within, without []globset.Set
		want            globset.Answer
	}{
		"a literal within a glob":              {[]globset.Set{of("s3:GetObject")}, []globset.Set{of("s3:*")}, globset.No},
		"a glob outside of a literal":          {[]globset.Set{of("s3:*")}, []globset.Set{of("s3:GetObject")}, globset.Yes},
		"a question mark has other letters":    {[]globset.Set{of("b-?")}, []globset.Set{of("b-1", "b-2")}, globset.Yes},
		"a star is two stars":                  {[]globset.Set{of("a*")}, []globset.Set{of("a**")}, globset.No},
		"one letter or more is any but none":   {[]globset.Set{of("*")}, []globset.Set{of("?*")}, globset.Yes},
		"none, or one letter or more":          {[]globset.Set{of("*")}, []globset.Set{of("?*", "")}, globset.No},
		"two overlap":                          {[]globset.Set{of("a*"), of("*b")}, nil, globset.Yes},
		"two overlap in what is taken away":    {[]globset.Set{of("a*"), of("*b")}, []globset.Set{of("a*b")}, globset.No},
		"the union covers, none of it does":    {[]globset.Set{of("x?*")}, []globset.Set{of("xa*", "x*b"), but("xa*", "x*b")}, globset.No},
		"everything but everything":            {[]globset.Set{but("*")}, nil, globset.No},
		"everything but a service":             {[]globset.Set{but("iam:*")}, []globset.Set{but("iam:*", "kms:*")}, globset.Yes},
		"everything but more":                  {[]globset.Set{but("iam:*", "kms:*")}, []globset.Set{but("iam:*")}, globset.No},
		"nothing":                              {[]globset.Set{of()}, nil, globset.No},
		"nothing is taken away":                {[]globset.Set{of("a")}, []globset.Set{of()}, globset.Yes},
		"without any question there is a text": {nil, nil, globset.Yes},
		"the empty text":                       {[]globset.Set{of("")}, nil, globset.Yes},
		"letters of more than one byte":        {[]globset.Set{of("?")}, []globset.Set{of("ü")}, globset.Yes},
	} {
		if got := globset.NewSearch(globset.Limit).Exists(test.within, test.without); got != test.want {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
	}
}

func TestLimit(t *testing.T) {
	search := globset.NewSearch(1000)
	hard := globset.Of("*a??????????????????b*")
	if got := search.Exists([]globset.Set{hard}, []globset.Set{globset.Of("*b??????????????????a*", "*a?????????????????b*")}); got != globset.Yes && got != globset.Undecided {
		t.Errorf("a hard question: got %v", got)
	}
	for !search.Spent() {
		search.Overlap(globset.Of("*a*"), globset.Of("*b*"))
	}
	if got := search.Overlap(globset.Of("a")); got != globset.Undecided {
		t.Errorf("after the last step: got %v, want undecided", got)
	}
}

// TestRandom compares the answers with looking at all short texts.
func TestRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	texts := allTexts("ab:", 5)
	for range 3000 {
		within, without := drawSets(random), drawSets(random)
		found := false
		for _, text := range texts {
			found = found || inAll(within, text) && inNone(without, text)
		}
		got := globset.NewSearch(globset.Limit).Exists(within, without)
		if found && got != globset.Yes {
			t.Fatalf("%v without %v: there is a text, and the answer is %v", within, without, got)
		}
		if !found && got == globset.Yes && short(within, without) {
			t.Fatalf("%v without %v: there is no text, and the answer is yes", within, without)
		}
	}
}

// short reports whether the alphabet of the test and its longest text are enough to find what there is.
func short(sets ...[]globset.Set) bool { return len(sets[0])+len(sets[1]) <= 2 }

func inAll(sets []globset.Set, text string) bool {
	for _, set := range sets {
		if !set.Has(text) {
			return false
		}
	}
	return true
}

func inNone(sets []globset.Set, text string) bool {
	for _, set := range sets {
		if set.Has(text) {
			return false
		}
	}
	return true
}

func allTexts(alphabet string, longest int) []string {
	all, last := []string{""}, []string{""}
	for range longest {
		var next []string
		for _, text := range last {
			for _, char := range alphabet {
				next = append(next, text+string(char))
			}
		}
		all, last = append(all, next...), next
	}
	return all
}

func drawSets(random *rand.Rand) []globset.Set {
	sets := make([]globset.Set, random.IntN(3))
	for i := range sets {
		globs := make([]string, random.IntN(3))
		for j := range globs {
			globs[j] = drawGlob(random)
		}
		sets[i] = globset.Of(globs...)
		if random.IntN(4) == 0 {
			sets[i] = sets[i].Complement()
		}
	}
	return sets
}

// drawGlob draws from two of the three letters of the texts, so that the third stands for all others.
func drawGlob(random *rand.Rand) string {
	var glob strings.Builder
	for range random.IntN(4) {
		glob.WriteByte("ab*?"[random.IntN(4)])
	}
	return glob.String()
}

func FuzzExists(f *testing.F) {
	f.Add("s3:*", "s3:Get?", "*Object")
	f.Add("", "**", "?")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		search := globset.NewSearch(1 << 16)
		got := search.Exists([]globset.Set{globset.Of(a), globset.Of(b)}, []globset.Set{globset.Of(c)})
		if globset.Match(a, a) && globset.Match(b, a) && !globset.Match(c, a) && got == globset.No {
			t.Errorf("%q is within %q and %q and outside of %q, and the answer is no", a, a, b, c)
		}
	})
}
