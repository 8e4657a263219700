#!/bin/sh
# root.sh DIR BINARY CERTIFICATES FILE...: makes the root directory of the image. The Dockerfile runs it, and so does
# the smoke test, where there is no container runtime.
set -eu
root=$1 binary=$2 certificates=$3
shift 3
umask 022
mkdir -p "$root/usr/bin" "$root/etc/ssl/certs" "$root/usr/share/doc/planfmt" "$root/tmp" "$root/work"
cp "$binary" "$root/usr/bin/planfmt"
cp "$certificates" "$root/etc/ssl/certs/ca-certificates.crt"
cp "$@" "$root/usr/share/doc/planfmt/"
echo 'nonroot:x:65532:65532:nonroot:/tmp:/sbin/nologin' >"$root/etc/passwd"
echo 'nonroot:x:65532:' >"$root/etc/group"
chmod 755 "$root/usr/bin/planfmt"
chmod 644 "$root/etc/ssl/certs/ca-certificates.crt" "$root"/usr/share/doc/planfmt/*
chmod 1777 "$root/tmp" # planfmt keeps what is too large for memory in unlinked files
