#!/bin/sh
# What action.yml runs: installs a release of planfmt, after comparing its checksum, and runs a command of it. All
# inputs are in the environment, as INPUT_*. On Windows, this runs in the shell that comes with git.
set -eu

fail() {
	# A line feed would start another command of the runner, and percent signs are escapes in these.
	printf '::error title=planfmt::%s\n' "$(printf '%s' "$1" | tr '\r\n' '  ' | sed 's/%/%25/g')"
	exit 1
}

releases=${PLANFMT_RELEASES:-https://github.com/planfmt/planfmt/releases}
protocols='=https'
case $releases in
https://*) ;;
http://127.0.0.1:*) protocols='=http' ;; # for tests
*) fail "PLANFMT_RELEASES is not an https URL: $releases" ;;
esac
fetch() {
	curl --silent --show-error --fail --proto "$protocols" --proto-redir "$protocols" --retry 3 --connect-timeout 20 --max-time 300 "$@"
}

# The token is for planfmt comment, not for the programs that run before it. A variable that the job has exported stays
# exported when it gets another value.
unset token
token=${INPUT_TOKEN:-}
unset INPUT_TOKEN

command=${INPUT_COMMAND:-show}
case $command in
show | check | comment | install) ;;
*) fail "command: \"$command\" is not known; valid values: show, check, comment, install" ;;
esac

case ${INPUT_FAILED:-false} in
true | false) ;;
*) fail "failed: \"$INPUT_FAILED\" is neither true nor false" ;;
esac

# Which release.
version=${INPUT_VERSION:-}
if test -z "$version"; then
	# An action that is named by a tag or by a commit installs its own release, which stands in a file beside this one.
	version=$(cat "${0%/*}/VERSION") || fail "the action has no file VERSION; set the input version"
	if printf '%s\n' "${ACTION_REF:-}" | grep -Eq '^v[0-9]+\.[0-9]+\.[0-9]+'; then version=$ACTION_REF; fi
fi
if test "$version" = latest; then
	page=$(fetch --output /dev/null --write-out '%{redirect_url}' "$releases/latest") || fail "$releases/latest cannot be reached"
	version=${page##*/}
fi
version=v${version#v}
# It becomes a part of URLs and of the names of files.
case $version in
v[0-9]*.[0-9]*.[0-9]*) ;;
*) fail "version: \"$version\" is not the version of a release, such as v1.2.3" ;;
esac
case $version in
*[!0-9A-Za-z.+-]*) fail "version: \"$version\" is not the version of a release, such as v1.2.3" ;;
esac
number=${version#v}

# For which platform.
ending=.tar.gz binary=planfmt
case ${RUNNER_OS:-$(uname -s)} in
Linux) system=linux ;;
macOS | Darwin) system=darwin ;;
FreeBSD) system=freebsd ;;
Windows | MINGW* | MSYS*) system=windows ending=.zip binary=planfmt.exe ;;
*) fail "there are no releases for ${RUNNER_OS:-$(uname -s)}" ;;
esac
case ${RUNNER_ARCH:-$(uname -m)} in
X64 | x86_64 | amd64) arch=amd64 ;;
ARM64 | arm64 | aarch64) arch=arm64 ;;
*) fail "there are no releases for ${RUNNER_ARCH:-$(uname -m)}" ;;
esac

sum() {
	if command -v sha256sum >/dev/null; then sha256sum <"$1"; else shasum -a 256 <"$1"; fi | cut -d ' ' -f 1
}

pin=$(printf '%s' "${INPUT_CHECKSUMS:-}" | tr 'A-F' 'a-f')
case $pin in
*[!0-9a-f]*) fail 'checksums: is not a SHA-256 in hexadecimal digits' ;;
esac
if test "${#pin}" != 0 && test "${#pin}" != 64; then fail 'checksums: is not a SHA-256 in hexadecimal digits'; fi
temp=${RUNNER_TEMP:-${TMPDIR:-/tmp}}
if test "$system" = windows && command -v cygpath >/dev/null; then temp=$(cygpath -u "$temp"); fi
# Nobody else can write here, and nothing runs that this script has not verified and unpacked itself.
dir=$(mktemp -d "$temp/planfmt-$number.XXXXXX")
trap 'rm -rf "$dir"' EXIT
archive=planfmt_${number}_${system}_$arch$ending
list=planfmt_${number}_checksums.txt
# A job that uses the action several times downloads planfmt once. Where there is no directory of the job, others might
# write to one whose name they know.
kept=
if test -n "${RUNNER_TEMP:-}"; then kept=$temp/planfmt-$number-$arch-$pin; fi
for file in "$list" "$archive"; do
	if test -n "$kept" && test -f "$kept/$file"; then
		cp "$kept/$file" "$dir/$file"
	else
		fetch --location --max-redirs 5 --output "$dir/$file" "$releases/download/$version/$file" ||
			fail "$releases/download/$version/$file cannot be downloaded; is $version a release?"
	fi
done
if test -n "$pin" && test "$(sum "$dir/$list")" != "$pin"; then
	fail "the list of checksums of $version has the SHA-256 $(sum "$dir/$list"), not the one in the input checksums: nothing is run"
