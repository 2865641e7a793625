#!/bin/bash
# wheels.sh CACHE: put what our installer takes from the package index into CACHE/wheels, for Debian's own Python:
# the VM has no network. The program itself is not among it; the installer builds that from the clone.
set -euo pipefail
cache=$(readlink -m "$1")
cd "$(dirname "$0")/../../.."
stamp=$(cat pyproject.toml "$0" | sha256sum)-$(/usr/bin/python3 --version)
[ "$(cat "$cache/wheels/stamp" 2>/dev/null)" != "$stamp" ] || exit 0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
rm -rf "$cache/wheels"
mkdir -p "$cache/wheels" "$tmp/clone"
cp -r pyproject.toml README.md LICENSE companion hardware "$tmp/clone/"
/usr/bin/python3 -m venv "$tmp/venv"
"$tmp/venv/bin/pip" wheel -q --disable-pip-version-check -w "$cache/wheels" "$tmp/clone[web,pi]" 'setuptools>=70' wheel ||
  { echo "test-hw: the packages that the installer needs cannot be fetched" >&2; exit 75; }
rm -f "$cache"/wheels/companion-*
echo "$stamp" >"$cache/wheels/stamp"
