package plans

// Check is the result of a check, a condition or a validation in the configuration.
type Check struct {
	Address string // of the resource, output, variable or check block in the configuration
	Kind    string // resource, output_value, check, var
	Status  string // pass, fail, error, unknown
	// Problems are the messages of the conditions that are not met, with the address of the
	// instance.
	Problems []CheckProblem
}

// CheckProblem is a message of a condition that is not met.
type CheckProblem struct {
	Address string // of the instance
	Status  string
	Message string
}
