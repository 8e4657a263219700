module github.com/planfmt/planfmt/lab/tools/knownfacts

go 1.26.0

require github.com/planfmt/planfmt v0.0.0

require (
	github.com/apparentlymart/go-textseg/v15 v15.0.0 // indirect
	github.com/apparentlymart/go-textseg/v17 v17.0.1 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/zclconf/go-cty v1.19.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace github.com/planfmt/planfmt => ../../..
