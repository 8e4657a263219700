#!/bin/sh
# Keeps an issue about what has changed outside of Terraform: opens or updates it, and closes it when nothing differs any more.
# Run it on a schedule, in a checkout of the main branch, after `terraform init`. It needs planfmt and GitHub's gh, and a token in GH_TOKEN that
# may write issues. The repository needs the label "drift". docs/ci/README.md has a workflow for it.
set -eu

# What a scanner has found, and whose the resources are, if there are such files.
set --
for report in findings.sarif CODEOWNERS .github/CODEOWNERS .gitlab/CODEOWNERS; do
	if test -f "$report"; then set -- "$@" --annotate "$report"; fi
done

terraform plan -refresh-only -input=false -lock=false -no-color -out=drift.tfplan >/dev/null

# 2 means that something differs. With any other status, nobody knows: the issue stays as it is, and the job fails.
status=0
planfmt show drift.tfplan -f markdown --title Drift --fail-on unmuted-drift "$@" -o drift.md || status=$?
case $status in
0 | 2) ;;
*) exit "$status" ;;
esac

issue=$(gh issue list --label drift --state open --json number --jq '.[0].number // empty')
if test "$status" = 0; then
	if test -n "$issue"; then gh issue close "$issue" --comment 'Nothing differs any more.'; fi
elif test -n "$issue"; then
	gh issue edit "$issue" --body-file drift.md
else
	gh issue create --title Drift --label drift --body-file drift.md
fi
