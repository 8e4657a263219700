package plans

import "testing"

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
