package main

import (
	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
)

const schemasHelp = `Keep provider schemas where 'planfmt show' finds them.

With the schemas of the providers, planfmt shows a plan exactly as Terraform
does. Without them, it has to infer some details. Add the schemas to your cache
once ('planfmt schemas add'), or commit them to the project for everyone who
works on it ('planfmt schemas bundle').`

func newCmdSchemas(f *command.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "schemas COMMAND",
		Short: "Manage provider schemas, which make the output exact",
		Long:  schemasHelp,
		Example: `  # add schemas to your cache, in a directory where 'terraform init' has run
  planfmt schemas add --run

  # write a file to commit, with the schemas that this plan needs
  planfmt schemas bundle plan.json`,
		Args:                  command.CommandName,
		RunE:                  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		DisableFlagsInUseLine: true,
	}
	for _, newCmd := range []func(*command.Factory) *cobra.Command{
		with(newCmdSchemasAdd, runSchemasAdd),
		with(newCmdSchemasBundle, runSchemasBundle),
		with(newCmdSchemasList, runSchemasList),
		with(newCmdSchemasShow, runSchemasShow),
		with(newCmdSchemasClear, runSchemasClear),
	} {
		cmd.AddCommand(newCmd(f))
	}
	return cmd
}
