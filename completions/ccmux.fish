# Completion of ccmux for fish. What stands between the two lines of dashes is written by `npm run generate`. No process
# is started: names of sessions come from a file that the daemon keeps.

# Whether the cursor is in one of these commands; `list` is what runs without any.
function __ccmux_in
    set -l words (commandline -opc)
    if not set -q words[2]; or string match -q -- '-*' $words[2]
        set words[2] list
    end
    contains -- $words[2] $argv
end

# Whether it is at this place, a pattern: `command`, or a command and which of its arguments, from 1.
function __ccmux_at --argument-names place
    set -l words (commandline -opc) list
    set -l command $words[2]
    set -l at 1
    set -l skip no
    set -l ended no
    for word in $words[3..-2]
        if test $skip = yes
            set skip no
        else if test $ended = yes; or not string match -q -- '-?*' "$word"
            set at (math $at + 1)
        else if test "$word" = --
            set ended yes
        else if __ccmux_takes "$command $word"
            set skip yes
        end
    end
    if not set -q words[3]
        set command command
    else
        set command "$command $at"
    end
    string match -q -r -- "^($place)\$" $command
end

# Puts sessions into `__ccmux_rows`, from the daemon's file; false when there are none. Its first line tells whose it
# is, and how many of its rows are offered before anything is typed. A list, because a thousand lines that are printed
# and read again take 10 ms.
function __ccmux_sessions
    set -g __ccmux_rows
    set -l run $HOME/.local/state/ccmux/run
    if test -n "$CCMUX_HOME"
        set run $CCMUX_HOME/run
    else if string match -q -- '/*' "$XDG_RUNTIME_DIR"
        set run $XDG_RUNTIME_DIR/ccmux
    else if string match -q -- '/*' "$XDG_STATE_HOME"
        set run $XDG_STATE_HOME/ccmux/run
    end
    test -r $run/sessions.tsv; or return
    read -z --list --delimiter \n -l rows <$run/sessions.tsv
    set -l head (string split -- ' ' $rows[1])
    # fish has no `kill` of its own. Where there is no /proc, names that a killed daemon left stay until the next one.
    if test -d /proc/self; and not test -d /proc/$head[1]
        return 1
    end
    set -l last -1
    if test -z "$(__ccmux_typed)"
        set last (math $head[2] + 1)
    end
    set -g __ccmux_rows $rows[2..$last]
    set -q __ccmux_rows[1]
end

# The word so far, without the flag that it is the value of.
function __ccmux_typed
    string replace -r -- '^--[^=]*=' '' (commandline -ct)
end

# Words of which several may be given, joined by commas.
function __ccmux_list
    set -l before (string replace -r -- '[^,]*$' '' (__ccmux_typed))
    for word in $argv
        echo $before$word
    end
end

# ----------------------------------------------------------------------------------------------------
function __ccmux_takes
    switch $argv[1]
        case 'list --status' 'ls --status' 'show --status' 'list --agent' 'ls --agent' 'show --agent' 'list --project' 'ls --project' 'show --project'
        case 'screen --lines' 'screen --grep'
        case 'last --turns'
        case 'search --limit'
        case 'explain --screen' 'explain --agent' 'explain --title' 'explain --project'
        case 'wait --until' 'wait --kind' 'wait --timeout' 'wait --stable'
        case 'events --since' 'events --session' 'events --agent' 'events --type' 'events --limit'
        case 'send --file' 'send --timeout'
        case 'approve --generation'
        case 'deny --generation'
        case 'answer --generation'
        case 'keys --generation'
        case 'setup --agent'
        case 'daemon --lines'
        case '*'
            return 1
    end
end

