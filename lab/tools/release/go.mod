module github.com/planfmt/planfmt/lab/tools/release

go 1.26.0
