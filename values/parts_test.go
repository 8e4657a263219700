package values

import "testing"

// TestParts checks that values made of parts are like those that are parsed.
func TestParts(t *testing.T) {
	made := NewObject(
		Member{"z", NewArray(NewNumber("1.0"), Value{}, NewBool(true), NewBool(false))},
		Member{"a", NewString("x\n\"\u00e9")},
		Member{"gone", Value{}},
		Member{"twice", NewString("first")},
		Member{"o", NewObject()},
		Member{"twice", NewNull()},
		Member{"l", NewArray()},
	)
	const text = `{"a":"x\n\"é","l":[],"o":{},"twice":null,"z":[1.0,null,true,false]}`
	if have := made.JSON(); have != text {
		t.Errorf("have %s\nwant %s", have, text)
	}
	parsed := Of(" " + text + " ")
	if !made.Equal(parsed) || !parsed.Equal(made) || made.Hash() != parsed.Hash() {
		t.Error("a value made of parts does not equal the same one parsed")
	}
	if c := made.Clone(); !c.Equal(made) || c.JSON() != text {
		t.Errorf("the clone is %s", c.JSON())
	}
	other := NewObject(Member{"z", NewArray()})
	if made.Equal(other) || other.Equal(NewObject()) || NewArray().Equal(NewObject()) {
		t.Error("different values are equal")
	}
	for _, text := range []string{"", "x", "1 2", `"1"`, "[1]"} {
		if v := NewNumber(text); v.Kind() != Absent {
			t.Errorf("%q is no number: %s", text, v.JSON())
		}
	}
	if !NewString("").IsEmptyString() || Of(`"a"`).IsEmptyString() || Of("1").IsEmptyString() || NewString("").Begins('a') || Of(`""`).Begins('"') {
		t.Error("empty strings")
	}
	if !NewString("{}").Begins('{') || !Of(`"{"`).Begins('{') || !Of(`"\u007b"`).Begins('{') || Of(`{}`).Begins('{') {
		t.Error("what a string begins with")
	}
}

// TestMap checks that what changes nothing copies nothing.
func TestMap(t *testing.T) {
	v := Of(`{"a":[1,2,3],"b":{"c":"x"}}`)
	same := v.MapMembers(func(m Member) Value {
		return m.Value.MapElems(func(_ int, e Value) Value { return e }).MapMembers(func(m Member) Value { return m.Value })
	})
	if same != v {
		t.Error("a copy was made")
	}
	changed := v.MapMembers(func(m Member) Value {
		return m.Value.MapElems(func(i int, e Value) Value {
			if i == 1 {
				return NewNull()
			}
			return e
		}).MapMembers(func(Member) Value { return Value{} })
	})
	if have := changed.JSON(); have != `{"a":[1,null,3],"b":{}}` || v.JSON() != `{"a":[1,2,3],"b":{"c":"x"}}` {
		t.Errorf("have %s, and before %s", have, v.JSON())
	}
}
