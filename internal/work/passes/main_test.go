package passes_test

import (
	"testing"

	"github.com/planfmt/planfmt/test/kit"
)

func TestMain(m *testing.M) { kit.Main(m) }
