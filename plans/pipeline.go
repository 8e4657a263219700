package plans

// PipelineRun is the run of a pipeline that writes a comment.
type PipelineRun struct {
	// Number grows with each run, whatever the run is about. 0 means that it is not known.
	Number int64
	// System is what counts the runs: numbers of another one are not comparable. It consists of 20 lower-case letters at most.
	System string
	// Commit is what the plan was made of, in hexadecimal digits, and URL the page of the run. Each may be empty.
	Commit, URL string
}