complete -c ccmux -f
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a list -d 'Every agent, those that need you first'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a status -d 'How many work, wait and are done'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a screen -d 'What an agent\'s pane shows'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a last -d 'What an agent said last, from its own log'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a search -d 'Find words in prompts, answers and panes'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a switch -d 'Go to an agent\'s pane'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a explain -d 'Why an agent has its status'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a wait -d 'Wait until agents are idle, need you, or end'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a events -d 'What happened, and with --follow what happens'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a send -d 'Write to an agent and submit it, once, or type nothing'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a approve -d 'Say yes to what an agent asks, this once'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a deny -d 'Say no to what an agent asks'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a answer -d 'Answer what an agent asks: an option, or your own words'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a interrupt -d 'End an agent\'s turn, with its own keys'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a keys -d 'Press keys in an agent\'s pane'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a label -d 'Name an agent; the name stays with its conversation'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a seen -d 'Note that you have looked: unread no more'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a dismiss -d 'Take a row away until its agent does something else'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a kill -d 'End an agent, and see that it is gone'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a setup -d 'Have agents tell ccmux at once what they do'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a config -d 'Look at and change the settings in ccmux.json'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a doctor -d 'What is wrong here, and what to do'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a daemon -d 'Start, stop and look at the daemon'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a completions -d 'Completion for bash, zsh or fish'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a uninstall -d 'Take ccmux out of agents, shells and tmux, and stop it'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a demo -d 'Show it all on a stage with stand-in agents'
complete -c ccmux -n "__ccmux_at 'command|help 1'" -a help -d 'Help of a command'
complete -c ccmux -n '__ccmux_at \'screen 1|last 1|switch 1|explain 1|wait 1|wait (?![1-1]$)[0-9]+|send 1|approve 1|deny 1|answer 1|interrupt 1|keys 1|label 1|seen 1|seen (?![1-1]$)[0-9]+|dismiss 1|kill 1\'; and __ccmux_sessions' -k -a '$__ccmux_rows'
complete -c ccmux -n '__ccmux_at \'keys 2\'' -a 'Enter Escape Tab BTab Up Down Left Right Space BSpace C-c'
complete -c ccmux -n '__ccmux_at \'keys (?![1-2]$)[0-9]+\'' -a 'Enter Escape Tab BTab Up Down Left Right Space BSpace C-c'
complete -c ccmux -n '__ccmux_at \'config 1\'' -a 'get set unset list path'
complete -c ccmux -n '__ccmux_at \'daemon 1\'' -a 'start stop restart status logs token run'
complete -c ccmux -n '__ccmux_at \'completions 1\'' -a 'bash zsh fish'
complete -c ccmux -n '__ccmux_in list ls show' -l status -x -a '(__ccmux_list working waiting idle unknown)' -d 'Only these'
complete -c ccmux -n '__ccmux_in list ls show' -l agent -x -a 'antigravity claude codex copilot cursor gemini omp opencode pi' -d 'Only this kind of agent'
complete -c ccmux -n '__ccmux_in list ls show' -l project -x -d 'Only this project'
complete -c ccmux -n '__ccmux_in list ls show' -l here -d 'Only agents in this directory or below'
complete -c ccmux -n '__ccmux_in list ls show' -l watch -s w -d 'Redraw as things change, until Ctrl-C'
complete -c ccmux -n '__ccmux_in list ls show' -l quiet -s q -d 'Only the ids'
complete -c ccmux -n '__ccmux_in list ls show' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in list ls show' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in status' -l line -d 'One short line, for a tmux status bar; empty without agents, \'ccmux off\' without a daemon'
complete -c ccmux -n '__ccmux_in status' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in status' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in screen' -l lines -x -d 'The last n lines, from the history too'
complete -c ccmux -n '__ccmux_in screen' -l all -d 'The whole history'
complete -c ccmux -n '__ccmux_in screen' -l ansi -d 'With colours'
complete -c ccmux -n '__ccmux_in screen' -l grep -x -d 'Only lines with this text; exit 1 without any'
complete -c ccmux -n '__ccmux_in screen' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in screen' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in last' -l turns -x -d 'The last n answers, with the prompts between them'
complete -c ccmux -n '__ccmux_in last' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in last' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in search' -l limit -x -d 'The best n sessions, up to 100'
complete -c ccmux -n '__ccmux_in search' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in search' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in switch' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in switch' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in explain' -l screen -r -F -d 'Read this capture instead (- is stdin); needs --agent and no daemon'
complete -c ccmux -n '__ccmux_in explain' -l agent -x -a 'antigravity claude codex copilot cursor gemini omp opencode pi' -d 'With --screen: whose rules read it'
complete -c ccmux -n '__ccmux_in explain' -l title -x -d 'With --screen: the pane\'s title at that moment'
complete -c ccmux -n '__ccmux_in explain' -l project -x -d 'With --screen: the directory\'s name, where titles carry it'
complete -c ccmux -n '__ccmux_in explain' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in explain' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in wait' -l until -x -a '(__ccmux_list idle waiting attention working gone change)' -d 'What to wait for; one of several: idle,waiting'
complete -c ccmux -n '__ccmux_in wait' -l kind -x -a '(__ccmux_list permission question plan trust other)' -d 'With waiting: only this kind, or one of several'
complete -c ccmux -n '__ccmux_in wait' -l any -d 'One of several is enough'
complete -c ccmux -n '__ccmux_in wait' -l all -d 'All of them (the default)'
complete -c ccmux -n '__ccmux_in wait' -l background -d 'With idle: also no background work'
complete -c ccmux -n '__ccmux_in wait' -l timeout -x -d 'Give up after this long: exit 2'
complete -c ccmux -n '__ccmux_in wait' -l stable -x -d 'It has to stay so this long'
complete -c ccmux -n '__ccmux_in wait' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in wait' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in events' -l follow -s f -d 'Go on until Ctrl-C, across restarts of the daemon'
complete -c ccmux -n '__ccmux_in events' -l since -x -d 'What came after this event, from this time on, or in the last 15m'
complete -c ccmux -n '__ccmux_in events' -l session -x -k -a '(__ccmux_sessions; and string join -- \n $__ccmux_rows)' -d 'Only this agent, also an ended one'
complete -c ccmux -n '__ccmux_in events' -l agent -x -a 'antigravity claude codex copilot cursor gemini omp opencode pi' -d 'Only this kind of agent'
complete -c ccmux -n '__ccmux_in events' -l type -x -a '(__ccmux_list created updated removed status attention error label health gap)' -d 'Only these kinds of change'
complete -c ccmux -n '__ccmux_in events' -l limit -x -d 'At most so many of the past: the newest, with --since the first after it'
complete -c ccmux -n '__ccmux_in events' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in events' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in send' -l stdin -d 'Read the text from standard input'
complete -c ccmux -n '__ccmux_in send' -l file -r -F -d 'Read the text from a file'
complete -c ccmux -n '__ccmux_in send' -l no-enter -d 'Type it, and leave it there'
complete -c ccmux -n '__ccmux_in send' -l wait -d 'Until the turn that it started is over'
complete -c ccmux -n '__ccmux_in send' -l timeout -x -d 'With --wait: give up after this long: exit 2'
complete -c ccmux -n '__ccmux_in send' -l dry-run -d 'Only say what would be typed, and what stands in the way'
complete -c ccmux -n '__ccmux_in send' -l force -d 'Over drafts, dialogs and copy mode; never into another program'
complete -c ccmux -n '__ccmux_in send' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in send' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in approve' -l generation -x -d 'Only if it still asks this: attention.generation of `list --json`'
complete -c ccmux -n '__ccmux_in approve' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in approve' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in deny' -l generation -x -d 'Only if it still asks this: attention.generation of `list --json`'
complete -c ccmux -n '__ccmux_in deny' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in deny' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in answer' -l generation -x -d 'Only if it still asks this: attention.generation of `list --json`'
complete -c ccmux -n '__ccmux_in answer' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in answer' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in interrupt' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in interrupt' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in keys' -l generation -x -d 'Only if it still asks this: attention.generation of `list --json`'
complete -c ccmux -n '__ccmux_in keys' -l force -d 'In copy mode too; never into another program'
complete -c ccmux -n '__ccmux_in keys' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in keys' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in label' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in label' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in seen' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in seen' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in dismiss' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in dismiss' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in kill' -l yes -s y -d 'Do not ask, on a terminal either'
complete -c ccmux -n '__ccmux_in kill' -l force -d 'Also yourself, a background agent, or one that can\'t be verified'
complete -c ccmux -n '__ccmux_in kill' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in kill' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in setup' -l yes -s y -d 'Ask nothing: do it'
complete -c ccmux -n '__ccmux_in setup' -l dry-run -d 'Only show what would change'
complete -c ccmux -n '__ccmux_in setup' -l agent -x -a '(__ccmux_list antigravity claude codex copilot cursor gemini omp opencode pi)' -d 'Only these, separated by commas; tmux: its status bar'
complete -c ccmux -n '__ccmux_in setup' -l status -d 'Only say what is installed where'
complete -c ccmux -n '__ccmux_in setup' -l uninstall -d 'Take it all back'
complete -c ccmux -n '__ccmux_in setup' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in setup' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in config' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in config' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in doctor' -l report -d 'All of it for a bug report, without paths, prompts and secrets'
complete -c ccmux -n '__ccmux_in doctor' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in doctor' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in daemon' -l lines -x -d 'With logs: the last n lines, 50 unless told'
complete -c ccmux -n '__ccmux_in daemon' -l rotate -d 'With token: make a new one, the old one is void'
complete -c ccmux -n '__ccmux_in daemon' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in daemon' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in completions' -l install -d 'Put it where that shell finds it'
complete -c ccmux -n '__ccmux_in completions' -l uninstall -d 'Take it away again'
complete -c ccmux -n '__ccmux_in completions' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in completions' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in uninstall' -l yes -s y -d 'Do not ask'
complete -c ccmux -n '__ccmux_in uninstall' -l purge -d 'Also what it remembers: labels, feed, log, markers'
complete -c ccmux -n '__ccmux_in uninstall' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in uninstall' -l help -s h -d 'Show this help'
complete -c ccmux -n '__ccmux_in demo' -l attach -d 'Only say where the stage is, and hold it until Ctrl-C'
complete -c ccmux -n '__ccmux_in demo' -l json -d 'One JSON document on stdout'
complete -c ccmux -n '__ccmux_in demo' -l help -s h -d 'Show this help'
# ----------------------------------------------------------------------------------------------------
