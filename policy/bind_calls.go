package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/types"
)

// getResources checks a call of getresources.
func (b *binder) getResources(args []model.Expr) (types.Type, diag.List) {
	elem := types.Type(types.Any)
	diags := checkString(args[0], "the type of the resources")
	if name, ok := literalText(args[0]); ok {
		if !slices.Contains(b.unit.related, name) {
			b.unit.related = append(b.unit.related, name)
		}
		switch all := b.schemas.Resources(name); {
		case len(all) == 1 && !strings.Contains(name, "*"):
			elem = all[0]
		case len(all) == 0 && b.lenient != nil:
			// The providers of a plan may be older than the policies.
			b.unknownType(diag.Warning, name, args[0].Range())
		case len(all) == 0:
			b.unknownType(diag.Error, name, args[0].Range())
		}
	} else {
		b.unit.anyRelated = true
	}
	if len(args) > 1 {
		diags = append(diags, b.filter(args[1], elem)...)
	}
	return types.List{Elem: elem}, diags
}

// getDataSource checks a call of getdatasource.
func (b *binder) getDataSource(args []model.Expr) (types.Type, diag.List) {
	result := types.Type(types.Any)
	diags := checkString(args[0], "the type of the data source")
	if name, ok := literalText(args[0]); ok {
		if t := b.schemas.DataSource(name); t != nil {
			result = t
		}
	}
	return types.Promise{Elem: result}, append(diags, b.filter(args[1], result)...)
}

func literalText(e model.Expr) (string, bool) {
	l, ok := e.(*model.Literal)
	if !ok || !l.Value.IsKnown() || l.Value.IsNull() || !l.Value.Type().IsPrimitiveType() {
		return "", false
	}
	v, err := types.Convert(l.Value.Cty(), types.String)
	if err != nil {
		return "", false
	}
	return v.AsString(), true
}

func checkString(e model.Expr, what string) diag.List {
	t := types.Resolve(e.Type())
	if t != types.None && types.Conversion(types.NonNull(t), types.String) != types.Never {
		return nil
	}
	return diag.List{{Summary: "Invalid argument", Detail: fmt.Sprintf("This must be a string, %s, and it is %s.", what, t), Subject: e.Range()}}
}

// filter checks the attributes that objects of a type are compared with.
func (b *binder) filter(e model.Expr, elem types.Type) diag.List {
	t := types.NonNull(types.Resolve(e.Type()))
	for _, m := range types.Members(t) {
		switch m.(type) {
		case types.Object, types.Map:
			continue
		}
		if m == types.Any || m == types.None {
			continue
		}
		return diag.List{{Summary: "Invalid argument", Detail: fmt.Sprintf("This must be an object with the attributes to look for, and it is %s.", t), Subject: e.Range()}}
	}
	return model.CheckFilter(e, elem, b.lenient != nil)
}
