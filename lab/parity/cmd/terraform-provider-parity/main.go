// Command terraform-provider-parity runs the provider of package provider as a plugin, for Terraform to start.
package main

import (
	"log"

	"github.com/planfmt/planfmt/lab/parity/provider"
)

func main() {
	if err := provider.Serve(); err != nil {
		log.Fatal(err)
	}
}
