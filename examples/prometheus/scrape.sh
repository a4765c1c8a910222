#!/bin/sh
# One scrape, looked at line by line as Prometheus would: what it would not take ends with 1.
#   scrape.sh [token file] [host:port]
token=${1:-${XDG_RUNTIME_DIR:?}/ccmux/token}
target=${2:-127.0.0.1:2269}
# The token goes by a file of curl's, and not by its arguments, which everybody can read.
metrics=$(printf 'header = "Authorization: Bearer %s"\n' "$(cat "$token")" |
  curl -fsS --max-time 10 --config - "http://$target/v1/metrics") || exit 69
printf '%s\n' "$metrics" | awk '
  function wrong(why) { print "line " NR ": " why ": " $0 > "/dev/stderr"; bad = 1 }
  /^# HELP [a-zA-Z_:][a-zA-Z0-9_:]* ./ { help[$3] = 1; next }
  /^# TYPE [a-zA-Z_:][a-zA-Z0-9_:]* (counter|gauge)$/ {
    if ($3 in type) wrong("its type is told twice")
    type[$3] = $4; next
  }
  /^#/ { wrong("neither HELP nor TYPE"); next }
  !/^[a-zA-Z_:][a-zA-Z0-9_:]*(\{[a-zA-Z_][a-zA-Z0-9_]*="([^"\\]|\\.)*"(,[a-zA-Z_][a-zA-Z0-9_]*="([^"\\]|\\.)*")*\})? -?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?$/ {
    wrong("no sample"); next
  }
  {
    name = $0; sub(/[{ ].*/, "", name)
    series = $0; sub(/ [^ ]*$/, "", series)
    if (!(name in type) || !(name in help)) wrong("no HELP and TYPE before it")
    if (type[name] == "counter" && name !~ /_total$/) wrong("a counter without _total")
    if (series in seen) wrong("twice")
    seen[series] = 1; samples++
  }
  END {
    if (samples == 0) { print "no samples" > "/dev/stderr"; bad = 1 }
    if (!bad) print samples " samples of " length(type) " families"
    exit bad
  }'
