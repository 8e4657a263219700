package netset

import (
	"slices"
	"testing"
)

func classes() Classes {
	return NewClasses(Prefixes{
		V4: []string{"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"},
		V6: []string{"fc00::/7", "fe80::/10", "::1/128"},
	}, []string{"2000::/3"}, 7, 15)
}

func peers(t testing.TB, texts ...string) Peers {
	t.Helper()
	var all []Peers
	for _, text := range texts {
		p, ok := ParseAddresses(text)
		if !ok {
			p = Named(Tag, text)
		}
		all = append(all, p)
	}
	return Union(all...)
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"10.1.2.3/8": "10.0.0.0/8", "0:0:0:0:0:0:0:0/0": "::/0", "::0/0": "::/0", "1.2.3.4": "1.2.3.4/32", "2001:DB8::1": "2001:db8::1/128",
		"203.0.113.0-203.0.113.7": "203.0.113.0/29", "0.0.0.0-255.255.255.255": "0.0.0.0/0", " 10.0.0.0/8 ": "10.0.0.0/8",
	} {
		p, ok := ParseAddresses(text)
		if in, _ := p.Say(); !ok || !slices.Equal(in, []string{want}) {
			t.Errorf("%s: %v %v, want %s", text, in, ok, want)
		}
	}
	for _, text := range []string{"", "VirtualNetwork", "010.0.0.1/8", "1.2.3.4/33", "fe80::1%eth0", "1.2.3.4-1.2.3.3", "1.2.3.4-::1", "1.2.3.4/8/8"} {
		if _, ok := ParseAddresses(text); ok {
			t.Errorf("%q is read as addresses", text)
		}
	}
}

func TestSayWhatIsLeftOut(t *testing.T) {
	in, except := Everyone().Minus(peers(t, "203.0.113.0/24")).Say()
	if !slices.Equal(in, []string{"0.0.0.0/0", "::/0"}) || !slices.Equal(except, []string{"203.0.113.0/24"}) {
		t.Errorf("%v except %v", in, except)
	}
	in, except = peers(t, "10.0.0.0/8").Minus(peers(t, "10.1.0.0/16")).Say()
	if !slices.Equal(in, []string{"10.0.0.0/8"}) || !slices.Equal(except, []string{"10.1.0.0/16"}) {
		t.Errorf("%v except %v", in, except)
	}
}

