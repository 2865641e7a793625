#!/bin/sh
# Stand-ins for the programs the installer calls: one script under many names; its state is the folder FAKE_STATE,
# one file a fact (users/NAME holds that user's groups). Knows what raspi-config, useradd, systemctl and the rest
# answer on a real system; knows nothing of the installer.
# FAKE_FAIL="words|exit status|message": the command that holds the words fails. FAKE_KILL="words": it kills the
# caller, as a power cut would.
name=${0##*/}
words="$name $*"
state=$FAKE_STATE
echo "$words" >>"$state/log"
if [ -n "$FAKE_FAIL" ]; then
  case "$words" in *"${FAKE_FAIL%%|*}"*)
    rest=${FAKE_FAIL#*|}
    echo "${rest#*|}" >&2
    exit "${rest%%|*}" ;;
  esac
fi
if [ -n "$FAKE_KILL" ]; then
  case "$words" in *"$FAKE_KILL"*) kill -9 "$PPID"; exit 1 ;; esac
fi
for last in "$@"; do :; done

# each FOLDER WORD…: make an empty file a word, options left out
each() {
  folder=$1; shift
  for word in "$@"; do case "$word" in -*) ;; *) : >"$state/$folder/$word" ;; esac; done
}
gone() {
  folder=$1; shift
  for word in "$@"; do case "$word" in -*) ;; *) rm -f "$state/$folder/$word" ;; esac; done
}

case "$name" in
  dpkg-query) [ -e "$state/packages/$last" ] || exit 1; echo "install ok installed" ;;
  apt-get) [ "$1" = update ] || {
      shift; each packages "$@"
      case " $* " in *" bluez "*) each groups bluetooth ;; esac
    } ;;
  apt-mark) shift; each auto "$@" ;;
  getent) case "$1" in group) [ -e "$state/groups/$2" ] || exit 2 ;; *) [ -e "$state/users/$2" ] || exit 2 ;; esac ;;
  id) echo "$last $(cat "$state/users/$last")" ;;
  groupadd) each groups "$last" ;;
  groupdel) rm "$state/groups/$last" ;;
  useradd) each users "$last" ;;
  userdel) rm "$state/users/$last" ;;
  usermod) # without --append it would take the other groups away
    [ "$1 $2" = "--append --groups" ] && [ -e "$state/users/$4" ] || exit 2
    for group in $(echo "$3" | tr , ' '); do [ -e "$state/groups/$group" ] || exit 6; done
    echo "$3" | tr , ' ' >"$state/users/$4" ;;
  raspi-config)
    case "$2" in
      get_*) cat "$state/raspi/${2#get_}" ;;
      do_*) echo "$3" >"$state/raspi/${2#do_}" ;;
    esac ;;
  udevadm) ;;
  journalctl) cat "$state/journal" 2>/dev/null ;;
  systemctl)
    verb=$1; shift
    case "$verb" in
      enable) each enabled "$@" ;;
      disable) gone enabled "$@"; gone active "$@" ;;
      restart) each active "$@" ;;
      is-enabled) [ -e "$state/enabled/$last" ] || { echo disabled; exit 1; }; echo enabled ;;
      is-active) [ -e "$state/active/$last" ] || exit 3 ;;
      show) echo no ;;
    esac ;;
  python3) # -m venv [--system-site-packages] [--clear] FOLDER
    [ "$1 $2" = "-m venv" ] || exit 2
    shared=false
    for word in "$@"; do
      case "$word" in --system-site-packages) shared=true ;; --clear) rm -rf "$last" ;; esac
    done
    mkdir -p "$last/bin"
    printf 'home = /usr/bin\ninclude-system-site-packages = %s\n' "$shared" >"$last/pyvenv.cfg"
    ln -s "$(readlink -f "$0")" "$last/bin/python" ;;
  python) # the environment's own: pip, and trying an import
    case "$words" in
      *"-m pip install"*) echo >"${0%/*}/companion"; chmod 755 "${0%/*}/companion" ;;
      *lgpio) [ -e "$state/packages/python3-lgpio" ] ;;
      *) [ -e "${0%/*}/companion" ] ;;
    esac ;;
  *) echo "no stand-in for $name" >&2; exit 127 ;;
esac