fi
want=$(awk -v name="$archive" '$2 == name { print $1 }' "$dir/$list")
if test -z "$want" || test "$(sum "$dir/$archive")" != "$want"; then
	fail "$archive does not have the checksum in $list: nothing is run"
fi
mkdir "$dir/bin"
case $ending in
.zip) unzip -q "$dir/$archive" "$binary" -d "$dir/bin" ;;
*) tar -xzf "$dir/$archive" -C "$dir/bin" "$binary" ;;
esac || fail "$archive has no $binary"
chmod 755 "$dir/bin/$binary"
if test -n "$kept"; then
	mkdir -p "$kept"
	mv -f "$dir/$list" "$dir/$archive" "$kept"
else
	rm -f "$dir/$list" "$dir/$archive"
fi
trap - EXIT # later steps run what is in it
dir=$dir/bin

native=$dir
if test "$system" = windows && command -v cygpath >/dev/null; then native=$(cygpath -w "$dir"); fi
# named returns the name of a file as planfmt knows it.
named() {
	if test "$system" = windows && command -v cygpath >/dev/null; then cygpath -m "$1"; else printf '%s\n' "$1"; fi
}
if test -n "${GITHUB_PATH:-}"; then printf '%s\n' "$native" >>"$GITHUB_PATH"; fi
if test -n "${GITHUB_OUTPUT:-}"; then printf 'version=%s\npath=%s\n' "$version" "$native/$binary" >>"$GITHUB_OUTPUT"; fi
test "$command" != install || exit 0

# What to run: planfmt COMMAND ARGUMENT... -- PLAN...
set -- "$command"
cr=$(printf '\r')
# What becomes the outputs of the step, unless the arguments want it elsewhere.
facts=
case "
${INPUT_ARGS:-}" in
*'
--facts'*) ;;
*)
	if test -n "${GITHUB_OUTPUT:-}"; then
		facts=$(mktemp "$temp/planfmt-facts.XXXXXX")
		set -- "$@" "--facts=$(named "$facts")"
	fi
	;;
esac
case $command in
check)
	if test -n "${INPUT_POLICIES:-}"; then set -- "$@" "--policies=$INPUT_POLICIES"; fi
	# Failures become annotations, unless the arguments say how to write the verdicts.
	case "
${INPUT_ARGS:-}" in
	*'
-f'* | *'
--format'* | *'
-o'* | *'
--output'*) ;;
	*) set -- "$@" --format=github ;;
	esac
	;;
comment)
	if test -n "${INPUT_TARGET:-}"; then set -- "$@" "--target=$INPUT_TARGET"; fi
	if test "${INPUT_FAILED:-}" = true; then set -- "$@" --failed; elif test -n "${INPUT_POLICIES:-}"; then set -- "$@" "--policies=$INPUT_POLICIES"; fi
	if test -n "$token"; then export GITHUB_TOKEN="$token"; fi
	;;
esac
summary=
if test "$command" = show && test "${INPUT_SUMMARY:-true}" = true && test -n "${GITHUB_STEP_SUMMARY:-}"; then
	summary=$(mktemp "$temp/planfmt-summary.XXXXXX")
	file=$(named "$summary")
	# The log has the plan for humans, unless the arguments write something else to it.
	log=--format=human option=
	while IFS= read -r line; do
		line=${line%"$cr"}
		case $option$line in
		-f | --format) option='--format=' && continue ;;
		--format=*=* | -f=*=* | -f[!=]*=*) ;; # to a file
		--format=* | -f*) log= ;;
		esac
		option=
	done <<END
${INPUT_ARGS:-}
END
	set -- "$@" ${log:+"$log"} "--format=markdown=$file" --target=step-summary
fi
while IFS= read -r line; do
	line=${line%"$cr"}
	if test -n "$line"; then set -- "$@" "$line"; fi
done <<END
${INPUT_ARGS:-}
END
set -- "$@" --
before=$# plan=
while IFS= read -r line; do
	line=${line%"$cr"}
	if test -n "$line"; then set -- "$@" "$line" && plan=$line; fi
done <<END
${INPUT_PLAN:-}
END
if test "$#" = "$before" && test "$command ${INPUT_FAILED:-}" != 'comment true'; then fail 'plan: is empty'; fi

# The shell of git for Windows would take some arguments for paths, and change them.
export MSYS_NO_PATHCONV=1
status=0
"$dir/$binary" "$@" || status=$?
if test -n "$facts"; then
	# The names of outputs have hyphens. Whatever else is in a line is a word, a number or an address.
	sed -n 's/_/-/; /^[a-z-]*=[[:graph:]]*$/p' "$facts" >>"$GITHUB_OUTPUT"
	rm -f "$facts"
	if test "$#" = "$((before + 1))" && test -f "$plan" && hash=$("$dir/$binary" hash --quiet -- "$plan" 2>/dev/null); then
		printf 'hash=%s\n' "$hash" >>"$GITHUB_OUTPUT"
	fi
fi
if test -n "$summary"; then
	cat "$summary" >>"$GITHUB_STEP_SUMMARY"
	rm -f "$summary"
fi
exit "$status"
