package source_test

import (
	"slices"
	"testing"

	"github.com/planfmt/planfmt/internal/read/source"
)

func TestWholeReferences(t *testing.T) {
	list := []string{
		"aws_subnet.a.id", "aws_subnet.a",
		"var.x",
		"aws_subnet.a.id", "aws_subnet.a",
		"aws_subnet.ab",
	}
	if got, want := source.WholeReferences(list), []string{"aws_subnet.a.id", "var.x", "aws_subnet.ab"}; !slices.Equal(got, want) {
		t.Errorf("have %q, want %q", got, want)
	}
}
