package engine

import (
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// declarations says where resources are declared.
type declarations struct {
	Config *config.Config // nil if there is none
	link   string         // the template; empty for no links
	place  string         // where the root module is in the repository
	dir    string         // the absolute path of the root module on this machine; empty if it is not known
}

// find finds the configuration of a document: its own, or that of the options.
func (o *DeclarationOptions) find(d *Document) (declarations, error) {
	found := declarations{Config: d.Facts.Config}
	if o.ConfigDir != "" && found.Config == nil {
		c, err := config.Dir(o.ConfigDir, config.DirOptions{
			Options: config.Options{IgnoreTofu: !d.Dialect.ReadsTofuFiles}, Within: o.ConfigWithin,
		})
		if err != nil {
			return found, &plans.OptionError{Field: "ConfigDir", Err: err}
		}
		found.Config = c
		if o.LocalLinks {
			found.setDir(o.ConfigDir)
		}
		if d.Facts.Configuration == nil {
			d.Facts.Configuration = source.References(c, d.Dialect.Registry)
		}
		d.Warnings = append(d.Warnings, configWarnings(c)...)
	}
	if found.Config == nil || o.LinkTemplate == "" && !o.LocalLinks && !o.Places {
		return found, nil
	}
	for _, p := range o.ConfigPlaces {
		if p.Dir == "" || found.Config.IsIn(p.Dir) {
			found.link, found.place = o.LinkTemplate, p.Path
			if p.Dir != "" && o.LocalLinks {
				found.setDir(p.Dir)
			}
			break
		}
	}
	return found, nil
}

// BlockOf returns where the block is that declares a resource, if it is in the configuration itself and not in a module from elsewhere.
func (d *declarations) BlockOf(h *plans.Header) annotations.Declared {
	if d.Config == nil {
		return annotations.Declared{}
	}
	r := d.Config.ResourceOf(h)
	if r == nil || r.Position.Module != "" || r.Position.IsZero() {
		return annotations.Declared{}
	}
	at := annotations.Declared{File: r.Position.File, Line: r.Position.Line, LastLine: r.LastLine}
	if file := path.Join(d.place, at.File); d.place != "" && fs.ValidPath(file) {
		at.Repo = file
	}
	return at
}

// setDir notes where the root module is.
func (d *declarations) setDir(dir string) {
	if abs, err := filepath.Abs(dir); err == nil {
		d.dir = filepath.ToSlash(abs)
	}
}

// Configured returns what a configuration says about unknown values of a document. It loads the values of the variables from the
// source.
func Configured(src source.Source, c *config.Config) (*planvalue.Configured, error) {
	if c == nil {
		return nil, nil
	}
	facts := src.Facts()
	// A binary plan has only the values that were set; its JSON has the defaults, too.
	v := planvalue.Variables{Values: map[string]values.Value{}, Defaults: facts.HasRefinements}
	load := src.Loader()
	for _, one := range facts.Variables {
		got, err := load.Variable(one)
		if err != nil {
			return nil, compare.WithAddress(err, "var."+one.Name)
		}
		v.Values[one.Name] = got.Clone()
	}
	return planvalue.NewConfigured(c, v), nil
}

// configWarnings returns a warning for each part of a configuration that could not be read.
func configWarnings(c *config.Config) []string {
	const few = 5
	var all []string
	for i, p := range c.Problems {
		if i == few {
			all = append(all, fmt.Sprintf("ignoring %d more parts of the configuration", len(c.Problems)-few))
			break
		}
		all = append(all, fmt.Sprintf("ignoring a part of the configuration: %v", p))
	}
	return all
}

// Of returns where a resource is declared.
func (d *declarations) Of(h *plans.Header) plans.Position {
	if d.Config == nil {
		return plans.Position{}
	}
	p := d.Config.PositionOf(h)
	if p.IsZero() || d.link == "" && d.dir == "" || p.Module != "" {
		return p
	}
	file := path.Join(d.place, p.File)
	if path.IsAbs(p.File) || !fs.ValidPath(file) {
		return p // it is not in the repository
	}
	if d.dir != "" {
		p.Local = path.Join(d.dir, p.File)
	}
	if d.link == "" {
		return p
	}
	parts := strings.Split(file, "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	p.Link = strings.NewReplacer("{path}", strings.Join(parts, "/"), "{line}", strconv.Itoa(p.Line)).Replace(d.link)
	return p
}
