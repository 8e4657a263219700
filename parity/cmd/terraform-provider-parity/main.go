// Command terraform-provider-parity is the provider of package provider, as Terraform starts it.
package main

import (
	"log"

	"github.com/planfmt/planfmt/parity/provider"
)

func main() {
	if err := provider.Serve(); err != nil {
		log.Fatal(err)
	}
}
