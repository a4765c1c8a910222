#!/bin/sh
# Who needs you, works and rests, in tmux's status bar:
#   set -g status-right '#(/path/to/tmux-status-line.sh)'
#   set -g status-interval 2
line=$(ccmux status --line 2>/dev/null) || exit 0
case $line in
*▲*) printf '#[fg=yellow,bold]%s#[default]\n' "$line" ;;
*) printf '%s\n' "$line" ;;
esac
