package forge

import (
	"net/url"
	"testing"
)

func TestNext(t *testing.T) {
	for _, test := range []struct{ base, link, want string }{
		{"https://git.example.com", "https://git.example.com/api/x?page=2#top", "https://git.example.com/api/x?page=2"},
		{"https://git.example.com", "https://GIT.example.com:443/x", "https://git.example.com/x"},
		{"https://git.example.com:443", "https://git.example.com/x", "https://git.example.com:443/x"},
		{"https://git.example.com", "?page=2", "https://git.example.com/api/list?page=2"},
		{"https://git.example.com", "/x?page=2", "https://git.example.com/x?page=2"},
		{"https://git.example.com", "//git.example.com/x", "https://git.example.com/x"},
		{"http://[::1]:8080", "http://[::1]:8080/a%2Fb", "http://[::1]:8080/a%2Fb"},
		{"https://git.example.com", "//evil.example.com/x", ""},
		{"https://git.example.com", "https://evil.example.com/x", ""},
		{"https://git.example.com", "https://git.example.com.evil.example.com/x", ""},
		{"https://git.example.com", "https://git.example.com@evil.example.com/x", ""},
		{"https://git.example.com", "https://user@git.example.com/x", ""},
		{"https://git.example.com", "https://git.example.com:8443/x", ""},
		{"https://git.example.com:8443", "https://git.example.com/x", ""},
		{"https://git.example.com", "http://git.example.com/x", ""},
		{"https://git.example.com", "http://git.example.com:443/x", ""},
		{"http://localhost", "https://localhost:80/x", ""},
		{"https://git.example.com", "https:x", ""},
		{"https://git.example.com", "https:///x", ""},
		{"https://git.example.com", "https://git.example.com:x/", ""},
		{"https://git.example.com", "javascript:alert(1)", ""},
		{"https://git.example.com", "%zz", ""},
	} {
		base, err := parseAddress(test.base)
		if err != nil {
			t.Fatal(err)
		}
		c := &client{base: base}
		got, err := c.next(reading, withQuery(c.path("api", "list"), "page", "1"), test.link)
		switch {
		case test.want == "":
			if err == nil {
				t.Errorf("%s, %s: %s", test.base, test.link, got)
			}
		case err != nil || got.String() != test.want:
			t.Errorf("%s, %s: %v, %v", test.base, test.link, got, err)
		}
	}
	a, _ := url.Parse("https://git.example.com/graphql")
	b, _ := url.Parse("https://git.example.com:443/api")
	if !sameHost(a, b) {
		t.Error("the default port is another host")
	}
}
