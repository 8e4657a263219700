package options

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
)

func TestReadKey(t *testing.T) {
	const key = "0123456789abcdef"
	for text, want := range map[string]string{
		key:                           key,
		key + "\n":                    key,
		key + "\r\n":                  key,
		key + "\n\n":                  key + "\n",
		key + "\r":                    key + "\r",
		"\n" + key:                    "\n" + key,
		key + " \n":                   key + " ",
		strings.Repeat("k", maxKey):   strings.Repeat("k", maxKey),
		strings.Repeat("k", maxKey+1): "",
		"":                            "",
		"\r\n":                        "",
		key[1:] + "\n":                "",
	} {
		name := filepath.Join(t.TempDir(), "key")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		have, err := ReadKey(flagvalue.FileName(name))
		if string(have) != want || (err == nil) != (want != "") {
			t.Errorf("%.40q: have %.40q, %v", text, have, err)
		}
		if err != nil && strings.Contains(err.Error(), key[1:]) {
			t.Errorf("the key is in the error: %v", err)
		}
	}
	if key, err := ReadKey(""); key != nil || err != nil {
		t.Errorf("without a file, there is a key: %q, %v", key, err)
	}
}
