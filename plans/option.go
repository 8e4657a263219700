package plans

// OptionError says that an option has an invalid value.
type OptionError struct {
	Field string // such as Mode
	Err   error
}

// Error says where, then what.
func (e *OptionError) Error() string { return "Options." + e.Field + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *OptionError) Unwrap() error { return e.Err }

// Global reports that the error is not about one document: options are for all.
func (e *OptionError) Global() bool { return true }
