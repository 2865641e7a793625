#!/bin/bash
# boot.sh CACHE COMMAND...: boot the VM on this machine's own file tree and run COMMAND there, as root, in the project's
# folder. Exit status: that of COMMAND; 97 when it never came to its end. What the VM prints is printed here.
#
# No KVM is needed: qemu translates. One CPU, as two under translation once crashed and were no faster. `-cpu max`
# because lgpio's wheel uses SSE4.1. ttyS1 and ttyS2 are joined: what a test plays on ttyS2 is read on ttyS1.
# VM_SYSTEMD=1: systemd is PID 1. VM_TIMEOUT: seconds, 330 if not said.
cache=$(readlink -f "$1")
shift
project=$(readlink -f "$(dirname "$0")/../../..")
out=$(mktemp -d /tmp/companion-vm.XXXXXX)
trap 'rm -rf "$out"' EXIT
{
  printf '#!/bin/sh\nexport PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 COMPANION_VM=1 PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 HOME=/root\ncd %q\nexec' "$project"
  printf ' %q' "$@"
  echo
} >"$out/cmd.sh"
[ -z "${VM_SYSTEMD:-}" ] || : >"$out/systemd"
timeout -k 5 "${VM_TIMEOUT:-330}" qemu-system-x86_64 -M pc -accel tcg -cpu max -smp 1 -m 1024 \
  -nodefaults -no-user-config -display none -no-reboot \
  -kernel "$cache/vmlinuz" -initrd "$cache/initrd.cpio" \
  -append "console=ttyS0 quiet loglevel=1 panic=-1 nokaslr mitigations=off random.trust_cpu=on" \
  -chardev stdio,id=console,signal=off -serial chardev:console \
  -chardev socket,id=a,path="$out/pair.sock",server=on,wait=off -serial chardev:a \
  -chardev socket,id=b,path="$out/pair.sock",server=off -serial chardev:b \
  -fsdev local,id=f0,path=/,security_model=none,readonly=on,multidevs=remap \
  -device virtio-9p-pci,fsdev=f0,mount_tag=hostroot \
  -fsdev local,id=f1,path="$out",security_model=none -device virtio-9p-pci,fsdev=f1,mount_tag=out \
  -object rng-random,id=r,filename=/dev/urandom -device virtio-rng-pci,rng=r </dev/null
cp "$out"/*.png "$cache/" 2>/dev/null || true # what a test saw that failed
[ -f "$out/rc" ] && exit "$(cat "$out/rc")"
echo "test-hw: the VM never came to the end of its tests" >&2
exit 97
