package funcs

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"math/big"
	"net/netip"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// extensions returns the functions of Terraform that its policy files do not have.
func extensions() []*Function {
	str := total("str", types.String, "The text.")
	bytes := func(name, what, result string, f func(data []byte) string) *Function {
		return plain(Function{
			Name:        name,
			Description: "Returns " + what + " of a text, which is encoded as UTF-8.",
			Example:     name + `("hello")`,
			Result:      result,
			Params:      []Param{param("str", types.String, "The text.")},
			Returns:     types.String,
			Extension:   true,
		}, func(args []cty.Value) (cty.Value, error) { return cty.StringVal(f([]byte(text(args[0])))), nil })
	}
	to := func(name string, t types.Primitive, example, result string) *Function {
		return own(Function{
			Name:        name,
			Description: "Converts a value to a " + t.String() + ".",
			Example:     example,
			Result:      result,
			Params:      []Param{converted(t)},
			Returns:     types.Optional(t),
			Nullable:    true,
			Partial:     true,
			Extension:   true,
		}, unchanged)
	}
	base64Text := base64.StdEncoding.EncodeToString
	cidr := param("prefix", types.String, "Addresses in CIDR notation: 10.0.0.0/8.")
	return []*Function{
		to("tostring", types.String, `tostring(1)`, `"1"`),
		to("tonumber", types.Number, `tonumber("1")`, `1`),
		to("tobool", types.Bool, `tobool("true")`, `true`),
		own(Function{
			Name:        "tomap",
			Description: "Converts an object to a map.",
			Example:     `tomap({ a = "x" })["a"]`,
			Result:      `"x"`,
			Type:        mapType,
			Params:      []Param{converted(types.Map{Elem: types.Any})},
			Partial:     true,
			Nullable:    true,
			Extension:   true,
		}, unchanged),
		own(Function{
			Name:        "lookup",
			Description: "Returns the value of a key of a map, or a default if there is none.",
			Example:     `lookup({ a = "x" }, "b", "none")`,
			Result:      `"none"`,
			Params: []Param{
				param("map", types.Any, "A map or an object."), param("key", types.String, "The key."),
				wide("default", "The default."),
			},
			Type:      lookupType,
			Partial:   true,
			Nullable:  true,
			Extension: true,
		}, lookup),
		own(Function{
			Name:        "coalesce",
			Description: "Returns the first of several values that is neither null nor an empty string.",
			Example:     `coalesce(null, "", "a")`,
			Result:      `"a"`,
			Variadic:    &Param{Name: "values", Description: "The values, which are converted to a common type.", Type: types.Any, Null: true, Unknown: true, Dynamic: true},
			Type: func(args []Arg) (types.Type, error) {
				t, err := unified(args)
				return types.FromCty(t), err
			},
			Partial:   true,
			Extension: true,
		}, coalesce),
		own(Function{
			Name:        "index",
			Description: "Returns the index of an element in a list. It is an error if it is not there.",
			Example:     `index(["a", "b"], "b")`,
			Result:      `1`,
			Params:      []Param{seen("list", types.Any, "A list or tuple.").noSet(), seen("value", types.Any, "The element.")},
			Returns:     types.Number,
			Partial:     true,
			Extension:   true,
		}, indexOf),
		plain(Function{
			Name:        "strcontains",
			Description: "Returns whether a string contains another one, as contains_substring does.",
			Example:     `strcontains("acme-prod-1", "prod")`,
			Result:      `true`,
			Params:      []Param{param("str", types.String, "The string."), param("substr", types.String, "What it may contain.")},
			Returns:     types.Bool,
			Extension:   true,
		}, func(args []cty.Value) (cty.Value, error) {
			return cty.BoolVal(strings.Contains(text(args[0]), text(args[1]))), nil
		}),
		own(Function{
			Name:        "sum",
			Description: "Returns the sum of the numbers of a list.",
			Example:     `sum([1, 2, 3])`,
			Result:      `6`,
			Params:      []Param{seen("list", types.List{Elem: types.Number}, "The numbers, at least one.")},
			Returns:     types.Number,
			Partial:     true,
			Extension:   true,
		}, sum),
		own(Function{
			Name:        "setsymmetricdifference",
			Description: "Returns the elements that only one of two sets has.",
			Example:     `setsymmetricdifference(["a", "b"], ["b", "c"])`,
			Result:      `toset(["a", "c"])`,
			Type:        setOperationType(stdlib.SetSymmetricDifferenceFunc),
			Partial:     true,
			Params:      []Param{seen("set", types.Set{Elem: types.Any}, "A set.")},
			Variadic:    &Param{Name: "others", Description: "Further sets.", Type: types.Set{Elem: types.Any}, Unknown: true, Dynamic: true},
			Extension:   true,
		}, setOperation(stdlib.SetSymmetricDifferenceFunc, nil, symmetricDifference)),
		bytes("base64encode", "the Base64 encoding", `"aGVsbG8="`, base64Text),
		bytes("md5", "the MD5 hash in hexadecimal digits", `"5d41402abc4b2a76b9719d911017c592"`, func(data []byte) string {
			h := md5.Sum(data)
			return hex.EncodeToString(h[:])
		}),
		bytes("sha1", "the SHA-1 hash in hexadecimal digits", `"aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d"`, func(data []byte) string {
			h := sha1.Sum(data)
			return hex.EncodeToString(h[:])
		}),
		bytes("sha256", "the SHA-256 hash in hexadecimal digits", `"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"`, func(data []byte) string {
			h := sha256.Sum256(data)
			return hex.EncodeToString(h[:])
		}),
		bytes("sha512", "the SHA-512 hash in hexadecimal digits",
			`"9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca72323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043"`,
			func(data []byte) string {
				h := sha512.Sum512(data)
				return hex.EncodeToString(h[:])
			}),
		bytes("base64sha256", "the SHA-256 hash in Base64", `"LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ="`, func(data []byte) string {
			h := sha256.Sum256(data)
			return base64Text(h[:])
		}),
		bytes("base64sha512", "the SHA-512 hash in Base64",
			`"m3HSJL1i83hdltRq0+o9czGb+8KJDKra4t/3JRlnPKcjI8PZm6XBHXx6zG4UuMXaDEZjR1wuXDre9G9zvN7AQw=="`,
			func(data []byte) string {
				h := sha512.Sum512(data)
				return base64Text(h[:])
			}),
		plain(Function{
			Name:        "base64decode",
			Description: "Returns the text that is encoded as Base64. It must be UTF-8.",
			Example:     `base64decode("aGVsbG8=")`,
			Result:      `"hello"`,
			Params:      []Param{param("str", types.String, "The encoded text.")},
			Returns:     types.String,
			Partial:     true,
			Extension:   true,
		}, func(args []cty.Value) (cty.Value, error) {
			data, err := base64.StdEncoding.DecodeString(text(args[0]))
			if err != nil {
				return cty.NilVal, &ArgError{Err: errors.New("argument must be Base64")}
			}
			if !utf8.Valid(data) {
				return cty.NilVal, &ArgError{Err: errors.New("what is encoded is not UTF-8")}
			}
			return cty.StringVal(string(data)), nil
		}),
		plain(Function{
			Name:        "urlencode",
			Description: "Encodes a text for the query of a URL.",
			Example:     `urlencode("a b&c")`,
			Result:      `"a+b%26c"`,
			Params:      []Param{param("str", types.String, "The text.")},
			Returns:     types.String,
			Extension:   true,
		}, func(args []cty.Value) (cty.Value, error) { return cty.StringVal(url.QueryEscape(text(args[0]))), nil }),
		plain(Function{
			Name:        "basename",
			Description: "Returns the last element of a path with slashes.",
			Example:     `basename("a/b.tf")`,
			Result:      `"b.tf"`,
			Params:      []Param{str},
			Returns:     types.String,
			Extension:   true,
		}, func(args []cty.Value) (cty.Value, error) { return cty.StringVal(path.Base(text(args[0]))), nil }),
		plain(Function{
			Name:        "dirname",
			Description: "Returns a path with slashes without its last element.",
			Example:     `dirname("a/b.tf")`,
			Result:      `"a"`,
			Params:      []Param{str},
			Returns:     types.String,
			Extension:   true,
		}, func(args []cty.Value) (cty.Value, error) { return cty.StringVal(path.Dir(text(args[0]))), nil }),
		plain(Function{
			Name:        "cidrhost",
			Description: "Returns an address of a network by its number. Negative numbers count from the end.",
			Example:     `cidrhost("10.0.0.0/8", 258)`,
			Result:      `"10.0.1.2"`,
			Params:      []Param{cidr, param("hostnum", types.Number, "The number, from 0.")},
			Returns:     types.String,
			Partial:     true,
			Extension:   true,
		}, func(args []cty.Value) (cty.Value, error) {
			p, err := network(args[0])
			if err != nil {
				return cty.NilVal, err
			}
			n, err := whole(1, args[1])
			if err != nil {
				return cty.NilVal, err
			}
			size := new(big.Int).Lsh(big.NewInt(1), uint(p.Addr().BitLen()-p.Bits()))
			if n.Sign() < 0 {
				n.Add(n, size)
			}
			if n.Sign() < 0 || n.Cmp(size) >= 0 {
				return cty.NilVal, &ArgError{Index: 1, Err: errors.New("the network has no such address")}
			}
			return cty.StringVal(address(p, n).String()), nil
		}),
		plain(Function{
			Name:        "cidrnetmask",
			Description: "Returns the netmask of an IPv4 network.",
			Example:     `cidrnetmask("172.16.0.0/12")`,
			Result:      `"255.240.0.0"`,
			Params:      []Param{cidr},
			Returns:     types.String,
			Partial:     true,
			Extension:   true,
		}, func(args []cty.Value) (cty.Value, error) {
			p, err := network(args[0])
			if err != nil {
				return cty.NilVal, err
			}
			if !p.Addr().Is4() {
				return cty.NilVal, &ArgError{Err: errors.New("IPv6 networks have no netmask")}
			}
			mask := ^uint32(0) << (32 - p.Bits())
			return cty.StringVal(netip.AddrFrom4([4]byte{byte(mask >> 24), byte(mask >> 16), byte(mask >> 8), byte(mask)}).String()), nil
		}),
		plain(Function{
			Name:        "cidrsubnet",
			Description: "Returns a part of a network by its number.",
			Example:     `cidrsubnet("172.16.0.0/12", 4, 2)`,
			Result:      `"172.18.0.0/16"`,
			Params:      []Param{cidr, param("newbits", types.Number, "How many bits longer the prefix of the part is."), param("netnum", types.Number, "The number of the part, from 0.")},
			Returns:     types.String,
			Partial:     true,
			Extension:   true,
		}, func(args []cty.Value) (cty.Value, error) {
			p, err := network(args[0])
			if err != nil {
				return cty.NilVal, err
			}
			bits, err := whole(1, args[1])
			if err != nil {
				return cty.NilVal, err
			}
			n, err := whole(2, args[2])
			if err != nil {
				return cty.NilVal, err
			}
			sub, err := subnet(p, bits, n)
			if err != nil {
				return cty.NilVal, err
			}
			return cty.StringVal(sub.String()), nil
		}),
		plain(Function{
			Name:        "cidrsubnets",
			Description: "Returns consecutive parts of a network of several sizes.",
			Example:     `cidrsubnets("10.1.0.0/16", 4, 4, 8)`,
			Result:      `tolist(["10.1.0.0/20", "10.1.16.0/20", "10.1.32.0/24"])`,
			Params:      []Param{cidr},
			Variadic:    &Param{Name: "newbits", Description: "How many bits longer the prefix of each part is.", Type: types.Number},
			Returns:     types.List{Elem: types.String},
			Partial:     true,
			Extension:   true,
		}, cidrsubnets),
	}
}

