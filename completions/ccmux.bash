# Completion of ccmux for bash, from 3.2 on. What stands between the two lines of dashes is written by
# `npm run generate`. No process is started: names of sessions come from a file that the daemon keeps.

_ccmux() {
  local words=() word= raw= quote= kept= rows=() command= flag= lead= at=0 ended= i
  COMPREPLY=()
  _ccmux_split "${COMP_LINE:0:COMP_POINT}"
  # What readline takes for the word begins after its last `:`, `=` or quote, and only that is replaced.
  _ccmux_keep "${raw%"$2"}"

  if ((${#words[@]} == 1)) && [[ $word != -* ]]; then
    _ccmux_commands
    _ccmux_offer
    return
  fi
  i=2 command=${words[1]-}
  if [[ -z $command || $command == -* ]]; then i=1 command=list; fi
  for (( ; i < ${#words[@]}; i++)); do
    if [[ $flag ]]; then flag=
    elif [[ $ended || ${words[i]} != -?* ]]; then ((at += 1))
    elif [[ ${words[i]} == -- ]]; then ended=1
    elif _ccmux_takes "$command ${words[i]}"; then flag=${words[i]}; fi
  done
  if [[ -z $flag && -z $ended && $word == --*=* ]]; then flag=${word%%=*} lead="${word%%=*}="; fi
  if [[ $flag ]]; then _ccmux_values "$command $flag"
  elif [[ -z $ended && $word == -* ]]; then _ccmux_flags "$command"
  else _ccmux_values "$command $((at + 1))"; fi
  _ccmux_offer
}

# Splits the line up to the cursor as bash would: `words` are those before the cursor, without their quotes, `word`
# is the last one, `raw` the same as it was typed, and `quote` what it still stands in.
_ccmux_split() {
  local line=$1 i c
  words=() word= raw= quote=
  for ((i = 0; i < ${#line}; i++)); do
    c=${line:i:1}
    case $quote in
      '') case $c in
        [[:space:]])
          if [[ $raw ]]; then words+=("$word"); fi
          word= raw=
          continue
          ;;
        \\ | \' | \") quote=$c ;;
        *) word+=$c ;;
      esac ;;
      \') if [[ $c == \' ]]; then quote=; else word+=$c; fi ;;
      \") case $c in
        \") quote= ;;
        \\) quote='"\' ;;
        *) word+=$c ;;
      esac ;;
      *)
        word+=$c
        quote=${quote%\\}
        ;;
    esac
    raw+=$c
  done
  quote=${quote%\\}
}

_ccmux_keep() {
  local words word raw quote
  _ccmux_split "$1"
  kept=$word
}

# Offers those of `rows` that begin as the word does. A row is a word, a tab and what it is; the latter is shown where
# readline lists, and never inserted. There may be a thousand, so they are handled all at once where that can be done.
_ccmux_offer() {
  local IFS=$'\n' form=%q%.0s text= row sign glob=$-
  if [[ $word ]]; then
    for row in ${rows[@]+"${rows[@]}"}; do
      if [[ $row == "$word"* ]]; then text+=$row$'\n'; fi
    done
  else
    text=${rows[*]-}
  fi
  set -f
  if [[ $kept || $quote ]]; then
    rows=($text)
    rows=(${rows[@]+"${rows[@]#"$kept"}"})
    # Inside quotes readline wants what stands between them.
    if [[ $quote ]]; then form=%s%.0s; fi
    case $quote in
      \') _ccmux_escape \' "'\\''" ;;
      \")
        # Nothing keeps bash from looking up its history there.
        rows=(${rows[@]+"${rows[@]/#*\!*/}"})
        for sign in \\ \" \$ \`; do _ccmux_escape "$sign" "\\$sign"; done
        ;;
    esac
    text=${rows[*]-}
  fi
  IFS=$'\t\n'
  rows=($text)
  case ${#rows[@]}/${COMP_TYPE-} in
    [02]/*) ;;
    */33 | */63 | */64)
      # So wide that each has a line of its own.
      at=${COLUMNS:-80}
      at=$((at > 43 ? at - 23 : 20)) form="%-20${form:1:1}  %-$at.${at}s"
      ;;
  esac
  if ((${#rows[@]})); then
    printf -v text "$form\n" "${rows[@]}"
    IFS=$'\n'
    COMPREPLY=($text)
  fi
  [[ $glob == *f* ]] || set +f
}

_ccmux_escape() {
  rows=(${rows[@]+"${rows[@]//"$1"/$2}"})
}

# Words from the table, joined by the separator that comes first, if there is one.
_ccmux_words() {
  local before=$lead one
  if [[ $1 && $word == *"$1"* ]]; then before=${word%"$1"*}$1; fi
  shift
  for one; do rows+=("$before$one"$'\t '); done
}

# Sessions, from the daemon's file. Its first line tells whose it is, and how many of its rows are offered before
# anything is typed.
_ccmux_sessions() {
  local run file pid count row
  if [[ ${CCMUX_HOME-} ]]; then run=$CCMUX_HOME/run
  elif [[ ${XDG_RUNTIME_DIR-} == /* ]]; then run=$XDG_RUNTIME_DIR/ccmux
  elif [[ ${XDG_STATE_HOME-} == /* ]]; then run=$XDG_STATE_HOME/ccmux/run
  else run=$HOME/.local/state/ccmux/run; fi
  file=$run/sessions.tsv
  [[ -r $file ]] || return 0
  IFS=' ' read -r pid count <"$file"
  kill -0 "$pid" 2>/dev/null || return 0
  # `mapfile` takes 0 for all of them.
  if [[ $word != "$lead" || $count == 0 ]]; then count=0; fi
  if ((BASH_VERSINFO[0] > 3)); then
    mapfile -t -s 1 -n "$count" rows <"$file"
  else
    while IFS= read -r row; do rows+=("$row"); done <"$file"
    rows=("${rows[@]:1:count ? count : ${#rows[@]}}")
  fi
  if [[ $lead ]]; then rows=(${rows[@]+"${rows[@]/#/$lead}"}); fi
}

_ccmux_files() {
  compopt -o default 2>/dev/null
}

# ----------------------------------------------------------------------------------------------------
_ccmux_commands() {
  rows=(
    'list	Every agent, those that need you first'
    'status	How many work, wait and are done'
    'screen	What an agent'\''s pane shows'
    'last	What an agent said last, from its own log'
    'search	Find words in prompts, answers and panes'
    'switch	Go to an agent'\''s pane'
    'explain	Why an agent has its status'
    'wait	Wait until agents are idle, need you, or end'
    'events	What happened, and with --follow what happens'
    'send	Write to an agent and submit it, once, or type nothing'
    'approve	Say yes to what an agent asks, this once'
    'deny	Say no to what an agent asks'
    'answer	Answer what an agent asks: an option, or your own words'
    'interrupt	End an agent'\''s turn, with its own keys'
    'keys	Press keys in an agent'\''s pane'
    'label	Name an agent; the name stays with its conversation'
    'seen	Note that you have looked: unread no more'
    'dismiss	Take a row away until its agent does something else'
    'kill	End an agent, and see that it is gone'
    'setup	Have agents tell ccmux at once what they do'
    'config	Look at and change the settings in ccmux.json'
    'doctor	What is wrong here, and what to do'
    'daemon	Start, stop and look at the daemon'
    'completions	Completion for bash, zsh or fish'
    'uninstall	Take ccmux out of agents, shells and tmux, and stop it'
    'demo	Show it all on a stage with stand-in agents'
    'help	Help of a command'
  )
}

_ccmux_flags() {
  case $1 in
    list | ls | show) rows=(
      '--status	Only these'
      '--agent	Only this kind of agent'
      '--project	Only this project'
      '--here	Only agents in this directory or below'
      '--watch	Redraw as things change, until Ctrl-C'
      '-w	Redraw as things change, until Ctrl-C'
      '--quiet	Only the ids'
      '-q	Only the ids'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    status) rows=(
      '--line	One short line, for a tmux status bar; empty without agents, '\''ccmux off'\'' without a daemon'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    screen) rows=(
      '--lines	The last n lines, from the history too'
      '--all	The whole history'
      '--ansi	With colours'
      '--grep	Only lines with this text; exit 1 without any'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    last) rows=(
      '--turns	The last n answers, with the prompts between them'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    search) rows=(
      '--limit	The best n sessions, up to 100'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    switch) rows=(
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    explain) rows=(
      '--screen	Read this capture instead (- is stdin); needs --agent and no daemon'
      '--agent	With --screen: whose rules read it'
      '--title	With --screen: the pane'\''s title at that moment'
      '--project	With --screen: the directory'\''s name, where titles carry it'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    wait) rows=(
      '--until	What to wait for; one of several: idle,waiting'
      '--kind	With waiting: only this kind, or one of several'
      '--any	One of several is enough'
      '--all	All of them (the default)'
      '--background	With idle: also no background work'
      '--timeout	Give up after this long: exit 2'
      '--stable	It has to stay so this long'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    events) rows=(
      '--follow	Go on until Ctrl-C, across restarts of the daemon'
      '-f	Go on until Ctrl-C, across restarts of the daemon'
      '--since	What came after this event, from this time on, or in the last 15m'
      '--session	Only this agent, also an ended one'
      '--agent	Only this kind of agent'
      '--type	Only these kinds of change'
      '--limit	At most so many of the past: the newest, with --since the first after it'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    send) rows=(
      '--stdin	Read the text from standard input'
      '--file	Read the text from a file'
      '--no-enter	Type it, and leave it there'
      '--wait	Until the turn that it started is over'
      '--timeout	With --wait: give up after this long: exit 2'
      '--dry-run	Only say what would be typed, and what stands in the way'
      '--force	Over drafts, dialogs and copy mode; never into another program'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    approve) rows=(
      '--generation	Only if it still asks this: attention.generation of `list --json`'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    deny) rows=(
      '--generation	Only if it still asks this: attention.generation of `list --json`'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    answer) rows=(
      '--generation	Only if it still asks this: attention.generation of `list --json`'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    interrupt) rows=(
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    keys) rows=(
      '--generation	Only if it still asks this: attention.generation of `list --json`'
      '--force	In copy mode too; never into another program'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    label) rows=(
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    seen) rows=(
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    dismiss) rows=(
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    kill) rows=(
      '--yes	Do not ask, on a terminal either'
      '-y	Do not ask, on a terminal either'
      '--force	Also yourself, a background agent, or one that can'\''t be verified'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    setup) rows=(
      '--yes	Ask nothing: do it'
      '-y	Ask nothing: do it'
      '--dry-run	Only show what would change'
      '--agent	Only these, separated by commas; tmux: its status bar'
      '--status	Only say what is installed where'
      '--uninstall	Take it all back'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    config) rows=(
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    doctor) rows=(
      '--report	All of it for a bug report, without paths, prompts and secrets'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    daemon) rows=(
      '--lines	With logs: the last n lines, 50 unless told'
      '--rotate	With token: make a new one, the old one is void'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    completions) rows=(
      '--install	Put it where that shell finds it'
      '--uninstall	Take it away again'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    uninstall) rows=(
      '--yes	Do not ask'
      '-y	Do not ask'
      '--purge	Also what it remembers: labels, feed, log, markers'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
    demo) rows=(
      '--attach	Only say where the stage is, and hold it until Ctrl-C'
      '--json	One JSON document on stdout'
      '--help	Show this help'
      '-h	Show this help'
    ) ;;
  esac
}

_ccmux_takes() {
  case $1 in
    'list --status' | 'list --agent' | 'list --project' | 'ls --status' | 'ls --agent' | 'ls --project' | 'show --status' | 'show --agent' | 'show --project') ;;
    'screen --lines' | 'screen --grep') ;;
    'last --turns') ;;
    'search --limit') ;;
    'explain --screen' | 'explain --agent' | 'explain --title' | 'explain --project') ;;
    'wait --until' | 'wait --kind' | 'wait --timeout' | 'wait --stable') ;;
    'events --since' | 'events --session' | 'events --agent' | 'events --type' | 'events --limit') ;;
    'send --file' | 'send --timeout') ;;
    'approve --generation') ;;
    'deny --generation') ;;
    'answer --generation') ;;
    'keys --generation') ;;
    'setup --agent') ;;
    'daemon --lines') ;;
    *) return 1 ;;
  esac
}

_ccmux_values() {
  case $1 in
    'list --status' | 'ls --status' | 'show --status') _ccmux_words , working waiting idle unknown ;;
    'list --agent' | 'ls --agent' | 'show --agent') _ccmux_words '' antigravity claude codex copilot cursor gemini omp opencode pi ;;
    'screen 1') _ccmux_sessions ;;
    'last 1') _ccmux_sessions ;;
    'switch 1') _ccmux_sessions ;;
    'explain --screen') _ccmux_files ;;
    'explain --agent') _ccmux_words '' antigravity claude codex copilot cursor gemini omp opencode pi ;;
    'explain 1') _ccmux_sessions ;;
    'wait --until') _ccmux_words , idle waiting attention working gone change ;;
    'wait --kind') _ccmux_words , permission question plan trust other ;;
    'wait 1') _ccmux_sessions ;;
    'wait '[0-9]*) _ccmux_sessions ;;
    'events --session') _ccmux_sessions ;;
    'events --agent') _ccmux_words '' antigravity claude codex copilot cursor gemini omp opencode pi ;;
    'events --type') _ccmux_words , created updated removed status attention error label health gap ;;
    'send --file') _ccmux_files ;;
    'send 1') _ccmux_sessions ;;
    'approve 1') _ccmux_sessions ;;
    'deny 1') _ccmux_sessions ;;
    'answer 1') _ccmux_sessions ;;
    'interrupt 1') _ccmux_sessions ;;
    'keys 1') _ccmux_sessions ;;
    'keys 2') _ccmux_words '' Enter Escape Tab BTab Up Down Left Right Space BSpace C-c ;;
    'keys '[0-9]*) _ccmux_words '' Enter Escape Tab BTab Up Down Left Right Space BSpace C-c ;;
    'label 1') _ccmux_sessions ;;
    'seen 1') _ccmux_sessions ;;
    'seen '[0-9]*) _ccmux_sessions ;;
    'dismiss 1') _ccmux_sessions ;;
    'kill 1') _ccmux_sessions ;;
    'setup --agent') _ccmux_words , antigravity claude codex copilot cursor gemini omp opencode pi ;;
    'config 1') _ccmux_words '' get set unset list path ;;
    'daemon 1') _ccmux_words '' start stop restart status logs token run ;;
    'completions 1') _ccmux_words '' bash zsh fish ;;
    'help 1') _ccmux_commands ;;
  esac
}
# ----------------------------------------------------------------------------------------------------

complete -o nosort -F _ccmux ccmux 2>/dev/null || complete -F _ccmux ccmux
