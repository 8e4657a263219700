package plans

// Check is the result of a check block, or of the conditions and validations of a resource, an
// output or a variable.
type Check struct {
	Address string // of the object in the configuration, without instance keys
	Kind    string // resource, output_value, check, var
	Status  string // pass, fail, error, unknown: that of all instances together
	// Instances are in the document's order. There are none if the document does not say into
	// which instances the object expands.
	Instances []CheckInstance
}

// CheckInstance is the result of a check for an instance of its object.
type CheckInstance struct {
	Address string // with instance keys
	Status  string // as in [Check]
	// Messages are those of the conditions that are not met. A condition that could not be
	// evaluated has none.
	Messages []string
}
