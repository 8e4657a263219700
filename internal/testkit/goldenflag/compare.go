package goldenflag

import (
	"os"
	"strings"
	"testing"
)

// Compare compares a text with a file, and fails with the first line that differs. With the flag -update, it writes the file.
func Compare(t testing.TB, file, got string) {
	t.Helper()
	if *Update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, have := strings.Split(string(text), "\n"), strings.Split(got, "\n")
	for i := range max(len(want), len(have)) {
		switch {
		case i >= len(want):
			t.Fatalf("%s ends before\n%s", file, have[i])
		case i >= len(have):
			t.Fatalf("%s:%d: there is no\n%s", file, i+1, want[i])
		case have[i] != want[i]:
			t.Fatalf("%s:%d: have\n%s\nwant\n%s", file, i+1, have[i], want[i])
		}
	}
}
