#!/bin/bash
# Writes Claude Code's first-run answers, and recording hooks unless RA_HOOKS=off, into the home directory $1.
set -eu; h=$1; mkdir -p "$h/.claude"
cat >"$h/.claude.json" <<J
{"hasCompletedOnboarding":true,"theme":"dark","numStartups":1,"installMethod":"global","autoUpdates":false,
 "customApiKeyResponses":{"approved":["dummy-key"],"rejected":[]},
 "projects":{"/home/dev/project":{"allowedTools":[],"hasTrustDialogAccepted":true,"hasCompletedProjectOnboarding":true,"projectOnboardingSeenCount":1}}}
J
[ "${RA_HOOKS:-record}" != off ] || exit 0
events="PreToolUse PostToolUse PostToolUseFailure Notification UserPromptSubmit SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact PermissionRequest PermissionDenied Setup"
{ printf '{"hooks":{'; sep=
  for e in $events; do printf '%s"%s":[{"hooks":[{"type":"command","command":"/opt/rig/hook-record.sh %s"}]}]' "$sep" $e $e; sep=,; done
  printf '}}\n'; } >"$h/.claude/settings.json"
