package options

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
)

// Places say where the configuration is, and whether the places of declarations are shown.
type Places struct {
	ShowSource   bool
	Links        linkChoice // of places in the configuration; empty if these are not shown
	Declarations planfmt.SourceOptions

	dir, root, link string
	links           flagvalue.Choice
}

// AddConfig adds the flag for the configuration, for commands that evaluate expressions over values.
func (o *Places) AddConfig(cmd *cobra.Command) {
	flagvalue.Input.In(cmd.Flags()).Var(&flagvalue.Word{Value: &o.Declarations.ConfigDir, What: "DIR"}, "config", "for plans in JSON: read the configuration in DIR, to find out more about unknown values; binary plans contain their configuration")
	_ = cmd.MarkFlagDirname("config")
}

// AddFlags adds the flags about the places of declarations.
func (o *Places) AddFlags(cmd *cobra.Command, all Formats) {
	o.AddPlaces(cmd, all)
	o.links = flagvalue.Choice{Value: string(linksAuto), Names: linkChoices()}
	flagvalue.Look.In(cmd.Flags()).Var(&o.links, "hyperlinks", "with --source, on a terminal: when to make links of files and lines: "+o.links.List())
	flagvalue.CompleteChoice(cmd, "hyperlinks", &o.links)
}

// AddPlaces adds those of the flags that are not only for terminals.
func (o *Places) AddPlaces(cmd *cobra.Command, all Formats) {
	flags := cmd.Flags()
	flagvalue.Contents.In(flags).BoolVar(&o.ShowSource, "source", false, all.help("source", "say in which file and line the configuration declares each resource"))
	flagvalue.Input.In(flags).Var(&flagvalue.Word{Value: &o.dir, What: "DIR"}, "config", "for plans in JSON: read the configuration in DIR, to find out where resources are declared; binary plans contain their configuration")
	o.addRoot(cmd, flagvalue.Look, "for links")
	flagvalue.Look.In(flags).Var(&flagvalue.Word{Value: &o.link, What: "URL"}, "source-link", "for links: the address of the page that shows a line of a file, with {path} and {line} in it (default: what the environment of a CI job says)")
	_ = cmd.MarkFlagDirname("config")
}

// addRoot adds the flag for where the plan was made in the repository.
func (o *Places) addRoot(cmd *cobra.Command, in flagvalue.Group, purpose string) {
	in.In(cmd.Flags()).Var(&flagvalue.Word{Value: &o.root, What: "PATH"}, "source-root", purpose+": the directory in which the plan was made, relative to the root of the repository (default: found from the repository around DIR of --config, the plan file or the working directory)")
}

// Resolve sets the options that follow from the flags and the environment. file is the plan, unless there are several.
func (o *Places) Resolve(f *command.Factory, file string, several bool) error {
	out := &o.Declarations
	out.ConfigDir = o.dir
	if o.ShowSource {
		o.Links = linkChoice(cmp.Or(o.links.Value, string(linksAuto))).resolve(f)
		out.LocalLinks = o.Links != linksNever
	} else if o.links.Value == string(linksAlways) {
		return errors.New("--hyperlinks always has no effect without --source")
	}
	if o.dir != "" && several {
		return errors.New("--config can be used with a single plan only: several plans are not made from the same directory")
	}
	out.LinkTemplate = o.link
	if o.link == "" {
		out.LinkTemplate = linkTemplate(f)
	}
	if err := o.place(f, file, several); err != nil {
		return err
	}
	if o.dir != "" {
		out.ConfigWithin = o.dir
		if abs, err := filepath.Abs(o.dir); err == nil && repositoryOf(f, abs) != "" {
			out.ConfigWithin = repositoryOf(f, abs)
		}
	}
	return nil
}

// placesOf adds where a plan may have been made in the repository: in its own directory, or in this one.
func (o *Places) placesOf(f *command.Factory, file string) {
	if file != "" && file != "-" {
		addPlace(f, &o.Declarations, filepath.Dir(file))
	}
	addPlace(f, &o.Declarations, ".")
}

// place finds out where the configuration is in the repository, unless a flag says so.
func (o *Places) place(f *command.Factory, file string, several bool) error {
	out := &o.Declarations
	switch {
	case o.root != "":
		root := filepath.ToSlash(filepath.Clean(o.root))
		if !fs.ValidPath(root) {
			return fmt.Errorf("--source-root: %q is not a path relative to the root of the repository", o.root)
		}
		out.ConfigPlaces = []planfmt.ConfigPlace{{Path: root}}
	case out.ConfigDir != "":
		if place, ok := placeOf(f, out.ConfigDir); ok {
			out.ConfigPlaces = []planfmt.ConfigPlace{{Path: place.Path}}
		}
	case !several:
		o.placesOf(f, file)
	}
	return nil
}

// Apply tells the library where the configuration is.
func (o *Places) Apply(library *planfmt.Options) { library.SourceOptions = o.Declarations }

// Layout adds to a layout whether places are shown, and whether they are links in a target.
func (o *Places) Layout(l *planfmt.Layout) {
	l.ShowSource = o.ShowSource
	l.Links = o.Links == linksAlways || o.Links == linksAuto && l.Terminal
}
