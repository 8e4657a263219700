package provider

import "github.com/zclconf/go-cty/cty"

// Type is a resource type: its body, and whether it behaves as in the legacy SDK, which may plan values that contradict
// the configuration.
type Type struct {
	Body   Body
	Legacy bool
}

// Resources returns the managed resource types by name.
//
// The names of attributes say what they do. A change of `fixed…` replaces the object, `seen…` is computed once,
// `stamp…` with every change, `secret…` is sensitive and `wo…` write-only.
func Resources() map[string]Type {
	simple := Type{Body: object(Body{Attrs: simpleAttrs()})}
	return map[string]Type{
		"parity_simple": simple,
		"parity_clone":  simple,
		"parity_plain":  {Body: object(plain()), Legacy: true},
		"parity_values": {Body: object(values())},
		"parity_blocks": {Body: object(blocks())},
		"parity_nested": {Body: object(nested())},
		"parity_hidden": {Body: object(hidden())},
	}
}

// object adds what every type has: the key that identifies the object in the store, and the computed ID.
func object(b Body) Body {
	b.Attrs["key"] = Attr{Type: cty.String, Required: true}
	b.Attrs["id"] = Attr{Type: cty.String, Computed: true}
	return b
}

func simpleAttrs() map[string]Attr {
	return map[string]Attr{
		"name":     {Type: cty.String},
		"tags":     {Type: cty.Map(cty.String)},
		"value":    {Type: cty.String},
		"size":     {Type: cty.Number},
		"enabled":  {Type: cty.Bool},
		"fixed":    {Type: cty.String, Fixed: true},
		"seen":     {Type: cty.String, Computed: true},
		"stamp":    {Type: cty.String, Computed: true, Volatile: true},
		"fallback": {Type: cty.String, Computed: true, Optional: true},
	}
}

func plain() Body {
	inner := Body{Attrs: map[string]Attr{
		"label": {Type: cty.String, Zero: true},
		"size":  {Type: cty.Number},
		"items": {Type: cty.List(cty.String)},
		"fixed": {Type: cty.String, Fixed: true},
	}}
	outer := Body{Attrs: inner.Attrs, Blocks: map[string]Block{
		"rule":  {Mode: List, Body: inner},
		"match": {Mode: Set, Body: inner},
	}}
	return Body{
		Attrs: map[string]Attr{
			"name":    {Type: cty.String, Zero: true},
			"note":    {Type: cty.String, Zero: true},
			"comment": {Type: cty.String},
			"size":    {Type: cty.Number},
			"enabled": {Type: cty.Bool},
			"items":   {Type: cty.List(cty.String)},
			"zones":   {Type: cty.Set(cty.String)},
			"tags":    {Type: cty.Map(cty.String)},
			"ports":   {Type: cty.Set(cty.Object(map[string]cty.Type{"from": cty.Number, "to": cty.Number, "why": cty.String})), Computed: true, Optional: true},
			"fixed":   {Type: cty.String, Fixed: true},
			"arn":     {Type: cty.String, Computed: true},
			"stamp":   {Type: cty.String, Computed: true, Volatile: true},
		},
		Blocks: map[string]Block{
			"disk":     {Mode: List, Body: outer},
			"filter":   {Mode: Set, Body: outer},
			"timeouts": {Mode: Single, Body: Body{Attrs: map[string]Attr{"create": {Type: cty.String}, "delete": {Type: cty.String}}}},
		},
	}
}

