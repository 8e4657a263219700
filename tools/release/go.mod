module github.com/planfmt/planfmt/tools/release

go 1.26.0
