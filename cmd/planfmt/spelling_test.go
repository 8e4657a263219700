package main

import (
	"slices"
	"strings"
	"testing"
)

func TestTerraformSpelling(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"", ""},
		{"-", "-"},
		{"-version", "--version"},
		{"show -no-color p", "show --no-color p"},
		{"-no-color show p", "show --no-color p"},
		{"show -width=40 -", "show --width=40 -"},
		{"show -width -quiet p", "show --width -quiet p"},
		{"show --output -quiet -quiet", "show --output -quiet --quiet"},
		{"show -o -quiet -quiet", "show -o -quiet --quiet"},
		{"show -oquiet -quiet", "show -oquiet --quiet"},
		{"show -ho -quiet", "show -ho -quiet"},
		{"show --show-unmarked -quiet", "show --show-unmarked --quiet"},
		{"show -out x", "show --out x"},
		{"show -ou x", "show -ou x"},
		{"show -- -quiet", "show -- -quiet"},
		{"show -quiet -- -quiet", "show --quiet -- -quiet"},
		{"show -output", "show --output"},
		{"show --width=40 -f human", "show --width=40 -f human"},
		{"version -no-color", "version -no-color"},
		{"schemas add -run -command tofu", "schemas add --run --command tofu"},
		{"nothing -version", "nothing --version"},
		{"show - -=x -\xff -ä", "show - -=x -\xff -ä"},
		{"__complete show -mode ", "__complete show --mode "},
		{"__completeNoDesc show -quiet -w", "__completeNoDesc show --quiet -w"},
	} {
		f, _, _ := newTestFactory(nil, nil)
		args := strings.Split(tt.args, " ")
		if tt.args == "" {
			args = nil
		}
		before := slices.Clone(args)
		if got := strings.Join(terraformSpelling(newCmdRoot(f), args), " "); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.args, got, tt.want)
		}
		if !slices.Equal(args, before) {
			t.Errorf("%q: the arguments were changed", tt.args)
		}
	}
}
