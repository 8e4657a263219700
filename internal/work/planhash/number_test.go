package planhash

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/values"
)

func TestNumber(t *testing.T) {
	for want, all := range map[string][]string{
		"0":                   {"0", "-0", "0.0", "-0.00e99", "0e-1", "0E+0", "0e99999999999999999999"},
		"1e0":                 {"1", "1.0", "1e0", "10e-1", "0.1e1", "0.001E+3", "1e-0", "1.000E000"},
		"1e2":                 {"100", "1e2", "1.00e+02", "1000e-1"},
		"-25e-4":              {"-0.0025", "-0.00250", "-25e-4", "-2.5E-3"},
		"9007199254740993e0":  {"9007199254740993", "9007199254740993.0"},
		"1e1000000000":        {"1e1000000000", "0.1e1000000001", "10e999999999"},
		"1e99999999999999999": {"1e99999999999999999", "0.1e100000000000000000", "100e99999999999999997"},
		// Exponents that no int64 holds.
		"1e100000000000000000":        {"1e100000000000000000", "10e99999999999999999", "0.1e100000000000000001"},
		"-1e-100000000000000000":      {"-1e-100000000000000000", "-10e-100000000000000001", "-0.1e-99999999999999999"},
		"15e999999999999999999999":    {"1.5e1000000000000000000000", "0.15e+1000000000000000000001", "1500e999999999999999999997"},
		"15e-1000000000000000000001":  {"1.5e-1000000000000000000000", "0.15e-999999999999999999999", "150e-0001000000000000000000002"},
		"1e-99999999999999999999":     {"10e-100000000000000000000", "1e-99999999999999999999"},
		"123456789012345678901234e-6": {"123456789012345678.901234"},
	} {
		for _, text := range all {
			if have := string(AppendNumber([]byte("x"), []byte(text))); have != "x"+want {
				t.Errorf("%s: have %s, want %s", text, have[1:], want)
			}
		}
	}
	// The cost does not depend on what the exponent says.
	long := "1e" + strings.Repeat("9", 1<<20)
	if have := string(AppendNumber(nil, []byte("1"+long))); have != "11e"+long[2:] {
		t.Errorf("an exponent of %d digits has become another", len(long))
	}
}

func TestCompareNumbers(t *testing.T) {
	order := []string{"-1e1000000000000000000000", "-10", "-9.5", "-1e-1000000000000000000000", "0", "1e-99999999999999999999", "0.1", "1", "1.5", "9", "10.0", "1e2", "101", "1e1000000000000000000000"}
	for i, a := range order {
		for j, b := range order {
			if have, want := CompareNumbers([]byte(a), []byte(b)), min(max(i-j, -1), 1); have != want {
				t.Errorf("%s and %s: have %d, want %d", a, b, have, want)
			}
		}
	}
	for _, same := range [][2]string{{"1", "1.0"}, {"100", "1e2"}, {"-0", "0.0e5"}} {
		if CompareNumbers([]byte(same[0]), []byte(same[1])) != 0 {
			t.Errorf("%v are not the same", same)
		}
	}
}

// canonical is AppendNumber with integers of any size.
func canonical(text string) string {
	mantissa, power, _ := strings.Cut(strings.ToLower(text), "e")
	exponent := new(big.Int)
	exponent.SetString(strings.TrimPrefix(power, "+"), 10)
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits, _ := new(big.Int).SetString(whole+fraction, 10)
	if digits.Sign() == 0 {
		return "0"
	}
	text = digits.String()
	short := strings.TrimRight(text, "0")
	exponent.Add(exponent, big.NewInt(int64(len(text)-len(short)-len(fraction))))
	return short + "e" + exponent.String()
}

// FuzzNumber compares canonical numbers with those that big integers give. The canonical form
// of a canonical number is itself.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{"0", "-0.0e1", "1e-1", "12.50e+10", "1e99999999999999999", "9.9e-1000000000000000000000", "100"} {
		f.Add(s)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 2_000 {
		f.Add(randomNumber(r))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if values.SkipNumber([]byte(text), 0) != len(text) || len(text) > 10_000 {
			return
		}
		have := string(AppendNumber(nil, []byte(text)))
		if want := canonical(text); have != want {
			t.Fatalf("%s: have %s, want %s", text, have, want)
		}
		if again := string(AppendNumber(nil, []byte(have))); again != have {
			t.Fatalf("%s: %s becomes %s", text, have, again)
		}
	})
}

func randomNumber(r *rand.Rand) string {
	digits := func(most int) string {
		b := make([]byte, 1+r.IntN(most))
		for i := range b {
			b[i] = "00019"[r.IntN(5)]
		}
		return string(b)
	}
	s := strings.TrimLeft(digits(6), "0")
	if s == "" {
		s = "0"
	}
	if r.IntN(2) == 0 {
		s = "-" + s
	}
	if r.IntN(2) == 0 {
		s += "." + digits(6)
	}
	if r.IntN(3) > 0 {
		s += []string{"e", "E", "e-", "E+"}[r.IntN(4)] + digits(24)
	}
	return s
}
