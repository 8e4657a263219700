package table

import "testing"

func TestBuiltInTable(t *testing.T) {
	if _, err := read("table.yaml", builtIn); err != nil {
		t.Fatal(err)
	}
}
