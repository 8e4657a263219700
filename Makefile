# What CI runs is `make check`. The tools it needs are pinned in lab/tools/go.mod,
# a module of its own, so that no user of planfmt ever downloads them.

GO      ?= go
FUZZTIME ?= 1m

# Every module of the repository but those that pin tools, the main one first.
modules := . $(patsubst %/go.mod,%,$(filter-out lab/tools/go.mod lab/tools/goreleaser/go.mod,$(shell git ls-files -co --exclude-standard '*/go.mod')))
tool     = $(GO) tool -modfile=$(CURDIR)/lab/tools/go.mod
# The packages with goldens, which know the flag -update.
golden   = $(addprefix ./,$(sort $(dir $(shell git grep -l --untracked -e 'goldenflag\.Update' -e 'goldenflag\.Compare' -- '*_test.go'))))
gofiles  = git ls-files -co --exclude-standard '*.go'

.PHONY: all build web test check fmt format vet staticcheck vuln race narrow modules unchanged update fuzz cover bench parity browser pictures tidy release-check snapshot smoke lint act

all: build

build:
	$(GO) build -o bin/ ./cmd/planfmt

# web makes the page that shows plans without a server: bin/web/index.html.
web:
	$(GO) run ./web/build

test:
	$(GO) test ./...

check: format tidy vet staticcheck vuln race narrow modules unchanged
	@echo 'check: all good'

# fmt rewrites what format complains about.
fmt:
	$(gofiles) -z | xargs -0 $(tool) gofumpt -w

format:
	@bad=$$($(gofiles) | while read -r f; do test ! -e "$$f" || echo "$$f"; done | xargs $(tool) gofumpt -l) || exit 1; \
	if test -n "$$bad"; then echo "not formatted, run make fmt:"; echo "$$bad"; exit 1; fi

# What the main module requires, every module that imports it requires.
tidy:
	@bad=0; for m in $(modules); do (cd $$m && $(GO) mod tidy -diff) || { echo "not tidy: run go mod tidy in $$m"; bad=1; }; done; exit $$bad

vet:
	@bad=0; for m in $(modules); do echo "vet $$m"; (cd $$m && $(GO) vet ./...) || bad=1; done; exit $$bad

staticcheck:
	@bad=0; for m in $(modules); do echo "staticcheck $$m"; (cd $$m && $(tool) staticcheck ./...) || bad=1; done; exit $$bad

# The data base of vulnerabilities is on the network. Where there is none,
# that is said, and is no failure.
vuln:
	@out=$$($(tool) govulncheck ./... 2>&1); status=$$?; \
	case "$$out" in \
	*'fetching vulnerabilities'*|*'no such host'*|*'connection refused'*|*'i/o timeout'*) \
		echo 'govulncheck: vuln.go.dev cannot be reached, not checked';; \
	*) echo "$$out"; exit $$status;; \
	esac

# The race detector makes tests many times as slow, so those over many inputs take an even smaller part of them here.
# `PLANFMT_TEST=full go test ./...` takes all. By default, each process with the detector waits for a second before it ends, which is most of
# the time of the tests that start planfmt: what still runs then has 50 ms instead.
race:
	GORACE="$${GORACE-atexit_sleep_ms=50}" $(GO) test -race -short -vet=off -timeout 20m ./...

# narrow builds everything for processors of 32 bits, and tests there what counts in large numbers. Other processors of 64 bits run such tests, too, if
# the system is Linux.
narrow: export GOARCH = 386
narrow: export CGO_ENABLED = 0
narrow:
	$(GO) build ./...
	$(GO) test -short -vet=off ./plans ./values ./jsonplan ./internal/base/lcs ./internal/read/planfile/...

# modules tests the other modules, which have no other tests.
modules:
	@bad=0; for m in $(filter-out . lab/browser,$(modules)); do echo "test $$m"; (cd $$m && $(GO) test ./...) || bad=1; done; exit $$bad

# What is generated, and every golden, must be what the code makes of it.
unchanged:
	.ci/unchanged sh -c '$(GO) generate ./... && $(GO) test -short $(golden) -update'

# update rewrites the goldens. Read the diff as a reviewer would.
update:
	$(GO) test -short $(golden) -update
	git diff --stat -- testdata

# fuzz runs every fuzz target for FUZZTIME.
fuzz:
	@for pkg in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "fuzz $$pkg $$target for $(FUZZTIME)"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x $$pkg || exit 1; \
		done; \
	done

cover:
	$(GO) test -coverpkg ./... -coverprofile coverage.prof ./...
	@$(GO) tool cover -func coverage.prof | tail -n 1

# bench compares with what one would use instead: jq, Go programs, terraform show.
# For a gigabyte: make bench BENCHFLAGS='-mb 1000'.
bench:
	cd lab/bench && $(GO) run . $(BENCHFLAGS)

# parity compares with the real terraform, where that is installed, or with the program that TERRAFORM names.
TERRAFORM ?= terraform
parity:
	cd lab/parity && $(GO) run ./cmd/parity -states -terraform '$(TERRAFORM)'

# browser uses pages as their readers do, in Chromium and in Firefox, and prints a line for each test. Where
# one of them is missing, it says so. These tests are not part of check, since they take minutes, most of which browsers need. They compare with the
# library as it is in the page without a server, which has no facts about the meaning of changes.
browser:
	@out=$$(cd lab/browser && $(GO) test -tags planfmt_no_meaning -timeout 30m -v . 2>&1); status=$$?; printf '%s\n' "$$out" | grep -v '^=== \|^ *--- PASS: .*/'; exit $$status

# pictures draws the pictures of html and markdown in docs, with Chromium and cmark-gfm. They
# depend on the fonts of the machine.
pictures:
	cd lab/browser && $(GO) run ./cmd/pictures

# lint checks shell scripts and workflows with what there is: actionlint, and shellcheck if it is installed.
lint:
	@$(tool) actionlint -shellcheck "$$(command -v shellcheck || :)" -pyflakes '' $(wildcard .github/workflows/*.yml) docs/ci/github.yml
	@if command -v shellcheck >/dev/null; then shellcheck -S warning .ci/run .ci/unchanged action/planfmt.sh packaging/prepare packaging/container/root.sh docs/ci/drift.sh; \
	else echo 'lint: shellcheck is not installed, scripts are not checked'; fi

# act runs the workflow for GitHub in docs/ci with act, an independent implementation of GitHub Actions, on this machine and with
# a fake of the forge. act takes a minute to build for the first time, so CI does not do this unless it is installed.
bin/act:
	GOBIN=$(CURDIR)/bin $(GO) install github.com/nektos/act@v0.2.89
act: bin/act
	PLANFMT_ACT=$(CURDIR)/bin/act PLANFMT_TEST=full $(GO) test ./cmd/planfmt -count=1 -run '^TestRecipeAct$$'

# GoReleaser has a thousand packages, and takes minutes to build for the first time.
goreleaser = bin/goreleaser
$(goreleaser): lab/tools/goreleaser/go.mod lab/tools/goreleaser/go.sum
	$(GO) build -C lab/tools/goreleaser -o $(CURDIR)/$(goreleaser) github.com/goreleaser/goreleaser/v2

release-check: $(goreleaser)
	$(goreleaser) check

# snapshot makes all of a release but the images, in dist, and publishes nothing.
snapshot: $(goreleaser)
	$(goreleaser) release --snapshot --clean --skip=docker

# smoke tests what snapshot has made.
smoke:
	$(GO) build -C lab/tools/release -o $(CURDIR)/bin/smoke ./smoke
	bin/smoke dist