func values() Body {
	pair := cty.Object(map[string]cty.Type{"name": cty.String, "size": cty.Number, "on": cty.Bool})
	deep := cty.Object(map[string]cty.Type{"label": cty.String, "pair": pair, "list": cty.List(pair), "map": cty.Map(cty.String)})
	attrs := map[string]Attr{
		"str":        {Type: cty.String},
		"num":        {Type: cty.Number},
		"flag":       {Type: cty.Bool},
		"any":        {Type: cty.DynamicPseudoType},
		"obj":        {Type: pair},
		"deep":       {Type: deep},
		"tup":        {Type: cty.Tuple([]cty.Type{cty.String, cty.Number, pair})},
		"list_str":   {Type: cty.List(cty.String)},
		"list_num":   {Type: cty.List(cty.Number)},
		"list_bool":  {Type: cty.List(cty.Bool)},
		"list_obj":   {Type: cty.List(pair)},
		"list_list":  {Type: cty.List(cty.List(cty.String))},
		"list_map":   {Type: cty.List(cty.Map(cty.String))},
		"list_tup":   {Type: cty.List(cty.Tuple([]cty.Type{cty.String, cty.Number}))},
		"set_str":    {Type: cty.Set(cty.String)},
		"set_num":    {Type: cty.Set(cty.Number)},
		"set_obj":    {Type: cty.Set(pair)},
		"set_list":   {Type: cty.Set(cty.List(cty.String))},
		"map_str":    {Type: cty.Map(cty.String)},
		"map_num":    {Type: cty.Map(cty.Number)},
		"map_obj":    {Type: cty.Map(pair)},
		"map_list":   {Type: cty.Map(cty.List(cty.String))},
		"map_map":    {Type: cty.Map(cty.Map(cty.Number))},
		"map_set":    {Type: cty.Map(cty.Set(cty.String))},
		"seen_any":   {Type: cty.DynamicPseudoType, Computed: true},
		"seen_obj":   {Type: pair, Computed: true},
		"stamp_str":  {Type: cty.String, Computed: true, Volatile: true},
		"stamp_num":  {Type: cty.Number, Computed: true, Volatile: true},
		"stamp_list": {Type: cty.List(cty.String), Computed: true, Volatile: true},
		"stamp_set":  {Type: cty.Set(cty.String), Computed: true, Volatile: true},
		"stamp_map":  {Type: cty.Map(cty.String), Computed: true, Volatile: true},
		"stamp_obj":  {Type: pair, Computed: true, Volatile: true},
	}
	for _, name := range []string{"str", "num", "flag", "any", "obj", "tup", "list_str", "list_obj", "set_str", "set_obj", "map_str", "map_obj"} {
		a := attrs[name]
		a.Fixed = true
		attrs["fixed_"+name] = a
	}
	return Body{Attrs: attrs}
}

// leaf has one attribute for each behaviour. Below a set, write-only attributes are not allowed, and a sensitive one
// would hide the whole set.
func leaf(inSet bool) map[string]Attr {
	attrs := map[string]Attr{
		"label": {Type: cty.String},
		"name":  {Type: cty.String},
		"size":  {Type: cty.Number},
		"items": {Type: cty.List(cty.String)},
		"fixed": {Type: cty.String, Fixed: true},
		"seen":  {Type: cty.String, Computed: true},
	}
	if !inSet {
		attrs["secret"] = Attr{Type: cty.String, Sensitive: true}
		attrs["wo"] = Attr{Type: cty.String, WriteOnly: true}
		attrs["stamp"] = Attr{Type: cty.String, Computed: true, Volatile: true}
	}
	return attrs
}

func blocks() Body {
	tiny := Body{Attrs: map[string]Attr{"label": {Type: cty.String}, "size": {Type: cty.Number}}}
	inner := func(inSet bool) Body {
		return Body{Attrs: leaf(inSet), Blocks: map[string]Block{
			"one": {Mode: Single, Body: tiny},
			"lst": {Mode: List, Body: tiny},
			"st":  {Mode: Set, Body: tiny},
		}}
	}
	full := inner(false)
	full.Blocks["mp"] = Block{Mode: Map, Body: tiny}
	full.Blocks["grp"] = Block{Mode: Group, Body: tiny}
	dyn := Body{Attrs: map[string]Attr{"label": {Type: cty.String}, "any": {Type: cty.DynamicPseudoType}}}
	return Body{
		Attrs: map[string]Attr{
			"value": {Type: cty.String},
			"stamp": {Type: cty.String, Computed: true, Volatile: true},
		},
		Blocks: map[string]Block{
			"one":      {Mode: Single, Body: full},
			"grp":      {Mode: Group, Body: full},
			"lst":      {Mode: List, Body: full},
			"st":       {Mode: Set, Body: inner(true)},
			"mp":       {Mode: Map, Body: full},
			"dyn":      {Mode: Single, Body: dyn},
			"empty":    {Mode: List, Body: Body{}},
			"list_raw": {Mode: List, Body: tiny},
		},
	}
}