// marks returns the functions about what is known of a value.
func marks() []*Function {
	return []*Function{
		own(Function{
			Name:        "issensitive",
			Description: "Returns whether a value is sensitive.",
			Example:     `issensitive("a")`,
			Result:      `false`,
			Params:      []Param{wide("value", "The value.")},
			Returns:     types.Bool,
		}, func(args []value.Value) (Result, error) {
			return Result{Value: value.Of(cty.BoolVal(args[0].IsSensitive()))}, nil
		}),
		own(Function{
			Name:        "sensitive",
			Description: "Returns the value as a sensitive one, which is not shown.",
			Example:     `issensitive(sensitive("a"))`,
			Result:      `true`,
			Params:      []Param{wide("value", "The value.")},
			Type:        func(args []Arg) (types.Type, error) { return args[0].Type, nil },
			Nullable:    true,
		}, func(args []value.Value) (Result, error) { return Result{Value: args[0].WithSensitive()}, nil }),
		own(Function{
			Name:        "nonsensitive",
			Description: "Returns the value as it is. In Terraform it would not be sensitive any longer, but planfmt shows no sensitive values, whatever a policy does with them.",
			Example:     `nonsensitive("a")`,
			Result:      `"a"`,
			Params:      []Param{wide("value", "The value.")},
			Type:        func(args []Arg) (types.Type, error) { return args[0].Type, nil },
			Nullable:    true,
		}, func(args []value.Value) (Result, error) { return Result{Value: args[0]}, nil }),
		own(Function{
			Name:        "type",
			Description: "Returns the type of a value as a type expression.",
			Example:     `type(["a", 1])`,
			Result:      `"tuple([string, number])"`,
			Params:      []Param{wide("value", "The value.")},
			Returns:     types.String,
		}, func(args []value.Value) (Result, error) {
			v := args[0]
			if v.Type().HasDynamicTypes() && !v.IsWhollyKnown() {
				return Result{Value: value.Derive(cty.UnknownVal(cty.String).RefineNotNull(), v)}, nil
			}
			// The names of the attributes of a sensitive object are sensitive, too, wherever it is in the value.
			return Result{Value: value.Derive(cty.StringVal(types.FromCty(v.Type()).String()), v)}, nil
		}),
	}
}

