#!/bin/sh
# Records again what terraform does in docs/approval-session.md. It needs Terraform 1.11 and no network, and writes into its own directory:
#
#   start/terraform.tfstate  the state in which the session begins, of start/main.tf
#   N/args                   the arguments of the N-th terraform command of the page
#   N/stdout, N/status       what it printed, and its exit status
#   N/files                  the files that it wrote
#
# Then write what planfmt says about it: go test ./cmd/planfmt -run TestDocumentedSession -update
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CHECKPOINT_DISABLE=1 TF_CLI_ARGS=-no-color
mkdir "$work/now" "$work/before"
cd "$work/now"
cp "$here/start/main.tf" .
terraform init >/dev/null
terraform apply -auto-approve >/dev/null
cp terraform.tfstate "$here/start/"
rm -rf "$here"/[0-9]*
n=0
sed -n 's/^    terraform \([^>;]*[^ >;]\).*/\1/p' "$here/../../docs/approval-session.md" >"$work/commands"
while read -r args; do
	n=$((n + 1))
	mkdir -p "$here/$n/files"
	rm -f "$work/before/"*
	cp -p ./* "$work/before/"
	status=0
	# shellcheck disable=SC2086
	terraform $args >"$here/$n/stdout" </dev/null || status=$?
	echo "$args" >"$here/$n/args"
	echo "$status" >"$here/$n/status"
	for f in *; do
		cmp -s "$f" "$work/before/$f" || cp "$f" "$here/$n/files/"
	done
done <"$work/commands"