func TestClass(t *testing.T) {
	for text, want := range map[string]Class{
		"0.0.0.0/0": Internet, "::/0": Internet, "2000::/3": Internet, "128.0.0.0/1": Wide, "8.0.0.0/7": Wide, "8.0.0.0/8": Public,
		"203.0.113.1": Public, "10.0.0.0/7": Public, "10.0.0.0/8": Private, "fd00::/8": Private, "2002::/15": Wide, "2001::/16": Public, "sg": NoAddress,
	} {
		if got := classes().Class(peers(t, text)); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if got := classes().Class(classes().Internet()); got != Internet {
		t.Errorf("the internet is %v", got)
	}
}

func allow(protocol int, from, to uint16, p Peers) Rule {
	return Rule{Box: Box{protocol, Ports{from, to}, p}}
}

func compare(before, after []Rule) []Opening {
	m := &Meter{}
	b, a := FirstMatch(before, m), FirstMatch(after, m)
	return Compare(a, b, b, classes())
}

func TestCompareJoinsAgain(t *testing.T) {
	everyone := peers(t, "0.0.0.0/0")
	got := compare([]Rule{allow(6, 8000, 8080, everyone)}, []Rule{allow(6, 8000, 8049, everyone), allow(6, 8050, 8090, everyone)})
	if len(got) != 1 || got[0].Ports != (Ports{8081, 8090}) || got[0].Class != Internet {
		t.Errorf("%+v", got)
	}
	ten := peers(t, "10.0.0.0/8")
	if got := compare([]Rule{allow(6, 22, 22, ten)}, []Rule{allow(6, 22, 22, peers(t, "10.0.0.0/9", "10.128.0.0/9"))}); len(got) > 0 {
		t.Errorf("two halves: %+v", got)
	}
	got = compare([]Rule{allow(6, 0, 65535, ten)}, []Rule{allow(AllProtocols, 0, 65535, ten)})
	if len(got) != 1 || got[0].Protocol != AllProtocols || got[0].Ports != AllPorts() {
		t.Errorf("tcp becomes all: %+v", got)
	}
	got = compare(nil, []Rule{allow(6, 22, 23, everyone), allow(6, 23, 23, Named(Group, "sg")), allow(6, 24, 24, Named(Group, "sg"))})
	if len(got) != 2 || got[0].Ports != (Ports{22, 23}) || got[1].Ports != (Ports{23, 24}) || got[1].Name != (Name{Kind: Group, Text: "sg"}) {
		t.Errorf("names are joined by themselves: %+v", got)
	}
}

func TestCompareSaysWhatWasThere(t *testing.T) {
	got := compare([]Rule{allow(6, 22, 22, peers(t, "203.0.113.1"))}, []Rule{allow(6, 22, 22, peers(t, "203.0.113.1-203.0.113.9"))})
	was, _ := got[0].Was.Say()
	if len(got) != 1 || !slices.Equal(was, []string{"203.0.113.1/32"}) || got[0].Class != Public {
		t.Errorf("%+v was %v", got, was)
	}
	// Only private addresses come: they are what is said, though they touch public ones.
	got = compare([]Rule{allow(6, 22, 22, classes().Internet())}, []Rule{allow(6, 22, 22, Everyone())})
	if in, _ := got[0].Peers.Say(); len(got) != 1 || got[0].Class != Private || len(in) != 9 {
		t.Errorf("%v %+v", in, got)
	}
	// The last hole closes: the internet is open then.
	holed := Everyone().Minus(peers(t, "203.0.113.0/24"))
	got = compare([]Rule{allow(6, 22, 22, holed)}, []Rule{allow(6, 22, 22, Everyone())})
	if len(got) != 1 || got[0].Class != Internet {
		t.Errorf("%+v", got)
	}
}

func TestDenialsComeFirst(t *testing.T) {
	deny := Rule{Box: Box{6, Ports{22, 22}, Everyone()}, Deny: true}
	if got := compare(nil, []Rule{deny, allow(6, 22, 22, Everyone())}); len(got) > 0 {
		t.Errorf("an allowance behind a denial: %+v", got)
	}
	if got := compare(nil, []Rule{allow(6, 22, 22, Everyone()), deny}); len(got) != 1 {
		t.Errorf("a denial behind an allowance: %+v", got)
	}
}

func TestOnlyWhatComesIsClassed(t *testing.T) {
	got := compare([]Rule{allow(6, 22, 22, peers(t, "128.0.0.0/1"))}, []Rule{allow(6, 22, 22, peers(t, "128.0.0.0/1", "1.2.3.4"))})
	if in, _ := got[0].Peers.Say(); len(got) != 1 || got[0].Class != Public || !slices.Equal(in, []string{"1.2.3.4/32"}) {
		t.Errorf("%v %+v", in, got)
	}
}

func TestNames(t *testing.T) {
	a, b := Named(Group, "a"), Named(Group, "b")
	butA := Everyone().Minus(a)
	for name, c := range map[string]struct{ got, want Peers }{
		"all but one, and that one":     {Union(butA, a), Everyone()},
		"all but one, and another one":  {Union(butA, b), butA},
		"all but one, without it":       {butA.Minus(a), butA},
		"what two have in common":       {Union(a, b).Intersect(butA), b},
		"all but two":                   {butA.Intersect(Everyone().Minus(b)), Everyone().Minus(Union(a, b))},
		"one, without all but one":      {a.Minus(butA), a},
		"all, without all but one":      {Everyone().Minus(butA), a},
		"names of one kind, not of all": {EveryNamed(Group).Minus(a).Intersect(b), b},
		"the same text of another kind": {Named(Tag, "a").Minus(a), Named(Tag, "a")},
	} {
		if !c.got.equal(c.want) {
			t.Errorf("%s: %+v, want %+v", name, c.got.names, c.want.names)
		}
	}
	if !butA.Intersect(a).Empty() || butA.Intersect(b).Empty() {
		t.Error("Intersect")
	}
}
