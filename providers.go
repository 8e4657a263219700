package planfmt

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report"
)

// Providers reads a document, as [Show] does, and writes which providers it uses, in one of [ProviderFormats].
func Providers(ctx context.Context, w io.Writer, r io.Reader, opts Options) error {
	form, err := inColumn(providerColumn(), opts.Format)
	if err != nil {
		return err
	}
	counts := map[string]int{}
	opts.Format = ""
	for res, err := range Resources(ctx, r, opts) {
		if err != nil {
			return err
		}
		counts[providerOf(res)]++
	}
	var list report.ProviderList
	for name, n := range counts {
		list = append(list, report.Provider{Name: name, Resources: n})
	}
	slices.SortFunc(list, func(a, b report.Provider) int { return strings.Compare(a.Name, b.Name) })
	return form.write(w, list, opts.Layout.options())
}

// ProviderFormats returns the formats of [Providers]. The first is the default.
func ProviderFormats() []FormatInfo { return infos(providerColumn()) }

func providerOf(r computed.Resource) string { return r.ProviderName }
