package options

import (
	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
)

// ResolveInput resolves the options of a command that compares the values of a document.
func ResolveInput(f *command.Factory, cmd *cobra.Command, args []string, document *Document, layout *Layout, secrets *Secrets, schemas *SchemaSources) error {
	if err := document.Resolve(f, cmd, args); err != nil {
		return err
	}
	if err := layout.Resolve(f, cmd); err != nil {
		return err
	}
	if err := secrets.Resolve(cmd); err != nil {
		return err
	}
	schemas.Resolve(f)
	return nil
}
