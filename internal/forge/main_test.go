package forge_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain lets more tests run side by side than there are processors: most of them wait for servers that do not answer.
func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f != nil {
		if err := f.Value.Set("24"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
