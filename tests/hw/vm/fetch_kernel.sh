#!/bin/bash
# fetch_kernel.sh CACHE: put Debian's stock kernel with gpio-sim into CACHE, and the VM's first userland.
# CACHE gets vmlinuz, version, kroot/ (the modules wanted) and initrd.cpio. Touches neither this machine's apt
# sources nor its own kernel. No version is pinned: the backports archive drops old ones. Exit status 75 when the
# archive is out of reach, 1 when what it has is of no use.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
cache=$(readlink -m "$1")
suite=${VM_SUITE:-trixie-backports}
die() { echo "test-hw: $*" >&2; exit 1; }
out_of_reach() { echo "test-hw: $*" >&2; exit 75; }

# Loaded at every boot, in this order; a name with a - behind it is only put into the image.
modules=(9p 9pnet_virtio overlay configfs gpio-sim i2c-dev vhci-hcd i2c-tiny-usb virtio_blk ext4)

fetch() {
  local t archive image packages version config
  t=$(mktemp -d)
  trap 'rm -rf "$t"' RETURN
  mkdir -p "$t"/{lists/partial,cache/archives/partial,debs,root}
  : >"$t/status"
  archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | awk '/\/debian\/$/ { print; exit }')
  [ "$archive" ] || out_of_reach "no Debian archive in this machine's apt sources (apt-get update first)"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg arch=amd64] $archive $suite main" >"$t/sources.list"
  cat >"$t/apt.conf" <<E
Dir::Etc::sourcelist "$t/sources.list"; Dir::Etc::sourceparts "-"; Dir::State::lists "$t/lists";
Dir::State::status "$t/status"; Dir::Cache "$t/cache"; APT::Architecture "amd64"; APT::Architectures { "amd64"; };
APT::Sandbox::User "root"; Acquire::Languages "none";
E
  export APT_CONFIG=$t/apt.conf
  apt-get -qq update || out_of_reach "the package lists of $suite cannot be fetched"
  image=$(apt-cache depends linux-image-amd64 | awk '/Depends: linux-image-[0-9]/ { print $2; exit }')
  [ "$image" ] || die "$suite has no kernel for amd64"
  packages=$(apt-cache depends "$image" | awk '/Depends: linux-(binary|modules|base)-[0-9]/ { print $2 }')
  version=${image#linux-image-}
  # shellcheck disable=SC2086
  (cd "$t/debs" && apt-get -qq download "$image" $packages) || out_of_reach "the kernel $version cannot be fetched"
  for deb in "$t"/debs/*.deb; do
    dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$t/root" --wildcards '*/vmlinuz*' '*/config*' '*/gpio-sim.ko*' \
      '*/configfs.ko*' '*/i2c-*.ko*' '*/usbip/*.ko*' '*/usb/core/*.ko*' '*/usb/common/*.ko*' '*/9p/*.ko*' \
      '*/netfs/*.ko*' '*/overlay.ko*' '*/virtio_blk.ko*' '*/ext4/*.ko*' '*/jbd2/*.ko*' '*/mbcache.ko*' '*/crc16.ko*' \
      '*/crc32c*.ko*' '*/modules.builtin*' '*/modules.order' 2>/dev/null || true
  done
  [ -d "$t/root/lib" ] || ln -s usr/lib "$t/root/lib"
  config=$(find "$t/root" -name 'config*' -type f | head -1)
  grep -q '^CONFIG_GPIO_SIM=m' "$config" ||
    die "the kernel $version of $suite has no gpio-sim (CONFIG_GPIO_SIM): no pins can be played; try VM_SUITE=another"
  rm -rf "$cache/kroot"
  mkdir -p "$cache/kroot/lib"
  cp -r "$t/root/lib/modules" "$cache/kroot/lib/"
  rm -f "$cache"/kroot/lib/modules/*/vmlinuz
  find "$cache/kroot" -name '*.ko.xz' -exec xz -d {} +
  depmod -b "$cache/kroot" "$version"
  cp "$config" "$cache/config"
  cp "$(find "$t/root" -name 'vmlinuz*' -type f | head -1)" "$cache/vmlinuz"
  echo "$version" >"$cache/version" # last: a fetch that broke off is begun anew
}

pack() {
  local d module
  d=$(mktemp -d)
  trap 'rm -rf "$d"' RETURN
  mkdir -p "$d"/{bin,proc,sys,dev,modules}
  cp "$(command -v busybox)" "$d/bin/busybox"
  : >"$d/modules/order"
  for module in "${modules[@]}"; do
    modprobe -d "$cache/kroot" -S "$(cat "$cache/version")" --show-depends "$module" | while read -r what path _; do
      [ "$what" = insmod ] || continue
      grep -qx "${path##*/}" "$d/modules/order" && continue
      cp "$path" "$d/modules/"
      echo "${path##*/}" >>"$d/modules/order"
    done
  done
  install -m755 "$here/init" "$d/init"
  (cd "$d" && find . | cpio -o -H newc --quiet) >"$cache/initrd.new"
  mv "$cache/initrd.new" "$cache/initrd.cpio"
}

mkdir -p "$cache"
[ -s "$cache/version" ] || fetch
for made_from in "$0" "$here/init" "$cache/version"; do
  [ "$cache/initrd.cpio" -nt "$made_from" ] || { pack; break; }
done
echo "kernel $(cat "$cache/version")"
