module github.com/planfmt/planfmt/bench

go 1.26.0