func nested() Body {
	inner := func(inSet bool) map[string]Attr {
		attrs := leaf(inSet)
		tiny := func() map[string]Attr {
			return map[string]Attr{"label": {Type: cty.String}, "size": {Type: cty.Number}}
		}
		attrs["obj"] = Attr{Nested: &Nested{Mode: Single, Attrs: tiny()}}
		attrs["lst"] = Attr{Nested: &Nested{Mode: List, Attrs: tiny()}}
		attrs["st"] = Attr{Nested: &Nested{Mode: Set, Attrs: tiny()}}
		attrs["mp"] = Attr{Nested: &Nested{Mode: Map, Attrs: tiny()}}
		return attrs
	}
	out := Body{
		Attrs: map[string]Attr{
			"value":     {Type: cty.String},
			"stamp":     {Type: cty.String, Computed: true, Volatile: true},
			"one":       {Nested: &Nested{Mode: Single, Attrs: inner(false)}},
			"lst":       {Nested: &Nested{Mode: List, Attrs: inner(false)}},
			"st":        {Nested: &Nested{Mode: Set, Attrs: inner(true)}},
			"mp":        {Nested: &Nested{Mode: Map, Attrs: inner(false)}},
			"stamp_one": {Nested: &Nested{Mode: Single, Attrs: outputs()}, Computed: true, Volatile: true},
			"stamp_lst": {Nested: &Nested{Mode: List, Attrs: outputs()}, Computed: true, Volatile: true},
			"stamp_st":  {Nested: &Nested{Mode: Set, Attrs: outputs()}, Computed: true, Volatile: true},
			"stamp_mp":  {Nested: &Nested{Mode: Map, Attrs: outputs()}, Computed: true, Volatile: true},
			"secret_st": {Nested: &Nested{Mode: Set, Attrs: inner(true)}, Sensitive: true},
		},
		Blocks: map[string]Block{
			"blk": {Mode: List, Body: Body{Attrs: map[string]Attr{"obj": {Nested: &Nested{Mode: Single, Attrs: leaf(false)}}}}},
		},
	}
	for _, name := range []string{"one", "lst", "st", "mp"} {
		a := out.Attrs[name]
		a.Fixed = true
		out.Attrs["fixed_"+name] = a
	}
	return out
}

// outputs is the content of a computed nested attribute.
func outputs() map[string]Attr {
	return map[string]Attr{
		"label": {Type: cty.String, Computed: true},
		"size":  {Type: cty.Number, Computed: true},
		"items": {Type: cty.List(cty.String), Computed: true},
	}
}

func hidden() Body {
	secret := Body{Attrs: map[string]Attr{
		"label":  {Type: cty.String},
		"secret": {Type: cty.String, Sensitive: true},
		"wo":     {Type: cty.String, WriteOnly: true},
	}}
	return Body{
		Attrs: map[string]Attr{
			"value":        {Type: cty.String},
			"tags":         {Type: cty.Map(cty.String)},
			"items":        {Type: cty.List(cty.String)},
			"zones":        {Type: cty.Set(cty.String)},
			"any":          {Type: cty.DynamicPseudoType},
			"secret":       {Type: cty.String, Sensitive: true},
			"secret_list":  {Type: cty.List(cty.String), Sensitive: true},
			"secret_map":   {Type: cty.Map(cty.String), Sensitive: true},
			"secret_fixed": {Type: cty.String, Sensitive: true, Fixed: true},
			"secret_seen":  {Type: cty.String, Sensitive: true, Computed: true},
			"secret_stamp": {Type: cty.String, Sensitive: true, Computed: true, Volatile: true},
			"wo":           {Type: cty.String, WriteOnly: true},
			"wo_version":   {Type: cty.Number, Fixed: true},
			"wo_obj":       {Type: cty.Object(map[string]cty.Type{"a": cty.String}), WriteOnly: true},
			"obj":          {Nested: &Nested{Mode: Single, Attrs: secret.Attrs}},
			"list":         {Nested: &Nested{Mode: List, Attrs: secret.Attrs}},
			"map":          {Nested: &Nested{Mode: Map, Attrs: secret.Attrs}},
		},
		Blocks: map[string]Block{
			"one": {Mode: Single, Body: secret},
			"lst": {Mode: List, Body: secret},
			"mp":  {Mode: Map, Body: secret},
			"st":  {Mode: Set, Body: Body{Attrs: map[string]Attr{"label": {Type: cty.String}, "secret": {Type: cty.String, Sensitive: true}}}},
		},
	}
}

// lookup is the body of the data source `parity_lookup`, which answers `query` from the file `lookup-QUERY` in the
// store.
func lookup() Body {
	return Body{
		Attrs: map[string]Attr{
			"query":  {Type: cty.String, Required: true},
			"id":     {Type: cty.String, Computed: true},
			"result": {Type: cty.String, Computed: true},
			"items":  {Type: cty.List(cty.Object(map[string]cty.Type{"name": cty.String, "size": cty.Number})), Computed: true},
			"tags":   {Type: cty.Map(cty.String), Computed: true},
			"secret": {Type: cty.String, Computed: true, Sensitive: true},
		},
		Blocks: map[string]Block{
			"filter": {Mode: Set, Body: Body{Attrs: map[string]Attr{"name": {Type: cty.String, Required: true}, "values": {Type: cty.List(cty.String)}}}},
		},
	}
}

// token is the body of the ephemeral resource `parity_token`.
func token() Body {
	return Body{Attrs: map[string]Attr{
		"name":  {Type: cty.String, Required: true},
		"token": {Type: cty.String, Computed: true},
	}}
}

// settings is the provider's own configuration; nothing reads it.
func settings() Body {
	return Body{Attrs: map[string]Attr{"region": {Type: cty.String}}}
}
