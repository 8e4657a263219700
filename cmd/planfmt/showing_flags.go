package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// addExplainFlag adds the flag for reports on schemas.
func addExplainFlag(flags *pflag.FlagSet, explain *bool) {
	flags.BoolVar(explain, "explain-schemas", false, "report on standard error where each type's schema comes from and why its keys were interpreted as they were")
}

// resolveInput sets what is read, and how it looks. args are the arguments from FILE on.
func (o *showing) resolveInput(f *factory, cmd *cobra.Command, args []string) error {
	if err := resolveInput(f, cmd, args, &o.documentOptions, &o.layoutOptions, &o.secretOptions, &o.schemaOptions); err != nil {
		return err
	}
	o.startPager(f, o.showsSecrets())
	return nil
}

// resolveInput sets what a command reads that compares the values of a document, and how it looks.
func resolveInput(f *factory, cmd *cobra.Command, args []string, document *documentOptions, layout *layoutOptions, secrets *secretOptions, schemas *schemaOptions) error {
	if err := document.resolve(f, cmd, args); err != nil {
		return err
	}
	if err := layout.resolve(f, cmd); err != nil {
		return err
	}
	if err := secrets.resolve(cmd); err != nil {
		return err
	}
	schemas.resolve(f)
	return nil
}

// resolveTargets sets where what is written, and where resources are declared.
func (o *showing) resolveTargets(f *factory) error {
	if o.Plans != nil {
		if err := o.checkMany(); err != nil {
			return err
		}
	}
	if err := o.declarationOptions.resolve(f, o.File, o.Plans != nil); err != nil {
		return err
	}
	return o.targetOptions.resolve("")
}

// resolveReport sets what the report says, and how.
func (o *showing) resolveReport(f *factory, cmd *cobra.Command) error {
	flags := cmd.Flags()
	if err := o.reportOptions.resolve(flags); err != nil {
		return usage(cmd, err)
	}
	if err := o.targetOptions.check(flags); err != nil {
		return usage(cmd, err)
	}
	return o.resolveChanges(f, cmd)
}

// resolveChanges sets which changes are shown, and what is said about them.
func (o *showing) resolveChanges(f *factory, cmd *cobra.Command) error {
	if err := o.resolveComparison(cmd.Flags(), o.Targets); err != nil {
		return usage(cmd, err)
	}
	if err := o.selectionOptions.resolve(o.DetailedExitCode); err != nil {
		return usage(cmd, err)
	}
	if err := o.resolveWhere(o.streams, o.Color, o.Quiet); err != nil {
		return err
	}
	if err := o.resolveOptional(f, cmd); err != nil {
		return usage(cmd, err)
	}
	o.findRules(o.streams, o.Targets)
	if err := o.secretOptions.check(o.isOnlyForPeople(o.streams, o.Targets)); err != nil {
		return usage(cmd, err)
	}
	return nil
}
