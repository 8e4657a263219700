module github.com/planfmt/planfmt/lab/tools/knownsecrets

go 1.26.0

require github.com/planfmt/planfmt v0.0.0

require go.yaml.in/yaml/v3 v3.0.6 // indirect

replace github.com/planfmt/planfmt => ../../..
