#!/bin/sh
# ccmux-hook.sh AGENT EVENT [PAYLOAD]: writes down for ccmux what an agent tells its hook, on stdin or as PAYLOAD.
# The agent waits for it, and would read output as an answer: it prints nothing, never fails, starts few programs.
exec >/dev/null 2>&1
trap 'exit 0' EXIT
umask 077
set -f
LC_ALL=C # A length is one in bytes.
PATH=$PATH:/usr/bin:/bin
agent=$1
event=$2
known= # The folder of the markers as setup knew it, where this environment does not tell.

# Whether $1 may stand in a JSON string as it is.
plain() {
  case $1 in '' | *[!A-Za-z0-9_/.@:,%+=~\ -]*) return 1 ;; esac
}

case $agent in [!a-z]* | *[!a-z0-9_-]*) exit ;; esac
plain "$agent" && plain "$event" || exit

case $CCMUX_HOME in
/*) home=$CCMUX_HOME ;;
*) case $XDG_CONFIG_HOME in
  /*) home=$XDG_CONFIG_HOME/ccmux ;;
  *) home=$HOME/.config/ccmux ;;
  esac ;;
esac
folder=$home/session-pids
# A home that was removed stays so: only its last folder is made.
[ -d "$folder" ] || if [ -d "$known" ]; then folder=$known; else mkdir "$folder" || exit; fi

# Some agents never close the pipe: what has come when the nap ends is all. Nothing is left behind: a first process
# that does not reap would keep it for ever. The dot is for newlines at the end.
if [ $# -gt 2 ]; then
  payload=$3
else
  payload=$(
    {
      sleep 0.7 >/dev/null &
      nap=$!
      {
        trap 'kill $!; wait; exit' TERM
        cat <&3 &
        wait $!
        kill $nap
      } &
      wait $nap && kill $!
      wait $!
    } 3<&0
    echo .
  )
  payload=${payload%.}
fi
truncated=false
if [ ${#payload} -gt 65536 ]; then
  truncated=true
  payload=$(printf %s "$payload" | head -c 65536; echo .)
  payload=${payload%.}
fi

# The first one is the agent's own; in a string its quotes would have a backslash before them.
id= name= colon=
IFS='"'
for word in $payload; do
  case $name in session_id | sessionId | conversation_id | conversationId | thread-id)
    case $colon in : | ': ') id=$word && break ;; esac
    ;;
  esac
  name=$colon colon=$word
done
IFS=' '
case $id in *[!A-Za-z0-9_-]*) id= ;; esac
[ ${#id} -le 128 ] || id=

# Between the agent and its hook there may be a shell, which is gone in a moment.
pid=$PPID tty=
above=$PPID
while [ "$above" -gt 1 ] && read -r stat <"/proc/$above/stat"; do
  name=${stat#*\(}
  set -- ${stat##*\)} # state, parent, group, session, terminal
  case ${name%\)*} in
  sh | bash | dash | ash | busybox | zsh | ksh | mksh | fish) above=$2 ;;
  *)
    pid=$above
    [ $(($5 >> 8 & 4095)) -ne 136 ] || tty=pts/$(($5 & 255 | $5 >> 12 & 1048320))
    break
    ;;
  esac
done

head="{\"agent_type\":\"$agent\",\"pid\":$pid,\"event\":\"$event\",\"timestamp\":$(date +%s),\"truncated\":$truncated"
[ -z "$tty" ] || head="$head,\"tty\":\"$tty\""
[ -z "$id" ] || head="$head,\"session_id\":\"$id\""
! plain "$TMUX_PANE" || head="$head,\"tmux_pane\":\"$TMUX_PANE\""
! plain "$TMUX" || head="$head,\"tmux\":\"$TMUX\""
! plain "$PWD" || head="$head,\"cwd\":\"$PWD\""

new=$folder/.$agent-$$.new
printf '%s}\n%s' "$head" "$payload" >"$new" && mv -f "$new" "$folder/$agent-${id:-$pid}.json" || rm -f "$new"
