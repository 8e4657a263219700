module github.com/planfmt/planfmt/tools/knownsecrets

go 1.26.0

require github.com/planfmt/planfmt v0.0.0

replace github.com/planfmt/planfmt => ../..
