package schema

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestSpool loads more text than a Set keeps in memory, and looks up schemas of all parts of it.
func TestSpool(t *testing.T) {
	const types = 1200
	blanks := strings.Repeat(" ", 64<<10)
	entry := func(i int) string {
		return fmt.Sprintf(`"t%d":{"version":%[1]d,"block":{"attributes":{"a%[1]d":{"type":"string"%s}}}}`, i, blanks)
	}
	read, write := io.Pipe()
	go func() {
		fmt.Fprint(write, `{"format_version":"1.0","provider_schemas":{"p/p/p":{"resource_schemas":{`)
		for i := range types {
			if i > 0 {
				fmt.Fprint(write, ",")
			}
			fmt.Fprint(write, entry(i))
		}
		fmt.Fprint(write, "}}}}")
		write.Close()
	}()
	var s Set
	if err := s.Load("schemas.json", read); err != nil {
		t.Fatal(err)
	}
	if s.texts.held > heldTexts && !s.texts.failed {
		t.Errorf("%d bytes are in memory", s.texts.held)
	}
	for _, i := range []int{0, 1, types / 3, types / 2, types - 2, types - 1} {
		for range 2 { // the second time, it has been decoded
			found, err := s.Lookup(ID{Provider: "p/p/p", Kind: Resource, Type: fmt.Sprintf("t%d", i)})
			if err != nil || len(found) != 1 || found[0].Version != fmt.Sprint(i) || found[0].Block.Attribute(fmt.Sprintf("a%d", i)) == nil {
				t.Errorf("t%d: %v, %v", i, found, err)
			}
		}
	}
}
