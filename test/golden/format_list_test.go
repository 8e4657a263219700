package golden_test

import (
	"github.com/planfmt/planfmt/test/kit"
)

func isFormat(name string) bool {
	for _, f := range append(kit.AllFormats(), kit.PartialFormats()...) {
		if f.Name == name {
			return true
		}
	}
	return false
}