// unified returns the type to which all arguments can be converted.
func unified(args []Arg) (cty.Type, error) {
	all := make([]cty.Type, len(args))
	for i, a := range args {
		all[i] = a.cty().Type()
	}
	if t, _ := convert.UnifyUnsafe(all); t != cty.NilType {
		return t, nil
	}
	return cty.NilType, errors.New("all arguments must have the same type")
}

// coalesce may fail if the types of the arguments depend on arrays whose kind nobody knows.
func coalesce(args []value.Value) (Result, error) {
	r, err := firstOfOneType(args)
	if _, loose := value.Tuple(args).HasLoose(); !loose || len(args) < 2 {
		return r, err
	}
	if err != nil {
		r.Value = value.Derive(cty.DynamicVal, args...).NotNull()
	}
	r.MayFail = "the arguments may have different types"
	return r, nil
}

func firstOfOneType(args []value.Value) (Result, error) {
	static := make([]Arg, len(args))
	for i := range args {
		static[i].Value = &args[i]
	}
	t, err := unified(static)
	if err != nil {
		return Result{}, err
	}
	// What it may be so far, if it is unknown.
	var may *value.Value
	add := func(v value.Value) {
		v = v.NotNull()
		if may != nil {
			v = value.Join(*may, v)
		}
		may = &v
	}
	result := func(args []value.Value) value.Value {
		return ending(value.Derive(may.Cty(), args...).NotNull(), may.Suffix())
	}
	for _, a := range args {
		if a.Type().HasDynamicTypes() && !a.IsWhollyKnown() {
			return Result{Value: value.Derive(cty.DynamicVal, args...).NotNull()}, nil
		}
	}
	for i, a := range args {
		v, fails, err := value.Convert(a, t)
		v = v.LooseLikeParts(args...)
		switch {
		case err != nil:
			return Result{}, &ArgError{Index: i, Err: err, Quotes: true}
		case v.IsNull():
		case !v.IsKnown() || fails != nil:
			certain := fails == nil && !v.MayBeNull() && (t != cty.String || prefix(v) != "" || v.Suffix() != "")
			if certain && may == nil {
				return Result{Value: after(v, args[:i]), Sure: true}, nil
			}
			if add(v); certain {
				return Result{Value: result(args[:i+1]), Sure: true}, nil
			}
		case t == cty.String && text(v.Cty()) == "":
		case may != nil:
			add(v)
			return Result{Value: result(args[:i+1]), Sure: true}, nil
		default:
			return Result{Value: after(v, args[:i]), Sure: true}, nil
		}
	}
	if may != nil {
		return Result{Value: result(args)}, nil
	}
	return Result{}, errors.New("all arguments are null or empty")
}

// after returns a value that is chosen because others are null or empty. That says something about those that are
// sensitive.
func after(v value.Value, passed []value.Value) value.Value {
	if slices.ContainsFunc(passed, value.Value.IsSensitive) {
		return v.WithSensitive()
	}
	return v
}
