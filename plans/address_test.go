package plans

import (
	"slices"
	"testing"
)

func TestResourceMode(t *testing.T) {
	for address, want := range map[string]string{
		"aws_vpc.data":                            "managed",
		"data.aws_vpc.a":                          "data",
		`data.aws_vpc.a["x"]`:                     "data",
		"module.data.aws_vpc.a":                   "managed",
		"module.data.data.aws_vpc.a":              "data",
		`module.x["data.y"].aws_vpc.a`:            "managed",
		`module.x["].data.y"].aws_vpc.a`:          "managed",
		`module.x["\"].data.y"].aws_vpc.a`:        "managed",
		`module.x["y"].module.z[0].data.aws_ip.a`: "data",
		`aws_vpc.a["data.x"]`:                     "managed",
		"module.module.aws_vpc.a":                 "managed",
		"module.x":                                "managed",
		`module.x["`:                              "managed",
		"module.x[0]data.aws_vpc.a":               "managed",
		"database.x":                              "managed",
		"":                                        "managed",
	} {
		if have := ResourceMode(address); have != want {
			t.Errorf("%s: have %s, want %s", address, have, want)
		}
	}
}

func TestSplitAddresses(t *testing.T) {
	for address, want := range map[string]struct {
		module, resource, all, key string
		keys                       []InstanceKey
	}{
		"aws_vpc.a":                        {"", "aws_vpc.a", "aws_vpc.a", "", nil},
		"aws_vpc.a[10]":                    {"", "aws_vpc.a[10]", "aws_vpc.a", "[10]", []InstanceKey{"10"}},
		`module.x["a.b"].data.aws_ip.a`:    {`module.x["a.b"]`, "data.aws_ip.a", `module.x["a.b"].data.aws_ip.a`, "", []InstanceKey{`"a.b"`}},
		`module.x.module.y[1].a.b["]\"."]`: {"module.x.module.y[1]", `a.b["]\"."]`, "module.x.module.y[1].a.b", `["]\"."]`, []InstanceKey{"1", `"]\"."`}},
		"module.x":                         {"", "module.x", "module.x", "", nil},
		"a.b[":                             {"", "a.b[", "a.b", "[", nil},
		"":                                 {"", "", "", "", nil},
	} {
		module, resource := SplitModule(address)
		all, key := SplitKey(address)
		if module != want.module || resource != want.resource || all != want.all || key != want.key || !slices.Equal(Keys(address), want.keys) {
			t.Errorf("%s: %q and %q, %q and %q, %q", address, module, resource, all, key, Keys(address))
		}
	}
}

func TestCompareAddresses(t *testing.T) {
	order := []string{
		"", "aws_vpc.a", "aws_vpc.a[0]", "aws_vpc.a[2]", "aws_vpc.a[10]", `aws_vpc.a["10"]`, `aws_vpc.a["2"]`, "aws_vpc.b",
		"data.aws_vpc.a", "module", "z.z", "module.a.aws_vpc.b", "module.a.module.b.a.a", "module.a[1].a.a", `module.a["x"].a.a`,
		`module.a["x"].module.b.a.a`, "module.b.a.a",
	}
	for i, a := range order {
		for j, b := range order {
			if got, want := CompareAddresses(a, b), min(max(i-j, -1), 1); got != want {
				t.Errorf("%q and %q: got %d, want %d", a, b, got, want)
			}
		}
	}
}
