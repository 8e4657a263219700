package computed

import "time"

// StaleTerms are what makes a plan stale, besides the state.
type StaleTerms struct {
	// Now is the time, and MaxAge how old the plan may be; 0 for any age.
	Now    time.Time
	MaxAge time.Duration
	// Locked are the versions of providers that are locked now, by their addresses, such as registry.terraform.io/hashicorp/aws. Nil
	// stands for no lock file.
	Locked map[string]string
}

// Staleness says why a plan is stale.
type Staleness struct {
	// Reasons are texts of one line. The plan is fresh if there are none. They have no values.
	Reasons []string
	// Warnings are what could not be compared, and what the documents warn of.
	Warnings []string
}
