#!/bin/sh
# Tells you when any agent needs you: needs-me.sh [command], which gets the line as its last argument.
# Without a command it is notify-send. It goes on until Ctrl-C, across restarts of the daemon.
[ $# -gt 0 ] || set -- notify-send 'An agent needs you'
ccmux events --follow --type attention | while IFS= read -r line; do
  "$@" "$line" </dev/null
done
